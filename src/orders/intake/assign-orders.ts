import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { type DueRule, dueOf } from '../../clients/due-rules.ts';
import { SYSTEM } from '../../platform/audit/actor.ts';
import { batching, runTogetherOrAlone } from '../../platform/database/batching.ts';
import { risingId } from '../../platform/database/rising-ids.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { problemMessage } from '../../platform/errors/problem-messages.ts';
import { isConnectionLost } from '../../platform/observability/database-faults.ts';
import { reserveOrWait, type ShortStock } from '../../stock/reserve-stock.ts';
import { type ServeOrders, serveWaiting, updateWaitReasons } from '../../stock/serve-waiting.ts';
import { stockKey, stockNeeds, stockOfItems } from '../../stock/stock-rules.ts';
import type { OrderChange } from '../change/apply-change.ts';
import { type InternalFailureContext, recordInternalFailure } from '../change/internal-failures.ts';
import { findTransition } from '../change/order-states.ts';
import { type PlannedChange, saveChanges } from '../change/save-changes.ts';
import { isHeld } from '../change/staff-verb-rules.ts';
import type { Order, OrderWarning, StatusReason } from '../document/order-schemas.ts';
import { endOrderWork } from '../rows/order-queue-store.ts';
import { findOrderSizes, type LockedOrder, lockOrders } from '../rows/order-row-store.ts';

export const ASSIGNED_AT_ONCE_MAX = 50;

interface ReadyOrder {
  version: number;
  /** Warnings that intake found. Absent: the order keeps its warnings. */
  warnings?: readonly OrderWarning[] | undefined;
  /** When a sandbox order takes its next step. */
  workDue?: Date;
}

/**
 * Reserves stock for orders of one client and changes them from NEW to ASSIGNED, in one transaction. Orders
 * without enough stock join the queue. `ready` maps each orderId to the version whose files are all stored.
 * An order with another version waits for its next turn. `haveWaited`: the orders have reached the front of
 * the queue.
 */
export async function assignOrders(
  connection: Connection,
  clientId: string,
  ready: ReadonlyMap<string, ReadyOrder>,
  { now, dueRule, haveWaited = false }: { now: Date; dueRule: DueRule; haveWaited?: boolean },
): Promise<void> {
  const orders = (await lockOrders(connection, clientId, [...ready.keys()])).filter(
    ({ orderId, version, status, content }) =>
      ready.get(orderId)?.version === version && findTransition(status, 'ASSIGNED', 'system') && !isHeld(content),
  );
  if (orders.length === 0) return;
  const requests = orders.map(({ orderId, created, mode, content, isRush: isPreferred }) => {
    return { orderId, created, isPreferred, needs: mode === 'live' ? stockNeeds(content.items) : [] };
  });
  const short = await reserveOrWait(connection, clientId, requests, { haveWaited, now });
  const unchanged: string[] = [];
  const changes: PlannedChange[] = [];
  for (const order of orders) {
    const { orderId, content } = order;
    const missing = short.get(orderId);
    const statusReason = missing ? waitingForStock(content, missing) : null;
    if (statusReason && isDeepStrictEqual(content.statusReason, statusReason)) unchanged.push(orderId);
    else {
      const due = dueOf(now, dueRule, order.dueTerms);
      const change = changeOf(order, statusReason, due, ready.get(orderId));
      changes.push({ order, change, eventId: risingId() });
    }
  }
  await saveChanges(connection, clientId, changes, now);
  if (unchanged.length > 0) await endOrderWork(connection, clientId, unchanged);
}

/** Returns the change to ASSIGNED, or to the reason why the order waits. */
function changeOf(
  { content }: LockedOrder,
  statusReason: StatusReason | null,
  due: Date,
  { warnings, workDue }: Partial<ReadyOrder> = {},
): OrderChange {
  const extras = { statusReason, ...(warnings && { warnings: warnings.length > 0 ? [...warnings] : null }) };
  // A correction of staff does not move the date that the customer knows.
  const expectedShipDate = content.expectedShipDate ?? due.toISOString();
  if (!statusReason)
    return { to: 'ASSIGNED', by: SYSTEM, extras: { ...extras, expectedShipDate }, ...(workDue && { workDue }) };
  return { event: 'order.updated', by: SYSTEM, reason: statusReason.code, extras };
}

/** Bytes of the documents in one transaction, which bound how long it holds its locks. */
const BYTES_AT_ONCE_MAX = 1_048_576;

export interface DueContext {
  clock: () => Date;
  dueRule: DueRule;
}

/** Without a version, the present one is assigned. */
type OrderToAssign = Omit<ReadyOrder, 'version'> & { orderId: string; version?: number };

