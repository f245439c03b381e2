import { PlatenApiError, type PlatenClient } from '../client/dist/platen-client.js';
import { mapOrder, orderIdOf } from './map-order.ts';
import type { Mapping } from './mapping.ts';
import type { CurrentOrder, Shop, ShopOrder } from './shop.ts';

export interface Taking {
  mapping: Mapping;
  platen: Pick<PlatenClient, 'orders'>;
  shop: Pick<Shop, 'api'>;
}

/** Result for one order of the shop. Its sentences contain no personal data. */
export type Outcome =
  /** Platen's order now equals the shop's. */
  | { became: 'taken' | 'changed' | 'cancelled' | 'cancellation requested' }
  /** Nothing was to do. */
  | { became: 'left out'; why: string }
  /** Platen refused the order. Someone must correct the mapping, the shop's order or the catalogue. */
  | { became: 'refused'; problems: readonly string[] };

/** Client errors after which a retry may succeed, because Platen is busy or refuses access for now. */
const LATER = new Set([401, 403, 408, 425, 429]);

/**
 * Creates, changes or cancels the order in Platen so that it equals the shop's. Idempotent. Webhooks arrive
 * late and out of order, so it first reads the order's current state in the shop, unless `known` has it.
 * Throws ShopUnavailable, and PlatenError if a retry may succeed.
 */
export async function takeOrder(taking: Taking, shopOrder: ShopOrder, known?: CurrentOrder): Promise<Outcome> {
  const { mapping, shop } = taking;
  const now = known ?? (shop.api ? await shop.api.current(shopOrder.id) : shopOrder);
  // A wrong shop address finds no order either, so a missing order must not be cancelled.
  if (now?.isCancelled ?? shopOrder.isCancelled) return cancelOrder(taking, shopOrder.id);
  if (!now) return { became: 'left out', why: 'The shop has no such order. Check shopUrl if this is wrong.' };
  if (mapping.takeWhen.length > 0 && !mapping.takeWhen.includes(now.status))
    return {
      became: 'left out',
      why: `Its status is ${now.status || 'empty'}. Orders are taken in status ${mapping.takeWhen.join(' or ')}.`,
    };
  const mapped = mapOrder(shopOrder, mapping);
  if ('nothing' in mapped) return { became: 'left out', why: 'The mapping ignores all of its items.' };
  if ('problems' in mapped) return { became: 'refused', problems: mapped.problems };
  return makeOrder(taking, mapped.order, shopOrder.changed === now.changed);
}

/** `isCurrent` is true if the webhook had the shop's latest version of the order. */
async function makeOrder(
  { platen }: Taking,
  order: Parameters<PlatenClient['orders']['create']>[0],
  isCurrent: boolean,
): Promise<Outcome> {
  try {
    await platen.orders.create(order);
    return { became: 'taken' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.error !== 'order_already_exists') return refusalOf(error);
  }
  if (!isCurrent) return { became: 'left out', why: 'The shop has a newer version, which arrives by its own webhook.' };
  try {
    await platen.orders.replace(order);
    return { became: 'changed' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.error === 'order_not_changeable')
      return {
        became: 'left out',
        why: 'The center already makes it or has finished it, so the change comes too late.',
      };
    return refusalOf(error);
  }
}

async function cancelOrder({ mapping, platen }: Taking, id: string): Promise<Outcome> {
  try {
    const { outcome } = await platen.orders.cancel(orderIdOf(id, mapping), {
      reason: 'Cancelled in the shop.',
    });
    return { became: outcome === 'cancelled' ? 'cancelled' : 'cancellation requested' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.error === 'order_not_found') return { became: 'left out', why: 'It was cancelled before Platen had it.' };
    return refusalOf(error);
  }
}

function isRefusal(error: unknown): error is PlatenApiError {
  return (
    error instanceof PlatenApiError &&
    error.status < 500 &&
    !LATER.has(error.status) &&
    error.error !== 'unexpected_answer'
  );
}

function refusalOf({ violations, message }: PlatenApiError): Outcome {
  const problems = violations.map(({ pointer, message: what, allowed }) => {
    const values = allowed?.length ? ` Allowed: ${allowed.slice(0, 12).join(', ')}.` : '';
    return `Platen, at ${pointer || '/'}: ${what}${values}`;
  });
  return { became: 'refused', problems: problems.length > 0 ? problems : [`Platen: ${message}`] };
}
