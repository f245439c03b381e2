import { Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import type { Return } from './returns-api.ts';
import { returnsCopy } from './returns-copy.ts';

/** What came back, a row for each item of each return. */
export function ReturnsTable({ returns, isOld }: { returns: readonly Return[]; isOld: boolean }) {
  const copy = useCopy(returnsCopy);
  const { count, moment } = useFormats();
  return (
    <HeadedTable
      heads={[
        copy.when,
        copy.order,
        copy.client,
        { label: copy.pieces, ta: 'right' },
        copy.what,
        copy.condition,
        copy.reason,
        copy.who,
      ]}
      minWidth={780}
      isOld={isOld}
    >
      {returns.flatMap((one) =>
        one.items.map((item, index) => (
          <Table.Tr
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a return have no other name, and never move.
            key={`${one.returnId} ${index}`}
            data-return={one.returnId}
          >
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(one.received)}</Table.Td>
            <Table.Td>
              <OrderLink clientId={one.clientId} orderId={one.orderId} />
            </Table.Td>
            <Table.Td>
              <span className={tableText.brief} title={one.clientName}>
                {one.clientName}
              </span>
            </Table.Td>
            <Table.Td ta="right">{count(item.quantity)}</Table.Td>
            <Table.Td ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {item.piece ?? item.code}
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{copy.shortConditions[item.condition]}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {copy.reasons[item.reason]}
              {item.note !== undefined && (
                <Text size="xs" c="dimmed">
                  {item.note}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{one.receivedByName}</Table.Td>
          </Table.Tr>
        )),
      )}
    </HeadedTable>
  );
}
