import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import type { Connection } from '../database/transaction.ts';
import { insertImported } from './stock-levels-store.ts';
import { lockStock, type StockKind } from './stock-store.ts';
import { wakeWaits } from './stock-waits-store.ts';

/** Writes variants, tells the ledger how much was on hand more or less, and has those tried who wait for what there is more of. */
export async function importStock(
  connection: Connection,
  kind: StockKind,
  counted: readonly (readonly [code: string, quantity: number])[],
  by: { occurred: Date; actor: Actor },
  write: () => Promise<number>,
): Promise<number> {
  const codes = counted.map(([code]) => ({ kind, code }));
  const before = new Map((await lockStock(connection, codes)).map(({ code, onHand }) => [code, onHand]));
  const written = await write();
  const changes = counted
    .map(([code, quantity]) => ({ kind, code, change: quantity - (before.get(code) ?? 0) }))
    .filter(({ change }) => change !== 0);
  if (changes.length > 0) await insertImported(connection, kind, changes, by);
  const more = changes.filter(({ code, change }) => change > 0 && before.has(code));
  if (more.length > 0) await wakeWaits(connection, more, randomUUIDv7());
  return written;
}
