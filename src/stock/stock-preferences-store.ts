import type { Connection } from '../platform/database/transaction.ts';
import type { StockClaim } from './stock-rules.ts';
import type { StockCode } from './stock-store.ts';

export interface StockPreference {
  preferred: Date;
  /** Who did it, by name. */
  preferredBy: string | null;
}

/** Those of the client's orders that staff prefer. */
export async function findPreferred(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<Map<string, StockPreference>> {
  const { rows } = await connection.query<StockPreference & { orderId: string }>({
    name: 'find-preferred',
    text: `select order_id as "orderId", preferred, preferred_by as "preferredBy" from stock_preferences
           where client_id = $1 and order_id = any($2)`,
    values: [clientId, orderIds],
  });
  return new Map(rows.map(({ orderId, ...preference }) => [orderId, preference]));
}

/** One that is preferred already stays as it is. Answers whether it was not. */
export async function insertPreference(
  connection: Connection,
  clientId: string,
  orderId: string,
  { preferred, preferredBy }: StockPreference,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into stock_preferences (client_id, order_id, preferred, preferred_by) values ($1, $2, $3, $4)
     on conflict (client_id, order_id) do nothing`,
    [clientId, orderId, preferred, preferredBy],
  );
  return rowCount === 1;
}

/** Answers whether any of them was preferred. */
export async function deletePreferences(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<boolean> {
  const { rowCount } = await connection.query(
    'delete from stock_preferences where client_id = $1 and order_id = any($2)',
    [clientId, orderIds],
  );
  return (rowCount ?? 0) > 0;
}

/** Finds for each code the oldest preferred order that waits for it, except the client's orders given. Preferred orders are few. */
export async function findClaims(
  connection: Connection,
  codes: readonly StockCode[],
  { clientId, orderIds }: { clientId: string; orderIds: readonly string[] },
): Promise<StockClaim[]> {
  const { rows } = await connection.query<StockClaim>({
    name: 'find-claims',
    text: `select distinct on (kind, code) kind, code, client_id as "clientId", order_id as "orderId", created
           from stock_waits w join unnest($1::text[], $2::text[]) as given (kind, code) using (kind, code)
           where w.is_preferred and not (w.client_id = $3 and w.order_id = any($4))
           order by kind, code, created, client_id, order_id`,
    values: [codes.map(({ kind }) => kind), codes.map(({ code }) => code), clientId, orderIds],
  });
  return rows;
}
