import type { Connection } from '../database/transaction.ts';
import { WOKEN_MAX } from './release-stock.ts';
import { without } from './stock-needs.ts';
import {
  deleteWaits,
  findFirstWaits,
  findReservations,
  insertWaits,
  lockStock,
  reserveStock,
  type StockCode,
  type StockQuantity,
  wakeFirstWaits,
} from './stock-store.ts';

/** An order in the queue for what it needs. */
export interface StockRequest {
  orderId: string;
  /** Decides whose turn it is. */
  created: Date;
  /** What it may have reserved of that already is not reserved again. */
  needs: readonly StockQuantity[];
}

interface Plan extends StockRequest {
  /** What there is too little of, or what somebody waited for before; empty when everything can be reserved. */
  short: StockCode[];
}

/**
 * Reserves what each of a client's orders needs, all of it or nothing, first come, first served: an order waits for what
 * there is too little of and for what an earlier one waits for, and for nothing else. Answers the ids of those that got it all.
 */
export async function reserveInTurn(
  connection: Connection,
  clientId: string,
  requests: readonly StockRequest[],
  now: Date,
): Promise<Set<string>> {
  const orderIds = requests.map(({ orderId }) => orderId);
  const held = Map.groupBy(await findReservations(connection, clientId, orderIds), ({ orderId }) => orderId);
  const missing = requests.map((request) => ({
    ...request,
    needs: without(request.needs, held.get(request.orderId) ?? []),
  }));
  const plans = await plan(connection, clientId, missing);
  const served = plans.filter(({ short }) => short.length === 0);
  const reservations = served.flatMap(({ orderId, needs }) => needs.map((need) => ({ ...need, orderId })));
  if (reservations.length > 0) await reserveStock(connection, clientId, reservations, now);
  await wait(connection, clientId, plans);
  return new Set(served.map(({ orderId }) => orderId));
}

/** Plays through, oldest first, who gets what. The rows of the stock stay locked. */
async function plan(
  connection: Connection,
  clientId: string,
  requests: readonly StockRequest[],
): Promise<Plan[]> {
  const codes = distinctCodes(requests.flatMap(({ needs }) => needs));
  const locked = await lockStock(connection, codes);
  const available = new Map(locked.map((stock) => [keyOf(stock), stock.quantity]));
  const turns = Map.groupBy(await findFirstWaits(connection, codes, requests.length + 1), keyOf);
  return requests.toSorted(compareTurns).map((request) => {
    const turn = { ...request, clientId };
    const short = request.needs.filter((need) => {
      const waitsBefore = turns.get(keyOf(need))?.some((other) => isBefore(other, turn));
      return waitsBefore || (available.get(keyOf(need)) ?? 0) < need.quantity;
    });
    for (const need of request.needs) {
      const key = keyOf(need);
      if (short.length === 0) available.set(key, (available.get(key) ?? 0) - need.quantity);
      // From now on it waits for this, or no longer does: that counts for those behind it.
      const others = (turns.get(key) ?? []).filter((other) => isBefore(other, turn) || isBefore(turn, other));
      const { kind, code } = need;
      turns.set(key, short.includes(need) ? [...others, { ...turn, kind, code }] : others);
    }
    return { ...request, short };
  });
}

/** Lets each order wait for what it is short of; who waits behind it for the rest has a turn. */
async function wait(connection: Connection, clientId: string, plans: readonly Plan[]): Promise<void> {
  const before = await deleteWaits(
    connection,
    clientId,
    plans.map(({ orderId }) => orderId),
  );
  const waits = plans.flatMap(({ orderId, created, short }) =>
    short.map(({ kind, code }) => ({ kind, code, clientId, orderId, created })),
  );
  if (waits.length > 0) await insertWaits(connection, waits);
  const left = before.filter((old) =>
    waits.every((one) => one.orderId !== old.orderId || keyOf(one) !== keyOf(old)),
  );
  if (left.length > 0) await wakeFirstWaits(connection, distinctCodes(left), WOKEN_MAX);
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

function compareTurns(one: StockRequest, other: StockRequest): number {
  return one.created.getTime() - other.created.getTime() || (one.orderId < other.orderId ? -1 : 1);
}

function keyOf({ kind, code }: StockCode): string {
  return `${kind} ${code}`;
}

function distinctCodes(codes: readonly StockCode[]): StockCode[] {
  return [...new Map(codes.map(({ kind, code }) => [keyOf({ kind, code }), { kind, code }])).values()];
}
