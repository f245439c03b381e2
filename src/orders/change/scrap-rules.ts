import { invalidRequest, type Violation } from '../../platform/errors/errors.ts';
import type { LeavingPieces } from './apply-change.ts';
import type { LockedOrder } from './order-change-store.ts';
import { leftInWords, piecesLeft } from './shipment-rules.ts';
import { refusal } from './staff-verb-rules.ts';

/** Pieces of an item that were spoiled in production. */
export interface ScrappedPieces {
  /** Id of the item. */
  item: string;
  quantity: number;
  /** In the words of staff, for the ledger. */
  reason: string;
}

/**
 * What leaves the shelf for the pieces that were spoiled. Throws `invalid_request` for pieces that the order does not have, or no longer has, and
 * `order_not_changeable` where nothing of it is in production.
 */
export function scrappedPieces(
  order: LockedOrder,
  scrapped: readonly ScrappedPieces[] = [],
): { leaving?: readonly LeavingPieces[] } {
  if (scrapped.length === 0) return {};
  if (order.status !== 'ACCEPTED')
    throw refusal(order, 'nothing of it is in production, so no piece of it can be scrapped');
  const violations = scrapViolations(order.content, scrapped);
  if (violations.length > 0) throw invalidRequest(violations);
  return {
    leaving: scrapped.map(({ item, quantity, reason }) => ({
      id: item,
      quantity,
      reason: 'scrapped' as const,
      note: reason,
    })),
  };
}

function scrapViolations(
  content: Parameters<typeof piecesLeft>[0],
  scrapped: readonly ScrappedPieces[],
): Violation[] {
  const left = piecesLeft(content);
  const named = new Set<string>();
  return scrapped.flatMap(({ item, quantity }, index): Violation[] => {
    const at = `/scrapped/${index}`;
    const ofItem = left.get(item);
    if (ofItem === undefined) {
      const message = 'The order has no item with this id.';
      return [{ pointer: `${at}/item`, code: 'unknown_item', message, allowed: [...left.keys()] }];
    }
    if (named.has(item)) {
      const message = 'This item is named before; name each item once, with all its pieces.';
      return [{ pointer: `${at}/item`, code: 'duplicate_item_id', message }];
    }
    named.add(item);
    if (quantity <= ofItem) return [];
    const message = `At most ${ofItem} of this item can be scrapped, since no more of it is in production: ${leftInWords(left)}.`;
    return [{ pointer: `${at}/quantity`, code: 'too_large', message }];
  });
}
