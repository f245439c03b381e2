import type { Pool } from 'pg';
import { type DueRule, dueOf } from '../../clients/due-rules.ts';
import { SYSTEM } from '../../platform/audit/actor.ts';
import { workInRounds } from '../../platform/database/in-rounds.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { DELIVERY_STATUSES } from '../../shipping/tracking-rules.ts';
import { stockNeeds } from '../../stock/stock-rules.ts';
import { ON_HOLD, type OrderStatus } from '../document/order-fields.ts';
import type { CancellationStatus, Situation } from '../document/order-life-schemas.ts';
import type { StatusReason } from '../document/order-schemas.ts';
import { orderFiles } from '../files/order-files.ts';
import { waitingForStock } from '../intake/assign-orders.ts';
import { consequenceOf } from '../intake/files-of-order.ts';
import { findOrdersWithWork } from '../rows/order-queue-store.ts';
import type { LockedOrder, OrderKey } from '../rows/order-row-store.ts';
import type { OrderChange } from './apply-change.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import { findWay } from './order-states.ts';
import { type InternalFailureContext, recordInternalFailure } from './own-failures.ts';
import { deliveryChange, withdrawalChange } from './ship-order.ts';
import { isPartlyShipped, listNonEmpty, type NewParcel, remainingPieces } from './shipment-rules.ts';
import { HOLDABLE, REJECTED_BY, rejectRequest } from './staff-verb-rules.ts';

const SIMULATED: StatusReason = {
  code: 'simulated',
  message: 'The sandbox was asked for an error. Change the order, or simulate another status.',
};
const WALKED_MAX = 100;
const WALKED_BYTES_MAX = 4 * 1_048_576;
/** A longer run ends, so that other clients have their turn. */
const RUN_MS_MAX = 5_000;
/** The path of a sandbox order that nobody changes, after its intake. */
const WALK: Partial<Record<OrderStatus, OrderStatus>> = { ASSIGNED: 'ACCEPTED', ACCEPTED: 'SHIPPED' };

interface SimulateContext {
  pool: Pool;
  clock: () => Date;
  /** Milliseconds between the steps that a sandbox order takes by itself. */
  sandboxStepMs: number;
  dueRule: DueRule;
}

/**
 * Takes a sandbox order to a status, through every status on the way. It continues by itself from a status
 * that is not final.
 * Throws `order_not_changeable` for an unreachable status.
 */
export async function simulateOrder(
  { pool, clock, sandboxStepMs, dueRule }: SimulateContext,
  key: OrderKey,
  { to, errorCode }: { to: OrderStatus; errorCode?: string | undefined },
): Promise<ChangedOrder> {
  for (;;) {
    let arrived = false;
    const changed = await changeOrder(pool, key, clock(), (order) => {
      arrived = order.status === to;
      if (arrived) return undefined;
      const way = findWay(order.status, to);
      if (!way?.[0]) {
        throw new ApiError('order_not_changeable', `The order is ${order.status} and cannot become ${to}.`);
      }
      const reason = errorCode === undefined ? SIMULATED : { ...SIMULATED, code: errorCode };
      const changes = step(order, way[0], clock(), sandboxStepMs, reason);
      if (way[0] !== 'ASSIGNED') return changes;
      const expectedShipDate = dueOf(clock(), dueRule, order.dueTerms).toISOString();
      return changes.map((one) => ({ ...one, extras: { ...one.extras, expectedShipDate } }));
    });
    if (arrived) return changed;
  }
}

/**
 * Requests, accepts or rejects the cancellation of a sandbox order in production. Idempotent.
 * Throws `order_not_changeable` if the order is not in production, or nobody has requested a cancellation.
 */
