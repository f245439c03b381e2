import type { Pool } from 'pg';
import { workInRounds } from '../platform/concurrency/in-rounds.ts';
import { isConnectionLost } from '../platform/observability/database-faults.ts';
import { shareStock, stockKey } from './stock-rules.ts';
import { deleteUntold, findUntold } from './stock-untold-store.ts';
import {
  endWakes,
  type FoundWait,
  findWaitsBehind,
  findWakes,
  type StockPosition,
  type StockWake,
} from './stock-waits-store.ts';

/** A run that has lasted so long begins anew. */
const RUN_MS_MAX = 60_000;
/** Codes whose line is looked at in one round. */
const CODES_AT_ONCE_MAX = 200;
/** Places in those lines that are looked at in one round, all codes together. */
const PLACES_AT_ONCE_MAX = 2_000;
/** Orders of one code that are tried in one round: thousands that wait for it do not delay those that wait for something else. */
const TURNS_OF_CODE_MAX = 50;
/** Orders of one client that are tried together. */
const TRIED_AT_ONCE_MAX = 50;

/** Tries orders of one client that have waited, oldest first. */
export type ServeOrders = (clientId: string, orderIds: readonly string[]) => Promise<void>;

/**
 * Has those tried who wait for what there may be enough of by now, oldest first. Looking takes no locks, and only those are tried for whom
 * there is enough; who comes out short all the same is not tried again before more has come. One that fails for a reason of our own holds up
 * no others; the first such failure is thrown at the end.
 */
export async function serveWaiting(pool: Pool, serve: ServeOrders, signal: AbortSignal): Promise<void> {
  const positions = new Map<string, StockPosition>();
  const tried = new Set<string>();
  const failures = new Map<string, unknown>();
  const left = new Set<string>();
  await workInRounds(RUN_MS_MAX, signal, async () => {
    const wakes = (await findWakes(pool, CODES_AT_ONCE_MAX)).filter((wake) => !left.has(nameOf(wake)));
    if (wakes.length === 0) return false;
    const limit = Math.ceil(PLACES_AT_ONCE_MAX / wakes.length);
    const lines = wakes.map((wake) => ({ ...wake, position: positions.get(nameOf(wake)) }));
    const found = await findWaitsBehind(pool, lines, limit);
    const wakeIds = new Map(wakes.map((wake) => [stockKey(wake), wake.wakeId]));
    const turns = nextTurns(found, (wait) => tried.has(trialOf(wait, wakeIds)));
    for (const { clientId, waits } of inBatches(turns)) {
      if (signal.aborted) return false;
      for (const wait of waits.flat()) tried.add(trialOf(wait, wakeIds));
      await serveEach(
        serve,
        clientId,
        waits.map(([first]) => (first as FoundWait).orderId),
        failures,
      );
    }
    const inTurn = new Set(turns.flat().map(stockKey));
    const failed = new Set(found.filter((wait) => failures.has(orderOf(wait))).map(stockKey));
    const ofCode = Map.groupBy(found, stockKey);
    const ended: StockWake[] = [];
    for (const wake of wakes) {
      const line = ofCode.get(stockKey(wake)) ?? [];
      // While somebody has been tried there may be more for those who were passed over.
      if (inTurn.has(stockKey(wake))) continue;
      if (failed.has(stockKey(wake))) left.add(nameOf(wake));
      const last = line.at(-1);
      if (last && line.length === limit) positions.set(nameOf(wake), last);
      else {
        positions.delete(nameOf(wake));
        if (!left.has(nameOf(wake))) ended.push(wake);
      }
    }
    if (ended.length > 0) await endWakes(pool, ended);
    return true;
  });
  const [failure] = failures.values();
  if (failure !== undefined && !signal.aborted) throw failure;
}

/** Who of those that were found would get what they were found by; oldest first, the first of each code. */
function nextTurns(found: readonly FoundWait[], isTried: (wait: FoundWait) => boolean): FoundWait[][] {
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

/** Neighbours of one client together. */
function inBatches(turns: readonly FoundWait[][]): { clientId: string; waits: FoundWait[][] }[] {
  const batches: { clientId: string; waits: FoundWait[][] }[] = [];
  for (const waits of turns) {
    const { clientId } = waits[0] as FoundWait;
    const last = batches.at(-1);
    if (last?.clientId === clientId && last.waits.length < TRIED_AT_ONCE_MAX) last.waits.push(waits);
    else batches.push({ clientId, waits: [waits] });
  }
  return batches;
}

/** When they fail together, each is tried for itself: one must not take the others with it. */
async function serveEach(
  serve: ServeOrders,
  clientId: string,
  orderIds: readonly string[],
  failures: Map<string, unknown>,
): Promise<void> {
  try {
    await serve(clientId, orderIds);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    if (orderIds.length === 1) failures.set(orderOf({ clientId, orderId: orderIds[0] as string }), error);
    else for (const orderId of orderIds) await serveEach(serve, clientId, [orderId], failures);
  }
}

function orderOf({ clientId, orderId }: Pick<FoundWait, 'clientId' | 'orderId'>): string {
  return `${clientId} ${orderId}`;
}

function nameOf({ wakeId, ...code }: StockWake): string {
  return `${wakeId} ${stockKey(code)}`;
}

/** An order is tried once for what has come of a code. */
function trialOf(wait: FoundWait, wakeIds: ReadonlyMap<string, string>): string {
  return `${wakeIds.get(stockKey(wait))} ${stockKey(wait)} ${orderOf(wait)}`;
}

/** Orders that are told together. */
const TOLD_AT_ONCE_MAX = 50;

/** Has the client's orders tried that wait for what was retired, or came back, so that they say so. */
export async function tellWaiting(
  pool: Pool,
  clientId: string,
  serve: ServeOrders,
  signal: AbortSignal,
): Promise<void> {
  await workInRounds(RUN_MS_MAX, signal, async () => {
    const untold = await findUntold(pool, clientId, TOLD_AT_ONCE_MAX);
    const waiting = untold.filter(({ isWaiting }) => isWaiting).map(({ orderId }) => orderId);
    if (waiting.length > 0) await serve(clientId, waiting);
    await deleteUntold(pool, clientId, untold);
    return untold.length === TOLD_AT_ONCE_MAX;
  });
}
