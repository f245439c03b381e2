import { NumberInput, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useFormats } from '../../../shared/copy/formats.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-dialog.module.css';
import { OrderDialog, type OrderDialogProps } from './order-dialog.tsx';
import { nameOf } from './order-part-rules.ts';
import { piecesLeft } from './parcel-rules.ts';

/** One parcel: all that is left, or a part of it. The tracking number may be scanned into its field. */
export function ShipDialog(dialog: OrderDialogProps) {
  const { seen } = dialog;
  const copy = useCopy(orderCopy);
  const { count } = useFormats();
  const left = piecesLeft(seen.order);
  const [isPart, setPart] = useState(false);
  const form = useForm({
    initialValues: {
      trackingNumber: '',
      trackingCarrier: seen.carrier?.name ?? seen.carrier?.carrierId ?? '',
      trackingUrl: '',
      quantities: Object.fromEntries(left.map(({ id }) => [id, 0])) as Record<string, number>,
    },
  });
  const { quantities, ...tracking } = form.values;
  const items = left
    .map(({ id }) => ({ id, quantity: quantities[id] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
  const told = Object.fromEntries(
    Object.entries(tracking)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  );
  return (
    <OrderDialog
      {...dialog}
      title={copy.ship.title}
      confirm={copy.ship.confirm}
      isReady={!isPart || items.length > 0}
      toSend={() => ({ name: 'ship', parcels: [{ ...told, ...(isPart && { items }) }] })}
    >
      <TextInput label={copy.ship.number} data-autofocus {...form.getInputProps('trackingNumber')} />
      <TextInput label={copy.ship.carrier} {...form.getInputProps('trackingCarrier')} />
      <TextInput label={copy.ship.url} type="url" {...form.getInputProps('trackingUrl')} />
      <Switch
        label={copy.ship.some}
        checked={isPart}
        onChange={(event) => setPart(event.currentTarget.checked)}
      />
      {isPart ? (
        <div className={classes.lines}>
          {left.map(({ id, quantity }) => {
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
          })}
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {copy.ship.all}
        </Text>
      )}
    </OrderDialog>
  );
}
