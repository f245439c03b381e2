import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { printBlob } from '../../shared/printing/print-here.ts';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { listPrintersQuery, printList, readList, type ShownHandOver } from './hand-over-api.ts';
import { handOverCopy } from './hand-over-copy.ts';
import classes from './hand-over-stage.module.css';

interface ClosedListProps {
  list: ShownHandOver;
  /** It was closed before the page was loaded. */
  isSeen: boolean;
  onNext: () => void;
}

/** The driver has it: the list is printed, by itself where just one printer prints sheets. It becomes one print job, however often it is asked for. */
export function ClosedList({ list, isSeen, onNext }: ClosedListProps) {
  const copy = useCopy(handOverCopy);
  const { count } = useFormats();
  const { handOverId, carrierName, carrierId, parcels, missingCount } = list;
  const { data: printers } = useQuery(listPrintersQuery);
  const print = useMutation({ mutationFn: (printerId: string) => printList(handOverId, printerId) });
  const here = useMutation({ mutationFn: async () => printBlob(await readList(handOverId)) });
  const only = printers?.length === 1 ? printers[0] : undefined;
  const printByItself = useEffectEvent((printerId: string) => print.mutate(printerId));
  useEffect(() => {
    if (only && !isSeen) printByItself(only.printerId);
  }, [only, isSeen]);
  return (
    <section className={`${classes.card} ${classes.alone}`} aria-live="polite" data-closed={handOverId}>
      <h2 className={classes.carrier}>{copy.closed(carrierName ?? carrierId ?? copy.ownLabels)}</h2>
      <p className={classes.fact}>{copy.list(handOverId)}</p>
      <p className={classes.count}>{copy.closedWith(count(parcels), missingCount)}</p>
      {print.error && <RequestFailure error={print.error} isChange />}
      {here.error && <RequestFailure error={here.error} />}
      {print.data && <p className={classes.fact}>{copy.sent(print.data.printer.name ?? '')}</p>}
      {here.isSuccess && <p className={classes.fact}>{copy.shown}</p>}
      <div className={classes.actions}>
        {printers?.map(({ printerId, name }) => (
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
