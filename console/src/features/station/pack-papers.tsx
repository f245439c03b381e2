import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy, wordOf } from '../../shared/copy/copy.ts';
import { printHere } from '../../shared/printing/print-here.ts';
import { changePrintJob, reprint } from '../../shared/printing/print-jobs-api.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { type PackedParcel, type Paper, parcelQuery } from './pack-api.ts';
import classes from './pack-stage.module.css';
import { packCopy } from './station-copy.ts';

interface PackPapersProps {
  parcel: PackedParcel;
  /** Asks why the label is printed again. */
  onReprint: () => void;
}

/** Lists the papers of a parcel with their print states and the possible actions. */
export function PackPapers({ parcel, onReprint }: PackPapersProps) {
  const copy = useCopy(packCopy);
  const { code, papers: scanned } = parcel;
  const { data, refetch } = useQuery({ ...parcelQuery(code), enabled: scanned.length > 0 });
  // A scan may have made papers void or requested others.
  useEffect(() => {
    if (scanned.length > 0) void refetch();
  }, [scanned, refetch]);
  const papers = data?.papers ?? scanned;
  return (
    <section className={classes.part} aria-label={copy.papers}>
      <h3>{copy.papers}</h3>
      {papers.length === 0 && <p className={classes.faint}>{copy.papersLater}</p>}
      <ul className={classes.papers}>
        {papers.map((paper) => (
          <PaperRow key={paper.jobId} paper={paper} onReprint={onReprint} />
        ))}
      </ul>
    </section>
  );
}

function PaperRow({ paper, onReprint }: { paper: Paper; onReprint: () => void }) {
  const copy = useCopy(packCopy);
  const queryClient = useQueryClient();
  /** Idempotency key of the requested reprint. A second click after a lost answer reuses it. */
  const [key, setKey] = useState<string>();
  const [isAgain, setAgain] = useState(false);
  const { kind, source, state, jobId, printer, copy: nth, problem } = paper;
  const refetch = () => queryClient.invalidateQueries({ queryKey: ['parcels'] });
  const act = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: refetch,
    onSuccess: () => setKey(undefined),
  });
  const isOfBrowser = printer?.kind === 'browser';
  const mayHavePrinted = state === 'unknown' || (state === 'sending' && isOfBrowser);
  const isDone = state === 'printed';
  const button = (label: string, change: () => Promise<unknown>) => (
    <Button size="md" variant="default" loading={act.isPending} onClick={() => act.mutate(change)}>
      {label}
    </Button>
  );
  return (
    <li className={classes.paper} data-paper={kind} data-state={state}>
      <div className={classes.paperHead}>
        <Icon
          name={
            isDone ? 'check' : state === 'failed' || state === 'not_made' || state === 'void' ? 'warning' : 'printers'
          }
        />
        <strong>{copy.kinds[kind]}</strong>
        <span>{copy.where[kind]}</span>
      </div>
      <div className={classes.faint}>
        {[
          copy.paperStates[state],
          source === 'CLIENT' && copy.ofClient,
          nth !== undefined && copy.copyOf(nth),
          printer?.name,
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {problem && !isDone && <div>{wordOf({ ...copy.problems, ...copy.printErrors }, problem)}</div>}
      {isAgain && <div role="status">{copy.againSent}</div>}
      {act.error && <RequestFailure error={act.error} isChange />}
      {key ? (
        <fieldset className={classes.again}>
          <legend>{copy.why}</legend>
          <Group gap={8}>
            {copy.reasons.map((reason) => (
              <Button
                key={reason}
                size="md"
                variant="default"
                loading={act.isPending}
                onClick={() => act.mutate(() => reprint(jobId, reason, key).then(() => setAgain(true)))}
              >
                {reason}
              </Button>
            ))}
            <Button size="md" variant="subtle" onClick={() => setKey(undefined)}>
              {copy.never}
            </Button>
          </Group>
        </fieldset>
      ) : (
        <Group gap={8}>
          {mayHavePrinted && button(copy.wasPrinted, () => changePrintJob(jobId, 'confirm'))}
          {(state === 'failed' || state === 'unknown') && button(copy.retry, () => changePrintJob(jobId, 'retry'))}
          {state === 'queued' && isOfBrowser && button(copy.printNow, () => printHere(jobId))}
          {isDone && (
            <Button
              size="md"
              variant="default"
              onClick={() => (kind === 'LABEL' ? onReprint() : setKey(newIdempotencyKey()))}
            >
              {copy.again}
            </Button>
          )}
        </Group>
      )}
    </li>
  );
}
