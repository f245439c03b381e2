import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { SYSTEM } from '../../platform/audit/actor.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { problemMessage } from '../../platform/errors/problem-messages.ts';
import { isConnectionLost } from '../../platform/observability/database-faults.ts';
import type { FaultLog } from '../../platform/observability/fault-log.ts';
import { endReservations, endWaiting, lockReservedStock } from '../../stock/change-stock.ts';
import { postponeWork } from '../rows/order-queue-store.ts';
import { failUnreadable, lockOrderVersion, type OrderKey } from '../rows/order-row-store.ts';
import { changeOrder } from './change-order.ts';

/** Failures after which the order goes to ERROR, where staff see it. */
export const INTERNAL_FAILURES_MAX = 8;
const FIRST_WAIT_SECONDS = 10;
/** Factor between two waits. Together they last nine hours, in which staff can repair a disk. */
const WAIT_FACTOR = 3;
const WAIT_SECONDS_MAX = 6 * 3_600;
/** Wait after a lost connection, which says nothing about the order. */
const LOST_WAIT_SECONDS = 1;

const INTERNAL_PROBLEM = { code: 'internal_problem', message: problemMessage('internal_problem') };

export interface InternalFailureContext {
  pool: Pool;
  clock: () => Date;
  log: FastifyBaseLogger;
  faults: FaultLog;
}

/**
 * Records that background work on an order failed for an internal reason, not because of its customer or a
 * file host.
 * Postpones the order with exponential backoff, and puts it into ERROR after INTERNAL_FAILURES_MAX failures.
 * Never rejects: if recording fails too, the order stays due.
 */
export async function recordInternalFailure(
  context: InternalFailureContext,
  clientId: string,
  { orderId, version, ownFailures }: { orderId: string; version: number; ownFailures: number },
  error: unknown,
): Promise<void> {
  const { pool, clock, log, faults } = context;
  // While the database is unreachable everything fails, so this does not count.
  const isLost = isConnectionLost(error);
  const failures = isLost ? ownFailures : ownFailures + 1;
  const isGivenUp = failures > INTERNAL_FAILURES_MAX;
  const fields = { err: error, clientId, orderId, failures };
  const isOfDependency = faults.caught(error);
  if (isGivenUp) log.error(fields, 'the work on an order failed too often and was given up');
  else if (!isOfDependency) log.error(fields, 'the work on an order failed and is tried again later');
  try {
    if (isGivenUp) {
      await changeOrder(pool, { clientId, orderId }, clock(), (order) => {
        if (order.version !== version) return undefined;
        const { code } = INTERNAL_PROBLEM;
        const extras = { statusReason: INTERNAL_PROBLEM };
        return { to: 'ERROR', by: SYSTEM, reason: code, extras };
      });
      return;
    }
  } catch (failure) {
    if (!faults.caught(failure)) log.error({ err: failure, clientId, orderId }, 'an order could not be given up');
    // JSON.parse throws it, and no later attempt can read the document either.
    if (failure instanceof SyntaxError) return failUnreadableOrder(context, clientId, { orderId, version });
  }
  const waitSeconds = isLost ? LOST_WAIT_SECONDS : waitSecondsAfter(failures);
  const due = new Date(clock().getTime() + waitSeconds * 1000);
  await inTransaction(pool, async (connection) => {
    if ((await lockOrderVersion(connection, clientId, orderId)) !== version) return;
    // The order leaves the queue for stock. Its intake returns it to its place.
    await lockReservedStock(connection, clientId, [orderId]);
    await endWaiting(connection, clientId, [orderId], []);
    await postponeWork(connection, clientId, orderId, version, { due, ownFailures: failures });
  }).catch((failure) => {
    if (!faults.caught(failure))
      log.error({ err: failure, clientId, orderId }, 'the work on an order could not be put off');
  });
}

const waitSecondsAfter = (failures: number) =>
  Math.min(FIRST_WAIT_SECONDS * WAIT_FACTOR ** Math.max(0, failures - 1), WAIT_SECONDS_MAX);

export type PostponeContext = Pick<InternalFailureContext, 'clock' | 'log' | 'faults'>;

/**
 * Logs the error of one order of a queue, and passes the time of its next attempt to `postpone`. The order
 * then does not block the others. Throws the error again if a dependency caused it, such as the database.
 */
export async function postponeFailedOrder(
  { clock, log, faults }: PostponeContext,
  { failures, ...order }: OrderKey & { failures: number },
  error: unknown,
  postpone: (retryAt: Date) => Promise<void>,
): Promise<void> {
  if (faults.caught(error)) throw error;
  log.error({ err: error, ...order, failures: failures + 1 }, 'an order is set aside and tried again later');
  await postpone(new Date(clock().getTime() + waitSecondsAfter(failures + 1) * 1_000));
}

/**
 * Puts an order with an unreadable document into ERROR, where staff find it, and frees its stock.
 * The document stays and no event is recorded: only a backup has its content.
 */
async function failUnreadableOrder(
  { pool, clock, log, faults }: InternalFailureContext,
  clientId: string,
  { orderId, version }: { orderId: string; version: number },
): Promise<void> {
  const now = clock();
  await inTransaction(pool, async (connection) => {
    if ((await lockOrderVersion(connection, clientId, orderId)) !== version) return;
    await lockReservedStock(connection, clientId, [orderId]);
    const held = await endWaiting(connection, clientId, [orderId], []);
    await endReservations(connection, clientId, [{ orderId, by: SYSTEM }], 'release', { held, occurred: now });
    const reasonCode = INTERNAL_PROBLEM.code;
    await failUnreadable(connection, clientId, orderId, { reasonCode, now });
  }).catch((failure) => {
    if (!faults.caught(failure))
      log.error({ err: failure, clientId, orderId }, 'an order that cannot be read could not be given up');
  });
}
