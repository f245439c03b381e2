import { randomUUIDv7 } from 'node:crypto';
import type { Connection } from '../database/transaction.ts';
import { moveOnHand, type StockCode, type StockLevel, type StockQuantity } from './stock-store.ts';

const NOTE = 'Shipped, though fewer were counted.';

/**
 * Puts on the shelf, in the ledger's eyes, what leaves it but was not counted there: what is shipped was there. Happens where
 * less was counted than orders had reserved. `levels` are those of what leaves, locked.
 */
export async function coverShortfall(
  connection: Connection,
  levels: readonly (StockCode & StockLevel)[],
  leaving: readonly StockQuantity[],
  occurred: Date,
): Promise<void> {
  for (const { kind, code, quantity } of leaving) {
    const level = levels.find((one) => one.kind === kind && one.code === code);
    const change = quantity - (level?.onHand ?? 0);
    if (change > 0)
      await moveOnHand(
        connection,
        { kind, code },
        { movementId: randomUUIDv7(), change, reason: 'adjusted', note: NOTE, occurred },
      );
  }
}
