import { Button } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { progressOf, stillExpected } from '../../shared/scan/match-rules.ts';
import { COMMANDS } from '../../shared/scan/station-commands.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { FewLines } from './few-lines.tsx';
import type { PackedParcel } from './pack-api.ts';
import { packCopy } from './pack-copy.ts';
import { nameOf, PackLines } from './pack-lines.tsx';
import { PackPapers } from './pack-papers.tsx';
import { PackSide } from './pack-side.tsx';
import classes from './pack-stage.module.css';
import type { ScanAnswer } from './station-api.ts';
import { useBrowserPrints } from './use-browser-prints.ts';
import type { Scans } from './use-scans.ts';

/** Refusals after which somebody wants to know what would have been right. */
const ASKS_WHAT_ELSE: readonly string[] = ['FOREIGN', 'TOO_MANY', 'ALREADY_DONE', 'UNKNOWN', 'NOT_COMPLETE'];

/** The parcel that is open, or what became of the last one. */
export function PackStage({ scans }: { scans: Scans }) {
  const { shown } = scans;
  const failure = useBrowserPrints(scans);
  const parcel = shown.open?.parcel;
  const latest = shown.latest?.answer;
  return (
    <>
      {failure && <RequestFailure error={failure} isChange />}
      {parcel && shown.open ? (
        <OpenParcel scans={scans} answer={shown.open} parcel={parcel} />
      ) : (
        <NothingOpen scans={scans} latest={latest} />
      )}
    </>
  );
}

interface OpenParcelProps {
  scans: Scans;
  answer: ScanAnswer;
  parcel: PackedParcel;
}

function OpenParcel({ scans, answer, parcel }: OpenParcelProps) {
  const copy = useCopy(packCopy);
  const { refusal } = scans.shown;
  const { packed, of } = progressOf(parcel.items);
  const asks = answer.asks === 'TRACKING';
  return (
    <div className={classes.stage} data-parcel={parcel.code}>
      <div className={classes.main}>
        <header className={classes.head}>
          <h2>
            {answer.order && copy.order(answer.order.orderId)}
            <small> {parcel.number > 1 && copy.parcel(parcel.number)}</small>
          </h2>
          <strong className={classes.count} data-full={packed >= of || undefined} data-packed={packed}>
            {copy.packedOf(packed, of)}
          </strong>
        </header>
        {asks && <p className={classes.tracking}>{copy.scanTracking}</p>}
        {refusal && ASKS_WHAT_ELSE.includes(refusal.kind) && !asks && <Expected parcel={parcel} />}
        <PackLines lines={parcel.items} last={lastOf(answer)} />
        <div className={classes.actions}>
          {asks && (
            <Button size="md" onClick={() => scans.scan(COMMANDS.NO_TRACKING)}>
              {copy.noTracking}
            </Button>
          )}
          <Button size="md" variant="default" onClick={() => scans.scan(COMMANDS.UNDO)}>
            {copy.undo}
          </Button>
          <Button size="md" variant="default" onClick={() => scans.scan(COMMANDS.NEXT_PARCEL)}>
            {copy.nextParcel}
          </Button>
        </div>
      </div>
      <PackSide answer={answer} parcel={parcel}>
        <PackPapers parcel={parcel} />
      </PackSide>
    </div>
  );
}

/** What would have been right. */
function Expected({ parcel }: { parcel: PackedParcel }) {
  const copy = useCopy(packCopy);
  const missing = stillExpected(parcel.items);
  return (
    <section className={classes.expected} aria-label={copy.expected}>
      <h3>{copy.expected}</h3>
      {missing.length === 0 && <p>{copy.nothingExpected}</p>}
      <ul>
        {missing.map(({ line, missing: count }) => (
          <li key={line.itemId}>{copy.missing(count, nameOf(line))}</li>
        ))}
      </ul>
    </section>
  );
}

function NothingOpen({ scans, latest }: { scans: Scans; latest: ScanAnswer | undefined }) {
  const copy = useCopy(packCopy);
  const { say } = useCopy(floorSentencesCopy);
  const parcel = latest?.parcel;
  if (latest?.next.order !== undefined && scans.shown.refusal) {
    return (
      <div className={classes.alone}>
        <Button size="xl" h={88} fz={28} onClick={() => scans.scan(COMMANDS.HAND_OVER_TO_ME)}>
          {copy.takeOver}
        </Button>
        <p className={classes.faint}>{copy.takeOverMeans}</p>
        <p className={classes.ask}>{copy.nextOrder}</p>
      </div>
    );
  }
  if (parcel?.state === 'PACKED') {
    return (
      <div className={classes.alone} data-parcel={parcel.code} data-state="PACKED">
        <section className={classes.problem} role="status">
          <Icon name="warning" size={44} />
          <div>
            <h2>{copy.noLabel}</h2>
            {parcel.problem && <p>{copy.problems[parcel.problem]}</p>}
            <FewLines lines={parcel.detailSentences?.map(say) ?? parcel.details ?? []} />
            <p>{copy.noLabelMeans}</p>
          </div>
        </section>
        <p className={classes.ask}>{copy.nextOrder}</p>
      </div>
    );
  }
  if (parcel?.state === 'SHIPPED') {
    return (
      <div className={classes.alone} data-parcel={parcel.code} data-state="SHIPPED">
        <section className={classes.done} role="status">
          <Icon name="check" size={44} />
          <div>
            <h2>{copy.shipped}</h2>
            <p>
              {latest?.order && copy.order(latest.order.orderId)} {copy.parcel(parcel.number)}
              {parcel.trackingNumber && ` · ${copy.tracking} ${parcel.trackingNumber}`}
            </p>
          </div>
        </section>
        <PackPapers parcel={parcel} />
        <p className={classes.ask}>{copy.nextOrder}</p>
      </div>
    );
  }
  return <p className={classes.ask}>{copy.ask}</p>;
}

/** The line that the last scan went into. */
function lastOf({ done, refusal }: ScanAnswer): string | undefined {
  return refusal ? undefined : done?.piece.itemId;
}
