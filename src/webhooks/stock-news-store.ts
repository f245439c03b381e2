import { type DueQuery, ofAnyClient } from '../platform/database/due-query.ts';
import { type ColumnTypes, tableOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../platform/database/transaction.ts';
import type { EventType } from './event-types.ts';
import { insertOfDeliveries } from './record-deliveries-store.ts';

const TYPE: EventType = 'product.stock_changed';
const LISTENS = `status = 'active' and (types is null or '${TYPE}' = any(types))`;

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
             and (select movement_id from stock_movements order by movement_id desc limit 1) >= $2
             and exists (select 1 from webhook_endpoints where ${ofAnyClient()} and ${LISTENS})`,
    values: [lookedBefore, firstId],
  };
}

/** Returns when the ledger was last read. Locks that time until the transaction ends. */
export async function lockAnnouncer(connection: Connection): Promise<Date> {
  const { rows } = await connection.query<{ looked: Date }>('select looked from stock_announcer for update');
  return (rows[0] as { looked: Date }).looked;
}

export async function findFirstListener(connection: Connection): Promise<Date | null> {
  const { rows } = await connection.query<{ created: Date | null }>(
    `select min(created) as created from webhook_endpoints where ${LISTENS}`,
  );
  return rows[0]?.created ?? null;
}

/** Forgets the announced quantities, which are outdated when nobody has listened. */
export async function deleteAnnouncements(connection: Connection): Promise<void> {
  await connection.query('delete from stock_announcements');
}

export async function saveLookTime(connection: Connection, looked: Date): Promise<void> {
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

const NEWS: ColumnTypes<RecordedNews> = { ean13: 'text', quantity: 'int', eventId: 'uuid', body: 'text' };

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

/** Inserts deliveries for the clients that have the variants. */
export async function insertStockNews(
  connection: Connection,
  news: readonly RecordedNews[],
  created: Date,
): Promise<void> {
  const values: unknown[] = [created];
  const addressed = `(
       select client_id, event_id, '${TYPE}' as type, body, $1::timestamptz as occurred, null::text as trace_parent, place
       from ${tableOf('given', news, NEWS, values)} join product_variants using (ean13) join client_products using (product_id)
     ) news`;
  await connection.query(insertOfDeliveries(addressed, 'news.client_id'), values);
}
