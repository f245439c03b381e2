import type { Pool } from 'pg';
import type { ChangeOrderContext } from '../orders/change/change-order.ts';
import {
  holdOrder,
  preferOrder,
  releaseOrder,
  rushOrder,
  unpreferOrder,
  unrushOrder,
} from '../orders/change/hold-order.ts';
import { acceptOrder, cancelByOperator, retryOrder } from '../orders/change/operate-order.ts';
import { shipOrder } from '../orders/change/ship-order.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { runInParallel } from '../orders/staff/bulk-orders.ts';
import { markOrders } from '../orders/staff/mark-orders.ts';
import { SYSTEM } from '../platform/audit/actor.ts';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError, orderNotFound } from '../platform/errors/errors.ts';
import { formatCount } from '../platform/errors/wording.ts';
import { isConnectionLost } from '../platform/observability/database-faults.ts';
import { orderKeyOf } from '../production/batch-rules.ts';
import { BATCH_ORDERS_MAX, type ReleaseContext } from '../production/release-orders.ts';
import type { Verb } from '../staff/role-rules.ts';
import { prepareRelease } from './begin-orders.ts';
import {
  endOrderJob,
  findRunningOrderJob,
  insertOrderJob,
  listWaitingRows,
  type OrderJobInput,
  type OrderJobRow,
  type RunningOrderJob,
  saveRowOutcomes,
} from './order-job-store.ts';

/** The most orders that one bulk change may have. */
export const JOB_ORDERS_MAX = 10_000;
const RUNNING_MAX = 20;
/** Orders after which a run checks whether somebody has stopped the bulk change. */
const ORDERS_BETWEEN_CHECKS = 40;

type ChangeOne = (
  context: ChangeOrderContext,
  key: OrderKey,
  { input, by }: Pick<RunningOrderJob, 'input' | 'by'>,
) => Promise<unknown>;

interface Action {
  /** The permission to start and to stop it. */
  verb: Verb;
  /** Absent: the orders are released into batches. */
  change?: ChangeOne;
}

export const ORDER_ACTIONS = {
  accept: { verb: 'orders.accept', change: (context, key, { by }) => acceptOrder(context, key, { by }) },
  batch: { verb: 'production.release' },
  cancel: {
    verb: 'orders.cancel',
    change: (context, key, { by, input: { reason } }) => cancelByOperator(context, key, { by, reason }),
  },
  hold: {
    verb: 'orders.hold',
    change: (context, key, { by, input: { reason } }) => holdOrder(context, key, { by, reason }),
  },
  mark: {
    verb: 'orders.note',
    change: async ({ pool, clock, record }, key, { by, input }) => {
      const marked = await markOrders(pool, [key], input, { by, now: clock() }, record);
      if (marked === 0) throw orderNotFound();
    },
  },
  prefer: { verb: 'orders.prefer', change: (context, key, { by }) => preferOrder(context, key, { by }) },
  release: { verb: 'orders.hold', change: (context, key, { by }) => releaseOrder(context, key, { by }) },
  retry: { verb: 'orders.mend', change: (context, key, { by }) => retryOrder(context, key, { by }) },
  rush: { verb: 'orders.prefer', change: (context, key, { by }) => rushOrder(context, key, { by }) },
  ship: {
    verb: 'orders.ship',
    change: (context, key, { by, input: { trackingCarrier } }) =>
      shipOrder(context, key, { by, parcels: [trackingCarrier === undefined ? {} : { trackingCarrier }] }),
  },
  unprefer: { verb: 'orders.prefer', change: (context, key, { by }) => unpreferOrder(context, key, { by }) },
  unrush: { verb: 'orders.prefer', change: (context, key, { by }) => unrushOrder(context, key, { by }) },
} as const satisfies Record<string, Action>;
export type OrderAction = keyof typeof ORDER_ACTIONS;

export function tooManyOrders(): ApiError {
  const message = `More than ${formatCount(JOB_ORDERS_MAX)} orders match. Narrow the filter, for example by client or by day.`;
  return new ApiError('too_many_orders', message);
}

/** Starts a bulk change of these orders. Throws `too_many_order_jobs`. */
export async function startOrderJob(
  connection: Connection,
  job: { jobId: string; action: OrderAction; input: OrderJobInput },
  keys: readonly OrderKey[],
  { by, now }: Doing,
): Promise<void> {
  const isStarted = await insertOrderJob(connection, { ...job, by }, { keys, created: now, max: RUNNING_MAX });
  if (!isStarted)
    throw new ApiError('too_many_order_jobs', `${RUNNING_MAX} bulk changes are running. Wait until one has ended.`);
  const detail = { jobId: job.jobId, change: job.action, orders: keys.length };
  await recordAudit(connection, by, now, { action: 'order_job.started', subject: ['service'], detail });
}

