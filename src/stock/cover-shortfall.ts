import type { Actor } from '../audit/actor.ts';
import type { Connection } from '../database/transaction.ts';
import { stockKey } from './stock-rules.ts';
import {
  changeStock,
  insertMovements,
  type StockCode,
  type StockLevel,
  type StockQuantity,
} from './stock-store.ts';

const NOTE = 'Left the shelf, though fewer were counted.';

/**
 * Adds to the quantity on hand, with a movement, what is shipped or scrapped but was not counted: it was there. Happens where
 * less was counted than orders had reserved. `levels` are those of what leaves, locked.
 */
export async function coverShortfall(
  connection: Connection,
  levels: readonly (StockCode & StockLevel)[],
  leaving: readonly StockQuantity[],
  { occurred, actor }: { occurred: Date; actor: Actor },
): Promise<void> {
  const onHand = new Map(levels.map((level) => [stockKey(level), level.onHand]));
  const changes = leaving
    .map(({ kind, code, quantity }) => {
      const onHandChange = quantity - (onHand.get(stockKey({ kind, code })) ?? 0);
      return { kind, code, onHandChange, reservedChange: 0 };
    })
    .filter(({ onHandChange }) => onHandChange > 0);
  if (changes.length === 0) return;
  await changeStock(connection, changes);
  const found = changes.map((change) => ({
    ...change,
    reason: 'adjusted' as const,
    note: NOTE,
    occurred,
    actor,
  }));
  await insertMovements(connection, found);
}
