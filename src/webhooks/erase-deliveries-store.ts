import type { Connection } from '../database/transaction.ts';

/**
 * Takes what is about a person out of all that endpoints were told of the order, and out of their answers. What is still to be sent is sent as
 * what is left: which order, and its status.
 */
export async function eraseDeliveries(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<void> {
  await connection.query({
    name: 'erase-deliveries',
    text: `update webhook_deliveries d
           set body = json_build_object(
                 'type', body::json->'type', 'timestamp', body::json->'timestamp',
                 'data', json_strip_nulls(json_build_object(
                   'orderId', body::json#>'{data,orderId}', 'status', body::json#>'{data,status}',
                   'previousStatus', body::json#>'{data,previousStatus}', 'version', body::json#>'{data,version}'))
               )::text,
               response_excerpt = null, last_error = null,
               -- What an attempt that is under way was answered is not recorded any more.
               attempts = attempts + case when state = 'pending' then 1 else 0 end
           where d.client_id = $1
             and d.endpoint_id in (select endpoint_id from webhook_endpoints where client_id = $1)
             and d.delivery_id in (select event_id from order_events where client_id = $1 and order_id = $2)`,
    values: [clientId, orderId],
  });
}
