import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { runTogetherOrAlone } from '../platform/database/batching.ts';
import { workInRounds } from '../platform/database/in-rounds.ts';
import { isConnectionLost } from '../platform/observability/database-faults.ts';
import { type FoundWait, type QueuePosition, shareStock, stockKey } from './stock-rules.ts';
import {
  deleteOutdatedMarks,
  endWakes,
  findOutdatedWaits,
  findWaitsBehind,
  findWakes,
  type StockWake,
} from './stock-waits-store.ts';

/** A run ends after this time, and the next one starts again at the front of each queue. */
const RUN_MS_MAX = 60_000;
const CODES_AT_ONCE_MAX = 200;
/** Queue places that one round reads, over all codes. */
const PLACES_AT_ONCE_MAX = 2_000;
/** Orders of one code that one round tries, so that a long queue does not delay the other codes. */
const TURNS_OF_CODE_MAX = 50;
const TRIED_AT_ONCE_MAX = 50;
const LOST_PAUSE_MS = 2_000;
const LOST = Object.assign(new Error('The connection was lost.'), { code: '08006' });
export type ServeOrders = (clientId: string, orderIds: readonly string[]) => Promise<void>;

/**
 * Calls `serve` for the waiting orders that may get their stock now, oldest first. Searches without locks. An
 * order that still lacks stock is tried again only after more pieces arrive. A failure does not delay the
 * other orders: the first error is thrown at the end.
 */
export async function serveWaiting(pool: Pool, serve: ServeOrders, signal: AbortSignal): Promise<void> {
  const positions = new Map<string, QueuePosition>();
  const tried = new Set<string>();
  const failures = new Map<string, unknown>();
  const skipped = new Set<string>();
  /** Clients whose node does not answer. Their orders leave the stock to others. */
  const lost = new Set<string>();
  await workInRounds(RUN_MS_MAX, signal, async () => {
    const wakes = (await findWakes(pool, CODES_AT_ONCE_MAX)).filter((wake) => !skipped.has(wakeKeyOf(wake)));
    if (wakes.length === 0) return false;
    const limit = Math.ceil(PLACES_AT_ONCE_MAX / wakes.length);
    const queues = wakes.map((wake) => ({ ...wake, position: positions.get(wakeKeyOf(wake)) }));
    const found = await findWaitsBehind(pool, queues, limit);
    const wakeIds = new Map(wakes.map((wake) => [stockKey(wake), wake.wakeId]));
    const turns = selectTurns(found, (wait) => tried.has(attemptKeyOf(wait, wakeIds)));
    for (const { clientId, waits } of batchesOf(turns)) {
      if (signal.aborted) return false;
      for (const wait of waits.flat()) tried.add(attemptKeyOf(wait, wakeIds));
      const orderIds = waits.map(([first]) => (first as FoundWait).orderId);
      if (lost.has(clientId)) for (const orderId of orderIds) failures.set(orderOf({ clientId, orderId }), LOST);
      else if (!(await serveEach(serve, clientId, orderIds, failures))) lost.add(clientId);
    }
    const inTurn = new Set(turns.flat().map(stockKey));
    const failed = new Set(found.filter((wait) => failures.has(orderOf(wait))).map(stockKey));
    const ofCode = Map.groupBy(found, stockKey);
    const ended: StockWake[] = [];
    for (const wake of wakes) {
      const queue = ofCode.get(stockKey(wake)) ?? [];
      // Orders were tried in this round, so orders that were passed over may get their stock in the next one.
      if (inTurn.has(stockKey(wake))) continue;
      if (failed.has(stockKey(wake))) skipped.add(wakeKeyOf(wake));
      const last = queue.at(-1);
      if (last && queue.length === limit) positions.set(wakeKeyOf(wake), last);
      else {
        positions.delete(wakeKeyOf(wake));
        if (!skipped.has(wakeKeyOf(wake))) ended.push(wake);
      }
    }
    if (ended.length > 0) await endWakes(pool, ended);
    return true;
  });
  // Their orders are tried again while stock is left for them. The pause keeps that from being at once.
  if (lost.size > 0) return sleep(LOST_PAUSE_MS, undefined, { signal }).catch(() => {});
  const [failure] = failures.values();
  if (failure !== undefined && !signal.aborted) throw failure;
}