/** Assigns the client's orders in turn, in transactions of bounded size. */
async function assignInPieces(
  pool: Pool,
  clientId: string,
  orders: readonly OrderToAssign[],
  { clock, dueRule, haveWaited }: DueContext & { haveWaited: boolean },
): Promise<void> {
  const orderIds = orders.map(({ orderId }) => orderId);
  const sizes = await findOrderSizes(pool, clientId, orderIds);
  const sized = orders.flatMap((order) => {
    const size = sizes.get(order.orderId);
    return size ? [{ ...size, ...order }] : [];
  });
  for (const piece of splitByBytes(sized)) {
    const ready = new Map(piece.map((order) => [order.orderId, order]));
    await inTransaction(pool, (connection) =>
      assignOrders(connection, clientId, ready, { now: clock(), dueRule, haveWaited }),
    );
  }
}

function splitByBytes<T extends { bytes: number }>(orders: readonly T[]): T[][] {
  const pieces: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const order of orders) {
    bytes += order.bytes;
    if (bytes > BYTES_AT_ONCE_MAX) {
      pieces.push([]);
      bytes = order.bytes;
    }
    pieces.at(-1)?.push(order);
  }
  return pieces;
}

type AssignContext = InternalFailureContext & DueContext;
export type AssignOrder = (order: ReadyOrder & { orderId: string }) => Promise<void>;

/**
 * Joins the client's ready orders into one transaction at a time. The lock of a variant is then taken once
 * for many orders, and other clients have their turn in between.
 */
export function openAssignBatches(pool: Pool, clientId: string, { clock, dueRule }: DueContext): AssignOrder {
  const assign = async (orders: readonly (ReadyOrder & { orderId: string })[]) => {
    await assignInPieces(pool, clientId, orders, { clock, dueRule, haveWaited: false });
    return orders.map(() => undefined);
  };
  return batching((orders) => runTogetherOrAlone(orders, assign), {
    maxBatchSize: ASSIGNED_AT_ONCE_MAX,
    maxInFlight: 1,
    name: 'orders to assign',
  });
}

const DETAILS_MAX = 100;

const OUT_OF_STOCK_DETAIL = { code: 'out_of_stock', message: problemMessage('item_out_of_stock') };
const RETIRED_DETAIL = { code: 'retired', message: problemMessage('item_retired') };

/** Returns the reason why the order waits, with every place that is short of stock. */
export function waitingForStock(
  { items }: Pick<Order, 'items'>,
  short: readonly Omit<ShortStock, 'quantity'>[],
): StatusReason {
  const isRetired = new Map(short.map((one) => [stockKey(one), one.isRetired]));
  const missing = stockOfItems(items).filter((one) => isRetired.has(stockKey(one)));
  return {
    code: 'waiting_for_stock',
    message: problemMessage(short.some((one) => one.isRetired) ? 'retired' : 'out_of_stock'),
    details: missing.slice(0, DETAILS_MAX).map((one) => ({
      pointer: one.pointer,
      ...(isRetired.get(stockKey(one)) ? RETIRED_DETAIL : OUT_OF_STOCK_DETAIL),
    })),
  };
}

/**
 * Assigns waiting orders of all clients for which there is enough stock now, oldest first. An order that
 * fails for an internal reason is left to the intake.
 */
export async function assignWaitingOrders(context: AssignContext, signal: AbortSignal): Promise<void> {
  await serveWaiting(context.pool, openAssigner(context, true), signal);
}

/** Updates the reasons of orders that wait for retired or restored variants, and assigns those with stock. */
export async function updateWaitingReasons(
  context: AssignContext,
  clientId: string,
  signal: AbortSignal,
): Promise<void> {
  const assign = openAssigner(context, false);
  const assignAll: ServeOrders = async (_, orderIds) => {
    const outcomes = await runTogetherOrAlone(orderIds, async (some) => {
      await assign(clientId, some);
      return some;
    });
    const failure = outcomes.find((one) => one instanceof Error);
    if (failure) throw failure;
  };
  await updateWaitReasons(context.pool, clientId, assignAll, signal);
}

function openAssigner(context: AssignContext, haveWaited: boolean): ServeOrders {
  const { pool, clock, dueRule } = context;
  return async (clientId, orderIds) => {
    const orders = orderIds.map((orderId) => ({ orderId }));
    try {
      await assignInPieces(pool, clientId, orders, { clock, dueRule, haveWaited });
    } catch (error) {
      // If several fail together, each is retried alone.
      if (orderIds.length > 1 || isConnectionLost(error)) throw error;
      for (const order of (await findOrderSizes(pool, clientId, orderIds)).values()) {
        await recordInternalFailure(context, clientId, order, error);
      }
    }
  };
}
