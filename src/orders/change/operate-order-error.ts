import { invalidRequest } from '../../errors.ts';
import type { Order, StatusReason } from '../document/order-schemas.ts';
import type { OrderKey } from '../document/order-store.ts';
import { changeByStaff, type OperateContext, type OperateInput } from './change-by-staff.ts';
import type { ChangedOrder } from './change-order.ts';

const INDEX = /^\d+$/;

/**
 * Puts the order into ERROR with a reason that its customer sees and can mend; a request to cancel it ends, since it can be
 * cancelled at once now. Idempotent. Throws `invalid_request` for a pointer that leads nowhere.
 */
export async function failOrder(
  context: OperateContext,
  key: OrderKey,
  { by, isExpected, ...statusReason }: OperateInput & Pick<StatusReason, 'code' | 'message' | 'pointer'>,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, { by, ...(isExpected && { isExpected }) }, 'error', {
    isDone: ({ status, content }) => status === 'ERROR' && isSame(content.statusReason, statusReason),
    decide: ({ content }) => {
      if (statusReason.pointer !== undefined && !leadsSomewhere(content, statusReason.pointer)) {
        const message = '"pointer" must be a JSON Pointer to a part of the order, such as /items/0.';
        throw invalidRequest([{ pointer: '/pointer', code: 'unknown_pointer', message }]);
      }
      return {
        to: 'ERROR',
        by,
        reason: statusReason.code,
        extras: { statusReason, cancellation: null },
      };
    },
  });
}

function isSame(
  one: StatusReason | undefined,
  other: Pick<StatusReason, 'code' | 'message' | 'pointer'>,
): boolean {
  return one?.code === other.code && one.message === other.message && one.pointer === other.pointer;
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
