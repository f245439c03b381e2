import type { Pool } from 'pg';
import { SYSTEM } from '../../platform/audit/actor.ts';
import { workInRounds } from '../../platform/database/in-rounds.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { CancellationStatus } from '../document/order-life-schemas.ts';
import type { OrderKey } from '../document/order-store.ts';
import type { OrderChange } from './apply-change.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import type { LockedOrder } from './order-change-store.ts';
import { findWay } from './order-states.ts';
import { findOrdersWithWork } from './order-work-store.ts';
import { type InternalFailureContext, recordInternalFailure } from './own-failures.ts';
import { REJECTED_BY, rejectRequest } from './staff-verb-rules.ts';

const WALKED_MAX = 100;
const WALKED_BYTES_MAX = 4 * 1_048_576;
/** A longer run ends, so that other clients have their turn. */
const RUN_MS_MAX = 5_000;
/** The path of a sandbox order that nobody changes. */
const WALK: Partial<Record<OrderStatus, OrderStatus>> = {
  NEW: 'ASSIGNED',
  ASSIGNED: 'ACCEPTED',
  ACCEPTED: 'SHIPPED',
};

interface SimulateContext {
  pool: Pool;
  clock: () => Date;
  /** Milliseconds between the steps that a sandbox order takes by itself. */
  sandboxStepMs: number;
}

/**
 * Takes a sandbox order to a status, through every status on the way. It continues by itself from a status
 * that is not final.
 * Throws `order_not_changeable` for an unreachable status.
 */
export async function simulateOrder(
  { pool, clock, sandboxStepMs }: SimulateContext,
  key: OrderKey,
  { to }: { to: OrderStatus },
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
      return step(order, way[0], clock(), sandboxStepMs);
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
function step(order: LockedOrder, to: OrderStatus, now: Date, stepMs: number): OrderChange[] {
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
    const message = 'The sandbox was asked for an error. Change the order, or simulate another status.';
    const statusReason = { code: 'simulated', message };
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
