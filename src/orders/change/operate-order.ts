import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { invalidRequest } from '../../platform/errors/errors.ts';
import type { LeavingStock } from '../../stock/stock-change-rules.ts';
import type { Order, StatusReason } from '../document/order-schemas.ts';
import type { LockedOrder } from '../rows/order-row-store.ts';
import type { LeavingPieces, OrderChange } from './apply-change.ts';
import { type OperateInput, type StaffChange, staffVerb } from './change-order.ts';
import { type BegunPiece, listBegunPieces } from './order-change-store.ts';
import { REJECTED_BY, rejectRequest, type ScrappedPieces, scrappedPieces } from './staff-verb-rules.ts';

interface Reasoned extends OperateInput {
  reason?: string | undefined;
}

interface Scrapping extends OperateInput {
  /**
   * Pieces that were spoiled in production. They leave the shelf, and the other reserved stock is freed.
   * Absent: the pieces that the floor has begun.
   */
  scrapped?: readonly ScrappedPieces[] | undefined;
}

interface TryingAgain extends OperateInput {
  /** Also fetches the files that are kept. */
  refetch?: boolean | undefined;
}

export const acceptOrder = staffVerb<OperateInput>('accept', ({ by }) => ({
  isDone: ({ status }) => status === 'ACCEPTED',
  decide: () => acceptance(by),
}));

/** Returns the change that takes an order into production. */
export function acceptance(by: Actor): OrderChange {
  return { to: 'ACCEPTED', by, extras: { statusReason: null, cancellation: null } };
}

/** Restarts the intake of an order in ERROR: fetches missing files and reserves stock. */
export const reopenOrder = staffVerb<TryingAgain>('reopen', (input) => ({
  isDone: ({ status }) => status === 'NEW',
  decide: (_, now) => restartIntake(input, 'reopened', now),
}));

/**
 * Retries an order that waits for a file or for stock, from the first attempt. Reopens an order in ERROR.
 * Does nothing while intake is running.
 */
export const retryOrder = staffVerb<TryingAgain>('retry', (input) => ({
  isDone: ({ status, content }) => status === 'NEW' && content.statusReason === undefined,
  decide: ({ status }, now) => {
    if (status === 'ERROR') return restartIntake(input, 'retried', now);
    const { to: _, ...change } = restartIntake(input, 'retried', now);
    return { event: 'order.updated', ...change, stopsWaiting: true };
  },
}));

/** Cancels the order, also in production. Grants a pending cancellation request. */
export const cancelByOperator = staffVerb<Reasoned & Scrapping>('cancel', (input, key) => ({
  isDone: ({ status }) => status === 'CANCELLED',
  decide: async (order, _, connection) => ({
    ...cancellationChange(order, input, input.reason),
    ...(await listSpoiledPieces(connection, key.clientId, order, input.scrapped)),
  }),
}));

export const acceptCancellation = staffVerb<Scrapping>('cancellation/accept', (input, key) => ({
  isDone: ({ status, content }) => status === 'CANCELLED' && content.cancellation?.status === 'ACCEPTED',
  decide: async (order, _, connection) => ({
    ...cancellationChange(order, input, order.content.cancellation?.reason),
    ...(await listSpoiledPieces(connection, key.clientId, order, input.scrapped)),
  }),
}));

/** Rejects the customer's cancellation request; production continues. */
export const rejectCancellation = staffVerb<Reasoned>('cancellation/reject', ({ by, reason }) => ({
  isDone: ({ status, content }) => status === 'ACCEPTED' && content.cancellation?.status === 'REJECTED',
  decide: ({ content }) => rejectRequest(content, by, reason),
}));

function cancellationChange(order: LockedOrder, { by }: Scrapping, reason: string | undefined) {
  const { cancellation } = order.content;
  return {
    to: 'CANCELLED' as const,
    by,
    reason,
    extras: {
      statusReason: null,
      ...(cancellation?.status === 'REQUESTED' && { cancellation: { ...cancellation, status: 'ACCEPTED' as const } }),
    },
  };
}

