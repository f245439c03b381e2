import { Anchor, Table, Text } from '@mantine/core';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useFormats } from '../../../shared/copy/formats.ts';
import { Section } from '../../../shared/ui/section.tsx';
import type { OperatorOrder } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { nameOf } from './order-items.tsx';

/** What has left, when and how. */
export function OrderParcels({ seen }: { seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
  const { count, moment } = useFormats();
  const { shipments = [], items } = seen.order;
  if (shipments.length === 0) return null;
  const nameOfItem = (id: string) => {
    const item = items.find((one) => one.id === id);
    return item ? nameOf(item) : id;
  };
  return (
    <Section title={copy.parcels}>
      <Table>
        <Table.Tbody>
          {shipments.map(
            ({ shipmentId, trackingNumber, trackingCarrier, trackingUrl, shipped, items: inside }, index) => (
              <Table.Tr key={shipmentId ?? shipped}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  {copy.parcel(shipmentId ?? String(index + 1))}
                </Table.Td>
                <Table.Td>
                  {trackingCarrier}{' '}
                  {trackingUrl && trackingNumber ? (
                    <Anchor href={trackingUrl} target="_blank" rel="noreferrer" inherit>
                      {trackingNumber}
                    </Anchor>
                  ) : (
                    (trackingNumber ?? copy.noTracking)
                  )}
                  {inside.length > 0 && (
                    <Text size="sm" c="dimmed">
                      {inside.map(({ id, quantity }) => `${count(quantity)} × ${nameOfItem(id)}`).join(', ')}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                  {moment(shipped)}
                </Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
