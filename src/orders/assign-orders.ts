import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Connection, inTransaction } from '../database/transaction.ts';
import { WOKEN_MAX } from '../stock/release-stock.ts';
import { stockNeeds } from '../stock/stock-needs.ts';
import {
  changeStock,
  deleteWaits,
  findFirstWaits,
  findWokenOrders,
  insertMovements,
  insertReservations,
  insertWaits,
  lockStock,
  type StockCode,
  type StockQuantity,
  wakeFirstWaits,
} from '../stock/stock-store.ts';
import { orderEventBody } from '../webhooks/order-event-body.ts';
import { changeDocument, type OrderExtras, orderSummary } from './order-document.ts';
import {
  endWork,
  insertOrderEvents,
  type LockedOrder,
  lockOrders,
  type OrderEvent,
  updateOrders,
} from './order-life-store.ts';
import type { Order, OrderStatus } from './order-schemas.ts';

/** Orders of one transaction. */
export const ASSIGNED_AT_ONCE_MAX = 50;

const WAITING_FOR_STOCK = {
  code: 'waiting_for_stock',
  message: 'Something in the order is out of stock; the order waits for its turn.',
};

interface Plan {
  order: LockedOrder;
  needs: StockQuantity[];
  /** What there is too little of, or what somebody waited for before; empty when the order can be assigned. */
  short: StockCode[];
}

/**
 * Takes orders whose files are kept from NEW to ASSIGNED, reserving what they need: all of one client, in one transaction.
 * `ready` has their ids and the versions whose files are kept; one that changed since is left to its next turn.
 * First come, first served: one that needs more than there is, or something that an earlier order waits for, waits.
 */
export async function assignOrders(
  connection: Connection,
  clientId: string,
  ready: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const orders = (await lockOrders(connection, clientId, [...ready.keys()])).filter(
    ({ orderId, version }) => ready.get(orderId) === version,
  );
  const plans = await planOrders(connection, clientId, orders);
  const assigned = plans.filter(({ short }) => short.length === 0);
  const waiting = plans.filter(({ short }) => short.length > 0);
  await reserve(connection, clientId, assigned, now);
  await wait(connection, clientId, plans);
  await rewrite(connection, clientId, assigned, 'ASSIGNED', { statusReason: null }, now);
  const untold = waiting.filter(({ order }) => !isWaiting(order));
  await rewrite(connection, clientId, untold, 'NEW', { statusReason: WAITING_FOR_STOCK }, now);
  await endWork(
    connection,
    clientId,
    waiting.map(({ order }) => order.orderId),
  );
}

/** Looks again at the client's orders that wait for stock which may have come. */
export async function assignWokenOrders(
  pool: Pool,
  clientId: string,
  clock: () => Date,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const woken = await findWokenOrders(pool, clientId, ASSIGNED_AT_ONCE_MAX);
    if (woken.size === 0) return;
    await inTransaction(pool, (connection) => assignOrders(connection, clientId, woken, clock()));
  }
}

/** Plays through, oldest first, who gets what. The rows of the stock stay locked. */
async function planOrders(
  connection: Connection,
  clientId: string,
  orders: readonly LockedOrder[],
): Promise<Plan[]> {
  const plans = orders.map((order) => ({ order, needs: needsOf(order), short: [] as StockCode[] }));
  const codes = distinctCodes(plans.flatMap(({ needs }) => needs));
  const available = new Map(
    (await lockStock(connection, codes)).map((stock) => [keyOf(stock), stock.quantity]),
  );
  const turns = Map.groupBy(await findFirstWaits(connection, codes, orders.length + 1), keyOf);
  for (const plan of plans) {
    const { order, needs } = plan;
    plan.short = needs.filter((need) => {
      const earlier = turns.get(keyOf(need))?.some((turn) => isBefore(turn, { ...order, clientId }));
      return earlier || (available.get(keyOf(need)) ?? 0) < need.quantity;
    });
    if (plan.short.length === 0) {
      for (const need of needs) available.set(keyOf(need), (available.get(keyOf(need)) ?? 0) - need.quantity);
    }
    // From now on it waits, or no longer does: that counts for those behind it.
    for (const { kind, code } of needs) {
      const rest = (turns.get(keyOf({ kind, code })) ?? []).filter(
        (turn) => turn.clientId !== clientId || turn.orderId !== order.orderId,
      );
      const waits = plan.short.some((short) => keyOf(short) === keyOf({ kind, code }));
      turns.set(keyOf({ kind, code }), waits ? [...rest, { kind, code, clientId, ...order }] : rest);
    }
  }
  return plans;
}

