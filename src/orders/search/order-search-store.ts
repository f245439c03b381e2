import type { Connection } from '../../database/transaction.ts';

export interface SearchableOrder {
  orderId: string;
  created: Date;
  /** The text of a tsvector. */
  terms: string;
}

/** Puts down what the orders, no two of which are the same, are found by from now on. */
export async function upsertSearchTerms(
  connection: Connection,
  clientId: string,
  orders: readonly SearchableOrder[],
): Promise<void> {
  await connection.query(
    `insert into order_search (client_id, order_id, created, terms)
     select $1, order_id, created, terms::tsvector
     from unnest($2::text[], $3::timestamptz[], $4::text[]) as found (order_id, created, terms)
     on conflict (client_id, order_id) do update set created = excluded.created, terms = excluded.terms
     where order_search.terms <> excluded.terms or order_search.created <> excluded.created`,
    [
      clientId,
      orders.map(({ orderId }) => orderId),
      orders.map(({ created }) => created),
      orders.map(({ terms }) => terms),
    ],
  );
}

/** Puts down what orders are found by that are found by nothing yet; for the others somebody who knew more has done so. */
export async function insertSearchTerms(
  connection: Connection,
  clientId: string,
  orders: readonly SearchableOrder[],
): Promise<void> {
  await connection.query(
    `insert into order_search (client_id, order_id, created, terms)
     select $1, order_id, created, terms::tsvector
     from unnest($2::text[], $3::timestamptz[], $4::text[]) as found (order_id, created, terms)
     on conflict (client_id, order_id) do nothing`,
    [
      clientId,
      orders.map(({ orderId }) => orderId),
      orders.map(({ created }) => created),
      orders.map(({ terms }) => terms),
    ],
  );
}

/** Live clients with orders whose work is due, each with when its newest order was created. */
export async function findNewestOrders(
  connection: Connection,
  limit: number,
): Promise<{ clientId: string; newest: Date }[]> {
  // From client to client along the index of due work, so that the cost goes with the clients that have some.
  const { rows } = await connection.query<{ clientId: string; newest: Date }>(
    `with recursive busy as (
       (select client_id from orders where work_due is not null order by client_id limit 1)
       union all
       select next.client_id from busy
       cross join lateral (
         select client_id from orders where work_due is not null and client_id > busy.client_id order by client_id limit 1
       ) next
     )
     select client_id as "clientId", newest.created as newest from busy
     join clients using (client_id)
     cross join lateral (
       select created from orders where client_id = busy.client_id order by created desc, order_id limit 1
     ) newest
     where mode = 'live' order by newest.created desc limit $1`,
    [limit],
  );
  return rows;
}

/**
 * The client's orders created after the moment that are found by nothing yet, oldest first: so many, and no more after those whose
 * documents together are longer than `bytes`.
 */
export async function findUnsearchable(
  connection: Connection,
  clientId: string,
  createdAfter: Date,
  { limit, bytes }: { limit: number; bytes: number },
): Promise<{ orderId: string; created: Date; document: string }[]> {
  const { rows } = await connection.query<{ orderId: string; created: Date; document: string }>(
    `select order_id as "orderId", created, document from (
       select *, sum(octet_length(document)) over (order by created, order_id desc) - octet_length(document) as bytes_before from (
         select order_id, created, document from orders o
         left join lateral (
           select true as there from order_search s where s.client_id = o.client_id and s.order_id = o.order_id limit 1
         ) words on true
         where client_id = $1 and created > $2 and there is null
         order by created, order_id desc limit $3
       ) next
     ) counted
     where bytes_before <= $4 order by created, order_id desc`,
    [clientId, createdAfter, limit, bytes],
  );
  return rows;
}
