import type { Connection } from '../database/transaction.ts';

/** Puts down what an order is found by from now on. `terms` is the text of a tsvector. */
export async function upsertSearchTerms(
  connection: Connection,
  clientId: string,
  { orderId, created, terms }: { orderId: string; created: Date; terms: string },
): Promise<void> {
  await connection.query({
    name: 'upsert-search-terms',
    text: `insert into order_search (client_id, order_id, created, terms) values ($1, $2, $3, $4::tsvector)
           on conflict (client_id, order_id) do update set created = excluded.created, terms = excluded.terms`,
    values: [clientId, orderId, created, terms],
  });
}
