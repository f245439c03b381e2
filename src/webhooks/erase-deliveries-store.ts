import type { Connection } from '../database/transaction.ts';

/**
 * Takes what is about a person out of all that endpoints were told of the order, and out of their answers. What is still to be sent is sent as
 * what is left: which order, and its status. `recordAttempt` stores nothing of what receivers answer later.
 */
export async function eraseDeliveries(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<void> {
  const { rows } = await connection.query<{ endpointId: string; deliveryId: string; body: string }>({
    name: 'find-deliveries-to-erase',
    text: `select endpoint_id as "endpointId", delivery_id as "deliveryId", body from webhook_deliveries
           where client_id = $1
             and endpoint_id in (select endpoint_id from webhook_endpoints where client_id = $1)
             and delivery_id in (select event_id from order_events where client_id = $1 and order_id = $2)`,
    values: [clientId, orderId],
  });
  if (rows.length === 0) return;
  await connection.query({
    name: 'erase-deliveries',
    text: `update webhook_deliveries d
           set body = erased.body, response_excerpt = null, last_error = null,
               -- An attempt that is under way is not recorded any more, but made again with what is left.
               attempts = attempts + case when state = 'pending' then 1 else 0 end
           from unnest($2::uuid[], $3::uuid[], $4::text[]) as erased (endpoint_id, delivery_id, body)
           where d.client_id = $1 and d.endpoint_id = erased.endpoint_id and d.delivery_id = erased.delivery_id`,
    values: [
      clientId,
      rows.map(({ endpointId }) => endpointId),
      rows.map(({ deliveryId }) => deliveryId),
      rows.map(({ body }) => withoutPerson(body)),
    ],
  });
}

/** Which order it is about, and its status. */
function withoutPerson(body: string): string {
  const { type, timestamp, data } = JSON.parse(body);
  const { orderId, status, previousStatus, version } = data ?? {};
  const left = { orderId, status, previousStatus, version };
  return JSON.stringify({ type, timestamp, data: left }, (_, value) => value ?? undefined);
}
