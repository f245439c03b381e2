import { Button, Kbd } from '@mantine/core';
import { useState } from 'react';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { progressOf, stillExpected } from '../../shared/scan/match-rules.ts';
import { COMMANDS } from '../../shared/scan/station-commands.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import type { PackedLine, PackedParcel } from './pack-api.ts';
import { PackPapers } from './pack-papers.tsx';
import { FewLines, PackSide } from './pack-side.tsx';
import classes from './pack-stage.module.css';
import { latestAnswerOf, type RefusalKind } from './shown-rules.ts';
import type { ScanAnswer } from './station-api.ts';
import { packCopy, questionsCopy, stationCopy } from './station-copy.ts';
import { StationFrame } from './station-frame.tsx';
import { useBrowserPrints } from './use-browser-prints.ts';
import type { Scans } from './use-scans.ts';

export function PackPage() {
  const { works } = useCopy(stationCopy);
  return (
    <StationFrame work="PACK" title={works.pack} onKey={commandByKey}>
      {(scans) => <PackStage scans={scans} />}
    </StationFrame>
  );
}

function commandByKey(key: string, scans: Scans): void {
  if (scans.view.context.parcel === undefined) return;
  if (key.toLowerCase() === 'u') scans.scan(COMMANDS.UNDO);
  if (key.toLowerCase() === 'n') scans.scan(COMMANDS.NEXT_PARCEL);
}

/** Refusals after which the page lists the pieces that are still missing. */
const ASKS_WHAT_ELSE: readonly RefusalKind[] = ['FOREIGN', 'TOO_MANY', 'ALREADY_DONE', 'UNKNOWN', 'NOT_COMPLETE'];

/** Shows the open parcel, or the result of the last one. */
function PackStage({ scans }: { scans: Scans }) {
  const { shown } = scans;
  const failure = useBrowserPrints(scans);
  const parcel = shown.open?.parcel;
  const answer = latestAnswerOf(shown);
  // A refusal does not repeat the parcel that a question is about.
  const latest = answer?.parcel ? answer : (shown.asked ?? answer);
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

type OpenParcelProps = { scans: Scans; answer: ScanAnswer; parcel: PackedParcel };

function OpenParcel({ scans, answer, parcel }: OpenParcelProps) {
  const copy = useCopy(packCopy);
  const { refusal } = scans.shown;
  const { question } = scans.view.context;
  const isRefused = refusal && ASKS_WHAT_ELSE.includes(refusal.kind) && question !== 'TRACKING';
  const isExpecting = isRefused || question === 'CONFIRM_INCOMPLETE';
  const { packed, of } = progressOf(parcel.items);
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
        {answer.voided && answer.voided.length > 0 && (
          <section className={classes.expected} role="status">
            <h3>{copy.voided}</h3>
            <p>{answer.voided.map((kind) => copy.kinds[kind]).join(', ')}</p>
          </section>
        )}
        {isExpecting && <Expected parcel={parcel} />}
        <PackLines lines={parcel.items} last={lastOf(answer)} />
        <div className={classes.actions}>
          <Button size="md" variant="default" onClick={() => scans.scan(COMMANDS.UNDO)}>
            {copy.undo} <Kbd ml={10}>U</Kbd>
          </Button>
          <Button size="md" variant="default" onClick={() => scans.scan(COMMANDS.NEXT_PARCEL)}>
            {copy.nextParcel} <Kbd ml={10}>N</Kbd>
          </Button>
        </div>
      </div>
      <PackSide answer={answer} parcel={parcel}>
        <PackPapers parcel={parcel} onReprint={() => scans.scan(COMMANDS.REPRINT_LABEL)} />
      </PackSide>
    </div>
  );
}

/** Lists the pieces that are still missing. */
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
        <TakeBack scans={scans} />
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
        <PackPapers parcel={parcel} onReprint={() => scans.scan(COMMANDS.REPRINT_LABEL)} />
        <TakeBack scans={scans} />
        <p className={classes.ask}>{copy.nextOrder}</p>
      </div>
    );
  }
  return <p className={classes.ask}>{copy.ask}</p>;
}

function TakeBack({ scans }: { scans: Scans }) {
  const copy = useCopy(questionsCopy);
  return (
    <Button size="md" variant="default" onClick={() => scans.scan(COMMANDS.TAKE_BACK)}>
      {copy.takeBack}
    </Button>
  );
}

function lastOf({ done, refusal }: ScanAnswer): string | undefined {
  return refusal ? undefined : done?.piece.itemId;
}

const nameOf = ({ title, color, size }: Pick<PackedLine, 'title' | 'color' | 'size'>): string =>
  [title, color, size].filter(Boolean).join(', ');

function PackLines({ lines, last }: { lines: readonly PackedLine[]; last: string | undefined }) {
  const copy = useCopy(packCopy);
  return (
    <ul className={classes.lines}>
      {lines.map((line) => {
        const { itemId, title, color, size, sku, ean13, packed, of, thumbnail } = line;
        const isFull = packed >= of;
        return (
          <li
            key={itemId}
            className={classes.line}
            data-item={itemId}
            data-full={isFull || undefined}
            data-last={itemId === last || undefined}
          >
            <Picture key={thumbnail} url={thumbnail} />
            <div className={classes.words}>
              <p className={classes.look}>{[color, size].filter(Boolean).join(' · ') || title}</p>
              <p className={classes.title}>{title}</p>
              <p className={classes.codeText}>{ean13 ?? sku}</p>
            </div>
            <p className={classes.packed} title={copy.packedOfLong(packed, of)}>
              <b>{packed}</b>
              <span>/ {of}</span>
              {isFull && <Icon name="check" size={36} />}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function Picture({ url }: { url: string | undefined }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <div className={classes.picture}>
      {url && !isBroken ? (
        <img
          src={url.startsWith('/') ? `${SERVER_URL}${url}` : url}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon name="image" size={36} />
      )}
    </div>
  );
}
