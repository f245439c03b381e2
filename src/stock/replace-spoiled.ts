import type { Connection } from '../database/transaction.ts';
import type { OrderBy } from './release-stock.ts';
import { stockKey } from './stock-rules.ts';
import { lockStock, reserveStock, type StockQuantity } from './stock-store.ts';
import { takeReserved } from './take-reserved.ts';

/**
 * Takes pieces that were spoiled off the shelf, out of what the order has reserved, and reserves as many anew for their successors: what has waited
 * for it longer has its own. Answers whether all of it was there; else nothing is reserved. The order must be locked.
 */
export async function replaceSpoiled(
  connection: Connection,
  clientId: string,
  { orderId, by }: OrderBy,
  spoiled: readonly StockQuantity[],
  { reason, occurred }: { reason: string; occurred: Date },
): Promise<boolean> {
  const leaving = spoiled.map((one) => ({ ...one, reason: 'scrapped' as const, note: reason }));
  await takeReserved(connection, clientId, [{ orderId, by, leaving }], occurred);
  return reserveMore(connection, clientId, { orderId, by }, spoiled, occurred);
}

/** Reserves more for an order in production, all of it or nothing; answers whether it did. The order must be locked. */
export async function reserveMore(
  connection: Connection,
  clientId: string,
  { orderId, by: actor }: OrderBy,
  needs: readonly StockQuantity[],
  occurred: Date,
): Promise<boolean> {
  const levels = new Map((await lockStock(connection, needs)).map((one) => [stockKey(one), one]));
  const isThere = needs.every((need) => {
    const level = levels.get(stockKey(need));
    return level !== undefined && level.onHand - level.reserved >= need.quantity;
  });
  if (isThere)
    await reserveStock(
      connection,
      clientId,
      needs.map((need) => ({ ...need, orderId })),
      { occurred, actor },
    );
  return isThere;
}
