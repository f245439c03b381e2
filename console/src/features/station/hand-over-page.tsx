import { Button, Kbd } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { carrierNameOf } from '../../shared/copy/carrier-name.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { printBlob } from '../../shared/printing/print-here.ts';
import { COMMANDS } from '../../shared/scan/station-commands.ts';
import { RequestFailure } from '../../shared/ui/page.tsx';
import {
  listPrintersQuery,
  openHandOver,
  printList,
  readList,
  type ShownHandOver,
  waitingCarriersQuery,
} from './hand-over-api.ts';
import classes from './hand-over-stage.module.css';
import { latestAnswerOf } from './screen-rules.ts';
import { type ScanAnswer, stationSessionQuery } from './station-api.ts';
import { handOverCopy, stationCopy } from './station-copy.ts';
import { StationFrame } from './station-frame.tsx';
import type { Scans } from './use-scans.ts';

/** Shows the page at which a station scans parcels onto a carrier's hand-over list. */
export function HandOverPage() {
  const copy = useCopy(stationCopy);
  return (
    <StationFrame
      work="HAND_OVER"
      title={copy.works.handOver}
      onKey={(key, scans) => {
        if (scans.view.context.handOver === undefined) return;
        if (key === 'c' || key === 'C') scans.scan(COMMANDS.PASS);
        if (key === 'u' || key === 'U') scans.scan(COMMANDS.UNDO);
      }}
    >
      {(scans) => <Stage scans={scans} />}
    </StationFrame>
  );
}

/** Shows the last list that an answer contained. An answer to an unreadable code contains none. */
function Stage({ scans }: { scans: Scans }) {
  const [last, setLast] = useState<{ answer: ScanAnswer; list: ShownHandOver }>();
  const answer = latestAnswerOf(scans.screen);
  if (answer?.handOver && last?.answer !== answer) setLast({ answer, list: answer.handOver });
  const { handOver } = scans.view.context;
  const list = last?.list;
  if (handOver !== undefined && list?.handOverId === handOver && last)
    return <OpenList list={list} answer={last.answer} scans={scans} />;
  if (handOver === undefined && list?.state === 'CLOSED' && last)
    return <ClosedList list={list} isSeen={scans.screen.restored !== undefined} onNext={() => setLast(undefined)} />;
  return <HandOverStart scans={scans} openId={handOver} />;
}

interface HandOverStartProps {
  scans: Scans;
  /** The open list, if no answer has contained it yet. */
  openId: string | undefined;
}

