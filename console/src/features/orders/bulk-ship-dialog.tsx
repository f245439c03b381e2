import { Stack, Table, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { canBe } from './bulk-rules.ts';
import type { BulkAction, ListedOrder, Parcel } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

interface BulkShipDialogProps {
  selected: ListedOrder[];
  error: Error | null;
  isPending: boolean;
  onSend: (action: BulkAction) => void;
  onClose: () => void;
}

/** What the parcels of the selected orders can be followed with: a line for each, which a scanner fills one after the other. */
export function BulkShipDialog({ selected, error, isPending, onSend, onClose }: BulkShipDialogProps) {
  const copy = useCopy(ordersCopy);
  // As they were when the person began: numbers stay with their orders whatever the list does meanwhile.
  const [orders] = useState(() => selected.filter((order) => canBe('ship', order)));
  const [carrier, setCarrier] = useState('');
  const [numbers, setNumbers] = useState<readonly string[]>([]);
  const others = selected.length - orders.length;
  const parcelAt = (index: number): Parcel => {
    const trackingNumber = numbers[index]?.trim();
    const trackingCarrier = carrier.trim();
    return { ...(trackingNumber && { trackingNumber }), ...(trackingCarrier && { trackingCarrier }) };
  };
  return (
    <Dialog
      title={copy.bulk.titles.ship(orders.length)}
      confirm={copy.bulk.confirm.ship}
      error={error}
      isPending={isPending}
      onSubmit={() => onSend({ name: 'ship', orders, parcels: orders.map((_, index) => parcelAt(index)) })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{copy.bulk.shipMeans}</Text>
        {others > 0 && <Text size="sm">{copy.bulk.shipOthers(others)}</Text>}
        <TextInput
          label={copy.bulk.carrier}
          value={carrier}
          onChange={(event) => setCarrier(event.currentTarget.value)}
          onKeyDown={toNextField}
        />
        <Table.ScrollContainer minWidth={0} mah={360}>
          <Table>
            <Table.Tbody>
              {orders.map(({ clientId, orderId, recipient }, index) => (
                <Table.Tr key={`${clientId} ${orderId}`}>
                  <Table.Td maw={180}>
                    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
                      <Text size="sm" fw={600}>
                        {orderId}
                      </Text>
                      <Text size="xs" c="dimmed">
                        {recipient?.name}
                      </Text>
                    </Stack>
                  </Table.Td>
                  <Table.Td>
                    <TextInput
                      aria-label={copy.bulk.trackingOf(orderId)}
                      placeholder={copy.bulk.tracking}
                      autoComplete="off"
                      spellCheck={false}
                      {...(index === 0 && { 'data-autofocus': true })}
                      value={numbers[index] ?? ''}
                      onChange={({ currentTarget: { value } }) =>
                        setNumbers((before) =>
                          orders.map((_, at) => (at === index ? value : (before[at] ?? ''))),
                        )
                      }
                      onKeyDown={toNextField}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </Dialog>
  );
}

/** Enter, which ends a scan too, goes to the next field instead of sending; of the last one to the button. */
function toNextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const form = event.currentTarget.form;
  const fields = [...(form?.querySelectorAll<HTMLElement>('input, button[type="submit"]') ?? [])];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}