/** Selects the orders that would get their stock now: oldest first, a limited number for each code. */
function selectTurns(found: readonly FoundWait[], isTried: (wait: FoundWait) => boolean): FoundWait[][] {
  const available = new Map(found.map((wait) => [stockKey(wait), wait.available]));
  const candidates = found.filter((wait) => wait.canBeFilled && !isTried(wait));
  const orders = [...Map.groupBy(candidates, orderOf).values()];
  const shares = shareStock(
    available,
    orders.map((needs) => ({ needs, held: [] })),
  );
  const turns = new Map<string, number>();
  return orders.filter((waits, index) => {
    if (shares[index]?.short.length !== 0) return false;
    const keys = waits.map(stockKey);
    if (keys.some((key) => (turns.get(key) ?? 0) >= TURNS_OF_CODE_MAX)) return false;
    for (const key of keys) turns.set(key, (turns.get(key) ?? 0) + 1);
    return true;
  });
}

function batchesOf(turns: readonly FoundWait[][]): { clientId: string; waits: FoundWait[][] }[] {
  const batches: { clientId: string; waits: FoundWait[][] }[] = [];
  for (const waits of turns) {
    const { clientId } = waits[0] as FoundWait;
    const last = batches.at(-1);
    if (last?.clientId === clientId && last.waits.length < TRIED_AT_ONCE_MAX) last.waits.push(waits);
    else batches.push({ clientId, waits: [waits] });
  }
  return batches;
}

/**
 * Tries the orders together, and each alone when that fails: one bad order must not stop the others. Returns
 * false if the connection was lost.
 */
async function serveEach(
  serve: ServeOrders,
  clientId: string,
  orderIds: readonly string[],
  failures: Map<string, unknown>,
): Promise<boolean> {
  const outcomes = await runTogetherOrAlone(orderIds, async (some) => {
    await serve(clientId, some);
    return some;
  });
  for (const [index, outcome] of outcomes.entries()) {
    if (!(outcome instanceof Error)) continue;
    failures.set(orderOf({ clientId, orderId: orderIds[index] as string }), outcome);
  }
  return !outcomes.some((outcome) => outcome instanceof Error && isConnectionLost(outcome));
}

function orderOf({ clientId, orderId }: Pick<FoundWait, 'clientId' | 'orderId'>): string {
  return `${clientId} ${orderId}`;
}

function wakeKeyOf({ wakeId, ...code }: StockWake): string {
  return `${wakeId} ${stockKey(code)}`;
}

/** Identifies one attempt: an order is tried once for each arrival of a code. */
function attemptKeyOf(wait: FoundWait, wakeIds: ReadonlyMap<string, string>): string {
  return `${wakeIds.get(stockKey(wait))} ${stockKey(wait)} ${orderOf(wait)}`;
}

const UPDATED_AT_ONCE_MAX = 50;

/** Calls `serve` for orders that wait for a retired or restored variant, which updates their reasons. */
export async function updateWaitReasons(
  pool: Pool,
  clientId: string,
  serve: ServeOrders,
  signal: AbortSignal,
): Promise<void> {
  await workInRounds(RUN_MS_MAX, signal, async () => {
    const outdated = await findOutdatedWaits(pool, clientId, UPDATED_AT_ONCE_MAX);
    const waiting = outdated.filter(({ isWaiting }) => isWaiting).map(({ orderId }) => orderId);
    if (waiting.length > 0) await serve(clientId, waiting);
    await deleteOutdatedMarks(pool, clientId, outdated);
    return outdated.length === UPDATED_AT_ONCE_MAX;
  });
}
