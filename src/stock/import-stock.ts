import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../platform/audit/actor.ts';
import { isDistributed } from '../platform/database/distribution.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { insertImported } from './stock-levels-store.ts';
import { lockAllCodesByName } from './stock-locks-distributed-store.ts';
import { lockStock, type StockCode, type StockKind } from './stock-store.ts';
import { markUntold } from './stock-untold-store.ts';
import { wakeWaits } from './stock-waits-store.ts';

/** In the ledger. */
const RETIRED_NOTE = 'Retired: an import no longer names it.';
const BROUGHT_BACK_NOTE = 'No longer retired: an import names it again.';

/** Is called before an import writes. In a distributed database an import excludes all other changes of the stock. */
export async function beginImport(connection: Connection): Promise<void> {
  if (isDistributed()) await lockAllCodesByName(connection);
}

/** Writes variants, tells the ledger how much was on hand more or less, and has those tried who wait for what there is more of. */
export async function importStock(
  connection: Connection,
  kind: StockKind,
  counted: readonly (readonly [code: string, quantity: number])[],
  by: { occurred: Date; actor: Actor },
  write: () => Promise<number>,
): Promise<number> {
  const codes = counted.map(([code]) => ({ kind, code }));
  const before = new Map((await lockStock(connection, codes)).map((stock) => [stock.code, stock]));
  const written = await write();
  const changes = counted
    .map(([code, quantity]) => ({
      kind,
      code,
      change: quantity - (before.get(code)?.onHand ?? 0),
      ...(before.get(code)?.isRetired && { note: BROUGHT_BACK_NOTE }),
    }))
    .filter(({ change, note }) => change !== 0 || note !== undefined);
  if (changes.length > 0) await insertImported(connection, kind, changes, by);
  const more = changes.filter(({ code, change }) => change > 0 && before.has(code));
  if (more.length > 0) await wakeWaits(connection, more, randomUUIDv7());
  const broughtBack = changes.filter(({ note }) => note !== undefined);
  if (broughtBack.length > 0) await markUntold(connection, broughtBack, randomUUIDv7());
  return written;
}

/** Locks the variants that exist until the transaction ends. Orders lock articles first and then products, each by its code: so must whoever locks many. */
export async function lockForImport(
  connection: Connection,
  kind: StockKind,
  codes: readonly string[],
): Promise<void> {
  await lockStock(
    connection,
    codes.map((code) => ({ kind, code })),
  );
}

/**
 * Retires variants by `write`, notes it in the ledger, where also `product.stock_changed` comes from, and has those told who wait for
 * them. What lies on the shelf stays there, and those who wait for it may still get it.
 */
export async function retireStock(
  connection: Connection,
  kind: StockKind,
  codes: readonly string[],
  by: { occurred: Date; actor: Actor },
  write: () => Promise<number>,
): Promise<number> {
  const retired: StockCode[] = codes.map((code) => ({ kind, code }));
  await lockStock(connection, retired);
  const written = await write();
  const notes = codes.map((code) => ({ code, change: 0, note: RETIRED_NOTE }));
  await insertImported(connection, kind, notes, by);
  await markUntold(connection, retired, randomUUIDv7());
  return written;
}
