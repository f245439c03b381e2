import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCopy } from '../../../shared/copy/copy.ts';
import type { OperatorOrder } from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { OrderDialog, type OrderDialogProps } from './order-dialog.tsx';
import { changedTracking, shipmentIdAt } from './parcel-rules.ts';

type Shipment = NonNullable<OperatorOrder['order']['shipments']>[number];

interface TrackingDialogProps extends OrderDialogProps {
  shipment: Shipment;
  /** Its place among the parcels of the order. */
  index: number;
}

/** How a parcel that has left can be followed; also once its order is over. An empty field takes away what was told. */
export function TrackingDialog({ shipment, index, ...dialog }: TrackingDialogProps) {
  const copy = useCopy(orderCopy);
  const { trackingNumber = '', trackingCarrier = '', trackingUrl = '' } = shipment;
  const form = useForm({ initialValues: { trackingNumber, trackingCarrier, trackingUrl } });
  const tracking = changedTracking(shipment, form.values);
  const holdsOld =
    tracking.trackingNumber !== undefined &&
    trackingNumber !== '' &&
    form.values.trackingUrl.includes(trackingNumber);
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