/** Waits for the first parcel, which opens a list, or for a chosen carrier. */
function HandOverStart({ scans, openId }: HandOverStartProps) {
  const copy = useCopy(handOverCopy);
  const { count } = useFormats();
  const { data: carriers, error, refetch } = useQuery(waitingCarriersQuery);
  const open = useMutation({
    mutationFn: openHandOver,
    onSuccess: ({ handOverId }) => scans.resume({ work: 'HAND_OVER', handOver: handOverId }),
  });
  const opened = carriers?.find((one) => one.handOverId !== undefined && one.handOverId === openId);
  return (
    <div className={classes.alone}>
      <h2 className={classes.ask}>{copy.scanParcel}</h2>
      <p className={classes.hint}>
        {openId === undefined ? copy.opens : `${copy.list(openId)} · ${opened ? carrierNameOf(opened, copy) : ''}`}
      </p>
      <section className={classes.card} aria-label={copy.waiting}>
        {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
        {open.error && <RequestFailure error={open.error} isChange />}
        <h3 className={classes.part}>{copy.waiting}</h3>
        {carriers?.length === 0 && <p className={classes.fact}>{copy.none}</p>}
        {carriers?.map(({ waiting, handOverId, parcels = 0, ...carrier }) => {
          const name = carrierNameOf(carrier, copy);
          const { carrierId, labels } = carrier;
          return (
            <div key={carrierId ?? labels} className={classes.choice} data-carrier={carrierId ?? labels}>
              <strong>{name}</strong>
              <span>
                {copy.waitingOf(count(waiting))}
                {handOverId !== undefined && ` · ${copy.onList(count(parcels))}`}
              </span>
              <Button
                size="lg"
                variant="default"
                aria-label={copy.openList(name)}
                loading={open.isPending}
                onClick={() => open.mutate(carrier)}
              >
                {copy.open}
              </Button>
            </div>
          );
        })}
      </section>
    </div>
  );
}

interface OpenListProps {
  list: ShownHandOver;
  /** The answer that contained the list. */
  answer: ScanAnswer;
  scans: Scans;
}

function OpenList({ list, answer, scans }: OpenListProps) {
  const copy = useCopy(handOverCopy);
  const { count } = useFormats();
  const { handOverId, parcels } = list;
  const { leaving, refusal } = answer;
  const isAsking = scans.view.context.question === 'CLOSE';
  return (
    <div className={classes.stage}>
      <section className={classes.card} aria-label={copy.list(handOverId)}>
        <h2 className={classes.carrier}>{carrierNameOf(list, copy)}</h2>
        <p className={classes.fact}>{copy.list(handOverId)}</p>
        <p className={classes.count} data-parcels={parcels}>
          <strong>{count(parcels)}</strong> {copy.onThis(parcels)}
        </p>
        {leaving && !refusal && (
          <>
            <p className={classes.fact}>{copy.last}</p>
            <p className={classes.lastCode}>{leaving.trackingNumber ?? leaving.code}</p>
            <p className={classes.fact} style={{ overflowWrap: 'anywhere' }}>
              {copy.order(leaving.orderId, leaving.clientName)}
            </p>
          </>
        )}
        {!isAsking && (
          <div className={classes.actions}>
            <Button size="lg" disabled={parcels === 0} onClick={() => scans.scan(COMMANDS.PASS)}>
              {copy.close} <Kbd ml={10}>C</Kbd>
            </Button>
            <Button
              size="lg"
              variant="default"
              disabled={scans.view.context.last === undefined}
              onClick={() => scans.scan(COMMANDS.UNDO)}
            >
              {copy.undo} <Kbd ml={10}>U</Kbd>
            </Button>
            <Button size="lg" variant="subtle" onClick={() => scans.resume({ work: 'HAND_OVER' })}>
              {copy.other}
            </Button>
          </div>
        )}
      </section>
      <MissingParcels list={list} isAsking={isAsking} />
    </div>
  );
}

/** The packed parcels of the carrier that are on no list. */
function MissingParcels({ list, isAsking }: { list: ShownHandOver; isAsking: boolean }) {
  const copy = useCopy(handOverCopy);
  const { count } = useFormats();
  const { missing, missingCount } = list;
  const more = missingCount - missing.length;
  return (
    <section className={classes.card} aria-label={copy.missing(count(missingCount))}>
      {missingCount === 0 ? (
        <p className={classes.fact}>{copy.noneMissing}</p>
      ) : (
        <>
          <h3 className={classes.part} data-missing role={isAsking ? 'alert' : undefined}>
            {copy.missing(count(missingCount))}
          </h3>
          <ul className={classes.list}>
            {missing.map(({ code, orderId, clientName, trackingNumber, state }) => (
              <li key={code} data-missing={code}>
                <code>{trackingNumber ?? code}</code> {copy.order(orderId, clientName)}
                {state === 'PACKED' && ` · ${copy.noLabel}`}
              </li>
            ))}
            {more > 0 && <li>{copy.more(count(more))}</li>}
          </ul>
        </>
      )}
    </section>
  );
}

interface ClosedListProps {
  list: ShownHandOver;
  /** The list was closed before the page was loaded. */
  isSeen: boolean;
  onNext: () => void;
}

/**
 * Prints the closed list automatically if this station has one printer for it, or else if one printer of no
 * station is for it. Repeated calls create one print job.
 */
function ClosedList({ list, isSeen, onNext }: ClosedListProps) {
  const copy = useCopy(handOverCopy);
  const { count } = useFormats();
  const { handOverId, parcels, missingCount } = list;
  const { printing } = useCopy(partsCopy);
  const { data: session } = useQuery(stationSessionQuery);
  const { data: all = [] } = useQuery(listPrintersQuery);
  const own = all.filter(({ stations }) => session && stations.includes(session.station.name));
  const shared = all.filter(({ stations }) => stations.length === 0);
  const printers = [...own, ...shared];
  const print = useMutation({ mutationFn: (printerId: string) => printList(handOverId, printerId) });
  const here = useMutation({ mutationFn: async () => printBlob(await readList(handOverId), copy.list(handOverId)) });
  const usual = own.length > 0 ? own : shared;
  const only = usual.length === 1 ? usual[0] : undefined;
  const printByItself = useEffectEvent((printerId: string) => print.mutate(printerId));
  useEffect(() => {
    if (only && !isSeen) printByItself(only.printerId);
  }, [only, isSeen]);
  return (
    <section className={`${classes.card} ${classes.alone}`} aria-live="polite" data-closed={handOverId}>
      <h2 className={classes.carrier}>{copy.closed(carrierNameOf(list, copy))}</h2>
      <p className={classes.fact}>{copy.list(handOverId)}</p>
      <p className={classes.count}>{copy.closedWith(count(parcels), missingCount)}</p>
      {print.error && <RequestFailure error={print.error} isChange />}
      {here.error && <RequestFailure error={here.error} />}
      {print.data && <p className={classes.fact}>{copy.sent(print.data.printer.name ?? '')}</p>}
      {here.isSuccess && <p className={classes.fact}>{printing[here.data]}</p>}
      <div className={classes.actions}>
        {printers.map(({ printerId, name }) => (
          <Button
            key={printerId}
            size="lg"
            variant="default"
            loading={print.isPending}
            onClick={() => print.mutate(printerId)}
          >
            {copy.printOn(name)}
          </Button>
        ))}
        <Button size="lg" variant="default" loading={here.isPending} onClick={() => here.mutate()}>
          {copy.printHere}
        </Button>
        <Button size="lg" onClick={onNext}>
          {copy.next}
        </Button>
      </div>
    </section>
  );
}
