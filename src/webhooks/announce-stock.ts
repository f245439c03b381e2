import type { Pool } from 'pg';
import type { DueQuery } from '../platform/database/due-query.ts';
import { firstUuid, risingId } from '../platform/database/rising-ids.ts';
import { type Connection, inTransaction, sendTogether } from '../platform/database/transaction.ts';
import { insertDeliveries } from './record-deliveries-store.ts';
import {
  dueStockNews,
  findChangedStock,
  findStock,
  insertFeedNews,
  insertStockDeliveries,
  lockAnnouncer,
  saveSearchTime,
  upsertAnnouncements,
} from './stock-news-store.ts';

/** Changes of a variant within this time cause one event. */
const LOOK_INTERVAL_MS = 5_000;
/** Ledger entries of this time before the last search may have been committed after it. */
const OVERLAP_MS = 60_000;
/** Older changes are not announced: no process ran. */
const LOOK_BACK_MAX_MS = 3_600_000;
const ANNOUNCED_AT_ONCE_MAX = 1_000;
type AnnounceContext = { pool: Pool; clock: () => Date };

export function dueAnnouncement({ clock }: AnnounceContext): DueQuery {
  const now = clock().getTime();
  return dueStockNews(new Date(now - LOOK_INTERVAL_MS), firstUuid(new Date(now - OVERLAP_MS - LOOK_INTERVAL_MS)));
}

/** Records `product.stock_changed` for each variant whose available quantity changed. */
export async function announceStock({ pool, clock }: AnnounceContext): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const now = clock();
    const looked = await lockAnnouncer(connection);
    if (now.getTime() - looked.getTime() < LOOK_INTERVAL_MS) return;
    const since = Math.max(looked.getTime() - OVERLAP_MS, now.getTime() - LOOK_BACK_MAX_MS);
    const news = await findChangedStock(connection, firstUuid(new Date(since)), ANNOUNCED_AT_ONCE_MAX);
    const announced = news.map((one) => ({ ...one, eventId: risingId(), body: stockBody(one, now) }));
    if (announced.length > 0)
      await sendTogether([
        upsertAnnouncements(connection, news),
        insertFeedNews(connection, null, announced, now),
        insertStockDeliveries(connection, announced, now),
      ]);
    // Otherwise the next run announces the rest.
    if (announced.length < ANNOUNCED_AT_ONCE_MAX) await saveSearchTime(connection, now);
  });
}

function stockBody(
  { ean13, productId, quantity }: { ean13: string; productId: string; quantity: number },
  timestamp: Date,
): string {
  const data = { ean13, productId, stockLevelQuantity: quantity };
  return JSON.stringify({ type: 'product.stock_changed', timestamp, data });
}

/** Records `product.stock_changed` of these variants for one sandbox client, as they are now. */
export async function simulateStockNews(
  connection: Connection,
  clientId: string,
  ean13s: readonly string[],
  now: Date,
): Promise<void> {
  const found = await findStock(connection, ean13s);
  if (found.length === 0) return;
  const news = found.map((one) => ({ ...one, eventId: risingId(), body: stockBody(one, now) }));
  const common = { type: 'product.stock_changed', occurred: now, traceParent: null } as const;
  await sendTogether([
    insertFeedNews(connection, clientId, news, now),
    insertDeliveries(
      connection,
      clientId,
      news.map(({ eventId, body }) => ({ ...common, eventId, body })),
    ),
  ]);
}
