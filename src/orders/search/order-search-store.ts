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
