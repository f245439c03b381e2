import { Anchor, Badge, Group, Table, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useCopy, useFormats, wordOf } from '../../../shared/copy/copy.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { Section } from '../../../shared/ui/page.tsx';
import { type ActionName, VERB_OF } from './order-action-rules.ts';
import type { OperatorOrder, OrderActing } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { OrderDialog, type OrderDialogProps, REASON_LENGTH_MAX } from './order-dialog.tsx';
import { ItemName } from './order-items.tsx';
import classes from './order-parcels.module.css';
import { changedTracking, shipmentIdAt } from './parcel-rules.ts';
import { useRefusalWords } from './use-order-words.ts';

const COLORS = { IN_TRANSIT: 'blue', DELIVERED: 'green', PROBLEM: 'red', RETURNED: 'red' };

type OrderParcelsProps = { seen: OperatorOrder; etag: string; action: OrderActing };

/** Shows the shipped parcels, and lets staff correct their tracking data. */
export function OrderParcels({ seen, etag, action }: OrderParcelsProps) {
  const copy = useCopy(orderCopy);
  const { count, moment } = useFormats();
  const [asking, setAsking] = useState<{ name: ParcelAction; id: string }>();
  const refusalWords = useRefusalWords(seen);
  const { shipments = [], items } = seen.order;
  if (shipments.length === 0) return null;
  const index = shipments.findIndex((one, place) => shipmentIdAt(one, place) === asking?.id);
  const shipment = shipments[index];
  const dialog = asking && {
    seen,
    etag,
    action,
    refusal: refusalWords(asking.name),
    onClose: () => setAsking(undefined),
  };
  return (
    <Section title={copy.parcels}>
      <Table>
        <Table.Tbody>
          {shipments.map((one, place) => {
            const { trackingNumber, trackingCarrier, trackingUrl, shipped, delivery, items: inside } = one;
            const id = shipmentIdAt(one, place);
            return (
              <Table.Tr key={id}>
                <Table.Td className={classes.short}>{copy.parcel(id)}</Table.Td>
                <Table.Td className={classes.tracking}>
                  {trackingCarrier}{' '}
                  {trackingUrl && trackingNumber ? (
                    <Anchor href={trackingUrl} target="_blank" rel="noreferrer" inherit underline="always">
                      {trackingNumber}
                    </Anchor>
                  ) : (
                    (trackingNumber ?? copy.noTracking)
                  )}
                  {delivery && (
                    <Badge color={COLORS[delivery.status]} variant="light" title={moment(delivery.since)} ml={6}>
                      {wordOf(copy.because, delivery.status.toLowerCase())}
                    </Badge>
                  )}
                  {inside.map(({ id: itemId, quantity }) => (
                    <Text key={itemId} size="sm" c="dimmed">
                      {count(quantity)} ×{' '}
                      {items
                        .filter((item) => item.id === itemId)
                        .map((item) => (
                          <ItemName key={itemId} item={item} />
                        ))}
                    </Text>
                  ))}
                </Table.Td>
                <Table.Td ta="right" className={classes.short}>
                  {moment(shipped)}
                </Table.Td>
                <Table.Td ta="right" className={classes.short}>
                  <Group gap={4} justify="flex-end">
                    {(['correctTracking', 'withdraw'] as const).map((name) => (
                      <ActionButton
                        key={name}
                        verb={VERB_OF[name]}
                        refusal={refusalWords(name)}
                        size="compact-sm"
                        variant="default"
                        aria-label={name === 'withdraw' ? copy.withdraw.of(id) : copy.tracking.correctOf(id)}
                        onClick={() => {
                          action.reset();
                          setAsking({ name, id });
                        }}
                      >
                        {copy.actions[name]}
                      </ActionButton>
                    ))}
                  </Group>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {shipment && dialog && asking.name === 'correctTracking' && (
        <TrackingDialog {...dialog} shipment={shipment} index={index} />
      )}
      {shipment && dialog && asking.name === 'withdraw' && <WithdrawDialog {...dialog} shipmentId={asking.id} />}
    </Section>
  );
}

type ParcelAction = Extract<ActionName, 'correctTracking' | 'withdraw'>;

/** Takes back a parcel that was reported as shipped and has not left. */
function WithdrawDialog({ shipmentId, ...dialog }: OrderDialogProps & { shipmentId: string }) {
  const copy = useCopy(orderCopy).withdraw;
  const [reason, setReason] = useState('');
  return (
    <OrderDialog
      {...dialog}
      title={copy.title(shipmentId)}
      confirm={copy.confirm}
      color="red"
      isReady={reason.trim() !== ''}
      toSend={() => ({ name: 'withdraw', shipmentId, reason: reason.trim() })}
    >
      <Text size="sm">{copy.means}</Text>
      <Textarea
        label={copy.reason}
        maxLength={REASON_LENGTH_MAX}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </OrderDialog>
  );
}

type Shipment = NonNullable<OperatorOrder['order']['shipments']>[number];

interface TrackingDialogProps extends OrderDialogProps {
  shipment: Shipment;
  /** The index of the parcel in the order. */
  index: number;
}

/**
 * Corrects the tracking of a shipped parcel, also after its order has ended. An empty field removes the
 * value.
 */
function TrackingDialog({ shipment, index, ...dialog }: TrackingDialogProps) {
  const copy = useCopy(orderCopy);
  const { trackingNumber = '', trackingCarrier = '', trackingUrl = '' } = shipment;
  const form = useForm({ initialValues: { trackingNumber, trackingCarrier, trackingUrl } });
  const tracking = changedTracking(shipment, form.values);
  const holdsOld =
    tracking.trackingNumber !== undefined && trackingNumber !== '' && form.values.trackingUrl.includes(trackingNumber);
  const shipmentId = shipmentIdAt(shipment, index);
  return (
    <OrderDialog
      {...dialog}
      title={copy.tracking.title(shipmentId)}
      confirm={copy.tracking.confirm}
      isReady={Object.keys(tracking).length > 0}
      toSend={() => ({ name: 'correctTracking', shipmentId, tracking })}
    >
      <TextInput label={copy.ship.number} data-autofocus {...form.getInputProps('trackingNumber')} />
      <TextInput label={copy.ship.carrier} {...form.getInputProps('trackingCarrier')} />
      <TextInput
        label={copy.ship.url}
        type="url"
        {...form.getInputProps('trackingUrl')}
        {...(holdsOld && { description: copy.tracking.oldUrl })}
      />
    </OrderDialog>
  );
}
