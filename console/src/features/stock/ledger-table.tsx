import { Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import type { Movement } from './stock-api.ts';
import { stockCopy } from './stock-copy.ts';

/** Every movement with who, when and why; those of an order lead to it. */
export function LedgerTable({ movements }: { movements: Movement[] }) {
  const copy = useCopy(stockCopy);
  const { count, moment } = useFormats();
  const signed = (change: number) =>
    change === 0 ? '' : `${change > 0 ? '+' : '−'}${count(Math.abs(change))}`;
  const who = ({ actor, actorId, actorName }: Movement) => {
    if (actorId !== undefined) return actorName ?? actorId;
    return actor === 'system' ? copy.system : actor && copy.commandLine;
  };
  if (movements.length === 0) return <Text size="sm">{copy.ledgerNone}</Text>;
  const { when, what, onHand, reserved, who: whoLabel, why, order } = copy.ledgerColumns;
  return (
    <Table.ScrollContainer minWidth={680}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{when}</Table.Th>
            <Table.Th>{what}</Table.Th>
            <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
              {onHand}
            </Table.Th>
            <Table.Th ta="right">{reserved}</Table.Th>
            <Table.Th>{whoLabel}</Table.Th>
            <Table.Th>{why}</Table.Th>
            <Table.Th>{order}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {movements.map((movement) => (
            <Table.Tr key={movement.movementId} data-movement={movement.reason}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(movement.occurred)}</Table.Td>
              <Table.Td>{copy.reasons[movement.reason]}</Table.Td>
              <Table.Td ta="right">{signed(movement.onHandChange)}</Table.Td>
              <Table.Td ta="right">{signed(movement.reservedChange)}</Table.Td>
              <Table.Td>{who(movement)}</Table.Td>
              <Table.Td maw={280} style={{ overflowWrap: 'anywhere' }}>
                {movement.movements === undefined ? movement.note : copy.carried(count(movement.movements))}
              </Table.Td>
              <Table.Td>{movement.orderId !== undefined && <OrderLink movement={movement} />}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function OrderLink({ movement: { clientId = '', orderId = '' } }: { movement: Movement }) {
  const address = { to: '/orders/$clientId/$orderId', params: { clientId, orderId } } as unknown;
  return (
    <AnchorLink {...(address as { to: '/orders' })} className={tableText.code} size="sm">
      {orderId}
    </AnchorLink>
  );
}