export async function simulateCancellation(
  { pool, clock, sandboxStepMs }: SimulateContext,
  key: OrderKey,
  { to }: { to: CancellationStatus },
): Promise<ChangedOrder> {
  const now = clock();
  return changeOrder(pool, key, now, (order) => {
    const { status, content } = order;
    if (content.cancellation?.status === to) return undefined;
    const isAsked = content.cancellation?.status === 'REQUESTED';
    if (status !== 'ACCEPTED' || (to !== 'REQUESTED' && !isAsked)) {
      const missing = status === 'ACCEPTED' ? ', and nobody has asked for its cancellation' : '';
      throw new ApiError(
        'order_not_changeable',
        `The order is ${status}${missing}. A cancellation can be requested while it is ACCEPTED, and then accepted or rejected.`,
      );
    }
    if (to === 'ACCEPTED') return step(order, 'CANCELLED', now, sandboxStepMs);
    const workDue = new Date(now.getTime() + sandboxStepMs);
    if (to === 'REJECTED') return rejectRequest(content, SYSTEM, 'sandbox').map((one) => ({ ...one, workDue }));
    return {
      event: 'order.cancellation_requested',
      by: SYSTEM,
      reason: 'sandbox',
      extras: { cancellation: { status: to } },
      workDue,
    };
  });
}

/**
 * Simulates a situation of live orders, such as a broken file or a delivered parcel. First
 * takes the order to the status where this happens. It continues by itself, except from ERROR.
 * Throws `order_not_changeable` if that status is unreachable, or the order has no second piece or no file.
 */
export async function simulateSituation(
  context: SimulateContext,
  key: OrderKey,
  { situation }: { situation: Exclude<Situation, 'STOCK_CHANGED'> },
): Promise<ChangedOrder> {
  const { pool, clock, sandboxStepMs } = context;
  const status = STATUS_OF[situation];
  if (status) await simulateOrder(context, key, { to: status });
  const now = clock();
  return changeOrder(pool, key, now, (order) => {
    if (status && order.status !== status) throw notPlayed(order, 'has changed meanwhile');
    // packing/announce-return books it.
    if (situation === 'RETURN_RECEIVED') return undefined;
    if (situation === 'BROKEN_FILE') return step(order, 'ERROR', now, sandboxStepMs, brokenFile(order, now));
    const delivery = DELIVERY_STATUSES.find((one) => situation === `PARCEL_${one}`);
    if (delivery) return deliveryChange(order, () => true, { status: delivery, since: now });
    const common = { by: SYSTEM, workDue: new Date(now.getTime() + sandboxStepMs) };
    if (situation === 'PARTIALLY_SHIPPED')
      return { ...common, event: 'order.partially_shipped', reason: 'sandbox', parcels: [partOf(order)] };
    if (situation === 'SHIPMENT_WITHDRAWN') {
      const [first] = order.content.shipments ?? [];
      const { change } = withdrawalChange(order, first?.shipmentId ?? '', SYSTEM);
      return { ...change, workDue: common.workDue };
    }
    if (situation === 'ON_HOLD') {
      if (!HOLDABLE.includes(order.status)) throw notPlayed(order, 'has ended or failed');
      const statusReason = { code: ON_HOLD, message: 'Simulated: the center holds the order. Simulate another step.' };
      return { event: 'order.updated', by: SYSTEM, reason: ON_HOLD, extras: { statusReason } };
    }
    if (situation === 'WAITING_FOR_FILE') {
      const { statusReason, due = now } = waitingForFile(order, now, sandboxStepMs);
      return { ...common, event: 'order.updated', reason: statusReason.code, extras: { statusReason }, workDue: due };
    }
    const isRetired = situation === 'RETIRED';
    const short = stockNeeds(order.content.items).map((need) => ({ ...need, isRetired }));
    const statusReason = waitingForStock(order.content, short);
    return { ...common, event: 'order.updated', reason: statusReason.code, extras: { statusReason } };
  });
}

/** BROKEN_FILE happens in every status before shipping. */
const STATUS_OF: Partial<Record<Situation, OrderStatus>> = {
  ...{ PARTIALLY_SHIPPED: 'ACCEPTED', WAITING_FOR_STOCK: 'NEW', WAITING_FOR_FILE: 'NEW', RETIRED: 'NEW' },
  ...{ RETURN_RECEIVED: 'SHIPPED', SHIPMENT_WITHDRAWN: 'SHIPPED' },
  ...{
    PARCEL_IN_TRANSIT: 'SHIPPED',
    PARCEL_DELIVERED: 'SHIPPED',
    PARCEL_PROBLEM: 'SHIPPED',
    PARCEL_RETURNED: 'SHIPPED',
  },
};

function notPlayed({ status }: LockedOrder, why: string): ApiError {
  return new ApiError('order_not_changeable', `The order is ${status} and ${why}, so this cannot be simulated.`);
}

