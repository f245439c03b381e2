import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listQuery } from '../api/query-client.ts';
import { useCopy, useFormats } from '../copy/copy.ts';
import { OrderLink } from '../ui/links.tsx';
import { HeadedTable, Section } from '../ui/page.tsx';
import tableText from '../ui/table-text.module.css';
import { announcedCopy } from './announced-copy.ts';

const announcedQuery = (clientId: string | undefined, orderId: string | undefined) =>
  listQuery(['returns', 'announced', clientId, orderId], '/operator/v1/announced-returns', {
    query: { clientId, orderId },
  });

/** Lists announced returns that have not arrived; of an order, withdrawn ones too. Absent without any. */
export function AnnouncedSection({ clientId, orderId }: { clientId?: string | undefined; orderId?: string }) {
  const copy = useCopy(announcedCopy);
  const { count, moment } = useFormats();
  const { data } = useQuery(announcedQuery(clientId, orderId));
  if (!data || data.rows.length === 0) return null;
  return (
    <Section title={orderId === undefined ? copy.announced : copy.ofOrder}>
      <HeadedTable
        heads={[
          copy.when,
          ...(orderId === undefined ? [copy.order, copy.client] : []),
          { label: copy.pieces, ta: 'right' },
          copy.item,
          copy.reason,
          copy.note,
        ]}
        minWidth={orderId === undefined ? 720 : 420}
        isOld={false}
      >
        {data.rows.flatMap((one) =>
          one.items.map((item) => (
            <Table.Tr key={`${one.returnId} ${item.itemId}`} data-announced={one.returnId}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {moment(one.announced)}
                {one.withdrawn !== undefined && (
                  <Text size="xs" c="dimmed">
                    {copy.withdrawn(moment(one.withdrawn))}
                  </Text>
                )}
              </Table.Td>
              {orderId === undefined && (
                <>
                  <Table.Td>
                    <OrderLink clientId={one.clientId} orderId={one.orderId} />
                  </Table.Td>
                  <Table.Td>
                    <span className={tableText.brief} title={one.clientName}>
                      {one.clientName}
                    </span>
                  </Table.Td>
                </>
              )}
              <Table.Td ta="right">{count(item.quantity)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{item.itemId}</Table.Td>
              <Table.Td>{copy.reasons[item.reason as keyof typeof copy.reasons] ?? item.reason}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {one.reference}
                {one.note !== undefined && (
                  <Text size="xs" c="dimmed">
                    {one.note}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          )),
        )}
      </HeadedTable>
    </Section>
  );
}
