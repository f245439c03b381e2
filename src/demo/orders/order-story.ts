import type { Actor } from '../../audit/actor.ts';
import { addNote, notesOfOrder } from '../../notes/keep-notes.ts';
import { cancelOrder } from '../../orders/change/cancel-order.ts';
import type { OperateContext } from '../../orders/change/change-by-staff.ts';
import { correctTracking } from '../../orders/change/correct-tracking.ts';
import { holdOrder } from '../../orders/change/hold-order.ts';
import {
  acceptCancellation,
  acceptOrder,
  cancelByOperator,
  rejectCancellation,
} from '../../orders/change/operate-order.ts';
import { failOrder } from '../../orders/change/operate-order-error.ts';
import { shipOrder } from '../../orders/change/operate-order-ship.ts';
import { preferOrder } from '../../orders/change/prefer-order.ts';
import type { Parcel } from '../../orders/change/shipment-rules.ts';
import type { OrderRequest } from '../../orders/document/order-request-schemas.ts';
import type { OrderKey } from '../../orders/document/order-store.ts';
import { EMIL as demoEmil, JANA as demoJana } from '../demo-people.ts';
import type { Recipient } from './demo-recipients.ts';

export type DemoItem = OrderRequest['items'][number];

/** An order of the demo, and what becomes of it. */
export interface DemoOrder {
  orderId: string;
  /** When it is made, before the demo's present. */
  hoursAgo: number;
  /** Their files by path below /images/, unless they are on another host. */
  items: DemoItem[];
  to: Recipient;
  /** The shop brings its own label, with this tracking number. */
  label?: { type: 'pdf' | 'zpl' | 'png'; trackingNumber: string };
  /** The shop brings a packing slip. */
  hasSlip?: boolean;
  carrierId?: string;
  /** EUR when absent. */
  currency?: string;
  /** What follows happens before its intake, or instead of it. */
  isLeftAlone?: boolean;
  story: readonly Step[];
}

export interface StepContext extends OperateContext {
  /** Who the order is of. */
  customer: Actor;
}

/** What somebody does with an order. */
export interface Step {
  /** Hours since the order was made. */
  after: number;
  act: (context: StepContext, key: OrderKey) => Promise<unknown>;
  /** A note, which does not change the order. */
  note?: string;
}

const JANA: Actor = { kind: 'operator', id: demoJana.operatorId, name: demoJana.name };
const EMIL: Actor = { kind: 'operator', id: demoEmil.operatorId, name: demoEmil.name };

export function accepted(after: number): Step {
  return { after, act: (context, key) => acceptOrder(context, key, { by: EMIL }) };
}

/** All that is left in one parcel, or with `items` what they hold. */
export function shipped(
  after: number,
  trackingCarrier: string,
  trackingNumber: string,
  items?: NonNullable<Parcel['items']>,
): Step {
  const parcels = [{ trackingCarrier, trackingNumber, ...(items && { items }) }];
  return { after, act: (context, key) => shipOrder(context, key, { by: EMIL, parcels }) };
}

export function trackingCorrected(after: number, trackingNumber: string): Step {
  return {
    after,
    act: (context, key) => correctTracking(context, key, { by: JANA, shipmentId: '1', trackingNumber }),
  };
}

export function failed(after: number, message: string, pointer: string): Step {
  return { after, act: (context, key) => failOrder(context, key, { by: EMIL, message, pointer }) };
}

export function cancelledByStaff(after: number, reason: string): Step {
  return { after, act: (context, key) => cancelByOperator(context, key, { by: JANA, reason }) };
}

/** From ACCEPTED on it is a wish. */
export function cancelAsked(after: number, reason: string): Step {
  return { after, act: (context, key) => cancelOrder(context, key, { by: context.customer, reason }) };
}

export function cancellationGranted(after: number): Step {
  return { after, act: (context, key) => acceptCancellation(context, key, { by: JANA }) };
}

export function cancellationRejected(after: number, reason: string): Step {
  return { after, act: (context, key) => rejectCancellation(context, key, { by: JANA, reason }) };
}

export function held(after: number, reason: string): Step {
  return { after, act: (context, key) => holdOrder(context, key, { by: JANA, reason }) };
}

export function preferred(after: number): Step {
  return { after, act: (context, key) => preferOrder(context, key, { by: JANA }) };
}

export function noted(after: number, note: string): Step {
  return {
    after,
    act: ({ pool, clock }, key) => addNote(pool, notesOfOrder(key), note, { by: JANA, now: clock() }),
    note,
  };
}