/** Returns the reason of an ERROR as if the first file of the order did not exist. */
function brokenFile(order: LockedOrder, now: Date): StatusReason {
  const [file] = orderFiles(order.content);
  if (!file) throw notPlayed(order, 'names no file');
  const message = 'Simulated: there is no file at the URL.';
  const obstacle = { pointer: file.pointer, code: 'file_not_found', message, permanent: true };
  return consequenceOf([obstacle], 0, [], now).statusReason;
}

/** Returns the reason of an order that waits for its first file, which a next attempt finds. */
function waitingForFile(order: LockedOrder, now: Date, stepMs: number) {
  const [file] = orderFiles(order.content);
  if (!file) throw notPlayed(order, 'names no file');
  const message = 'Simulated: the server of the file answered 503.';
  const obstacle = { pointer: file.pointer, code: 'file_server_error', message, permanent: false };
  return consequenceOf([obstacle], 0, [stepMs / 1000], now);
}

/** Returns a parcel with one of the remaining pieces. */
function partOf(order: LockedOrder): NewParcel {
  const { content } = order;
  const left = listNonEmpty(remainingPieces(content));
  const [first] = left;
  if (!first || left.reduce((sum, { quantity }) => sum + quantity, 0) < 2)
    throw notPlayed(order, 'has no second piece to ship');
  const { trackingNumber, ...parcel } = parcelOf(order);
  const number = (content.shipments?.length ?? 0) + 1;
  return { ...parcel, trackingNumber: `${trackingNumber}-${number}`, items: [{ id: first.id, quantity: 1 }] };
}

/** Takes each due sandbox order of the client one step further. */
export async function walkOrders(
  context: InternalFailureContext,
  clientId: string,
  stepMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { pool, clock } = context;
  await workInRounds(RUN_MS_MAX, signal, async () => {
    const due = await findOrdersWithWork(pool, clientId, clock(), {
      areNew: false,
      limit: WALKED_MAX,
      bytes: WALKED_BYTES_MAX,
      unlessPaused: true,
    });
    for (const order of due) {
      await walk(pool, clientId, order, stepMs, clock()).catch((error) =>
        recordInternalFailure(context, clientId, order, error),
      );
    }
    return due.length > 0;
  });
}

async function walk(
  pool: Pool,
  clientId: string,
  { orderId, version }: { orderId: string; version: number },
  stepMs: number,
  now: Date,
): Promise<void> {
  await changeOrder(pool, { clientId, orderId }, now, (order) => {
    const isAsked = order.content.cancellation?.status === 'REQUESTED';
    const to = isAsked ? 'CANCELLED' : WALK[order.status];
    if (!to || order.version !== version) return undefined;
    return step(order, to, now, stepMs);
  });
}

/** Returns the changes of one step. A cancellation accepts a pending request, every other end rejects it. */
function step(
  order: LockedOrder,
  to: OrderStatus,
  now: Date,
  stepMs: number,
  statusReason: StatusReason = SIMULATED,
): OrderChange[] {
  const { content } = order;
  const { cancellation } = content;
  const common = { to, by: SYSTEM, reason: 'sandbox' };
  if (to === 'CANCELLED') {
    const granted = cancellation?.status === 'REQUESTED' && {
      cancellation: { ...cancellation, status: 'ACCEPTED' as const },
    };
    return [{ ...common, extras: { statusReason: null, ...granted } }];
  }
  if (to === 'ERROR') {
    if (isPartlyShipped({ ...content, status: order.status })) throw notPlayed(order, 'a part of it has left');
    return [...rejectRequest(content, SYSTEM, REJECTED_BY.failed), { ...common, extras: { statusReason } }];
  }
  if (to === 'SHIPPED') {
    const shipped = { ...common, extras: { statusReason: null }, parcels: [parcelOf(order)] };
    return [...rejectRequest(content, SYSTEM, REJECTED_BY.shipped), shipped];
  }
  return [{ ...common, extras: { statusReason: null }, workDue: new Date(now.getTime() + stepMs) }];
}

function parcelOf({ orderId }: LockedOrder) {
  return {
    place: 0,
    trackingNumber: `SANDBOX-${orderId}`,
    trackingCarrier: 'Sandbox Carrier',
    trackingUrl: `https://tracking.example.com/${encodeURIComponent(orderId)}`,
  };
}
