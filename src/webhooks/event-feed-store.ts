import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { EventType } from './event-types.ts';

/** A place in the feed: the transaction of an event, and its id. */
export type FeedPlace = { tx: string; eventId: string };

export interface FeedEvent extends FeedPlace {
  type: EventType;
  occurred: Date;
  /** Of an order. Null: news about stock. */
  orderId: string | null;
  status: string | null;
  previousStatus: string | null;
  version: number | null;
  reason: string | null;
  /** Of a variant. Null: an order. */
  ean13: string | null;
  productId: string | null;
  quantity: number | null;
}

const STOCK_CHANGED: EventType = 'product.stock_changed';

/** Returns the transaction before which no event can be added any more. */
export async function findFeedEnd(connection: Connection): Promise<string> {
  const row = await queryRow<{ tx: string }>(connection, {
    name: 'find-feed-end',
    text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as tx',
    values: [],
  });
  return row?.tx ?? '0';
}

/** Lists the events of the client after the place, and before the transaction `end`, oldest first. */
export async function listFeed(
  connection: Connection,
  clientId: string,
  { after, end, limit }: { after: FeedPlace; end: string; limit: number },
): Promise<FeedEvent[]> {
  const isInTurn = '(tx, event_id) > ($2::xid8, $3::uuid) and tx < $4::xid8 order by tx, event_id limit $5';
  return queryRows<FeedEvent>(connection, {
    name: 'list-event-feed',
    text: `select tx::text, event_id as "eventId", type, occurred, order_id as "orderId", status, previous_status as "previousStatus",
                  version, reason, ean13, product_id as "productId", quantity
           from (
             (select tx, event_id, type, occurred, order_id, status, previous_status, version, reason,
                     null as ean13, null as product_id, null::int as quantity
              from order_events where client_id = $1 and tx is not null and ${isInTurn})
             union all
             (select tx, event_id, '${STOCK_CHANGED}', occurred, null, null, null, null, null, ean13, product_id, quantity
              from stock_news n
              where exists (select 1 from client_products p where p.client_id = $1 and p.product_id = n.product_id) and ${isInTurn})
           ) feed
           order by tx, event_id limit $5`,
    values: [clientId, after.tx, after.eventId, end, limit],
  });
}

/** Returns the place of the oldest news about stock that are kept. */
export async function findOldestNews(connection: Connection): Promise<FeedPlace | undefined> {
  return queryRow<FeedPlace>(connection, {
    name: 'find-oldest-stock-news',
    text: 'select tx::text, event_id as "eventId" from stock_news order by tx, event_id limit 1',
    values: [],
  });
}
