import { Alert, Button, Modal, Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { sharedCopy } from '../../shared/copy/shared-copy.ts';
import { saveFile, toCsv } from '../../shared/list/save-file.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import type { Status } from './order-search.ts';
import type { BulkResult } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import { StatusBadge } from './status-badge.tsx';

/** Shows the result of each order or file row. Refused ones come first, because they are still to do. */
export function BulkResults({ result, onClose }: { result: BulkResult; onClose: () => void }) {
  const copy = useCopy(ordersCopy);
  const shared = useCopy(sharedCopy);
  const { succeeded, failed } = result;
  const rows: Row[] = result.results;
  const refused = rows.filter(({ error }) => error !== undefined);
  const sorted = [...refused, ...rows.filter(({ error }) => error === undefined)];
  const warnings = 'warnings' in result ? (result.warnings ?? []) : [];
  const hasLines = rows.some(({ line }) => line !== undefined);
  const saveRefused = () => {
    const head = ['clientId', 'orderId', ...(hasLines ? [copy.bulk.line] : []), copy.bulk.error, copy.bulk.why];
    const lines = refused.map(({ clientId, orderId, line, error, message }) => [
      clientId,
      orderId,
      ...(hasLines ? [line] : []),
      error,
      message,
    ]);
    saveFile(`${copy.bulk.refusedFile}.csv`, toCsv([head, ...lines]), 'text/csv;charset=utf-8');
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={copy.bulk.done(succeeded, succeeded + failed)}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      {warnings.map(({ message }) => (
        <Alert key={message} color="yellow" mb="sm">
          {copy.sayProblem(message)}
        </Alert>
      ))}
      {failed > 0 && (
        <Button
          variant="default"
          size="xs"
          mb="sm"
          leftSection={<Icon name="download" size={14} />}
          onClick={saveRefused}
        >
          {copy.bulk.saveRefused(failed)}
        </Button>
      )}
      <Table>
        <Table.Tbody>
          {sorted.map((row) => (
            <ResultRow key={`${row.line} ${row.clientId} ${row.orderId}`} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

type Row = BulkResult['results'][number] & { line?: number };

function ResultRow({ row: { clientId, orderId, status, error, message, line } }: { row: Row }) {
  const copy = useCopy(ordersCopy);
  const { refusals } = useCopy(sharedCopy);
  return (
    <Table.Tr data-result={error ? 'refused' : 'done'}>
      {line !== undefined && (
        <Table.Td c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {copy.bulk.lineOf(line)}
        </Table.Td>
      )}
      <Table.Td>
        {clientId && orderId && error !== 'order_not_found' ? (
          <AnchorLink to="/orders/$clientId/$orderId" params={{ clientId, orderId }} size="sm">
            {orderId}
          </AnchorLink>
        ) : (
          orderId
        )}
      </Table.Td>
      <Table.Td>
        {error === undefined ? (
          <StatusBadge status={status as Status} />
        ) : (
          <Text size="sm" c="var(--mantine-color-error)">
            {refusals[error]} <span lang="en">{message ?? error}</span>
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
