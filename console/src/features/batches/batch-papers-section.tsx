import { Anchor, Group, List, Select, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import {
  BATCHES_KEY,
  type BatchPaper,
  batchPapersQuery,
  type PaperRun,
  paperUrl,
  printBatchPaper,
  printersToChooseQuery,
} from './batches-api.ts';
import { batchesCopy } from './batches-copy.ts';

const PAPERS: readonly BatchPaper[] = ['TICKETS', 'PICK_LIST', 'COVER'];
const AS_PDF = ['tickets', 'ticket-sheets', 'pick-list', 'cover'] as const;
const RUNS_SHOWN_MAX = 5;

/** Tickets, pick list and cover: printed, or opened as PDF. */
export function BatchPapers({ batchId }: { batchId: string }) {
  const copy = useCopy(batchesCopy).papers;
  const queryClient = useQueryClient();
  const { data: runs = [] } = useQuery(batchPapersQuery(batchId));
  const { data: printers = [] } = useQuery(printersToChooseQuery);
  const [printerId, setPrinterId] = useState<string>();
  /** Until something was printed: pressed again after a lost answer, it is one. */
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
      {failed?.lastError && ` (${failed.lastError})`}{' '}
      <Text component="span" size="xs" c="dimmed">
        {[moment(asked), askedBy].filter(Boolean).join(' · ')}
      </Text>
    </List.Item>
  );
}
