import type { Pool } from 'pg';
import { scanCodeOf } from '../codes/scan-codes.ts';
import { type Connection, inTransaction } from '../database/transaction.ts';
import type { LockedOrder } from '../orders/change/order-change-store.ts';
import { lockForProduction } from '../orders/change/orders-in-production.ts';
import { firstTechnology, planPieces } from './piece-plan-rules.ts';
import { cancelEarlierRuns, insertPieces, type Piece } from './piece-store.ts';
import {
  deleteProductionDue,
  findOrdersToBegin,
  findProductionOrders,
  saveProductionOrders,
} from './production-order-store.ts';
import type { ScanNumbers } from './scan-numbers.ts';

/** Orders of one transaction. */
const BEGUN_AT_ONCE_MAX = 20;

export interface BeginContext {
  pool: Pool;
  numbers: ScanNumbers;
  /** Technologies in the order in which the shop uses them. */
  stepOrder: readonly string[];
}

/** An order that has just been accepted. */
export type AcceptedOrder = Pick<LockedOrder, 'orderId' | 'content'> & {
  /** When it was. */
  accepted: Date;
};

/**
 * Makes pieces of the custom items of orders that were accepted, all of one client, in their transaction; of an order that was in production before,
 * changed and accepted again, new ones, and the old are cancelled. Idempotent for what was begun before. The orders must be locked.
 */
export async function beginProduction(
  connection: Connection,
  { numbers, stepOrder }: Omit<BeginContext, 'pool'>,
  clientId: string,
  orders: readonly AcceptedOrder[],
  batchId: string | null,
): Promise<void> {
  const ids = orders.map(({ orderId }) => orderId);
  const before = new Map(
    (await findProductionOrders(connection, clientId, ids)).map((one) => [one.orderId, one]),
  );
  const begun = orders.filter(({ orderId, accepted }) => (before.get(orderId)?.begun ?? 0) < accepted);
  if (begun.length > 0) {
    const codes = await numbers.take('order', begun.length);
    const runs = begun.map(({ orderId, accepted }, index) => {
      const known = before.get(orderId);
      const code = known?.code ?? scanCodeOf('order', codes[index] as number);
      return { orderId, code, run: (known?.run ?? 0) + 1, batchId, begun: accepted };
    });
    await saveProductionOrders(connection, clientId, runs);
    const pieces: Piece[] = [];
    for (const [index, { orderId, content, accepted }] of begun.entries()) {
      const run = runs[index]?.run ?? 1;
      const planned = planPieces(content.items, stepOrder);
      const pieceNumbers = await numbers.take('piece', planned.length);
      for (const [nth, plan] of planned.entries()) {
        pieces.push({
          ...plan,
          clientId,
          orderId,
          run,
          attempt: 0,
          code: scanCodeOf('piece', pieceNumbers[nth] as number),
          stepsDone: 0,
          state: 'TO_MAKE',
          stateSince: accepted,
          technology: firstTechnology(plan.steps),
          batchId,
          hasBlank: true,
          parcel: null,
          reason: null,
          replacedBy: null,
        });
      }
    }
    await insertPieces(connection, clientId, pieces);
    const again = runs.filter(({ run }) => run > 1);
    const last = new Date(Math.max(...runs.map((run) => run.begun.getTime())));
    if (again.length > 0)
      await cancelEarlierRuns(
        connection,
        clientId,
        again.map(({ orderId }) => orderId),
        last,
      );
  }
  await deleteProductionDue(connection, clientId, ids);
}

/** Begins the production of those of the client's accepted orders that were not begun yet. */
export async function beginDue(context: BeginContext, clientId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await findOrdersToBegin(context.pool, clientId, BEGUN_AT_ONCE_MAX);
    if (due.length === 0) return;
    await beginOrders(context, clientId, due);
  }
}

/** The same for these orders, at once: whoever asks for their pieces does not wait for the background. */
export async function beginOrders(
  context: BeginContext,
  clientId: string,
  orderIds: readonly string[],
): Promise<void> {
  await inTransaction(context.pool, async (connection) => {
    const locked = await lockForProduction(connection, clientId, orderIds);
    const accepted = locked.flatMap(({ orderId, status, content, statusSince }) =>
      status === 'ACCEPTED' ? [{ orderId, content, accepted: statusSince }] : [],
    );
    await beginProduction(connection, context, clientId, accepted, null);
    await deleteProductionDue(connection, clientId, orderIds);
  });
}
