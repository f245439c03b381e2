import { Button, Group, Modal, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useFormats } from '../../../shared/copy/formats.ts';
import { sharedCopy } from '../../../shared/copy/shared-copy.ts';
import { ActionFailure } from './action-failure.tsx';
import type { OperatorOrder, OrderAction } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { nameOf } from './order-items.tsx';
import { piecesLeft } from './parcel-rules.ts';

interface ShipDialogProps {
  seen: OperatorOrder;
  error: Error | null;
  isPending: boolean;
  onSend: (action: OrderAction) => void;
  onClose: () => void;
}

/** One parcel: all that is left, or a part of it. The tracking number may be scanned into its field. */
export function ShipDialog({ seen, error, isPending, onSend, onClose }: ShipDialogProps) {
  const copy = useCopy(orderCopy);
  const shared = useCopy(sharedCopy);
  const { count } = useFormats();
  const left = piecesLeft(seen.order);
  const [isPart, setPart] = useState(false);
  const carrierId = 'carrierId' in seen.order.shipping ? seen.order.shipping.carrierId : undefined;
  const form = useForm({
    initialValues: {
      trackingNumber: '',
      trackingCarrier: carrierId ?? '',
      quantities: Object.fromEntries(left.map(({ id }) => [id, 0])) as Record<string, number>,
    },
  });
  const { trackingNumber, trackingCarrier, quantities } = form.values;
  const items = left
    .map(({ id }) => ({ id, quantity: quantities[id] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
  const send = () =>
    onSend({
      name: 'ship',
      parcels: [
        {
          ...(trackingNumber.trim() && { trackingNumber: trackingNumber.trim() }),
          ...(trackingCarrier.trim() && { trackingCarrier: trackingCarrier.trim() }),
          ...(isPart && { items }),
        },
      ],
    });
  return (
    <Modal opened onClose={onClose} title={copy.ship.title} closeButtonProps={{ 'aria-label': shared.close }}>
      <form onSubmit={form.onSubmit(send)}>
        <Stack gap="sm">
          <ActionFailure error={error} />
          <TextInput label={copy.ship.number} data-autofocus {...form.getInputProps('trackingNumber')} />
          <TextInput label={copy.ship.carrier} {...form.getInputProps('trackingCarrier')} />
          <Switch
            label={copy.ship.some}
            checked={isPart}
            onChange={(event) => setPart(event.currentTarget.checked)}
          />
          {isPart ? (
            left.map(({ id, quantity }) => {
              const item = seen.order.items.find((one) => one.id === id);
              return (
                <NumberInput
                  key={id}
                  label={copy.ship.pieces(item ? nameOf(item) : id)}
                  description={copy.ship.left(count(quantity))}
                  min={0}
                  max={quantity}
                  allowDecimal={false}
                  clampBehavior="strict"
                  {...form.getInputProps(`quantities.${id}`)}
                />
              );
            })
          ) : (
            <Text size="sm" c="dimmed">
              {copy.ship.all}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {copy.back}
            </Button>
            <Button type="submit" loading={isPending} disabled={isPart && items.length === 0}>
              {copy.ship.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