function restartIntake({ by, refetch }: TryingAgain, reason: string, now: Date) {
  return { to: 'NEW' as const, by, reason, extras: { statusReason: null }, workDue: now, refetch };
}

const BEGUN = 'It was begun when its order left production.';

/**
 * Lists the pieces to take off the shelf when an order leaves production: the pieces that staff name as
 * spoiled. If staff name none, lists the pieces that the floor has begun, because their blanks cannot be used
 * again. Throws like `scrappedPieces`. The order must be locked.
 */
async function listSpoiledPieces(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  scrapped: readonly ScrappedPieces[] | undefined,
): Promise<{ leaving?: readonly LeavingPieces[]; leavingStock?: readonly LeavingStock[] }> {
  if (scrapped || order.status !== 'ACCEPTED') return scrappedPieces(order, scrapped);
  const begun = await listBegunPieces(connection, clientId, order.orderId);
  return begun.length > 0 ? { leavingStock: begun.flatMap(materialOf) } : {};
}

function materialOf({ sku, quantity, steps, stepsDone, isMade }: BegunPiece): LeavingStock[] {
  const all: { sku?: string }[] = JSON.parse(steps);
  const applied = (isMade ? all : all.slice(0, stepsDone)).flatMap((step) => step.sku ?? []);
  return [sku, ...applied].map((code) => ({ kind: 'ARTICLE', code, quantity, reason: 'scrapped', note: BEGUN }));
}

const DEFAULT_ERROR_CODE = 'production_problem';
const INDEX = /^\d+$/;

/**
 * Puts the order into ERROR with a reason for its customer, or corrects the reason of an order in ERROR. A
 * pending cancellation request is rejected, because the customer can now cancel at once.
 * Spoiled pieces leave the shelf (see `listSpoiledPieces`). Idempotent.
 * Throws `invalid_request` for a pointer to no part of the order, and for pieces that the order does not
 * have.
 */
export const failOrder = staffVerb<Failure & OperateInput>('error', ({ isExpected: _, ...failure }, key) =>
  failureVerb(key.clientId, failure),
);

export type Failure = Partial<Omit<StatusReason, 'heldBy'>> &
  Pick<StatusReason, 'message'> & { by: Actor; scrapped?: readonly ScrappedPieces[] | undefined };

/** Returns the action of staff that puts an order of the client into ERROR. */
export function failureVerb(clientId: string, { by, scrapped, ...given }: Failure): StaffChange {
  return {
    isDone: ({ status, content }) =>
      status === 'ERROR' && isDeepStrictEqual(content.statusReason, correctReason(content, given)),
    decide: async (order, _, connection) => {
      const { status, content } = order;
      const isError = status === 'ERROR';
      const statusReason = isError ? correctReason(content, given) : { code: DEFAULT_ERROR_CODE, ...given };
      if (given.pointer !== undefined && !existsIn(content, given.pointer)) {
        const message = '"pointer" must be a JSON Pointer to a part of the order, such as /items/0.';
        throw invalidRequest([{ pointer: '/pointer', code: 'unknown_pointer', message }]);
      }
      const pieces = await listSpoiledPieces(connection, clientId, order, scrapped);
      const change = { by, reason: statusReason.code, extras: { statusReason }, ...pieces };
      if (isError) return { event: 'order.updated', ...change };
      return [...rejectRequest(content, by, REJECTED_BY.failed), { to: 'ERROR', ...change }];
    },
  };
}

/** Keeps code and pointer if they are not given. */
function correctReason(
  { statusReason }: Order,
  given: Partial<StatusReason> & Pick<StatusReason, 'message'>,
): StatusReason {
  return { code: DEFAULT_ERROR_CODE, ...statusReason, ...given };
}

/** Resolves a JSON Pointer (RFC 6901, section 4). */
function existsIn(order: Order, pointer: string): boolean {
  if (!pointer.startsWith('/')) return false;
  let at: unknown = order;
  for (const escaped of pointer.slice(1).split('/')) {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    if (Array.isArray(at) && !INDEX.test(name)) return false;
    at = (at as Record<string, unknown>)[name];
  }
  return true;
}
