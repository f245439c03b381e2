import { randomUUIDv7 } from 'node:crypto';
import type { Connection } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { ON_HAND_MAX } from './adjust-stock.ts';
import type { OrderBy } from './release-stock.ts';
import { distinctCodes, stockKey, sumByCode } from './stock-rules.ts';
import { changeStock, insertMovements, lockStock, type StockQuantity } from './stock-store.ts';
import { wakeWaits } from './stock-waits-store.ts';

/** Pieces that came back from who had bought them. */
export interface ReturnedStock extends StockQuantity {
  /** They go on no shelf. */
  isWaste: boolean;
  /** Why they came back, and what was said of them. */
  note: string;
}

/**
 * Puts pieces of an order that came back on the shelf, and has those tried who wait for them. What is waste comes back and is scrapped, so that the ledger has
 * it once as each. The order must be locked. Throws `too_much_stock`.
 */
export async function takeBack(
  connection: Connection,
  clientId: string,
  { orderId, by: actor }: OrderBy,
  returned: readonly ReturnedStock[],
  occurred: Date,
): Promise<void> {
  const levels = new Map(
    (await lockStock(connection, distinctCodes(returned))).map((one) => [stockKey(one), one]),
  );
  // What the catalogue no longer has is on no shelf.
  const known = returned.filter((one) => levels.has(stockKey(one)));
  const back = sumByCode(known.filter(({ isWaste }) => !isWaste));
  for (const one of back) {
    const { onHand = 0 } = levels.get(stockKey(one)) ?? {};
    if (onHand + one.quantity > ON_HAND_MAX)
      throw new ApiError(
        'too_much_stock',
        `There can be at most ${ON_HAND_MAX} pieces; there are ${onHand}.`,
      );
  }
  await changeStock(
    connection,
    back.map(({ quantity, ...stock }) => ({ ...stock, onHandChange: quantity, reservedChange: 0 })),
  );
  const movements = known.flatMap(({ kind, code, quantity, isWaste, note }) => {
    const movement = { kind, code, reservedChange: 0, clientId, orderId, note, occurred, actor };
    return [
      { ...movement, onHandChange: quantity, reason: 'returned' as const },
      ...(isWaste ? [{ ...movement, onHandChange: -quantity, reason: 'scrapped' as const }] : []),
    ];
  });
  await insertMovements(connection, movements);
  if (back.length > 0) await wakeWaits(connection, back, randomUUIDv7());
}
