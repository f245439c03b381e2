import { type ChangedOrder, prepareChange } from '../orders/change/change-order.ts';
import { violation } from '../orders/create/body-rules.ts';
import { type ValidationContext, validateOrder } from '../orders/create/validate-order.ts';
import { ITEMS_CANCELLED } from '../orders/document/order-document.ts';
import type { Order } from '../orders/document/order-schemas.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import type { Work } from '../platform/database/transaction.ts';
import { ApiError, invalidRequest, type Violation } from '../platform/errors/errors.ts';
import { decideAmendment } from './amend-order.ts';

export type CancelledItem = { id: string; quantity?: number | undefined };

/**
 * Returns the work that takes items or pieces out of an order before production. The rest goes through intake
 * again, with the files and the stock that it has. Without a rest, the whole order is cancelled.
 * Throws `order_not_found`, `order_not_changeable` and `invalid_request`.
 */
export function prepareItemsCancellation(
  context: ValidationContext,
  key: OrderKey,
  items: readonly CancelledItem[],
  { by, reason, now }: { by: Actor; reason?: string | undefined; now: Date },
): Work<ChangedOrder> {
  return prepareChange(key, now, async (order) => {
    if (!['NEW', 'ASSIGNED', 'ERROR'].includes(order.status)) {
      const message = `The order is ${order.status}. Single items are cancelled before production only.`;
      throw new ApiError('order_not_changeable', message);
    }
    const violations = itemFaults(order.content, items);
    if (violations.length > 0) throw invalidRequest(violations);
    const left = itemsLeft(order.content, items);
    if (left.length === 0) return { to: 'CANCELLED', by, reason, extras: { statusReason: null, cancellation: null } };
    // The items were accepted before, so the catalogue of today is not asked.
    const rest = { ...order.content, items: left };
    const validated = await validateOrder(context, key.clientId, rest, [], { accepted: order.content });
    const changes = [decideAmendment(order, validated, by, now) ?? []].flat();
    return changes.map((change) => ({ ...change, reason: ITEMS_CANCELLED, correctionReason: reason }));
  });
}

function itemsLeft({ items }: Order, cancelled: readonly CancelledItem[]): Order['items'] {
  const byId = new Map(cancelled.map((one) => [one.id, one]));
  return items.flatMap((item) => {
    const one = byId.get(item.id);
    const quantity = one ? item.quantity - (one.quantity ?? item.quantity) : item.quantity;
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
}

function itemFaults({ items }: Order, cancelled: readonly CancelledItem[]): Violation[] {
  return cancelled.flatMap(({ id, quantity = 1 }, index): Violation[] => {
    const item = items.find((one) => one.id === id);
    if (!item) {
      const message = 'The order has no item with this id.';
      const allowed = items.map((one) => one.id);
      return [violation(`/items/${index}/id`, 'unknown_item', message, allowed)];
    }
    if (cancelled.findIndex((one) => one.id === id) < index) {
      const message = 'This item is listed twice. List each item once, with all its pieces.';
      return [violation(`/items/${index}/id`, 'duplicate_item_id', message)];
    }
    if (quantity <= item.quantity) return [];
    const message = `The order has ${item.quantity} of this item, so at most that many can be cancelled.`;
    return [violation(`/items/${index}/quantity`, 'too_large', message)];
  });
}
