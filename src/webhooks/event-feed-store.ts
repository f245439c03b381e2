import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { EventType } from './event-types.ts';

/** A place in the feed: the transaction of an event, and its id. */
export type FeedPosition = { tx: string; eventId: string };

interface Occurrence extends FeedPosition {
  type: EventType;
  occurred: Date;
}

interface OrderFeedEvent extends Occurrence {
  orderId: string;
  status: string;
  previousStatus: string | null;
  version: number;
  reason: string | null;
  /** The booked return of an order.returned, by the id that its client knows. */
  returned: { returnId: string; quantity: number } | null;
}

interface StockFeedEvent extends Occurrence {
  ean13: string;
  productId: string;
  quantity: number;
}

export type FeedEvent = OrderFeedEvent | StockFeedEvent;

const STOCK_CHANGED: EventType = 'product.stock_changed';

/** Returns the transaction before which no event can be added any more. */
export async function findFeedEnd(connection: Connection): Promise<string> {
  const row = await queryRow<{ tx: string }>(connection, {
    name: 'find-feed-end',
    text: 'select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + tx_offset)::text as tx from event_feed',
    values: [],
  });
  return row?.tx ?? '0';
}

/** The cluster and the timeline of the database, such as `7512345678901234567/00000001`. */
const HISTORY =
  "(select concat(system_identifier, '/', left(pg_walfile_name(pg_current_wal_lsn()), 8)) from pg_control_system())";

/** Returns whether the feed counts transactions of this cluster and timeline. */
export async function isHistoryKnown(connection: Connection): Promise<boolean> {
  const row = await queryRow<{ isKnown: boolean }>(connection, {
    text: `select history = ${HISTORY} as "isKnown" from event_feed`,
    values: [],
  });
  return row?.isKnown ?? true;
}

/** Records the present history, and returns the raised offset. Undefined: another process has done so. */
export async function recordHistory(connection: Connection, step: number): Promise<number | undefined> {
  const row = await queryRow<{ offset: string }>(connection, {
    text: `update event_feed set history = h.history, tx_offset = tx_offset + $1
           from (select ${HISTORY} as history) h where event_feed.history <> h.history returning tx_offset as offset`,
    values: [step],
  });
  return row && Number(row.offset);
}

/** Adds the offset to the transaction numbers of later events. */
export async function setTransactionOffset(connection: Connection, offset: number): Promise<void> {
  for (const table of ['order_events', 'stock_news'])
    await connection.query(
      `alter table ${table} alter column tx set default ((pg_current_xact_id()::text::bigint + ${BigInt(offset)}::bigint)::text::xid8)`,
    );
}

/** The events to list: those after a place and before the transaction `end`, oldest first. */
type FeedPart = { after: FeedPosition; end: string; limit: number };
/** `order by tx` would sort by the text of the result, in which 1000 is before 999. */
const IS_IN_PART = '(e.tx, event_id) > ($2::xid8, $3::uuid) and e.tx < $4::xid8 order by e.tx, event_id limit $5';
const valuesOf = (clientId: string, { after, end, limit }: FeedPart) => [clientId, after.tx, after.eventId, end, limit];

/** Lists a part of the events of the client's orders. */
export async function listOrderFeed(
  connection: Connection,
  clientId: string,
  part: FeedPart,
): Promise<OrderFeedEvent[]> {
  return queryRows<OrderFeedEvent>(connection, {
    name: 'list-feed-of-orders',
    text: `select e.tx::text, event_id as "eventId", type, occurred, order_id as "orderId", status,
                  previous_status as "previousStatus", version, reason,
                  case when type = 'order.returned' then (
                    select json_build_object('returnId', coalesce(a.return_id, r.return_id), 'quantity', (
                      select sum(quantity) from return_lines l where l.client_id = $1 and l.order_id = r.order_id and l.return_id = r.return_id))
                    from returns r left join announced_returns a on a.client_id = $1 and a.order_id = r.order_id and a.booked_id = r.return_id
                    where r.client_id = $1 and r.order_id = e.order_id and r.order_version = e.version - 1 limit 1) end as returned
           from order_events e where client_id = $1 and tx is not null and ${IS_IN_PART}`,
    values: valuesOf(clientId, part),
  });
}

/** Lists a part of the news about stock of the client's products, without stock that another client owns. */
export async function listStockFeed(
  connection: Connection,
  clientId: string,
  part: FeedPart,
): Promise<StockFeedEvent[]> {
  return queryRows<StockFeedEvent>(connection, {
    name: 'list-feed-of-stock',
    text: `select e.tx::text, event_id as "eventId", '${STOCK_CHANGED}' as type, occurred, ean13, product_id as "productId", quantity
           from stock_news e left join (select ean13, owner_id from product_variants) v using (ean13)
           where coalesce(owner_id, $1) = $1 and coalesce(client_id, $1) = $1 and product_id in (select product_id from client_products where client_id = $1)
             and ${IS_IN_PART}`,
    values: valuesOf(clientId, part),
  });
}
