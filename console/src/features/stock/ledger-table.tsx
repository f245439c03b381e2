import { Table } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
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
  const { when, what, onHand, reserved, who: whoLabel, why, order } = copy.ledgerColumns;
  return (
    <HeadedTable
      heads={[
        when,
        what,
        { label: onHand, ta: 'right', style: { whiteSpace: 'nowrap' } },
        { label: reserved, ta: 'right' },
        whoLabel,
        why,
        order,
      ]}
      minWidth={680}
    >
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
          <Table.Td>
            {movement.orderId !== undefined && (
              <OrderLink clientId={movement.clientId ?? ''} orderId={movement.orderId} />
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