/** Stops a bulk change, unless it has ended. Orders whose turn is now are still changed. */
export async function stopOrderJob(pool: Pool, jobId: string, { by, now }: Doing): Promise<void> {
  await inTransaction(pool, async (connection) => {
    if (!(await endOrderJob(connection, jobId, { state: 'STOPPED', ended: now }))) return;
    const stopped = { action: 'order_job.stopped', subject: ['service'], detail: { jobId } } as const;
    await recordAudit(connection, by, now, stopped);
  });
}

type OrderJobContext = ChangeOrderContext & { production: ReleaseContext };

/** Another process has saved the outcome of the row. */
class RowIsDone extends Error {}

/**
 * Changes the orders of a bulk change that wait, until none is left, somebody stops it, or `signal` aborts.
 * The outcome of a row is saved in the transaction of its order, so a killed process neither forgets nor
 * repeats a change.
 */
export async function runOrderJob(context: OrderJobContext, jobId: string, signal: AbortSignal): Promise<void> {
  const { pool, clock } = context;
  while (!signal.aborted) {
    const job = await withRetry(() => findRunningOrderJob(pool, jobId));
    if (!job) return;
    if (job.isDisabled) {
      await inTransaction(pool, async (connection) => {
        const now = clock();
        if (!(await endOrderJob(connection, jobId, { state: 'STOPPED', ended: now, reason: 'STARTER_DISABLED' })))
          return;
        const detail = { jobId, reason: 'STARTER_DISABLED' };
        await recordAudit(connection, SYSTEM, now, { action: 'order_job.stopped', subject: ['service'], detail });
      });
      return;
    }
    const isBatch = job.action === 'batch';
    const rows = await withRetry(() =>
      listWaitingRows(pool, jobId, isBatch ? BATCH_ORDERS_MAX : ORDERS_BETWEEN_CHECKS),
    );
    if (rows.length === 0) {
      await withRetry(() => endOrderJob(pool, jobId, { state: 'DONE', ended: clock() }));
      return;
    }
    if (isBatch) await releaseRows(context, job, rows);
    else await runInParallel(rows, (row) => changeRow(context, job, row));
  }
}

type Waiting = Pick<OrderJobRow, 'position' | 'clientId' | 'orderId'>;

async function changeRow(context: OrderJobContext, job: RunningOrderJob, row: Waiting): Promise<void> {
  const { position, clientId, orderId } = row;
  const saveOutcome = (connection: Connection, outcome: Pick<OrderJobRow, 'state' | 'error' | 'message'>) =>
    saveRowOutcomes(connection, job.jobId, [{ position, ...outcome }]);
  const record = async (connection: Connection) => {
    const saved = await saveOutcome(connection, { state: 'DONE', error: null, message: null });
    if (saved === 0) throw new RowIsDone();
  };
  const { change }: Action = ORDER_ACTIONS[job.action as OrderAction];
  try {
    await change?.({ ...context, record }, { clientId, orderId }, job);
  } catch (error) {
    if (error instanceof RowIsDone) return;
    if (!(error instanceof ApiError) && isConnectionLost(error)) throw error;
    const refused =
      error instanceof ApiError ? error : new ApiError('internal_error', 'The server failed. Try it again.');
    const { error: name, message } = refused.error === 'order_not_found' ? orderNotFound() : refused;
    await withRetry(() => saveOutcome(context.pool, { state: 'REFUSED', error: name, message }));
    // The next run continues behind this order, and the log has the fault.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Releases these orders into one batch: the chosen one, or a new one. */
async function releaseRows({ pool, production }: OrderJobContext, job: RunningOrderJob, rows: readonly Waiting[]) {
  const { jobId, input, by } = job;
  const keys = rows.map(({ clientId, orderId }) => ({ clientId, orderId }));
  const release = { choice: {}, orders: keys, into: input.batchId, limit: keys.length, by };
  const work = await prepareRelease(production, release);
  await inTransaction(pool, async (connection, attempt) => {
    const { leftOut } = await work(connection, attempt);
    const missed = new Map(leftOut.map((one) => [orderKeyOf(one), one]));
    const outcomes = rows.map(({ position, ...key }) => {
      const { batchId, reason } = missed.get(orderKeyOf(key)) ?? {};
      if (reason === undefined) return { position, state: 'DONE', error: null, message: null } as const;
      const message = batchId ? `It is in batch ${batchId} already.` : 'It cannot be released now.';
      return { position, state: 'REFUSED', error: 'order_not_changeable', message } as const;
    });
    const saved = await saveRowOutcomes(connection, jobId, outcomes);
    if (saved < rows.length && !attempt.mayBeDone) throw new RowIsDone('Another process works on it.');
  });
}
