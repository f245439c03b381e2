import { Table, Text } from '@mantine/core';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { Section } from '../../../shared/ui/page.tsx';
import { VariantName } from '../../../shared/ui/variant-name.tsx';
import type { OperatorOrder } from './order-api.ts';
import { orderCopy } from './order-copy.ts';

export function OrderStock({ seen: { reservations, waits } }: { seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
  const { count } = useFormats();
  if (reservations.length + waits.length === 0) return null;
  return (
    <Section title={copy.stock}>
      <Table horizontalSpacing={0}>
        <Table.Tbody>
          {waits.map(({ kind, code, quantity, ahead }) => (
            <Table.Tr key={kind + code}>
              <Table.Td>
                <VariantName kind={kind} code={code} />
              </Table.Td>
              <Table.Td ta="right">
                <Text size="sm" c="red" fw={600}>
                  {copy.short(count(quantity))}
                </Text>
                {ahead > 0 && <Text size="xs">{copy.ahead(count(ahead))}</Text>}
              </Table.Td>
            </Table.Tr>
          ))}
          {reservations.map(({ kind, code, quantity }) => (
            <Table.Tr key={kind + code}>
              <Table.Td>
                <VariantName kind={kind} code={code} />
              </Table.Td>
              <Table.Td ta="right">
                {copy.reserved} {count(quantity)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
