import { Anchor, Button, Checkbox, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SERVER_URL } from '../../../shared/api/api-base.ts';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { ChooseFiles } from '../../../shared/ui/choose-files.tsx';
import { ClientSelect } from '../../../shared/ui/client-select.tsx';
import { ChangeFailure, HeadedTable } from '../../../shared/ui/page.tsx';
import { ORDERS_KEY } from '../orders-api.ts';
import { type ImportReport, importFile } from './entry-api.ts';
import { entryCopy, useViolationWords } from './entry-copy.ts';

const ROWS_SHOWN = 100;
type CsvDialogProps = { clientId: string | undefined; onClose: () => void };

/** Reports what a CSV file would create, and then enters its orders. */
export function CsvDialog({ clientId: given, onClose }: CsvDialogProps) {
  const copy = useCopy(entryCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const [clientId, setClientId] = useState(given);
  const [file, setFile] = useState<File>();
  const [rowByRow, setRowByRow] = useState(false);
  const send = useMutation({
    mutationFn: async ({ chosen, dryRun }: { chosen: File; dryRun: boolean }) => {
      return { dryRun, report: await importFile(clientId ?? '', chosen, { dryRun, rowByRow: dryRun || rowByRow }) };
    },
    onSuccess: ({ dryRun }) => !dryRun && queryClient.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
  const { dryRun, report } = send.data ?? {};
  const words =
    report &&
    ([report.created, report.alreadyThere, report.refused].map((one) => count(one)) as [string, string, string]);
  const mayEnter = report !== undefined && dryRun === true && report.created > 0 && (rowByRow || report.refused === 0);
  return (
    <Modal opened onClose={onClose} title={copy.csvTitle} size="xl" closeButtonProps={{ 'aria-label': copy.close }}>
      <Stack gap="sm">
        <Text size="sm">
          {copy.csvMeans}{' '}
          <Anchor href={`${SERVER_URL}/docs/order-files`} target="_blank" rel="noopener" underline="always">
            {copy.format}
          </Anchor>
        </Text>
        <ClientSelect label={copy.client} value={clientId} onChange={setClientId} />
        <Group>
          <ChooseFiles
            accept=".csv,text/csv"
            variant="default"
            disabled={clientId === undefined}
            loading={send.isPending}
            onFiles={([chosen]) => {
              setFile(chosen);
              if (chosen) send.mutate({ chosen, dryRun: true });
            }}
          >
            {copy.choose}
          </ChooseFiles>
          {file && <Text size="sm">{file.name}</Text>}
        </Group>
        <ChangeFailure error={send.error} />
        {report && words && (
          <>
            <Text role="status" data-report>
              {dryRun ? copy.report(count(report.orders), ...words) : copy.done(...words)}
            </Text>
            <Refusals of={report.refusals} why={copy.why} />
            <Refusals of={report.warnings} why={copy.warning} />
          </>
        )}
        {dryRun && report && report.refused > 0 && (
          <Checkbox
            label={copy.rowByRow}
            checked={rowByRow}
            onChange={({ currentTarget: { checked } }) => setRowByRow(checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {copy.close}
          </Button>
          {file && dryRun !== false && (
            <ActionButton
              verb="orders.create"
              loading={send.isPending}
              disabled={!mayEnter}
              onClick={() => send.mutate({ chosen: file, dryRun: false })}
            >
              {copy.import}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Refusals({ of, why }: { of: ImportReport['refusals']; why: string }) {
  const copy = useCopy(entryCopy);
  const say = useViolationWords();
  if (of.length === 0) return null;
  return (
    <HeadedTable heads={[copy.line, copy.orderId, copy.column, why]}>
      {of.slice(0, ROWS_SHOWN).map(({ line, orderId, column, code, message }) => (
        <Table.Tr key={`${line} ${column} ${code}`}>
          <Table.Td>{line}</Table.Td>
          <Table.Td>{orderId}</Table.Td>
          <Table.Td>{column}</Table.Td>
          <Table.Td>{say({ code, message })}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
