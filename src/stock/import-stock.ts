import type { Connection } from '../database/transaction.ts';
import { WOKEN_MAX } from './release-stock.ts';
import { insertImported } from './stock-levels-store.ts';
import { lockStock, type StockKind, wakeFirstWaits } from './stock-store.ts';

/** Writes variants, tells the ledger how much was on hand more or less, and gives those who wait for more their turn. */
export async function importStock(
  connection: Connection,
  kind: StockKind,
  counted: readonly (readonly [code: string, quantity: number])[],
  occurred: Date,
  write: () => Promise<number>,
): Promise<number> {
  const codes = counted.map(([code]) => ({ kind, code }));
  const before = new Map((await lockStock(connection, codes)).map(({ code, onHand }) => [code, onHand]));
  const written = await write();
  const changes = counted
    .map(([code, quantity]) => ({ kind, code, change: quantity - (before.get(code) ?? 0) }))
    .filter(({ change }) => change !== 0);
  if (changes.length > 0) await insertImported(connection, kind, changes, occurred);
  const more = changes.filter(({ code, change }) => change > 0 && before.has(code));
  if (more.length > 0) await wakeFirstWaits(connection, more, WOKEN_MAX);
  return written;
}
