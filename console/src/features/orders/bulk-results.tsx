import { Modal, Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { sharedCopy } from '../../shared/copy/shared-copy.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import type { Status } from './order-search.ts';
import type { BulkResult } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import { StatusBadge } from './status-badge.tsx';

/** What became of each order; those that were refused first, since they are what is left to do. */
export function BulkResults({ result, onClose }: { result: BulkResult; onClose: () => void }) {
  const copy = useCopy(ordersCopy);
  const shared = useCopy(sharedCopy);
  const { succeeded, failed, results } = result;
  const sorted = results.toSorted(
    (one, other) => Number(other.error !== undefined) - Number(one.error !== undefined),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={copy.bulk.done(succeeded, succeeded + failed)}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <Table>
        <Table.Tbody>
          {sorted.map(({ clientId, orderId, status, error, message }) => (
            <Table.Tr key={`${clientId} ${orderId}`} data-result={error ? 'refused' : 'done'}>
              <Table.Td>
                <AnchorLink to="/orders/$clientId/$orderId" params={{ clientId, orderId }} size="sm">
                  {orderId}
                </AnchorLink>
              </Table.Td>
              <Table.Td>
                {error === undefined ? (
                  <StatusBadge status={status as Status} />
                ) : (
                  <Text size="sm" c="var(--mantine-color-error)">
                    {message ?? error}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