async function reserve(
  connection: Connection,
  clientId: string,
  plans: readonly Plan[],
  occurred: Date,
): Promise<void> {
  if (plans.length === 0) return;
  const reservations = plans.flatMap(({ order: { orderId }, needs }) =>
    needs.map((need) => ({ ...need, orderId })),
  );
  const sums = Map.groupBy(reservations, keyOf);
  await changeStock(
    connection,
    [...sums.values()].map((ofCode) => ({
      ...(ofCode[0] as StockCode),
      onHandChange: 0,
      reservedChange: ofCode.reduce((sum, { quantity }) => sum + quantity, 0),
    })),
  );
  await insertReservations(connection, clientId, reservations);
  await insertMovements(
    connection,
    reservations.map(({ kind, code, quantity, orderId }) => ({
      kind,
      code,
      onHandChange: 0,
      reservedChange: quantity,
      reason: 'reserved' as const,
      clientId,
      orderId,
      occurred,
    })),
  );
}

/** Lets each order wait for what it is short of, and for nothing else; who waits behind it for the rest has a turn. */
async function wait(connection: Connection, clientId: string, plans: readonly Plan[]): Promise<void> {
  const before = await deleteWaits(
    connection,
    clientId,
    plans.map(({ order }) => order.orderId),
  );
  const turns = plans.flatMap(({ order: { orderId, created }, short }) =>
    short.map(({ kind, code }) => ({ kind, code, clientId, orderId, created })),
  );
  if (turns.length > 0) await insertWaits(connection, turns);
  const freed = before.filter((left) =>
    turns.every((turn) => turn.orderId !== left.orderId || keyOf(turn) !== keyOf(left)),
  );
  if (freed.length > 0) await wakeFirstWaits(connection, distinctCodes(freed), WOKEN_MAX);
}

async function rewrite(
  connection: Connection,
  clientId: string,
  plans: readonly Plan[],
  status: OrderStatus,
  extras: OrderExtras,
  now: Date,
): Promise<void> {
  if (plans.length === 0) return;
  const changed = plans.map(({ order }) => {
    const state = { status, created: order.created, updated: now };
    return { order, state, document: changeDocument(order.document, state, extras) };
  });
  await updateOrders(
    connection,
    clientId,
    changed.map(({ order: { orderId, requestHash }, state, document }) => {
      return {
        orderId,
        status,
        updated: now,
        document,
        summary: orderSummary(orderId, state),
        requestHash,
        work: null,
        workDue: null,
      };
    }),
  );
  await insertOrderEvents(
    connection,
    clientId,
    changed.map(({ order: { orderId, version, status: previousStatus }, document }) => {
      const event: OrderEvent = {
        orderId,
        eventId: randomUUIDv7(),
        type: status === 'ASSIGNED' ? 'order.assigned' : 'order.updated',
        occurred: now,
        status,
        previousStatus,
        version: version + 1,
        actor: 'system',
        reason: status === 'ASSIGNED' ? null : WAITING_FOR_STOCK.code,
      };
      return { ...event, webhookBody: orderEventBody(event, document) };
    }),
  );
}

function needsOf({ document, mode }: LockedOrder): StockQuantity[] {
  return mode === 'live' ? stockNeeds((JSON.parse(document) as Order).items) : [];
}

function isWaiting({ document }: LockedOrder): boolean {
  return (JSON.parse(document) as Order).statusReason?.code === WAITING_FOR_STOCK.code;
}

interface Turn {
  clientId: string;
  orderId: string;
  created: Date;
}

function isBefore(one: Turn, other: Turn): boolean {
  if (one.created.getTime() !== other.created.getTime()) return one.created < other.created;
  if (one.clientId !== other.clientId) return one.clientId < other.clientId;
  return one.orderId < other.orderId;
}

function keyOf({ kind, code }: StockCode): string {
  return `${kind} ${code}`;
}

function distinctCodes(codes: readonly StockCode[]): StockCode[] {
  return [...new Map(codes.map(({ kind, code }) => [keyOf({ kind, code }), { kind, code }])).values()];
}
