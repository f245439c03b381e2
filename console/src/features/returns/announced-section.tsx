import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable, Section } from '../../shared/ui/page.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import { announcedQuery } from './returns-api.ts';
import { returnsCopy } from './returns-copy.ts';

/** Lists the latest returns that clients announced and that have not arrived. Absent without any. */
export function AnnouncedSection({ clientId }: { clientId?: string | undefined }) {
  const copy = useCopy(returnsCopy);
  const { count, moment } = useFormats();
  const { data } = useQuery(announcedQuery(clientId));
  if (!data || data.rows.length === 0) return null;
  return (
    <Section title={copy.announced}>
      <HeadedTable
        heads={[
          copy.when,
          copy.order,
          copy.client,
          { label: copy.pieces, ta: 'right' },
          copy.item,
          copy.reason,
          copy.note,
        ]}
        minWidth={720}
        isOld={false}
      >
        {data.rows.flatMap((one) =>
          one.items.map((item) => (
            <Table.Tr key={`${one.returnId} ${item.itemId}`} data-announced={one.returnId}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(one.announced)}</Table.Td>
              <Table.Td>
                <OrderLink clientId={one.clientId} orderId={one.orderId} />
              </Table.Td>
              <Table.Td>
                <span className={tableText.brief} title={one.clientName}>
                  {one.clientName}
                </span>
              </Table.Td>
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
