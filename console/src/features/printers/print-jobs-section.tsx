import { Badge, Group, NativeSelect, Stack, Table, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy, useFormats, wordOf } from '../../shared/copy/copy.ts';
import { ChoiceSelect } from '../../shared/list/filters.tsx';
import { withoutEmpty } from '../../shared/list/text-search.ts';
import { printHere } from '../../shared/printing/print-here.ts';
import { changePrintJob, type PrintJob, type PrintVerb, reprint } from '../../shared/printing/print-jobs-api.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { HeadedTable, ListResult, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { PRINT_STATES, type Printer, type PrintersSearch, type PrintState, printJobsQuery } from './printers-api.ts';
import { printersCopy } from './printers-copy.ts';

const route = getRouteApi('/office/printers');

type PrintJobsSectionProps = { printers: readonly Printer[]; onChanged: () => Promise<void> };

export function PrintJobsSection({ printers, onChanged }: PrintJobsSectionProps) {
  const copy = useCopy(printersCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(printJobsQuery(search));
  const filter = (changes: PrintersSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => withoutEmpty({ ...before, ...changes }) });
  return (
    <Section
      title={copy.jobs}
      actions={
        <Group gap="xs">
          <NativeSelect
            aria-label={copy.printer}
            size="xs"
            value={search.printer ?? ''}
            data={[
              { value: '', label: copy.allPrinters },
              ...printers.map(({ printerId, name }) => ({ value: printerId, label: name })),
            ]}
            onChange={(event) => filter({ printer: event.currentTarget.value || undefined })}
          />
          <ChoiceSelect
            aria-label={copy.state}
            size="xs"
            any={copy.allStates}
            of={PRINT_STATES}
            names={copy.states}
            value={search.state}
            onChange={(state) => filter({ state })}
          />
        </Group>
      }
    >
      <ListResult
        query={list}
        to="/printers"
        search={search}
        none={<Text size="sm">{search.printer || search.state ? copy.noneLikeThis : copy.noJobs}</Text>}
      >
        {(rows, isOld) => <PrintJobsTable jobs={rows} isOld={isOld} onChanged={onChanged} />}
      </ListResult>
    </Section>
  );
}

const TONES: Record<PrintState, string> = {
  queued: 'blue',
  sending: 'blue',
  printed: 'green',
  failed: 'red',
  unknown: 'orange',
  cancelled: 'gray',
};

interface PrintJobsTableProps {
  jobs: readonly PrintJob[];
  /** Whether these are the rows of the previous page, shown while the next one loads. */
  isOld: boolean;
  onChanged: () => Promise<void>;
}

function PrintJobsTable({ jobs, isOld, onChanged }: PrintJobsTableProps) {
  const copy = useCopy(printersCopy);
  return (
    <HeadedTable
      heads={[copy.document, copy.state, copy.asked, { label: '', 'aria-label': copy.actions }]}
      minWidth={640}
      isOld={isOld}
    >
      {jobs.map((job) => (
        <PrintJobRow key={job.jobId} job={job} onChanged={onChanged} />
      ))}
    </HeadedTable>
  );
}

