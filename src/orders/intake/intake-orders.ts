import { setTimeout as sleep } from 'node:timers/promises';
import { type DueOrder, findOrdersWithWork, retryIntake } from '../change/order-change-store.ts';
import type { Order } from '../document/order-schemas.ts';
import { orderFiles } from '../files/order-files.ts';
import { openAssignBatches } from './assign-batches.ts';
import { ASSIGNED_AT_ONCE_MAX } from './assign-orders.ts';
import { type TakeInContext, takeInOrder } from './take-in-order.ts';

/** A run that has lasted so long begins with no further files: other clients have its place, and its turn comes again. */
const RUN_MS_MAX = 60_000;
/** Orders of one client whose files are fetched at once. */
const ORDERS_AT_ONCE = 8;
/** Orders that wait for those before them to have their files: among what comes after them those without files go on at once. */
const WAITING_MAX = 500;
/** New orders wait at most so long while the files of others are under way. */
const LOOK_AGAIN_MS = 250;
/** When an order failed by no fault of its own, and the settings name no wait. */
const POSTPONE_SECONDS = 60;

export interface IntakeContext extends TakeInContext {
  /** Runs a piece of work of the client when the processor is free for it. */
  inTurn: <T>(clientId: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
}

/**
 * Takes the client's NEW orders in, longest due first. Orders whose files are slow, or that fail for a reason of our own, hold
 * up no others; the first such failure is thrown at the end.
 */
export async function takeInOrders(
  context: IntakeContext,
  clientId: string,
  signal: AbortSignal,
): Promise<void> {
  const assign = openAssignBatches(context.pool, clientId, context.clock);
  const underWay = new Map<string, Promise<void>>();
  const waiting: DueOrder[] = [];
  const failures: unknown[] = [];
  const end = performance.now() + RUN_MS_MAX;
  let lastLook = Number.NEGATIVE_INFINITY;
  const failed = (order: DueOrder) => async (error: unknown) => {
    if (signal.aborted) return;
    failures.push(error);
    await postpone(context, clientId, order);
  };
  try {
    while (!signal.aborted) {
      const mayLookAgain = waiting.length < WAITING_MAX && performance.now() - lastLook > LOOK_AGAIN_MS;
      if (waiting.length === 0 || mayLookAgain) {
        lastLook = performance.now();
        const known = [...underWay.keys(), ...waiting.map(({ orderId }) => orderId)];
        const found = await context.inTurn(clientId, signal, () =>
          takeInPlain(context, clientId, known, (order) => assign(order).catch(failed(order))),
        );
        waiting.push(...found.withFiles);
        if (found.plain > 0 && performance.now() < end) continue;
      }
      const free = performance.now() < end ? ORDERS_AT_ONCE - underWay.size : 0;
      for (const order of waiting.splice(0, free)) {
        const taken = context
          .inTurn(clientId, signal, () => takeInOrder(context, clientId, order, assign, signal))
          .catch(failed(order))
          .then(() => void underWay.delete(order.orderId));
        underWay.set(order.orderId, taken);
      }
      if (underWay.size === 0) break;
      await Promise.race([...underWay.values(), pause(LOOK_AGAIN_MS, signal)]);
    }
  } finally {
    await Promise.all(underWay.values());
  }
  // What was broken off by a stop is no failure.
  if (failures.length > 0 && !signal.aborted) throw failures[0];
}

/** Takes in those of the next orders that name no files, all at once, and answers the others. */
async function takeInPlain(
  { pool, clock }: IntakeContext,
  clientId: string,
  except: readonly string[],
  assign: (order: DueOrder) => Promise<void>,
): Promise<{ plain: number; withFiles: DueOrder[] }> {
  const due = await findOrdersWithWork(pool, clientId, clock(), { except, limit: ASSIGNED_AT_ONCE_MAX });
  const plain: DueOrder[] = [];
  const withFiles: DueOrder[] = [];
  for (const { document, ...order } of due) {
    if (orderFiles(JSON.parse(document) as Order).length > 0) withFiles.push(order);
    else plain.push(order);
  }
  await Promise.all(plain.map(assign));
  return { plain: plain.length, withFiles };
}

/** The order is tried again later. When that cannot be noted either, it stays due. */
async function postpone(
  { pool, clock, retrySeconds }: IntakeContext,
  clientId: string,
  { orderId, version, attempts }: DueOrder,
): Promise<void> {
  const waitSeconds = retrySeconds[attempts] ?? retrySeconds.at(-1) ?? POSTPONE_SECONDS;
  const due = new Date(clock().getTime() + waitSeconds * 1_000);
  await retryIntake(pool, clientId, orderId, version, { due, attempts }).catch(() => {});
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
