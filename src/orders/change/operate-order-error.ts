import { isDeepStrictEqual } from 'node:util';
import { invalidRequest } from '../../errors.ts';
import type { Order, StatusReason } from '../document/order-schemas.ts';
import type { OrderKey } from '../document/order-store.ts';
import { REJECTED_BY, rejectWish } from './cancellation-rules.ts';
import { changeByStaff, type OperateContext, type OperateInput } from './change-by-staff.ts';
import type { ChangedOrder } from './change-order.ts';
import { type ScrappedPieces, scrappedPieces } from './scrap-rules.ts';

/** Where staff give no code. */
const DEFAULT_ERROR_CODE = 'production_problem';
const INDEX = /^\d+$/;

/**
 * Puts the order into ERROR with a reason that its customer sees and can mend, or corrects the reason of one that is there. A wish to
 * cancel it ends, since it can be cancelled at once now. Of an order in production the pieces that were spoiled
 * (`scrapped`) leave the shelf. Idempotent. Throws `invalid_request` for a pointer that leads nowhere, and for pieces that the order does not have.
 */
export async function failOrder(
  context: OperateContext,
  key: OrderKey,
  {
    by,
    isExpected,
    scrapped = [],
    ...given
  }: OperateInput &
    Partial<StatusReason> &
    Pick<StatusReason, 'message'> & { scrapped?: readonly ScrappedPieces[] },
): Promise<ChangedOrder> {
  return changeByStaff(context, key, { by, ...(isExpected && { isExpected }) }, 'error', {
    isDone: ({ status, content }) =>
      status === 'ERROR' && isDeepStrictEqual(content.statusReason, corrected(content, given)),
    decide: (order) => {
      const { status, content } = order;
      const isError = status === 'ERROR';
      const statusReason = isError ? corrected(content, given) : { code: DEFAULT_ERROR_CODE, ...given };
      if (given.pointer !== undefined && !leadsSomewhere(content, given.pointer)) {
        const message = '"pointer" must be a JSON Pointer to a part of the order, such as /items/0.';
        throw invalidRequest([{ pointer: '/pointer', code: 'unknown_pointer', message }]);
      }
      const pieces = scrappedPieces(order, scrapped);
      const change = { by, reason: statusReason.code, extras: { statusReason }, ...pieces };
      if (isError) return { event: 'order.updated', ...change };
      return [...rejectWish(content, by, REJECTED_BY.failed), { to: 'ERROR', ...change }];
    },
  });
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
