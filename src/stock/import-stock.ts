import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../platform/audit/actor.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { insertMovements } from './stock-ledger-store.ts';
import type { StockKind } from './stock-rules.ts';
import { lockStock } from './stock-store.ts';
import { markOutdatedWaits, wakeWaits } from './stock-waits-store.ts';

const RETIRED_NOTE = 'Retired: an import no longer names it.';
const BROUGHT_BACK_NOTE = 'No longer retired: an import names it again.';

/** Locks the variants, so that an import takes all of its locks in the order of the orders' locks. */
export async function lockVariantsForImport(
  connection: Connection,
  kind: StockKind,
  codes: readonly string[],
): Promise<void> {
  await lockStock(
    connection,
    codes.map((code) => ({ kind, code })),
  );
}

/** Locks the variants, and returns the result of `write`. Updates the ledger, and wakes waiting orders. */
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
      onHandChange: quantity - (before.get(code)?.onHand ?? 0),
      reservedChange: 0,
      reason: 'imported' as const,
      ...(before.get(code)?.isRetired && { note: BROUGHT_BACK_NOTE }),
      ...by,
    }))
    .filter(({ onHandChange, note }) => onHandChange !== 0 || note !== undefined);
  await insertMovements(connection, changes);
  const more = changes.filter(({ code, onHandChange }) => onHandChange > 0 && before.has(code));
  if (more.length > 0) await wakeWaits(connection, more, randomUUIDv7());
  const broughtBack = changes.filter(({ note }) => note !== undefined);
  if (broughtBack.length > 0) await markOutdatedWaits(connection, broughtBack, randomUUIDv7());
  return written;
}

/**
 * Locks the variants, retires them by `write`, and returns its result. The ledger entry also causes
 * `product.stock_changed`. Waiting orders are marked to state the new reason; they may still get the pieces
 * on the shelf.
 */
export async function retireStock(
  connection: Connection,
  kind: StockKind,
  codes: readonly string[],
  by: { occurred: Date; actor: Actor },
  write: () => Promise<number>,
): Promise<number> {
  const retired = codes.map((code) => ({ kind, code }));
  await lockStock(connection, retired);
  const written = await write();
  const entry = { onHandChange: 0, reservedChange: 0, reason: 'imported', note: RETIRED_NOTE, ...by } as const;
  await insertMovements(
    connection,
    retired.map((code) => ({ ...code, ...entry })),
  );
  await markOutdatedWaits(connection, retired, randomUUIDv7());
  return written;
}
