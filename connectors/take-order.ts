import { PlatenApiError, type PlatenClient } from '../client/dist/platen-client.js';
import { mapOrder, orderIdOf } from './map-order.ts';
import type { Mapping } from './mapping.ts';
import type { Known } from './message-store.ts';
import type { ShopOrder } from './shop.ts';

export interface Taking {
  mapping: Mapping;
  platen: Pick<PlatenClient, 'orders'>;
  /** Replaces the texts of prints by the addresses of files. Undefined: the mapping has no texts. */
  drawTexts?: ((order: Mapped) => Promise<Mapped>) | undefined;
}

/** Result for one order of the shop. Its sentences contain no personal data. */
export type Outcome =
  /** Platen's order now equals the shop's. */
  | { became: 'taken' | 'changed' }
  /** `reason` was sent to Platen. */
  | { became: 'cancelled' | 'cancellation requested'; reason: string }
  /** Nothing was to do. */
  | { became: 'left out'; why: string }
  /** The shop wants the order to wait. */
  | { became: 'on hold' }
  /** Platen refused the order. Someone must correct the mapping, the shop's order or the catalogue. */
  | { became: 'refused'; problems: readonly string[] };

type Mapped = Extract<ReturnType<typeof mapOrder>, { order: unknown }>['order'];

/** The result, or the next step. */
type Decision = Outcome | { do: 'cancel'; reason: string } | { do: 'make'; order: Mapped };

/** Client errors after which a retry may succeed, because Platen is busy or refuses access for now. */
const LATER = new Set([401, 403, 408, 425, 429]);

/**
 * Creates, changes or cancels the order in Platen so that it equals the shop's. Idempotent. Throws
 * PlatenError if a retry may succeed.
 */
export async function takeOrder(taking: Taking, order: ShopOrder, known: Known): Promise<Outcome> {
  const decision = decideTaking(order, taking.mapping);
  if (!('do' in decision)) return decision;
  if (decision.do === 'make') return makeOrder(taking, decision.order, order, known);
  return cancelOrder(taking, order.id, decision.reason, known);
}

function decideTaking(order: ShopOrder, mapping: Mapping): Decision {
  const { status, cancelled, isRefundedInPart, isOnHold, isTest, isFulfilled } = order;
  if (cancelled) return { do: 'cancel', reason: cancelled };
  if (isFulfilled) return { became: 'left out', why: 'The shop has already shipped it.' };
  const { takeWhen, takeTestOrders } = mapping;
  if (isTest && !takeTestOrders)
    return { became: 'left out', why: 'It is a test order. "takeTestOrders" of the mapping takes such orders.' };
  // A refund is paid back from an order that was paid.
  const isReady = takeWhen.length === 0 || takeWhen.includes(status) || (isRefundedInPart && takeWhen.includes('paid'));
  if (!isReady) {
    const why = `Its status is ${status || 'empty'}. Orders are taken in status ${takeWhen.join(' or ')}.`;
    return { became: 'left out', why };
  }
  const mapped = mapOrder(order, mapping);
  if ('problems' in mapped) return isOnHold ? { became: 'on hold' } : { became: 'refused', problems: mapped.problems };
  if ('order' in mapped) return { do: 'make', order: mapped.order };
  if (isRefundedInPart) return { do: 'cancel', reason: 'Refunded in the shop.' };
  return { became: 'left out', why: 'The mapping ignores all of its items.' };
}

async function makeOrder(taking: Taking, mapped: Mapped, shopOrder: ShopOrder, known: Known): Promise<Outcome> {
  const { orders } = taking.platen;
  const order = (await taking.drawTexts?.(mapped)) ?? mapped;
  try {
    // An order that was taken before the hold still follows the shop's changes.
    if (!shopOrder.isOnHold) {
      await orders.create(order);
      return { became: 'taken' };
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.error !== 'order_already_exists') return refusalOf(error);
  }
  try {
    await orders.replace(order);
    return { became: 'changed' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.error === 'order_not_found') return { became: 'on hold' };
    if (error.error !== 'order_not_changeable') return refusalOf(error);
  }
  const current = shopOrder.isRefundedInPart ? await orders.get(order.orderId) : undefined;
  const refunded = current ? refundedItems(current.items, order.items) : '';
  if (refunded === '') {
    const why = 'The center already makes it or has finished it, so the change comes too late.';
    return { became: 'left out', why };
  }
  return cancelOrder(taking, shopOrder.id, `Refunded in the shop: ${refunded}.`, known);
}

type Items = readonly { id?: string; quantity: number }[];

/** Returns which pieces Platen has and the shop no longer wants: `1 of item 11, 2 of item 12`. */
function refundedItems(inPlaten: Items, inShop: Items): string {
  const wanted = new Map(inShop.map(({ id, quantity }) => [id, quantity]));
  return inPlaten
    .map(({ id, quantity }) => ({ id, refunded: quantity - (wanted.get(id) ?? 0) }))
    .filter(({ refunded }) => refunded > 0)
    .map(({ id, refunded }) => `${refunded} of item ${id}`)
    .join(', ');
}

async function cancelOrder({ mapping, platen }: Taking, id: string, reason: string, known: Known): Promise<Outcome> {
  // Staff may have rejected the request, so it is not repeated with each change in the shop.
  if (known.cancelled === reason) return { became: 'left out', why: 'The cancellation was already sent.' };
  try {
    const { outcome } = await platen.orders.cancel(orderIdOf(id, mapping), { reason });
    return { became: outcome === 'cancelled' ? 'cancelled' : 'cancellation requested', reason };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.error === 'order_not_found') return { became: 'left out', why: 'It was cancelled before Platen had it.' };
    if (error.error === 'order_not_cancellable') return { became: 'left out', why: 'It has already been shipped.' };
    return refusalOf(error);
  }
}

/** Returns whether Platen will refuse the same request again. */
export function isRefusal(error: unknown): error is PlatenApiError {
  return (
    error instanceof PlatenApiError &&
    error.status < 500 &&
    !LATER.has(error.status) &&
    error.error !== 'unexpected_answer'
  );
}

function refusalOf({ violations, message }: PlatenApiError): Outcome {
  const problems = violations.map(({ pointer, code, message: what, allowed }) => {
    const values = allowed?.length ? ` Allowed: ${allowed.slice(0, 12).join(', ')}.` : '';
    return `${what}${values} (Platen, at ${pointer || '/'}: ${code})`;
  });
  return { became: 'refused', problems: problems.length > 0 ? problems : [`Platen: ${message}`] };
}
