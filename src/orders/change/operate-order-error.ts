import { invalidRequest } from '../../errors.ts';
import type { Order, StatusReason } from '../document/order-schemas.ts';
import type { OrderKey } from '../document/order-store.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import type { OperateContext, OperateInput } from './operate-order.ts';
import type { LockedOrder } from './order-change-store.ts';
import { requireTransition } from './order-states.ts';

const INDEX = /^\d+$/;

/**
 * Puts the order into ERROR with a reason that its customer sees and can mend; a request to cancel it ends, since it can be
 * cancelled at once now. Idempotent. Throws `invalid_request` for a pointer that leads nowhere.
 */
export async function failOrder(
  { pool, clock, onWork }: OperateContext,
  key: OrderKey,
  { by, ...statusReason }: OperateInput & Pick<StatusReason, 'code' | 'message' | 'pointer'>,
): Promise<ChangedOrder> {
  let inIntake: LockedOrder['mode'] | undefined;
  const changed = await changeOrder(pool, key, clock(), ({ status, content: order, mode }) => {
    if (status === 'ERROR' && isSame(order.statusReason, statusReason)) return undefined;
    requireTransition(status, 'ERROR', by.kind);
    if (statusReason.pointer !== undefined && !leadsSomewhere(order, statusReason.pointer)) {
      const message = '"pointer" must be a JSON Pointer to a part of the order, such as /items/0.';
      throw invalidRequest([{ pointer: '/pointer', code: 'unknown_pointer', message }]);
    }
    inIntake = status === 'NEW' ? mode : undefined;
    return {
      to: 'ERROR',
      by,
      reason: statusReason.code,
      extras: { statusReason, cancellation: null },
    };
  });
  // Its files may be under way, and are no longer needed.
  if (inIntake) onWork(key.clientId, inIntake);
  return changed;
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
