import { Checkbox, List, NumberInput, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { ChangeFailure } from '../../../shared/ui/page.tsx';
import { orderPiecesQuery } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-dialog.module.css';
import { OrderDialog, type OrderDialogProps, REASON_LENGTH_MAX } from './order-dialog.tsx';
import { nameOf } from './order-part-rules.ts';
import { piecesLeft, unmadePieces } from './parcel-rules.ts';

/**
 * Ships one parcel with everything that has not shipped, or with some pieces. It names missing fields and
 * unmade pieces, and asks for a reason.
 */
export function ShipDialog(dialog: OrderDialogProps) {
  const { seen } = dialog;
  const copy = useCopy(orderCopy);
  const { count } = useFormats();
  const left = piecesLeft(seen.order);
  const { data: pieces, error } = useQuery(orderPiecesQuery({ clientId: seen.clientId, orderId: seen.order.orderId }));
  const [isPart, setPart] = useState(false);
  const [isWithout, setWithout] = useState(false);
  const [reason, setReason] = useState('');
  const form = useForm({
    initialValues: {
      trackingNumber: '',
      trackingCarrier: seen.carrier?.name ?? seen.carrier?.carrierId ?? '',
      trackingUrl: '',
      quantities: Object.fromEntries(left.map(({ id }) => [id, 0])) as Record<string, number>,
    },
  });
  const { quantities, ...tracking } = form.values;
  const items = left.map(({ id }) => ({ id, quantity: quantities[id] ?? 0 })).filter(({ quantity }) => quantity > 0);
  const trackingFields = Object.fromEntries(
    Object.entries(tracking)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  );
  const { trackingNumber, trackingCarrier } = trackingFields;
  const missing = [
    ...(trackingNumber === undefined ? [copy.ship.number] : []),
    ...(trackingCarrier === undefined ? [copy.ship.carrier] : []),
  ];
  const unmade = unmadePieces(seen.order, pieces ?? [], isPart ? items : left);
  const isExplained = pieces !== undefined && (unmade.length === 0 || reason.trim() !== '');
  return (
    <OrderDialog
      {...dialog}
      title={copy.ship.title}
      confirm={missing.length + unmade.length > 0 ? copy.ship.anyway : copy.ship.confirm}
      isReady={(!isPart || items.length > 0) && (missing.length === 0 || isWithout) && isExplained}
      toSend={() => ({
        name: 'ship',
        parcels: [{ ...trackingFields, ...(isPart && { items }) }],
        unmadeReason: unmade.length > 0 ? reason.trim() : '',
      })}
    >
      <ChangeFailure error={pieces ? null : error} />
      <TextInput label={copy.ship.number} data-autofocus {...form.getInputProps('trackingNumber')} />
      <TextInput label={copy.ship.carrier} {...form.getInputProps('trackingCarrier')} />
      <TextInput label={copy.ship.url} type="url" {...form.getInputProps('trackingUrl')} />
      <Switch label={copy.ship.some} checked={isPart} onChange={(event) => setPart(event.currentTarget.checked)} />
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
      {missing.length > 0 && (
        <Checkbox
          label={copy.ship.without}
          description={copy.ship.missing(missing.join(', '))}
          checked={isWithout}
          onChange={(event) => setWithout(event.currentTarget.checked)}
        />
      )}
      {unmade.length > 0 && (
        <>
          <Text size="sm" c="red" role="status">
            {copy.ship.unmade}
          </Text>
          <List size="sm">
            {unmade.map(({ code, itemId }) => {
              const item = seen.order.items.find(({ id }) => id === itemId);
              return <List.Item key={code}>{[code, item && nameOf(item)].filter(Boolean).join(' · ')}</List.Item>;
            })}
          </List>
          <Textarea
            label={copy.ship.unmadeReason}
            maxLength={REASON_LENGTH_MAX}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </OrderDialog>
  );
}
