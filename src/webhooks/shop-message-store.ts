import { type Connection, queryCount, queryRows } from '../platform/database/transaction.ts';

/** Maximum number of open messages per connection. */
export const OPEN_MESSAGES_MAX = 50;
const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const OF_CONNECTION = 'from shop_messages m where m.client_id = c.client_id and m.connection = c.connection';
const lastOf = (direction: string) =>
  `(select jsonb_build_object('orderId', m.order_id, 'at', ${utc('m.changed')}) ${OF_CONNECTION}
      and m.direction = '${direction}' and m.state = 'done' order by m.changed desc limit 1)`;

/** Lists the connected shops of a client in the form of the API. */
export async function listShopConnections(connection: Connection, clientId: string): Promise<{ view: object }[]> {
  return queryRows<{ view: object }>(connection, {
    name: 'list-shop-connections',
    text: `select jsonb_strip_nulls(jsonb_build_object(
             'connection', c.connection, 'shop', c.shop, 'seen', ${utc('c.seen')}, 'alert', c.alert,
             'waiting', (select count(*) ${OF_CONNECTION} and m.state = 'waiting'),
             'refused', (select count(*) ${OF_CONNECTION} and m.state = 'refused'),
             'lastOrder', ${lastOf('from_shop')}, 'lastReport', ${lastOf('to_shop')},
             'messages', (select coalesce(jsonb_agg(jsonb_build_object(
                 'orderId', o.order_id, 'direction', o.direction, 'state', o.state, 'attempts', o.attempts,
                 'nextAttempt', case when o.state = 'waiting' then ${utc('o.next_at')} end,
                 'reason', coalesce(o.last_error, o.outcome))), '[]')
               from (select m.* ${OF_CONNECTION} and m.state <> 'done' order by m.state, m.received limit ${OPEN_MESSAGES_MAX}) o))) as view
           from shop_connections c where c.client_id = $1 order by c.connection`,
    values: [clientId],
  });
}

/** Makes the open messages of a connected shop, or of one order, due at once. Returns their number. */
export async function resendOpenMessages(
  connection: Connection,
  clientId: string,
  { prefix, orderId }: { prefix: string; orderId: string | undefined },
): Promise<number> {
  return queryCount(connection, {
    name: 'resend-open-messages',
    text: `update shop_messages set state = 'waiting', attempts = 0, next_at = now(), changed = now()
           where client_id = $1 and connection = $2 and state <> 'done' and ($3::text is null or order_id = $3)`,
    values: [clientId, prefix, orderId],
  });
}

/**
 * Erases an order of a shop, words about errors and tracking numbers from the messages of connectors. An
 * erased order is not reported any more.
 */
export async function eraseShopMessages(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    name: 'erase-shop-messages',
    text: `update shop_messages set content = null, last_error = null, known = '{}' where client_id = $1 and order_id = $2`,
    values: [clientId, orderId],
  });
}
