import type { Connection } from '../database/transaction.ts';
import { lockOnHand, moveOnHand } from './stock-levels-store.ts';
import type { StockQuantity } from './stock-store.ts';

/**
 * Puts on the shelf, in the ledger's eyes, what leaves it but was not counted there: what is shipped was there. Happens where
 * less was counted than orders had reserved.
 */
export async function coverShortfall(
  connection: Connection,
  leaving: readonly StockQuantity[],
  occurred: Date,
): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(leaving, (one) => one.kind)) {
    const onHand = await lockOnHand(
      connection,
      kind,
      ofKind.map(({ code }) => code),
    );
    for (const { code, quantity } of ofKind) {
      const change = quantity - (onHand.get(code) ?? 0);
      const note = 'Shipped, though fewer were counted.';
      if (change > 0)
        await moveOnHand(connection, { kind, code }, { change, reason: 'adjusted', note, occurred });
    }
  }
}
