import type { Actor } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection } from '../platform/database/transaction.ts';
import {
  changeStock,
  insertMovements,
  lockStock,
  reduceReservations,
  type StockLevel,
} from './stock-store.ts';

/** Blanks that an order has reserved and that are not there. */
export interface MissingStock {
  clientId: string;
  orderId: string;
  quantity: number;
}

/**
 * Whoever picks found fewer blanks than orders had reserved: these orders reserve so many less, and nothing of the blank is on the shelf for others, since whoever is
 * short has looked. What others have reserved stays as it is counted. The orders must be locked.
 */
export async function giveUpMissing(
  connection: Connection,
  sku: string,
  missing: readonly MissingStock[],
  { by: actor, now: occurred, note }: { by: Actor; now: Date; note: string },
): Promise<StockLevel> {
  const stock = { kind: 'ARTICLE', code: sku } as const;
  const [level = { onHand: 0, reserved: 0 }] = await lockStock(connection, [stock]);
  for (const [clientId, orders] of Map.groupBy(missing, (one) => one.clientId))
    await reduceReservations(
      connection,
      clientId,
      orders.map(({ orderId, quantity }) => ({ ...stock, orderId, quantity })),
    );
  const reservedChange = -missing.reduce((sum, { quantity }) => sum + quantity, 0);
  const reserved = level.reserved + reservedChange;
  const onHand = Math.min(level.onHand, reserved);
  const onHandChange = onHand - level.onHand;
  await changeStock(connection, [{ ...stock, onHandChange, reservedChange }]);
  const of = { ...stock, note, occurred, actor };
  await insertMovements(connection, [
    ...missing.map(({ clientId, orderId, quantity }) => ({
      ...of,
      clientId,
      orderId,
      reason: 'released' as const,
      onHandChange: 0,
      reservedChange: -quantity,
    })),
    ...(onHandChange === 0 ? [] : [{ ...of, reason: 'set' as const, onHandChange, reservedChange: 0 }]),
  ]);
  if (onHandChange !== 0)
    await recordAudit(connection, actor, occurred, {
      action: 'stock.set',
      subject: ['stock', `ARTICLE/${sku}`],
      detail: { by: onHandChange, onHand, reason: note },
    });
  return { onHand, reserved };
}
