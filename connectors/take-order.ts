import { PlatenApiError, type PlatenClient } from '../client/dist/platen-client.js';
import { mapOrder, orderIdOf } from './map-order.ts';
import type { Mapping } from './mapping.ts';
import type { CurrentOrder, Shop, ShopOrder } from './shop.ts';

export interface Taking {
  mapping: Mapping;
  platen: Pick<PlatenClient, 'orders'>;
  shop: Pick<Shop, 'api'>;
}

/** What became of an order of the shop. No sentence has personal data. */
export type Outcome =
  /** Platen has it as the shop has it. */
  | { became: 'taken' | 'changed' | 'cancelled' | 'cancellation requested' }
  /** There is nothing to do. */
  | { became: 'left out'; why: string }
  /** It cannot be taken until somebody mends the mapping, the shop's order or the catalogue. */
  | { became: 'refused'; problems: readonly string[] };

/** Statuses of answers after which trying again may help: Platen is busy, away, or does not let us in for now. */
const LATER = new Set([401, 403, 408, 425, 429]);

/**
 * Has Platen's order be as the shop's is: makes it, changes it, or cancels it. Doing it again changes nothing. Webhooks come late and out of order, so
 * the shop is asked first whether that is still so, unless that is `known`. Throws ShopUnavailable, and PlatenError where trying again may help.
 */
export async function takeOrder(taking: Taking, told: ShopOrder, known?: CurrentOrder): Promise<Outcome> {
  const { mapping, shop } = taking;
  const now = known ?? (shop.api ? await shop.api.current(told.id) : told);
  // An address that leads elsewhere finds no order either, and must not cancel all of them.
  if (now?.isCancelled ?? told.isCancelled) return cancelOrder(taking, told.id);
  if (!now) return { became: 'left out', why: 'The shop has no such order, or its API is elsewhere.' };
  if (mapping.takeWhen.length > 0 && !mapping.takeWhen.includes(now.status))
    return {
      became: 'left out',
      why: `It is ${now.status || 'without a status'}, and taken when ${mapping.takeWhen.join(' or ')}.`,
    };
  const mapped = mapOrder(told, mapping);
  if ('nothing' in mapped) return { became: 'left out', why: 'Nothing in it is for Platen.' };
  if ('problems' in mapped) return { became: 'refused', problems: mapped.problems };
  return makeOrder(taking, mapped.order, told.changed === now.changed);
}

/** `isCurrent`: it is what the shop has now, and not an earlier word of it. */
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
    if (error.error !== 'order_already_exists') return refused(error);
  }
  if (!isCurrent)
    return { became: 'left out', why: 'The shop has changed it since, and tells of that by itself.' };
  try {
    await platen.orders.replace(order);
    return { became: 'changed' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.error === 'order_not_changeable')
      return { became: 'left out', why: 'It is made as it was: the center works on it, or is done.' };
    return refused(error);
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
    if (error.error === 'order_not_found')
      return { became: 'left out', why: 'It was cancelled before Platen had it.' };
    return refused(error);
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

function refused({ violations, message }: PlatenApiError): Outcome {
  const problems = violations.map(({ pointer, message: what, allowed }) => {
    const values = allowed?.length ? ` Allowed: ${allowed.slice(0, 12).join(', ')}.` : '';
    return `Platen, at ${pointer || '/'}: ${what}${values}`;
  });
  return { became: 'refused', problems: problems.length > 0 ? problems : [`Platen: ${message}`] };
}
