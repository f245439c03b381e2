import type { OrderKey } from '../document/order-store.ts';
import { rejectWish } from './cancellation-rules.ts';
import { changeByStaff, type OperateContext, type OperateInput } from './change-by-staff.ts';
import type { ChangedOrder } from './change-order.ts';
import type { LockedOrder } from './order-change-store.ts';
import type { ScrappedPieces } from './scrap-rules.ts';
import { spoiledPieces } from './spoiled-pieces.ts';

interface Reasoned extends OperateInput {
  reason?: string | undefined;
}

interface Scrapping extends OperateInput {
  /** Pieces of an order in production that were spoiled: they leave the shelf, and the rest is given back. Absent: those that the floor has begun. */
  scrapped?: readonly ScrappedPieces[] | undefined;
}

interface TryingAgain extends OperateInput {
  /** Also the files that are kept are fetched anew. */
  refetch?: boolean | undefined;
}

/** Takes the order into production. Idempotent, as all verbs are; see `changeByStaff` for what they throw. */
export async function acceptOrder(
  context: OperateContext,
  key: OrderKey,
  input: OperateInput,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'accept', {
    isDone: ({ status }) => status === 'ACCEPTED',
    decide: () => ({ to: 'ACCEPTED', by: input.by, extras: { statusReason: null, cancellation: null } }),
  });
}

/** Begins the intake of an order in ERROR anew: every file that is not kept yet, and the stock. */
export async function reopenOrder(
  context: OperateContext,
  key: OrderKey,
  input: TryingAgain,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'reopen', {
    isDone: ({ status }) => status === 'NEW',
    decide: (_, now) => beginAnew(input, 'reopened', now),
  });
}

/**
 * Has an order that waits for a file or for stock tried at once, from the first attempt on; one in ERROR is thereby reopened. Nothing is to be
 * done for one that is being taken in.
 */
export async function retryOrder(
  context: OperateContext,
  key: OrderKey,
  input: TryingAgain,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'retry', {
    isDone: ({ status, content }) => status === 'NEW' && content.statusReason === undefined,
    decide: ({ status }, now) => {
      if (status === 'ERROR') return beginAnew(input, 'retried', now);
      const { to: _, ...change } = beginAnew(input, 'retried', now);
      return { event: 'order.updated', ...change, stopsWaiting: true };
    },
  });
}

/** Cancels the order, also from production; a cancellation that was requested is thereby accepted. What has left stays with its customer. */
export async function cancelByOperator(
  context: OperateContext,
  key: OrderKey,
  input: Reasoned & Scrapping,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'cancel', {
    isDone: ({ status }) => status === 'CANCELLED',
    decide: async (order, _, connection) => ({
      ...cancellationBy(order, input, input.reason),
      ...(await spoiledPieces(connection, key.clientId, order, input.scrapped)),
    }),
  });
}

/** Grants the customer's wish to cancel. */
export async function acceptCancellation(
  context: OperateContext,
  key: OrderKey,
  input: Scrapping,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'cancellation/accept', {
    isDone: ({ status, content }) => status === 'CANCELLED' && content.cancellation?.status === 'ACCEPTED',
    decide: async (order, _, connection) => ({
      ...cancellationBy(order, input, order.content.cancellation?.reason),
      ...(await spoiledPieces(connection, key.clientId, order, input.scrapped)),
    }),
  });
}

/** Declines the customer's wish to cancel; production goes on. */
export async function rejectCancellation(
  context: OperateContext,
  key: OrderKey,
  { reason, ...input }: Reasoned,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'cancellation/reject', {
    isDone: ({ status, content }) => status === 'ACCEPTED' && content.cancellation?.status === 'REJECTED',
    decide: ({ content }) => rejectWish(content, input.by, reason),
  });
}

function cancellationBy(order: LockedOrder, { by }: Scrapping, reason: string | undefined) {
  const { cancellation } = order.content;
  return {
    to: 'CANCELLED' as const,
    by,
    reason,
    extras: {
      statusReason: null,
      ...(cancellation?.status === 'REQUESTED' && {
        cancellation: { ...cancellation, status: 'ACCEPTED' as const },
      }),
    },
  };
}

function beginAnew({ by, refetch }: TryingAgain, reason: string, now: Date) {
  return { to: 'NEW' as const, by, reason, extras: { statusReason: null }, workDue: now, refetch };
}
