import { Anchor, Group, List, Select, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy, useFormats, wordOf } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Facts, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { BatchPieces } from './batch-pieces-table.tsx';
import classes from './batch-progress.module.css';
import { DueText, useChoiceWords } from './batch-words.tsx';
import {
  BATCHES_KEY,
  type BatchLine,
  type BatchPaper,
  type BatchSearch,
  batchPapersQuery,
  batchProgressQuery,
  batchQuery,
  type PaperRun,
  paperUrl,
  printBatchPaper,
  printersToChooseQuery,
} from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';
import { PickListTable } from './pick-list-table.tsx';
import { ScanToOpen } from './scan-to-open.tsx';

const route = getRouteApi('/office/batches/$batchId');

export function BatchPage() {
  const copy = useCopy(batchesCopy);
  const { count, moment } = useFormats();
  const { batchId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: batch } = useSuspenseQuery(batchQuery(batchId));
  const progress = useQuery(batchProgressQuery(batch.batchId));
  const words = useChoiceWords(batch);
  const { code, created, createdByName, due, ended, orders, pieces } = batch;
  const filter = (changes: BatchSearch) =>
    void navigate({
      search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as BatchSearch,
      resetScroll: false,
    });
  return (
    <Page title={copy.batchTitle(batch.batchId)}>
      <ScanToOpen />
      <Section title={ended ? copy.endedAt(moment(ended)) : copy.inWork}>
        {progress.data && <BatchProgressBar lines={progress.data.lines} />}
        <Facts
          of={[
            [copy.code, code],
            [copy.releasedAt, [moment(created), createdByName].filter(Boolean).join(', ')],
            [copy.chosenBy, words],
            [copy.due, due && <DueText key="due" due={due} />],
            [copy.columns.orders, count(orders)],
            [copy.columns.pieces, count(pieces)],
          ]}
        />
      </Section>
      <Section title={copy.papers.title}>
        <BatchPapers batchId={batch.batchId} />
      </Section>
      <Section title={copy.pickList}>
        {progress.error && <RequestFailure error={progress.error} onRetry={() => void progress.refetch()} />}
        {progress.data && <PickListTable batchId={batch.batchId} progress={progress.data} />}
      </Section>
      <div id="pieces">
        <Section title={copy.columns.pieces}>
          <BatchPieces batchId={batch.batchId} search={search} onChange={filter} />
        </Section>
      </div>
    </Page>
  );
}

/** Ordered from the last step to the first. */
const PARTS = ['packed', 'checked', 'made', 'toMake', 'stopped'] as const;

/** Shows the pieces by status as one bar with a legend. */
function BatchProgressBar({ lines }: { lines: readonly BatchLine[] }) {
  const copy = useCopy(batchesCopy);
  const { count } = useFormats();
  const made = lines.filter(({ technology }) => technology !== undefined);
  const sums = PARTS.map((part) => ({ part, pieces: made.reduce((sum, line) => sum + line[part], 0) }));
  const all = sums.reduce((sum, { pieces }) => sum + pieces, 0);
  const shown = sums.filter(({ part, pieces }) => pieces > 0 || part !== 'stopped');
  return (
    <div className={classes.progress}>
      <div className={classes.bar} aria-hidden>
        {sums.map(({ part, pieces }) => (
          <span key={part} data-part={part} style={{ flexGrow: all === 0 ? 0 : pieces }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {shown.map(({ part, pieces }) => (
          <li key={part} data-part={part}>
            <span className={classes.dot} data-part={part} aria-hidden />
            <b>{count(pieces)}</b> {copy.parts[part]}
          </li>
        ))}
      </ul>
    </div>
  );
}

const PAPERS: readonly BatchPaper[] = ['TICKETS', 'PICK_LIST', 'COVER'];
const AS_PDF = ['tickets', 'ticket-sheets', 'pick-list', 'cover'] as const;
const RUNS_SHOWN_MAX = 5;

/** Prints tickets, pick list and cover, or opens them as PDF. */
function BatchPapers({ batchId }: { batchId: string }) {
  const copy = useCopy(batchesCopy).papers;
  const queryClient = useQueryClient();
  const { data: runs = [] } = useQuery(batchPapersQuery(batchId));
  const { data: printers = [] } = useQuery(printersToChooseQuery);
  const [printerId, setPrinterId] = useState<string>();
  /** The key stays until the request succeeds, so a retry prints once. */
  const [key, setKey] = useState(newIdempotencyKey);
  const print = useMutation({
    mutationFn: (paper: BatchPaper) => printBatchPaper(batchId, { paper, printerId }, `${key}-${paper}`),
    onSuccess: () => setKey(newIdempotencyKey()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...BATCHES_KEY, 'papers', batchId] }),
  });
  return (
    <>
      {print.error && <RequestFailure error={print.error} isChange />}
      <Group gap="xs" align="flex-end">
        <Select
          label={copy.printer}
          w={240}
          data={[
            { value: '', label: copy.anyPrinter },
            ...printers.map((one) => ({ value: one.printerId, label: one.name })),
          ]}
          value={printerId ?? ''}
          allowDeselect={false}
          onChange={(value) => {
            setPrinterId(value || undefined);
            setKey(newIdempotencyKey());
          }}
        />
        {PAPERS.map((paper) => (
          <ActionButton
            key={paper}
            verb="production.work"
            variant={paper === 'TICKETS' ? 'filled' : 'default'}
            loading={print.isPending && print.variables === paper}
            onClick={() => print.mutate(paper)}
          >
            {copy.print[paper]}
          </ActionButton>
        ))}
      </Group>
      <Group gap="md" mt="xs">
        <Text size="sm">{copy.asPdf}</Text>
        {AS_PDF.map((paper) => (
          <Anchor key={paper} href={paperUrl(batchId, paper)} target="_blank" rel="noopener" size="sm">
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
    </>
  );
}

function Run({ run }: { run: PaperRun }) {
  const copy = useCopy(batchesCopy).papers;
  const { moment } = useFormats();
  const { paper, state, asked, askedBy, jobs } = run;
  const failed = jobs.find((job) => job.state === 'failed' || job.state === 'unknown');
  const isPrinted = state === 'enqueued' && jobs.every((job) => job.state === 'printed');
  const said = isPrinted ? copy.printed : failed ? copy.failed : copy.states[state];
  return (
    <List.Item data-run={paper}>
      {copy.kinds[paper]}: <b>{said}</b>
      {failed?.lastError && ` (${wordOf(copy.errors, failed.lastError)})`}{' '}
      <Text component="span" size="xs" c="dimmed">
        {[moment(asked), askedBy].filter(Boolean).join(' · ')}
      </Text>
    </List.Item>
  );
}
