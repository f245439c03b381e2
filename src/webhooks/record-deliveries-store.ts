import { type ColumnTypes, columnsOf, tableOf } from '../platform/database/statement-parts.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { EventType, TEST_EVENT_TYPE } from './event-types.ts';
import type { WebhookDelivery } from './webhook-delivery-store.ts';
import type { EndpointKey } from './webhook-endpoint-store.ts';

interface EventToDeliver {
  /** UUIDv7 of the event: the webhook-id. */
  eventId: string;
  type: EventType;
  /** The body as sent. */
  body: string;
  occurred: Date;
  /** The trace of the request that caused the event. */
  traceParent: string | null;
}

const EVENT: ColumnTypes<EventToDeliver> = {
  eventId: 'uuid',
  type: 'text',
  body: 'text',
  occurred: 'timestamptz',
  traceParent: 'text',
};

/** Inserts deliveries of the events for the client's active endpoints that have chosen their types. */
export async function insertDeliveries(
  connection: Connection,
  clientId: string,
  events: readonly EventToDeliver[],
): Promise<void> {
  if (events.length === 0) return;
  const values: unknown[] = [clientId];
  const text = insertOfDeliveries(tableOf('news', events, EVENT, values));
  await connection.query({ name: 'insert-deliveries', text, values });
}

/**
 * Returns the statement that inserts the deliveries. `news` is a table of events, and its column `place` is
 * the order of sending. `client` is SQL for the client of an event.
 */
export function insertOfDeliveries(news: string, client = '$1'): string {
  return `insert into webhook_deliveries (client_id, endpoint_id, delivery_id, type, body, due, created, trace_parent)
          select l.client_id, l.endpoint_id, event_id, type, body, occurred, occurred, trace_parent
          from ${news} join webhook_endpoints l on l.client_id = ${client} and l.status = 'active' and (types is null or type = any(types))
          order by place`;
}

/** Records a test event for one endpoint, whatever types it has chosen. Idempotent. */
export async function recordTestDelivery(
  connection: Connection,
  { clientId, endpointId }: EndpointKey,
  { deliveryId, type, body, created, traceParent }: TestEvent,
): Promise<WebhookDelivery> {
  const columns = `delivery_id as "deliveryId", position, type, null as "orderId", state, attempts, due, created, last_attempt as "lastAttempt",
                   delivered, last_status as "lastStatus", last_error as "lastError"`;
  const { rows } = await connection.query<WebhookDelivery>(
    `with made as (
       insert into webhook_deliveries (client_id, endpoint_id, delivery_id, type, body, due, created, trace_parent)
       values ($1, $2, $3, $4, $5, $6, $6, $7) on conflict (client_id, endpoint_id, delivery_id) do nothing
       returning *
     )
     select ${columns} from made
     union all
     select ${columns} from webhook_deliveries where client_id = $1 and endpoint_id = $2 and delivery_id = $3`,
    [clientId, endpointId, deliveryId, type, body, created, traceParent],
  );
  return rows[0] as WebhookDelivery;
}

interface TestEvent {
  deliveryId: string;
  type: typeof TEST_EVENT_TYPE;
  body: string;
  created: Date;
  traceParent: string | null;
}

/**
 * Removes personal data from all deliveries about the order, and from the answers of receivers. A pending
 * delivery is sent with ids and statuses only. `recordAttempt` stores no later answers.
 */
export async function eraseDeliveries(connection: Connection, clientId: string, orderId: string): Promise<void> {
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
           set body = erased.body, response_excerpt = null, last_error = null, attempt_log = null,
               -- An attempt under way is not recorded: its count no longer matches. It is repeated with the new body.
               attempts = attempts + case when state = 'pending' then 1 else 0 end
           from unnest($2::uuid[], $3::uuid[], $4::text[]) as erased (endpoint_id, delivery_id, body)
           where d.client_id = $1 and d.endpoint_id = erased.endpoint_id and d.delivery_id = erased.delivery_id`,
    values: [
      clientId,
      ...columnsOf(rows, 'endpointId', 'deliveryId'),
      rows.map(({ body }) => removePersonalData(body)),
    ],
  });
}

function removePersonalData(body: string): string {
  const { type, timestamp, data } = JSON.parse(body);
  const { orderId, status, previousStatus, version } = data ?? {};
  const left = { orderId, status, previousStatus, version };
  return JSON.stringify({ type, timestamp, data: left }, (_, value) => value ?? undefined);
}
