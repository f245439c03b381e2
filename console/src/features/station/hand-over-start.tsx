import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { openHandOver, waitingCarriersQuery } from './hand-over-api.ts';
import { handOverCopy } from './hand-over-copy.ts';
import classes from './hand-over-stage.module.css';
import type { Scans } from './use-scans.ts';

interface HandOverStartProps {
  scans: Scans;
  /** A list is open here, of which nothing was told yet. */
  openId: string | undefined;
}

/** No list is open here: the first parcel opens one, or somebody chooses whose. */
export function HandOverStart({ scans, openId }: HandOverStartProps) {
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
        {openId === undefined
          ? copy.opens
          : `${copy.list(openId)} · ${opened ? (opened.carrierName ?? copy.ownLabels) : ''}`}
      </p>
      <section className={classes.card} aria-label={copy.waiting}>
        {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
        {open.error && <RequestFailure error={open.error} isChange />}
        <h3 className={classes.part}>{copy.waiting}</h3>
        {carriers?.length === 0 && <p className={classes.fact}>{copy.none}</p>}
        {carriers?.map(({ carrierId, carrierName, waiting, handOverId, parcels = 0 }) => {
          const name = carrierName ?? carrierId ?? copy.ownLabels;
          return (
            <div key={carrierId ?? ''} className={classes.choice} data-carrier={carrierId ?? '-'}>
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
                onClick={() => open.mutate(carrierId)}
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
