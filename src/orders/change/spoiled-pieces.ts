import type { Connection } from '../../database/transaction.ts';
import type { LeavingStock } from '../../stock/take-reserved.ts';
import type { LeavingPieces } from './apply-change.ts';
import { type BegunPiece, listBegunPieces } from './begun-pieces-store.ts';
import type { LockedOrder } from './order-change-store.ts';
import { type ScrappedPieces, scrappedPieces } from './scrap-rules.ts';

const BEGUN = 'It was begun when its order left production.';

/**
 * What leaves the shelf with an order that is taken out of production: the pieces that staff name as spoiled; where they name none at all, those that the
 * floor has begun, for nobody can use their blanks again. Throws as `scrappedPieces`. The order must be locked.
 */
export async function spoiledPieces(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  scrapped: readonly ScrappedPieces[] | undefined,
): Promise<{ leaving?: readonly LeavingPieces[]; leavingStock?: readonly LeavingStock[] }> {
  if (scrapped || order.status !== 'ACCEPTED') return scrappedPieces(order, scrapped);
  const begun = await listBegunPieces(connection, clientId, order.orderId);
  return begun.length > 0 ? { leavingStock: begun.flatMap(materialOf) } : {};
}

/** The blank, and what was applied to it. */
function materialOf({ sku, quantity, steps, stepsDone, isMade }: BegunPiece): LeavingStock[] {
  const all: { sku?: string }[] = JSON.parse(steps);
  const applied = (isMade ? all : all.slice(0, stepsDone)).flatMap((step) => step.sku ?? []);
  return [sku, ...applied].map((code) => ({
    kind: 'ARTICLE',
    code,
    quantity,
    reason: 'scrapped',
    note: BEGUN,
  }));
}
