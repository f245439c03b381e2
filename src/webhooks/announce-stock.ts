import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { DueQuery } from '../platform/database/due-query.ts';
import { firstUuid } from '../platform/database/rising-ids.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import {
  dueStockNews,
  findUntoldStock,
  insertStockNews,
  lockAnnouncer,
  setLooked,
} from './stock-news-store.ts';

/** Changes of a variant within this time are told as one. */
const LOOK_INTERVAL_MS = 5_000;
/** What was written to the ledger so long before the last look may have been committed after it. */
const OVERLAP_MS = 60_000;
/** What is older is not told: nobody listened, or nothing ran. */
const LOOK_BACK_MAX_MS = 3_600_000;
const TOLD_AT_ONCE_MAX = 1_000;

interface AnnounceContext {
  pool: Pool;
  clock: () => Date;
}

/** Has one key while there is something to announce. */
export function dueAnnouncement({ clock }: AnnounceContext): DueQuery {
  const now = clock().getTime();
  return dueStockNews(
    new Date(now - LOOK_INTERVAL_MS),
    firstUuid(new Date(now - OVERLAP_MS - LOOK_INTERVAL_MS)),
  );
}

/** Tells the clients that have them of product variants whose available quantity has changed, each at most once. */
export async function announceStock({ pool, clock }: AnnounceContext): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const now = clock();
    const looked = await lockAnnouncer(connection);
    if (now.getTime() - looked.getTime() < LOOK_INTERVAL_MS) return;
    const since = Math.max(looked.getTime() - OVERLAP_MS, now.getTime() - LOOK_BACK_MAX_MS);
    const news = await findUntoldStock(connection, firstUuid(new Date(since)), TOLD_AT_ONCE_MAX);
    const told = news.map((one) => ({ ...one, eventId: randomUUIDv7(), body: stockBody(one, now) }));
    if (told.length > 0) await insertStockNews(connection, told, now);
    // The rest is told at the next look.
    if (told.length < TOLD_AT_ONCE_MAX) await setLooked(connection, now);
  });
}

function stockBody(
  { ean13, productId, quantity }: { ean13: string; productId: string; quantity: number },
  timestamp: Date,
): string {
  const data = { ean13, productId, stockLevelQuantity: quantity };
  return JSON.stringify({ type: 'product.stock_changed', timestamp, data });
}
