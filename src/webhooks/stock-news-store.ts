import type { DueQuery } from '../platform/database/due-query.ts';
import { type ColumnTypes, tableOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryRows } from '../platform/database/transaction.ts';
import type { EventType } from './event-types.ts';
import { insertOfDeliveries } from './record-deliveries-store.ts';

const TYPE: EventType = 'product.stock_changed';

interface StockNews {
  ean13: string;
  productId: string;
  /** Available pieces; 0 for a retired variant. */
  quantity: number;
}

export function dueStockNews(lookedBefore: Date, firstId: string): DueQuery {
  return {
    text: `select 'stock' as key from stock_announcer
           where looked < $1
             and (select movement_id from stock_movements order by movement_id desc limit 1) >= $2`,
    values: [lookedBefore, firstId],
  };
}

/** Returns when the ledger was last read. Locks that time until the transaction ends. */
export async function lockAnnouncer(connection: Connection): Promise<Date> {
  const { rows } = await connection.query<{ looked: Date }>('select looked from stock_announcer for update');
  return (rows[0] as { looked: Date }).looked;
}

export async function saveSearchTime(connection: Connection, looked: Date): Promise<void> {
  await connection.query('update stock_announcer set looked = $1', [looked]);
}

/**
 * Finds variants with ledger entries since `firstId` whose available quantity differs from the last announced
 * one. Without an announcement, it is compared with the quantity before these entries.
 */
export async function findChangedStock(connection: Connection, firstId: string, limit: number): Promise<StockNews[]> {
  return queryRows<StockNews>(connection, {
    text: `select ean13, v.product_id as "productId", available.quantity
     from (select code, sum(on_hand_change - reserved_change) as change from stock_movements
           where movement_id >= $1 and kind = 'PRODUCT' group by code) moved
     join product_variants v on v.ean13 = moved.code
     cross join lateral (select case when v.retired is null then greatest(v.stock_level_quantity - v.reserved, 0) else 0 end as quantity) available
     left join stock_announcements announced using (ean13)
     where available.quantity <> coalesce(announced.quantity, greatest(v.stock_level_quantity - v.reserved - moved.change, 0))
     order by ean13 limit $2`,
    values: [firstId, limit],
  });
}

type RecordedNews = StockNews & { eventId: string; body: string };

const KEPT_NEWS: ColumnTypes<Omit<RecordedNews, 'body'>> = {
  ean13: 'text',
  productId: 'text',
  quantity: 'int',
  eventId: 'uuid',
};
const NEWS: ColumnTypes<RecordedNews> = { ean13: 'text', quantity: 'int', eventId: 'uuid', body: 'text' };

/** Finds the present quantities of variants. */
export async function findStock(connection: Connection, ean13s: readonly string[]): Promise<StockNews[]> {
  return queryRows<StockNews>(connection, {
    text: `select ean13, product_id as "productId",
                  case when retired is null then greatest(stock_level_quantity - reserved, 0) else 0 end as quantity
           from product_variants where ean13 = any($1)`,
    values: [ean13s],
  });
}

/** Remembers the announced quantities. */
export async function upsertAnnouncements(connection: Connection, news: readonly StockNews[]): Promise<void> {
  const values: unknown[] = [];
  await connection.query(
    `insert into stock_announcements (ean13, quantity)
     select ean13, quantity from ${tableOf('news', news, { ean13: 'text', quantity: 'int' }, values)}
     on conflict (ean13) do update set quantity = excluded.quantity`,
    values,
  );
}

/** Inserts deliveries for the clients that have the variants, without stock that another client owns. */
export async function insertStockDeliveries(
  connection: Connection,
  news: readonly RecordedNews[],
  created: Date,
): Promise<void> {
  const values: unknown[] = [created];
  const addressed = `(
       select client_id, event_id, '${TYPE}' as type, body, $1::timestamptz as occurred, null::text as trace_parent, place
       from ${tableOf('given', news, NEWS, values)} join product_variants using (ean13) join client_products using (product_id)
       where owner_id is null or owner_id = client_id
     ) news`;
  await connection.query(insertOfDeliveries(addressed, 'news.client_id'), values);
}

/** Keeps the news for the feed of all clients that have the variants, or of the sandbox client only. */
export async function insertFeedNews(
  connection: Connection,
  sandboxClientId: string | null,
  news: readonly RecordedNews[],
  occurred: Date,
): Promise<void> {
  const values: unknown[] = [sandboxClientId, occurred];
  await connection.query(
    `insert into stock_news (client_id, event_id, ean13, product_id, quantity, occurred)
     select $1, event_id, ean13, product_id, quantity, $2 from ${tableOf('given', news, KEPT_NEWS, values)}`,
    values,
  );
}

export function dueStockNewsBefore(before: Date): DueQuery {
  return {
    text: `select 'stock-news' as key where (select occurred from stock_news order by tx, event_id limit 1) < $1`,
    values: [before],
  };
}

/** Deletes old news. Returns their number. */
export async function deleteStockNewsBefore(connection: Connection, before: Date, limit: number): Promise<number> {
  return queryCount(
    connection,
    `delete from stock_news where event_id in (
       select event_id from (select event_id, occurred from stock_news order by tx, event_id limit $2) oldest where occurred < $1
     )`,
    [before, limit],
  );
}
