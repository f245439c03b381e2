import type { Pool } from 'pg';
import { type DueRule, dueOf } from '../../clients/due-rules.ts';
import { SYSTEM } from '../../platform/audit/actor.ts';
import { workInRounds } from '../../platform/database/in-rounds.ts';
import type { Work } from '../../platform/database/transaction.ts';
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
import { type ChangedOrder, changeOrder, prepareChange } from './change-order.ts';
import { type InternalFailureContext, recordInternalFailure } from './internal-failures.ts';
import { findWay } from './order-states.ts';
import { deliveryChange, withdrawalChange } from './ship-order.ts';
import { isPartlyShipped, listNonEmpty, type NewParcel, remainingPieces } from './shipment-rules.ts';
import { HOLDABLE, REJECTED_BY, rejectRequest } from './staff-verb-rules.ts';

const SIMULATED: StatusReason = {
  code: 'simulated',
  message: 'The sandbox was asked for an error. Change the order, or simulate another status.',
};
const ADVANCED_MAX = 100;
const ADVANCED_BYTES_MAX = 4 * 1_048_576;
/** A longer run ends, so that other clients have their turn. */
const RUN_MS_MAX = 5_000;
/** The path of a sandbox order that nobody changes, after its intake. */
const NEXT_STATUS: Partial<Record<OrderStatus, OrderStatus>> = { ASSIGNED: 'ACCEPTED', ACCEPTED: 'SHIPPED' };

interface SimulateContext {
  /** Milliseconds between the steps that a sandbox order takes by itself. */
  sandboxStepMs: number;
  dueRule: DueRule;
  now: Date;
}

/**
 * Returns the work that takes a sandbox order to a status, through every status on the way. It continues by
 * itself from a status that is not final.
 * Throws `order_not_changeable` for an unreachable status.
 */
export function prepareStatus(
  context: SimulateContext,
  key: OrderKey,
  { to, errorCode }: { to: OrderStatus; errorCode?: string | undefined },
): Work<ChangedOrder> {
  const reason = errorCode === undefined ? SIMULATED : { ...SIMULATED, code: errorCode };
  return prepareChange(key, context.now, (order) => pathChanges(order, to, context, reason));
}

/** Returns the changes that take the order to a status; none if it is there. */
function pathChanges(
  order: LockedOrder,
  to: OrderStatus,
  { now, sandboxStepMs, dueRule }: SimulateContext,
  reason = SIMULATED,
): OrderChange[] {
  if (order.status === to) return [];
  const way = findWay(order.status, to);
  if (!way) throw new ApiError('order_not_changeable', `The order is ${order.status} and cannot become ${to}.`);
  return way.flatMap((status) => {
    const changes = stepChanges(order, status, now, sandboxStepMs, reason);
    if (status !== 'ASSIGNED') return changes;
    const expectedShipDate = dueOf(now, dueRule, order.dueTerms).toISOString();
    return changes.map((one) => ({ ...one, extras: { ...one.extras, expectedShipDate } }));
  });
}

/**
 * Returns the work that requests, accepts or rejects the cancellation of a sandbox order in production.
 * Idempotent. Throws `order_not_changeable` if the order is not in production, or nobody has requested a
 * cancellation.
 */