function PrintJobRow({ job, onChanged }: { job: PrintJob; onChanged: () => Promise<void> }) {
  const copy = useCopy(printersCopy);
  const { moment, count } = useFormats();
  const { title, printer, state, lastError, created, createdBy, copies, reason, attempts } = job;
  return (
    <Table.Tr data-job={title} data-state={state}>
      <Table.Td miw={160} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{title}</Text>
        <Text size="xs" c="dimmed">
          {printer.name ?? copy.gone}
        </Text>
        {copies > 1 && (
          <Text size="xs" c="dimmed">
            {copy.copies(count(copies))}
          </Text>
        )}
        {reason && (
          <Text size="xs" c="dimmed">
            {copy.reprintBecause(reason)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Stack gap={2} align="flex-start">
          <Badge color={TONES[state]} styles={{ label: { overflow: 'visible' } }}>
            {copy.states[state]}
          </Badge>
          {lastError && <Text size="xs">{wordOf(copy.errors, lastError, copy.otherError)}</Text>}
          {attempts > 1 && (
            <Text size="xs" c="dimmed">
              {copy.attempts}: {count(attempts)}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Text size="sm">{moment(created)}</Text>
        <Text size="xs" c="dimmed">
          {createdBy.name ?? copy.system}
        </Text>
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end">
          <PrintJobActions job={job} onChanged={onChanged} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

type PrintJobActionsProps = { job: PrintJob; onChanged: () => Promise<void> };

/** Shows only the actions that the status of the job allows. */
function PrintJobActions({ job, onChanged }: PrintJobActionsProps) {
  const copy = useCopy(printersCopy);
  const { jobId, title, state, hasDocument, printer } = job;
  const isOfBrowser = printer.kind === 'browser';
  const act = (verb: PrintVerb) => () => changePrintJob(jobId, verb).then(onChanged);
  const here = useMutation({ mutationFn: () => printHere(jobId), onSettled: onChanged });
  const gone = hasDocument ? undefined : copy.refusals.documentDeleted;
  return (
    <>
      {here.error && <RequestFailure error={here.error} isChange />}
      {state === 'queued' && isOfBrowser && (
        <ActionButton
          verb="print"
          refusal={gone}
          size="compact-sm"
          aria-label={copy.printHereOf(title)}
          onClick={() => here.mutate()}
        >
          {copy.printHere}
        </ActionButton>
      )}
      {(state === 'unknown' || (state === 'sending' && isOfBrowser)) && (
        <ConfirmButton
          verb="print"
          size="compact-sm"
          label={copy.confirm}
          aria-label={copy.confirmOf(title)}
          title={copy.confirm}
          act={act('confirm')}
        >
          {copy.printHereMeans}
        </ConfirmButton>
      )}
      {(state === 'failed' || state === 'unknown') && (
        <ConfirmButton
          verb="print"
          refusal={gone}
          size="compact-sm"
          label={copy.retry}
          aria-label={copy.retryOf(title)}
          title={copy.retryTitle}
          act={act('retry')}
        >
          {copy.retryMeans}
        </ConfirmButton>
      )}
      {(state === 'queued' || state === 'failed' || state === 'unknown') && (
        <ConfirmButton
          verb="print"
          size="compact-sm"
          label={copy.cancel}
          aria-label={copy.cancelOf(title)}
          title={copy.cancelTitle}
          isGrave
          act={act('cancel')}
        >
          {copy.cancelMeans}
        </ConfirmButton>
      )}
      {state === 'printed' && <ReprintButton job={job} refusal={gone} onChanged={onChanged} />}
    </>
  );
}

function ReprintButton({ job, refusal, onChanged }: PrintJobActionsProps & { refusal: string | undefined }) {
  const copy = useCopy(printersCopy);
  const [key, setKey] = useState<string>();
  const [reason, setReason] = useState('');
  const again = useMutation({
    mutationFn: () => reprint(job.jobId, reason.trim(), key ?? ''),
    onSuccess: async () => {
      setKey(undefined);
      await onChanged();
    },
  });
  return (
    <>
      <ActionButton
        verb="print"
        refusal={refusal}
        variant="default"
        size="compact-sm"
        aria-label={copy.reprintOf(job.title)}
        onClick={() => {
          again.reset();
          setReason('');
          setKey(newIdempotencyKey());
        }}
      >
        {copy.reprint}
      </ActionButton>
      {key && (
        <Dialog
          title={copy.reprintTitle}
          confirm={copy.reprint}
          change={again}
          onSubmit={() => reason.trim() && again.mutate()}
          onClose={() => setKey(undefined)}
        >
          <div>{copy.reprintMeans}</div>
          <Textarea
            data-autofocus
            required
            withAsterisk={false}
            label={copy.reason}
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Dialog>
      )}
    </>
  );
}
