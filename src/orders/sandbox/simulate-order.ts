import type { Pool } from 'pg';
import { ApiError } from '../../errors.ts';
import type { OrderChange } from '../change/apply-change.ts';
import { type ChangedOrder, changeOrder } from '../change/change-order.ts';
import type { LockedOrder } from '../change/order-change-store.ts';
import { findWay } from '../change/order-states.ts';
import { findOrdersWithWork } from '../change/order-work-store.ts';
import { noteOwnFailure, type OwnFailureContext } from '../change/own-failures.ts';
import { SYSTEM } from '../document/order-actor.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { OrderKey } from '../document/order-store.ts';

const WALKED_MAX = 100;
const WALKED_BYTES_MAX = 4 * 1_048_576;
/** A run that has lasted so long lets other clients have its place; its turn comes again. */
const RUN_MS_MAX = 5_000;
/** The way of an order that nothing happens to. */
const WALK: Partial<Record<OrderStatus, OrderStatus>> = {
  NEW: 'ASSIGNED',
  ASSIGNED: 'ACCEPTED',
  ACCEPTED: 'SHIPPED',
};

/** Takes a sandbox order to a status, through every status on the way. Throws `order_not_changeable` where there is no way. */
export async function simulateOrder(
  { pool, clock }: { pool: Pool; clock: () => Date },
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
        throw new ApiError(
          'order_not_changeable',
          `The order is ${order.status}; no way leads from there to ${to}.`,
        );
      }
      return step(order, way[0], clock());
    });
    if (arrived) return changed;
  }
}

/** Takes each of the client's sandbox orders whose step is due one step on. */
export async function walkOrders(
  context: OwnFailureContext,
  clientId: string,
  stepMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { pool, clock } = context;
  const end = performance.now() + RUN_MS_MAX;
  while (!signal.aborted && performance.now() < end) {
    const due = await findOrdersWithWork(pool, clientId, clock(), {
      limit: WALKED_MAX,
      bytes: WALKED_BYTES_MAX,
    });
    if (due.length === 0) return;
    for (const order of due) {
      await walk(pool, clientId, order, stepMs, clock()).catch((error) =>
        noteOwnFailure(context, clientId, order, error),
      );
    }
  }
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
    const change = step(order, to, now);
    return WALK[to] ? { ...change, workDue: new Date(now.getTime() + stepMs) } : change;
  });
}

function step({ orderId, content }: LockedOrder, to: OrderStatus, now: Date): OrderChange {
  const { items, cancellation } = content;
  const decided = to === 'CANCELLED' ? 'ACCEPTED' : 'REJECTED';
  const change: OrderChange = {
    to,
    by: SYSTEM,
    reason: 'sandbox',
    extras: {
      statusReason: null,
      ...(cancellation?.status === 'REQUESTED' && { cancellation: { ...cancellation, status: decided } }),
    },
  };
  if (to === 'ERROR') {
    const message = 'The sandbox was asked for an error. Change the order, or simulate another status.';
    return { ...change, extras: { ...change.extras, statusReason: { code: 'simulated', message } } };
  }
  if (to !== 'SHIPPED') return change;
  const shipment = {
    trackingNumber: `SANDBOX-${orderId}`,
    trackingCarrier: 'Sandbox Carrier',
    trackingUrl: `https://tracking.example.com/${encodeURIComponent(orderId)}`,
    items: items.map(({ id, quantity }) => ({ id, quantity })),
    shipped: now.toISOString(),
  };
  return { ...change, extras: { ...change.extras, shipments: [shipment] } };
}
