import type { Connection } from '../database/transaction.ts';
import { settleReservations, WOKEN_MAX } from './release-stock.ts';
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
  /** What it has reserved already. */
  held: readonly StockQuantity[];
  /** What it needs beside that. */
  missing: readonly StockQuantity[];
  /** What of that there is too little of, or what somebody waited for before; empty when everything can be reserved. */
  short: StockCode[];
}

/**
 * Reserves what each of a client's orders needs, all of it or nothing, first come, first served: an order waits for what
 * there is too little of and for what an earlier one waits for, and for nothing else; what it held it gives back. Answers the ids
 * of those that got it all.
 */
export async function reserveInTurn(
  connection: Connection,
  clientId: string,
  requests: readonly StockRequest[],
  now: Date,
): Promise<Set<string>> {
  const plans = await plan(connection, clientId, requests);
  for (const { orderId, held, short } of plans) {
    if (short.length > 0 && held.length > 0)
      await settleReservations(connection, clientId, orderId, 'release', now);
  }
  const served = plans.filter(({ short }) => short.length === 0);
  const reservations = served.flatMap(({ orderId, missing }) => missing.map((one) => ({ ...one, orderId })));
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
  const orderIds = requests.map(({ orderId }) => orderId);
  const reserved = await findReservations(connection, clientId, orderIds);
  const held = Map.groupBy(reserved, ({ orderId }) => orderId);
  const codes = distinctCodes([...requests.flatMap(({ needs }) => needs), ...reserved]);
  const locked = await lockStock(connection, codes);
  const available = new Map(locked.map((stock) => [keyOf(stock), stock.onHand - stock.reserved]));
  const change = (some: readonly StockQuantity[], sign: 1 | -1) => {
    for (const one of some) available.set(keyOf(one), (available.get(keyOf(one)) ?? 0) + sign * one.quantity);
  };
  const turns = Map.groupBy(await findFirstWaits(connection, codes, requests.length + 1), keyOf);
  return requests.toSorted(compareTurns).map((request) => {
    const turn = { ...request, clientId };
    const own = held.get(request.orderId) ?? [];
    const missing = without(request.needs, own);
    const short = missing.filter((need) => {
      const waitsBefore = turns.get(keyOf(need))?.some((other) => isBefore(other, turn));
      return waitsBefore || (available.get(keyOf(need)) ?? 0) < need.quantity;
    });
    if (short.length === 0) change(missing, -1);
    else change(own, 1);
    for (const need of request.needs) {
      // From now on it waits for this, or no longer does: that counts for those behind it.
      const others = (turns.get(keyOf(need)) ?? []).filter(
        (other) => isBefore(other, turn) || isBefore(turn, other),
      );
      const { kind, code } = need;
      const waits = short.some((one) => keyOf(one) === keyOf(need));
      turns.set(keyOf(need), waits ? [...others, { ...turn, kind, code }] : others);
    }
    return { ...request, held: own, missing, short };
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
