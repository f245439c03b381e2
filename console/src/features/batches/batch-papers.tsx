import { Anchor, Group, List, NativeSelect, Select, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy, useFormats, wordOf } from '../../shared/copy/copy.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { printPdf } from '../../shared/printing/print-pdf-button.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import {
  BATCHES_KEY,
  type BatchPaper,
  batchPapersQuery,
  type PaperRun,
  paperPath,
  printBatchPaper,
  printersToChooseQuery,
} from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';

const PAPERS: readonly BatchPaper[] = ['TICKETS', 'PICK_LIST', 'COVER'];
const AS_PDF = ['tickets', 'ticket-sheets', 'pick-list', 'cover'] as const;
/** The document that this browser prints. */
const HERE = { TICKETS: 'ticket-sheets', PICK_LIST: 'pick-list', COVER: 'cover' } as const;
const RUNS_SHOWN_MAX = 5;

interface Asked {
  paper: BatchPaper;
  /** Why it is printed again. Absent: it is the first time. */
  reason?: string;
}

/** Prints tickets, pick list and cover here or on a printer, or opens them as PDF. */
export function BatchPapers({ batchId }: { batchId: string }) {
  const copy = useCopy(batchesCopy).papers;
  const { printing } = useCopy(partsCopy);
  const queryClient = useQueryClient();
  const { data: runs = [] } = useQuery(batchPapersQuery(batchId));
  const { data: printers = [] } = useQuery(printersToChooseQuery);
  const [printerId, setPrinterId] = useState<string>();
  const [again, setAgain] = useState<BatchPaper>();
  const [reason, setReason] = useState(copy.reasons[0] ?? '');
  /** The key stays until the request succeeds, so a retry prints once. */
  const [key, setKey] = useState(newIdempotencyKey);
  const printer = printers.find((one) => one.printerId === printerId);
  const offered = printers.filter(
    (one) => one.kind !== 'browser' && PAPERS.some((paper) => one.papers.includes(paper)),
  );
  const print = useMutation({
    mutationFn: async ({ paper, reason }: Asked) => {
      const where = printerId === undefined ? { here: true } : { printerId };
      // The dialog opens first: a paper that is not printed is not recorded.
      const result =
        printerId === undefined ? await printPdf(paperPath(batchId, HERE[paper]), copy.kinds[paper]) : null;
      await printBatchPaper(batchId, { paper, ...where, ...(reason && { reason }) }, `${key}-${paper}`);
      return result ? printing[result] : copy.sentTo(printer?.name ?? '');
    },
    onSuccess: () => {
      setKey(newIdempotencyKey());
      setAgain(undefined);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...BATCHES_KEY, 'papers', batchId] }),
  });
  const ask = (paper: BatchPaper) => {
    print.reset();
    const isPrinted = runs.some((run) => run.paper === paper && run.state !== 'not_made');
    if (isPrinted) setAgain(paper);
    else print.mutate({ paper });
  };
  return (
    <>
      {print.error && !again && <RequestFailure error={print.error} isChange />}
      <Group gap="xs" align="flex-end">
        <Select
          label={copy.printer}
          w={240}
          data={[{ value: '', label: copy.here }, ...offered.map((one) => ({ value: one.printerId, label: one.name }))]}
          value={printerId ?? ''}
          allowDeselect={false}
          onChange={(value) => {
            setPrinterId(value || undefined);
            setKey(newIdempotencyKey());
            print.reset();
          }}
        />
        {PAPERS.filter((paper) => !printer || printer.papers.includes(paper)).map((paper) => (
          <ActionButton
            key={paper}
            verb="production.work"
            variant={paper === 'TICKETS' ? 'filled' : 'default'}
            loading={print.isPending && print.variables.paper === paper}
            onClick={() => ask(paper)}
          >
            {copy.print[paper]}
          </ActionButton>
        ))}
      </Group>
      {print.isSuccess && (
        <Text size="sm" mt="xs" role="status">
          {copy.kinds[print.variables.paper]}: {print.data}
        </Text>
      )}
      <Group gap="md" mt="xs">
        <Text size="sm">{copy.asPdf}</Text>
        {AS_PDF.map((paper) => (
          <Anchor
            key={paper}
            href={`${SERVER_URL}/operator/v1${paperPath(batchId, paper)}`}
            target="_blank"
            rel="noopener"
            size="sm"
          >
            {copy.pdf[paper]}
          </Anchor>
        ))}
      </Group>
      {runs.length > 0 && (
        <List size="sm" mt="xs" listStyleType="none">
          {runs.slice(0, RUNS_SHOWN_MAX).map((run) => (
            <Run key={run.runId} run={run} />
          ))}
        </List>
      )}
      {again && (
        <Dialog
          title={copy.againTitle(copy.kinds[again])}
          confirm={copy.confirmAgain}
          change={print}
          onSubmit={() => print.mutate({ paper: again, reason })}
          onClose={() => setAgain(undefined)}
        >
          <Text size="sm">{copy.againMeans}</Text>
          <NativeSelect
            label={copy.why}
            data={copy.reasons}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Dialog>
      )}
    </>
  );
}

/** Says what happened to requested papers: printed here, printed by a printer, or why they wait for it. */
function Run({ run }: { run: PaperRun }) {
  const copy = useCopy(batchesCopy).papers;
  const { moment } = useFormats();
  const { paper, asked, askedBy } = run;
  return (
    <List.Item data-run={paper} data-state={run.state}>
      {copy.kinds[paper]}: <b>{useOutcome(run)}</b>{' '}
      <Text component="span" size="xs" c="dimmed">
        {[moment(asked), askedBy].filter(Boolean).join(' · ')}
      </Text>
    </List.Item>
  );
}

function useOutcome({ state, problem, jobs, printer }: PaperRun): string {
  const copy = useCopy(batchesCopy).papers;
  const name = printer?.name ?? copy.gone;
  if (state === 'here') return copy.printedHere;
  if (state === 'not_made') return copy.notPrinted(problem ? copy.problems[problem] : '');
  if (state === 'drawing') return copy.drawing(name);
  const failed = jobs.find((job) => job.state === 'failed' || job.state === 'unknown' || job.state === 'cancelled');
  const waiting = jobs.find((job) => job.state === 'queued' || job.state === 'sending');
  const words = (error: string | undefined) => (error ? wordOf(copy.errors, error) : undefined);
  if (failed) return copy.failed(name, words(failed.lastError) ?? copy.jobStates[failed.state] ?? '');
  if (!waiting) return copy.printedBy(name);
  if (waiting.state === 'sending') return copy.sentTo(name);
  const error = words(waiting.lastError ?? printer?.lastError);
  return copy.waitsAt(name, error ?? (printer?.kind === 'browser' ? copy.waitsForBrowser : copy.waitsForTurn));
}
