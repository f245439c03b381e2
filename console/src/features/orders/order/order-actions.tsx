import { Group, NumberInput, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { useFormats } from '../../../shared/copy/formats.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { ReleaseOrdersDialog } from '../release-orders-dialog.tsx';
import { type ActionName, actionsOf, type ReasonDialogName, VERB_OF } from './order-action-rules.ts';
import { type OperatorOrder, type OrderActing, type OrderKey, orderPiecesQuery } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-dialog.module.css';
import { OrderDialog, type OrderDialogProps } from './order-dialog.tsx';
import { nameOf } from './order-part-rules.ts';
import { piecesLeft } from './parcel-rules.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useRefusalWords } from './use-order-words.ts';

interface OrderActionsProps {
  orderKey: OrderKey;
  seen: OperatorOrder;
  etag: string;
  action: OrderActing;
}

/** Shows all actions in fixed places. A disabled button says why it is disabled. */
export function OrderActions({ orderKey, seen, etag, action }: OrderActionsProps) {
  const copy = useCopy(orderCopy);
  const [asking, setAsking] = useState<ActionName>();
  const press = (name: ActionName) => {
    action.reset();
    if (name === 'retry' || name === 'refetch') action.mutate({ name: 'retry', refetch: name === 'refetch', etag });
    else if (isImmediate(name)) action.mutate({ name, etag });
    else setAsking(name);
  };
  const ofOrder = useRefusalWords(seen);
  const { data: pieces = [] } = useQuery(orderPiecesQuery(orderKey));
  const left = seen.order.status === 'ACCEPTED' ? pieces.filter(({ state }) => state !== 'CANCELLED') : [];
  const batch = left.find(({ batchId }) => batchId)?.batchId;
  const refusalWords = (name: ActionName) =>
    name === 'toBatch' && batch !== undefined ? copy.refusals.released(batch) : ofOrder(name);
  const sent = action.variables;
  const isSent = (name: ActionName) =>
    sent?.name === 'retry' ? name === (sent.refetch ? 'refetch' : 'retry') : sent?.name === name;
  const dialog = asking && {
    seen,
    etag,
    action,
    refusal: refusalWords(asking),
    onClose: () => setAsking(undefined),
  };
  return (
    <>
      <Group gap="xs">
        {actionsOf(seen).map((name) => (
          <ActionButton
            key={name}
            size="sm"
            variant={
              isNext(name, seen, left.length > 0 && batch === undefined && !seen.order.cancellation)
                ? 'filled'
                : 'default'
            }
            verb={VERB_OF[name]}
            refusal={refusalWords(name)}
            loading={action.isPending && isSent(name)}
            onClick={() => press(name)}
          >
            {copy.actions[name]}
          </ActionButton>
        ))}
      </Group>
      {dialog && asking === 'toBatch' && <ReleaseOrdersDialog orders={[orderKey]} onClose={dialog.onClose} />}
      {dialog && asking === 'ship' && <ShipDialog {...dialog} />}
      {dialog && isReasonDialog(asking) && <ReasonDialog {...dialog} name={asking} />}
    </>
  );
}

const isReasonDialog = (name: ActionName): name is ReasonDialogName =>
  name === 'hold' || name === 'cancel' || name === 'fail' || name === 'correct';
const isImmediate = (name: ActionName) => name === 'release' || name === 'prefer' || name === 'unprefer';

/** Returns whether the order waits for this action. */
const isNext = (name: ActionName, { order }: OperatorOrder, isAlone: boolean) =>
  order.status === 'ASSIGNED' || isAlone ? name === 'toBatch' : name === 'ship' && order.status === 'ACCEPTED';

/** Ships one parcel with everything that has not shipped, or with some pieces. */
function ShipDialog(dialog: OrderDialogProps) {
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
  const items = left.map(({ id }) => ({ id, quantity: quantities[id] ?? 0 })).filter(({ quantity }) => quantity > 0);
  const trackingFields = Object.fromEntries(
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
      toSend={() => ({ name: 'ship', parcels: [{ ...trackingFields, ...(isPart && { items }) }] })}
    >
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
    </OrderDialog>
  );
}
