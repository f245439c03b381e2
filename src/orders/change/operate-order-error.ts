import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../audit/actor.ts';
import { invalidRequest } from '../../errors.ts';
import type { Order, StatusReason } from '../document/order-schemas.ts';
import type { OrderKey } from '../document/order-store.ts';
import { REJECTED_BY, rejectWish } from './cancellation-rules.ts';
import {
  changeByStaff,
  type OperateContext,
  type OperateInput,
  type StaffChange,
} from './change-by-staff.ts';
import type { ChangedOrder } from './change-order.ts';
import type { ScrappedPieces } from './scrap-rules.ts';
import { spoiledPieces } from './spoiled-pieces.ts';

/** Where staff give no code. */
const DEFAULT_ERROR_CODE = 'production_problem';
const INDEX = /^\d+$/;

/**
 * Puts the order into ERROR with a reason that its customer sees and can mend, or corrects the reason of one that is there. A wish to
 * cancel it ends, since it can be cancelled at once now. Of an order in production the pieces that were spoiled
 * (`scrapped`; absent: those that the floor has begun) leave the shelf. Idempotent. Throws `invalid_request` for a pointer that leads nowhere, and for pieces that the order does not have.
 */
export async function failOrder(
  context: OperateContext,
  key: OrderKey,
  { isExpected, ...failure }: Failure & OperateInput,
): Promise<ChangedOrder> {
  const input = { by: failure.by, ...(isExpected && { isExpected }) };
  return changeByStaff(context, key, input, 'error', failing(key.clientId, failure));
}

/** Why, by whom, and what was spoiled. */
export type Failure = Partial<StatusReason> &
  Pick<StatusReason, 'message'> & { by: Actor; scrapped?: readonly ScrappedPieces[] | undefined };

/** What puts an order of the client into ERROR. */
export function failing(clientId: string, { by, scrapped, ...given }: Failure): StaffChange {
  return {
    isDone: ({ status, content }) =>
      status === 'ERROR' && isDeepStrictEqual(content.statusReason, corrected(content, given)),
    decide: async (order, _, connection) => {
      const { status, content } = order;
      const isError = status === 'ERROR';
      const statusReason = isError ? corrected(content, given) : { code: DEFAULT_ERROR_CODE, ...given };
      if (given.pointer !== undefined && !leadsSomewhere(content, given.pointer)) {
        const message = '"pointer" must be a JSON Pointer to a part of the order, such as /items/0.';
        throw invalidRequest([{ pointer: '/pointer', code: 'unknown_pointer', message }]);
      }
      const pieces = await spoiledPieces(connection, clientId, order, scrapped);
      const change = { by, reason: statusReason.code, extras: { statusReason }, ...pieces };
      if (isError) return { event: 'order.updated', ...change };
      return [...rejectWish(content, by, REJECTED_BY.failed), { to: 'ERROR', ...change }];
    },
  };
}

/** Code and pointer that are not given stay. */
function corrected(
  { statusReason }: Order,
  given: Partial<StatusReason> & Pick<StatusReason, 'message'>,
): StatusReason {
  return { code: DEFAULT_ERROR_CODE, ...statusReason, ...given };
}

/** RFC 6901, 4: to a property that the order has, or to an element of a list by its index. */
function leadsSomewhere(order: Order, pointer: string): boolean {
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
