import { Button, Kbd } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { SenderNotice } from '../../shared/printing/sender-missing.tsx';
import { progressOf, stillExpected } from '../../shared/scan/match-rules.ts';
import { COMMANDS } from '../../shared/scan/station-commands.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { TestMark } from '../../shared/ui/test-mark.tsx';
import { type PackedLine, type PackedParcel, presentQuery } from './pack-api.ts';
import { LabelsToCome, PackageChoice, PackedNotice } from './pack-label.tsx';
import { PackPapers } from './pack-papers.tsx';
import { PackSide } from './pack-side.tsx';
import classes from './pack-stage.module.css';
import { latestAnswerOf, type RefusalKind } from './screen-rules.ts';
import type { ScanAnswer } from './station-api.ts';
import { packCopy, questionsCopy, stationCopy } from './station-copy.ts';
import { StationFrame } from './station-frame.tsx';
import { useBrowserPrints } from './use-browser-prints.ts';
import type { Scans } from './use-scans.ts';
import { ReadyOrders } from './waiting-work.tsx';

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
  if (key.toLowerCase() === 'a') scans.scan(COMMANDS.PUT_ASIDE);
}

/** Refusals after which the page lists the pieces that are still missing. */
const ASKS_WHAT_ELSE: readonly RefusalKind[] = ['FOREIGN', 'TOO_MANY', 'ALREADY_DONE', 'UNKNOWN', 'NOT_COMPLETE'];

/** Shows the open parcel, or the result of the last one. */
function PackStage({ scans }: { scans: Scans }) {
  const { screen } = scans;
  const { failure, watched } = useBrowserPrints(scans);
  const parcel = screen.open?.parcel;
  const answer = latestAnswerOf(screen);
  // A refusal does not repeat the parcel that a question is about.
  const latest = answer?.parcel ? answer : (screen.question ?? answer);
  const { data } = useQuery(presentQuery(parcel?.code, scans.identity));
  const present = data?.parcel?.code === parcel?.code ? data?.parcel : undefined;
  const lost = [parcel, present].find((one) => one?.lost);
  const current = parcel ?? latest?.parcel;
  const unlabelled = watched.filter(({ code, state, label }) => state === 'PACKED' && label && code !== current?.code);
  const now = watched.find(({ code }) => code === latest?.parcel?.code);
  return (
    <>
      {failure && <RequestFailure error={failure} isChange />}
      {lost && screen.open ? (
        <LostParcel scans={scans} answer={screen.open} parcel={lost} />
      ) : parcel && screen.open ? (
        <OpenParcel scans={scans} answer={screen.open} parcel={parcel} />
      ) : (
        <NothingOpen scans={scans} latest={latest} parcel={now ?? latest?.parcel} />
      )}
      <LabelsToCome parcels={unlabelled} />
    </>
  );
}

type OpenParcelProps = { scans: Scans; answer: ScanAnswer; parcel: PackedParcel };

function OpenParcel({ scans, answer, parcel }: OpenParcelProps) {
  const copy = useCopy(packCopy);
  const { refusal } = scans.screen;
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
        {packed === 0 && <p className={classes.faint}>{copy.emptyMeans}</p>}
        <div className={classes.actions}>
          <Button size="md" variant="default" onClick={() => scans.scan(COMMANDS.UNDO)}>
            {copy.undo} <Kbd ml={10}>U</Kbd>
          </Button>
          <Button size="md" variant="default" onClick={() => scans.scan(COMMANDS.NEXT_PARCEL)}>
            {copy.nextParcel} <Kbd ml={10}>N</Kbd>
          </Button>
          <Button size="md" variant="default" onClick={() => scans.scan(COMMANDS.PUT_ASIDE)}>
            {copy.putAside} <Kbd ml={10}>A</Kbd>
          </Button>
        </div>
      </div>
      <PackSide answer={answer} parcel={parcel}>
        {parcel.state === 'OPEN' && <PackageChoice key={parcel.code} parcel={parcel} />}
        <PackPapers parcel={parcel} onReprint={() => scans.scan(COMMANDS.REPRINT_LABEL)} />
      </PackSide>
    </div>
  );
}

/** Shows the present state of a parcel that another station has taken over, and the next step. */
function LostParcel({ scans, answer, parcel }: OpenParcelProps) {
  const copy = useCopy(packCopy);
  const { station, by } = parcel.lost ?? {};
  const { packed, of } = progressOf(parcel.items);
  const isOpen = parcel.state === 'OPEN';
  return (
    <div className={classes.alone} data-parcel={parcel.code} data-lost={parcel.state}>
      <section className={classes.problem} role="status">
        <Icon name="warning" size={44} />
        <div>
          <h2>{station === undefined ? copy.lostAside : copy.lostTo(station)}</h2>
          <p>
            {answer.order && copy.order(answer.order.orderId)} {copy.parcel(parcel.number)}
            {by && ` · ${copy.lostBy(by)}`}
          </p>
          <p>
            {[copy.lostStates[parcel.state], copy.packedOfLong(packed, of)].join(' · ')}
            {parcel.trackingNumber && ` · ${copy.tracking} ${parcel.trackingNumber}`}
          </p>
        </div>
      </section>
      <PackLines lines={parcel.items} last={undefined} />
      <div className={classes.actions}>
        <Button size="lg" onClick={() => scans.scan(COMMANDS.PUT_ASIDE)}>
          {copy.leaveLost} <Kbd ml={10}>A</Kbd>
        </Button>
        {isOpen && (
          <Button size="lg" variant="default" onClick={() => scans.scan(COMMANDS.HAND_OVER_TO_ME)}>
            {copy.takeOver}
          </Button>
        )}
      </div>
      <p className={classes.ask}>{copy.nextOrder}</p>
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

interface NothingOpenProps {
  scans: Scans;
  latest: ScanAnswer | undefined;
  /** The parcel of the latest answer in its present state. */
  parcel: PackedParcel | undefined;
}

function NothingOpen({ scans, latest, parcel }: NothingOpenProps) {
  const copy = useCopy(packCopy);
  if (latest?.next.order !== undefined && scans.screen.refusal) {
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
        <PackedNotice parcel={parcel} stationName={scans.identity.stationName} />
        <TakeBack scans={scans} />
        <p className={classes.ask}>{copy.nextOrder}</p>
        <ReadyOrders />
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
            {parcel.label?.isTest && <TestMark />}
          </div>
        </section>
        <PackPapers parcel={parcel} onReprint={() => scans.scan(COMMANDS.REPRINT_LABEL)} />
        <TakeBack scans={scans} />
        <p className={classes.ask}>{copy.nextOrder}</p>
        <ReadyOrders />
      </div>
    );
  }
  return (
    <div className={classes.alone}>
      <SenderNotice />
      {latest?.command === 'PUT_ASIDE' && (
        <p className={classes.faint} role="status">
          {copy.tableFree}
        </p>
      )}
      <p className={classes.ask}>{copy.ask}</p>
      <ReadyOrders />
    </div>
  );
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
