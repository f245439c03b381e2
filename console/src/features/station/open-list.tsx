import { Button } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { COMMANDS } from '../../shared/scan/station-commands.ts';
import type { ShownHandOver } from './hand-over-api.ts';
import { handOverCopy } from './hand-over-copy.ts';
import classes from './hand-over-stage.module.css';
import type { ScanAnswer } from './station-api.ts';
import type { Scans } from './use-scans.ts';

interface OpenListProps {
  list: ShownHandOver;
  /** What told of it. */
  answer: ScanAnswer;
  scans: Scans;
}

/** How many are on the list, which was the last, and which are missing. */
export function OpenList({ list, answer, scans }: OpenListProps) {
  const copy = useCopy(handOverCopy);
  const { count } = useFormats();
  const { handOverId, carrierName, carrierId, parcels } = list;
  const { leaving, refusal, asks } = answer;
  const isAsking = asks === 'CLOSE' && scans.view.context.isClosing === true;
  return (
    <div className={classes.stage}>
      <section className={classes.card} aria-label={copy.list(handOverId)}>
        <h2 className={classes.carrier}>{carrierName ?? carrierId ?? copy.ownLabels}</h2>
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
        {isAsking ? (
          <div className={classes.actions}>
            <Button size="lg" color="red" onClick={() => scans.scan(COMMANDS.PASS)}>
              {copy.closeAnyway}
            </Button>
            <Button
              size="lg"
              variant="default"
              onClick={() => scans.resume({ work: 'HAND_OVER', handOver: handOverId })}
            >
              {copy.goOn}
            </Button>
          </div>
        ) : (
          <div className={classes.actions}>
            <Button size="lg" disabled={parcels === 0} onClick={() => scans.scan(COMMANDS.PASS)}>
              {copy.close}
            </Button>
            <Button
              size="lg"
              variant="default"
              disabled={scans.view.context.last === undefined}
              onClick={() => scans.scan(COMMANDS.UNDO)}
            >
              {copy.undo}
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

/** The packed parcels of the carrier that are on no list, by name. */
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
            {isAsking ? copy.asksTitle : copy.missing(count(missingCount))}
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