export function prepareCancellation(
  { now, sandboxStepMs }: SimulateContext,
  key: OrderKey,
  { to }: { to: CancellationStatus },
): Work<ChangedOrder> {
  return prepareChange(key, now, (order) => {
    const { status, content } = order;
    if (content.cancellation?.status === to) return undefined;
    const isRequested = content.cancellation?.status === 'REQUESTED';
    if (status !== 'ACCEPTED' || (to !== 'REQUESTED' && !isRequested)) {
      const missing = status === 'ACCEPTED' ? ', and nobody has asked for its cancellation' : '';
      throw new ApiError(
        'order_not_changeable',
        `The order is ${status}${missing}. A cancellation can be requested while it is ACCEPTED, and then accepted or rejected.`,
      );
    }
    if (to === 'ACCEPTED') return stepChanges(order, 'CANCELLED', now, sandboxStepMs);
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
 * Returns the work that simulates a situation of live orders, such as a broken file or a delivered parcel. It
 * first takes the order to the status where this happens. It continues by itself, except from ERROR.
 * Throws `order_not_changeable` if that status is unreachable, or the order has no second piece or no file.
 */
export function prepareSituation(
  context: SimulateContext,
  key: OrderKey,
  { situation }: { situation: Exclude<Situation, 'STOCK_CHANGED' | 'RETURN_RECEIVED'> },
): Work<ChangedOrder> {
  const { now, sandboxStepMs } = context;
  const status = STATUS_OF[situation];
  const goToStatus = status && prepareStatus(context, key, { to: status });
  const applySituation = prepareChange(key, now, (order) => {
    const back = WAITING_SITUATIONS.has(situation) ? pathChanges(order, 'NEW', context) : [];
    if (situation === 'BROKEN_FILE') return stepChanges(order, 'ERROR', now, sandboxStepMs, brokenFile(order, now));
    const delivery = DELIVERY_STATUSES.find((one) => situation === `PARCEL_${one}`);
    if (delivery) return deliveryChange(order, () => true, { status: delivery, since: now });
    const common = { by: SYSTEM, workDue: new Date(now.getTime() + sandboxStepMs) };
    if (situation === 'PARTIALLY_SHIPPED')
      return { ...common, event: 'order.partially_shipped', reason: 'sandbox', parcels: [partialParcelOf(order)] };
    if (situation === 'SHIPMENT_WITHDRAWN') {
      const [first] = order.content.shipments ?? [];
      const { change } = withdrawalChange(order, first?.shipmentId ?? '', SYSTEM);
      return { ...change, workDue: common.workDue };
    }
    if (situation === 'ON_HOLD') {
      if (!HOLDABLE.includes(order.status)) throw notPossible(order, 'has ended or failed');
      const statusReason = { code: ON_HOLD, message: 'Simulated: the center holds the order. Simulate another step.' };
      return { event: 'order.updated', by: SYSTEM, reason: ON_HOLD, extras: { statusReason } };
    }
    if (situation === 'WAITING_FOR_FILE') {
      const { statusReason, due = now } = waitingForFile(order, now, sandboxStepMs);
      const waits = { ...common, event: 'order.updated' as const, reason: statusReason.code, extras: { statusReason } };
      return [...back, { ...waits, workDue: due }];
    }
    const isRetired = situation === 'RETIRED';
    const short = stockNeeds(order.content.items).map((need) => ({ ...need, isRetired }));
    const statusReason = waitingForStock(order.content, short);
    return [...back, { ...common, event: 'order.updated', reason: statusReason.code, extras: { statusReason } }];
  });
  return async (connection, attempt) => {
    await goToStatus?.(connection, attempt);
    return applySituation(connection, attempt);
  };
}

/** Situations of a NEW order. Intake takes it up at once, so they and the way to NEW are one change. */
const WAITING_SITUATIONS: ReadonlySet<Situation> = new Set(['WAITING_FOR_STOCK', 'WAITING_FOR_FILE', 'RETIRED']);

/** The status where a situation happens. BROKEN_FILE happens in every status before shipping. */
const STATUS_OF: Partial<Record<Situation, OrderStatus>> = {
  ...{ PARTIALLY_SHIPPED: 'ACCEPTED', SHIPMENT_WITHDRAWN: 'SHIPPED' },
  ...{
    PARCEL_IN_TRANSIT: 'SHIPPED',
    PARCEL_DELIVERED: 'SHIPPED',
    PARCEL_PROBLEM: 'SHIPPED',
    PARCEL_RETURNED: 'SHIPPED',
  },
};

function notPossible({ status }: LockedOrder, why: string): ApiError {
  return new ApiError('order_not_changeable', `The order is ${status} and ${why}, so this cannot be simulated.`);
}

/** Returns the reason of an ERROR as if the first file of the order did not exist. */
function brokenFile(order: LockedOrder, now: Date): StatusReason {
  const [file] = orderFiles(order.content);
  if (!file) throw notPossible(order, 'names no file');
  const message = 'Simulated: there is no file at the URL.';
  const obstacle = { pointer: file.pointer, code: 'file_not_found', message, permanent: true };
  return consequenceOf([obstacle], 0, [], now).statusReason;
}

/** Returns the reason of an order that waits for its first file, which a next attempt finds. */
function waitingForFile(order: LockedOrder, now: Date, stepMs: number) {
  const [file] = orderFiles(order.content);
  if (!file) throw notPossible(order, 'names no file');
  const message = 'Simulated: the server of the file answered 503.';
  const obstacle = { pointer: file.pointer, code: 'file_server_error', message, permanent: false };
  return consequenceOf([obstacle], 0, [stepMs / 1000], now);
}

/** Returns a parcel with one of the remaining pieces. */
function partialParcelOf(order: LockedOrder): NewParcel {
  const { content } = order;
  const left = listNonEmpty(remainingPieces(content));
  const [first] = left;
  if (!first || left.reduce((sum, { quantity }) => sum + quantity, 0) < 2)
    throw notPossible(order, 'has no second piece to ship');
  const { trackingNumber, ...parcel } = parcelOf(order);
  const number = (content.shipments?.length ?? 0) + 1;
  return { ...parcel, trackingNumber: `${trackingNumber}-${number}`, items: [{ id: first.id, quantity: 1 }] };
}

/** Takes each due sandbox order of the client one step further. */
export async function advanceSandboxOrders(
  context: InternalFailureContext,
  clientId: string,
  stepMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { pool, clock } = context;
  await workInRounds(RUN_MS_MAX, signal, async () => {
    const due = await findOrdersWithWork(pool, clientId, clock(), {
      areNew: false,
      limit: ADVANCED_MAX,
      bytes: ADVANCED_BYTES_MAX,
      unlessPaused: true,
    });
    for (const order of due) {
      await advanceOrder(pool, clientId, order, stepMs, clock()).catch((error) =>
        recordInternalFailure(context, clientId, order, error),
      );
    }
    return due.length > 0;
  });
}

async function advanceOrder(
  pool: Pool,
  clientId: string,
  { orderId, version }: { orderId: string; version: number },
  stepMs: number,
  now: Date,
): Promise<void> {
  await changeOrder(pool, { clientId, orderId }, now, (order) => {
    const isRequested = order.content.cancellation?.status === 'REQUESTED';
    const to = isRequested ? 'CANCELLED' : NEXT_STATUS[order.status];
    if (!to || order.version !== version) return undefined;
    return stepChanges(order, to, now, stepMs);
  });
}

/** Returns the changes of one step. A cancellation accepts a pending request, every other end rejects it. */
function stepChanges(
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
    if (isPartlyShipped({ ...content, status: order.status })) throw notPossible(order, 'a part of it has left');
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
