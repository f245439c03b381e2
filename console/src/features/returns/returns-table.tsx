import { Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import type { Return } from './returns-api.ts';
import { returnsCopy } from './returns-copy.ts';

/** What came back, a row for each item of each return. */
export function ReturnsTable({ returns, isOld }: { returns: readonly Return[]; isOld: boolean }) {
  const copy = useCopy(returnsCopy);
  const { count, moment } = useFormats();
  return (
    <Table.ScrollContainer minWidth={780}>
      <Table opacity={isOld ? 0.5 : 1} aria-busy={isOld}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{copy.when}</Table.Th>
            <Table.Th>{copy.order}</Table.Th>
            <Table.Th>{copy.client}</Table.Th>
            <Table.Th ta="right">{copy.pieces}</Table.Th>
            <Table.Th>{copy.what}</Table.Th>
            <Table.Th>{copy.condition}</Table.Th>
            <Table.Th>{copy.reason}</Table.Th>
            <Table.Th>{copy.who}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {returns.flatMap((one) =>
            one.items.map((item, index) => (
              <Table.Tr
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a return have no other name, and never move.
                key={`${one.returnId} ${index}`}
                data-return={one.returnId}
              >
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(one.received)}</Table.Td>
                <Table.Td>
                  <AnchorLink
                    to="/orders/$clientId/$orderId"
                    params={{ clientId: one.clientId, orderId: one.orderId }}
                    className={tableText.code}
                    size="sm"
                  >
                    {one.orderId}
                  </AnchorLink>
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
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
