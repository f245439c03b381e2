import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats, useNow, wordOf } from '../../shared/copy/copy.ts';
import { SenderMissing } from '../../shared/printing/sender-missing.tsx';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { HeadedTable, Page, RequestFailure } from '../../shared/ui/page.tsx';
import { PrintJobsSection } from './print-jobs-section.tsx';
import { PrinterDialog } from './printer-dialog.tsx';
import {
  deletePrinter,
  PRINTERS_KEY,
  type Printer,
  printersQuery,
  readPrinter,
  type SeenPrinter,
  testPrinter,
} from './printers-api.ts';
import { printersCopy } from './printers-copy.ts';

export function PrintersPage() {
  const copy = useCopy(printersCopy);
  const queryClient = useQueryClient();
  const { data: printers, error, refetch } = useQuery(printersQuery);
  const [edited, setEdited] = useState<{ seen?: SeenPrinter }>();
  const [failure, setFailure] = useState<Error>();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: PRINTERS_KEY });
  const edit = (printerId: string) =>
    readPrinter(printerId).then((seen) => {
      setFailure(undefined);
      setEdited({ seen });
    }, setFailure);
  const add = (
    <ActionButton verb="printers.change" onClick={() => setEdited({})}>
      {copy.add}
    </ActionButton>
  );
  return (
    <Page title={copy.title} actions={printers?.length !== 0 && add}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {failure && <RequestFailure error={failure} />}
      <SenderMissing />
      {printers?.length === 0 && (
        <EmptyState icon="printers" title={copy.none} means={copy.noneMeans}>
          {add}
        </EmptyState>
      )}
      {printers && printers.length > 0 && (
        <PrintersTable printers={printers} onEdit={(printerId) => void edit(printerId)} onChanged={readAnew} />
      )}
      <PrintJobsSection printers={printers ?? []} onChanged={readAnew} />
      {edited && <PrinterDialog {...edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

interface PrintersTableProps {
  printers: readonly Printer[];
  onEdit: (printerId: string) => void;
  onChanged: () => Promise<void>;
}

function PrintersTable({ printers, onEdit, onChanged }: PrintersTableProps) {
  const copy = useCopy(printersCopy);
  const test = useMutation({ mutationFn: ({ printerId }: Printer) => testPrinter(printerId), onSettled: onChanged });
  return (
    <>
      {test.error && <RequestFailure error={test.error} isChange />}
      {test.isSuccess && (
        <Text size="sm" role="status">
          {copy.tested(test.variables.name)}
        </Text>
      )}
      <HeadedTable
        heads={[copy.name, copy.kindAndPaper, copy.state, { label: '', 'aria-label': copy.actions }]}
        minWidth={640}
      >
        {printers.map((printer) => (
          <PrinterRow
            key={printer.printerId}
            printer={printer}
            onTest={() => test.mutate(printer)}
            onEdit={() => onEdit(printer.printerId)}
            onChanged={onChanged}
          />
        ))}
      </HeadedTable>
    </>
  );
}

type PrinterRowProps = { printer: Printer; onTest: () => void; onEdit: () => void; onChanged: () => Promise<void> };

function PrinterRow({ printer, onTest, onEdit, onChanged }: PrinterRowProps) {
  const copy = useCopy(printersCopy);
  const { count } = useFormats();
  const { printerId, name, kind, address, mediaTypes, mediaWidthMm, mediaHeightMm, dotsPerInch, waiting } = printer;
  return (
    <Table.Tr data-printer={name}>
      <Table.Td miw={150} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {address && (
          <Text size="xs" c="dimmed" ff="monospace">
            {address}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Text size="sm">
          {copy.shortKinds[kind]}: {mediaTypes.map((type) => copy.mediaTypes[type]).join(', ')}
        </Text>
        <Text size="xs" c="dimmed">
          {copy.paperOf(count(mediaWidthMm), count(mediaHeightMm), count(dotsPerInch))}
        </Text>
      </Table.Td>
      <Table.Td>
        <PrinterState printer={printer} />
        {waiting > 0 && <Text size="xs">{copy.waiting(count(waiting))}</Text>}
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end">
          <ActionButton
            verb="printers.change"
            variant="default"
            size="compact-sm"
            aria-label={copy.testOf(name)}
            onClick={onTest}
          >
            {copy.test}
          </ActionButton>
          <ActionButton
            verb="printers.change"
            variant="default"
            size="compact-sm"
            aria-label={copy.changeOf(name)}
            onClick={onEdit}
          >
            {copy.change}
          </ActionButton>
          <ConfirmButton
            verb="printers.change"
            refusal={waiting > 0 ? copy.inUse : undefined}
            size="compact-sm"
            label={copy.delete}
            aria-label={copy.deleteOf(name)}
            title={copy.deleteTitle}
            isGrave
            act={() => deletePrinter(printerId).then(onChanged)}
          >
            {copy.deleteMeans}
          </ConfirmButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function PrinterState({ printer: { failingSince, lastError, nextAttempt, waiting } }: { printer: Printer }) {
  const copy = useCopy(printersCopy);
  const { moment } = useFormats();
  const now = useNow();
  if (!failingSince) {
    return (
      <Text size="sm" c="dimmed">
        {copy.well}
      </Text>
    );
  }
  // Nothing is sent to a printer without waiting jobs, so it may work again.
  const isIdle = waiting === 0;
  const isPast = nextAttempt !== undefined && Date.parse(nextAttempt) <= now;
  return (
    <Stack gap={2} align="flex-start">
      <Badge color={isIdle ? 'gray' : 'red'} styles={{ label: { overflow: 'visible' } }}>
        {isIdle ? copy.failedLast : copy.failing}
      </Badge>
      <Text size="xs">{wordOf(copy.errors, lastError ?? '', copy.otherError)}</Text>
      <Text size="xs" c="dimmed">
        {copy.since(moment(failingSince))}
        {isIdle ? copy.triesAgain : isPast ? copy.attemptsNow : nextAttempt && copy.nextAttempt(moment(nextAttempt))}
      </Text>
    </Stack>
  );
}
