import { type DueQuery, ofAnyClient } from '../../platform/database/due-query.ts';
import { columnsOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../../platform/database/transaction.ts';
import type { ItemRow } from './search-terms.ts';

type SearchableOrder = { orderId: string; created: Date; terms: string; items: readonly ItemRow[] };

const GIVEN = `given as (
       select * from unnest($2::text[], $3::timestamptz[], $4::text[]) as g (order_id, created, terms)
     ), items as (
       select * from unnest($5::text[], $6::int[], $7::text[], $8::text[], $9::text[], $10::int[], $11::text[])
         as i (order_id, position, item_id, kind, code, quantity, technology)
     )`;

/**
 * Selects terms with country and carrier from the order's row, read by its key. In a join, PostgreSQL would
 * read all orders of the client while its statistics are older than these orders.
 */
const WORDS = `select o.client_id, g.order_id, g.created, g.terms::tsvector, o.country, o.carrier from given g
     cross join lateral (select client_id, country, carrier from orders where client_id = $1 and order_id = g.order_id limit 1) o`;

// Both statements below write words before items, and orders by id, so that they cannot deadlock. The number
// of words is read as a single value. For a join, a node would estimate a thousand rows and spend a quarter
// of a second on compilation (jit).

/**
 * Inserts or updates the search terms and items of orders; each order occurs once. Unchanged rows are not
 * written, because an upsert would lock them. With `keepsTerms`, an order keeps its earlier terms too.
 */
export async function upsertSearchTerms(
  connection: Connection,
  clientId: string,
  orders: readonly SearchableOrder[],
  keepsTerms = false,
): Promise<void> {
  if (orders.length === 0) return;
  const termsOf = (earlier: string, given: string) =>
    keepsTerms ? `${earlier}.terms || ${given}.terms` : `${given}.terms`;
  await connection.query(
    `with ${GIVEN}, words as (
       insert into order_search as s (client_id, order_id, created, terms, country, carrier)
       select * from (${WORDS}) w (client_id, order_id, created, terms, country, carrier)
       where not exists (
         select 1 from order_search same where same.client_id = $1 and same.order_id = w.order_id
           and (same.terms, same.created, same.country, same.carrier) is not distinct from (${termsOf('same', 'w')}, w.created, w.country, w.carrier) offset 0
       )
       order by order_id
       on conflict (client_id, order_id) do update
       set created = excluded.created, terms = ${termsOf('s', 'excluded')}, country = excluded.country, carrier = excluded.carrier
       where (s.terms, s.created, s.country, s.carrier) is distinct from (${termsOf('s', 'excluded')}, excluded.created, excluded.country, excluded.carrier)
       returning 1
     ), gone as (
       delete from order_items old
       where client_id = $1 and order_id = any($2)
         and not exists (select 1 from items i where i.order_id = old.order_id and i.position = old.position)
     )
     insert into order_items as stored (client_id, order_id, position, item_id, kind, code, quantity, technology, created)
     select $1, i.order_id, i.position, i.item_id, i.kind, i.code, i.quantity, i.technology, g.created
     from items i join given g using (order_id)
     where (select count(*) from words) >= 0 and not exists (
       select 1 from order_items same where same.client_id = $1 and same.order_id = i.order_id and same.position = i.position
         and (same.item_id, same.kind, same.code, same.quantity, same.technology) is not distinct from (i.item_id, i.kind, i.code, i.quantity, i.technology) offset 0
     )
     order by i.order_id, i.position
     on conflict (client_id, order_id, position) do update
     set item_id = excluded.item_id, kind = excluded.kind, code = excluded.code, quantity = excluded.quantity, technology = excluded.technology
     where (stored.item_id, stored.kind, stored.code, stored.quantity, stored.technology)
       is distinct from (excluded.item_id, excluded.kind, excluded.code, excluded.quantity, excluded.technology)`,
    valuesOf(clientId, orders),
  );
}

/** Inserts the terms and items of orders that have none yet. Existing terms are more recent and stay. */
export async function insertSearchTerms(
  connection: Connection,
  clientId: string,
  orders: readonly SearchableOrder[],
): Promise<void> {
  await connection.query(
    `with ${GIVEN}, words as (
       insert into order_search (client_id, order_id, created, terms, country, carrier) ${WORDS} order by g.order_id
       on conflict (client_id, order_id) do nothing returning order_id, created
     )
     insert into order_items (client_id, order_id, position, item_id, kind, code, quantity, technology, created)
     select $1, i.order_id, i.position, i.item_id, i.kind, i.code, i.quantity, i.technology, w.created from items i join words w using (order_id)
     order by i.order_id, i.position on conflict do nothing`,
    valuesOf(clientId, orders),
  );
}

/** Returns the titles of the articles with these SKUs. */
export async function findArticleTitles(connection: Connection, skus: readonly string[]): Promise<Map<string, string>> {
  if (skus.length === 0) return new Map();
  const rows = await queryRows<{ sku: string; title: string }>(connection, {
    name: 'find-article-titles',
    text: 'select sku, title from article_variants join articles using (manufacturer_code) where sku = any($1::text[])',
    values: [[...new Set(skus)]],
  });
  return new Map(rows.map(({ sku, title }) => [sku, title]));
}

const ITEM_COLUMNS = ['orderId', 'position', 'itemId', 'kind', 'code', 'quantity', 'technology'] as const;

function valuesOf(clientId: string, orders: readonly SearchableOrder[]): unknown[] {
  return [
    clientId,
    ...columnsOf(orders, 'orderId', 'created', 'terms'),
    ...columnsOf(
      orders.flatMap(({ items }) => items),
      ...ITEM_COLUMNS,
    ),
  ];
}

/** The time up to which the orders of a client were searched for missing terms. */
type Reached = { clientId: string; created: Date };

/** Returns the query for live clients with due orders whose newest order is later than `reached`. */
export function dueSearchTerms(reached: readonly Reached[]): DueQuery {
  return {
    text: `select client_id as key from (${NEWEST}) newest
           left join unnest($1::text[], $2::timestamptz[]) as reached (client_id, created) using (client_id)
           where reached.created is null or newest.created > reached.created order by newest.created desc`,
    values: [reached.map(({ clientId }) => clientId), reached.map(({ created }) => created)],
  };
}

const NEWEST = `select o.client_id, max(o.created) as created
  from orders o join clients c on c.client_id = o.client_id
  where c.mode = 'live' and ${ofAnyClient('o.client_id')} and o.work_due is not null group by o.client_id`;

/** A position in the client's orders by age. Orders of one moment come in the reverse order of their ids. */
export type AgePosition = { created: Date; orderId: string };

export interface Unsearchable {
  orders: { orderId: string; created: Date; document: string }[];
  last: AgePosition | undefined;
  isMore: boolean;
}

const LOOKED_MAX = 1_000;

/**
 * Finds the client's next orders without search terms, oldest first: at most `limit`, with at most `bytes` of
 * documents together. Reads a fixed number of keys, and the terms of each by its key. Otherwise PostgreSQL
 * would read all of the client's orders while its statistics are older than these orders.
 */
export async function findUnsearchable(
  connection: Connection,
  clientId: string,
  after: AgePosition,
  { limit, bytes }: { limit: number; bytes: number },
): Promise<Unsearchable> {
  type Row = { until: Date; untilOrderId: string; looked: number; missing: number } & (
    | { orderId: null }
    | (AgePosition & { document: string })
  );
  const { rows } = await connection.query<Row>(
    `with looked as materialized (
       select created, order_id from orders
       where client_id = $1 and created >= $2 and (created > $2 or order_id < $5)
       order by created, order_id desc limit $6
     ), missing as materialized (
       select created, order_id from looked
       left join lateral (
         select true as there from order_search s where s.client_id = $1 and s.order_id = looked.order_id limit 1
       ) words on true
       where there is null order by created, order_id desc limit $3
     ), counted as (
       select m.created, m.order_id, document,
              sum(octet_length(document)) over (order by m.created, m.order_id desc) - octet_length(document) as bytes_before
       from missing m
       cross join lateral (select document from orders o where o.client_id = $1 and o.order_id = m.order_id limit 1) read
     )
     select last.created as until, last.order_id as "untilOrderId", (select count(*)::int from looked) as looked,
            (select count(*)::int from missing) as missing, c.order_id as "orderId", c.created, document
     from (select created, order_id from looked order by created desc, order_id limit 1) last
     left join counted c on bytes_before <= $4 order by c.created, c.order_id desc`,
    [clientId, after.created, limit, bytes, after.orderId, LOOKED_MAX],
  );
  const [first] = rows;
  if (!first) return { orders: [], last: undefined, isMore: false };
  const orders = rows.filter((row) => row.orderId !== null);
  const isCut = orders.length === limit || orders.length < first.missing;
  const last = isCut ? orders.at(-1) : { created: first.until, orderId: first.untilOrderId };
  return { orders, last, isMore: isCut || first.looked === LOOKED_MAX };
}
