import { valueRows } from '../../platform/database/statement-parts.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { recordDeliveriesOnNode } from '../../webhooks/record-deliveries-store.ts';
import type { InsertedOrders, NewOrder } from './order-store.ts';

// Needed because Citus sends the rows of an `insert ... select` to every node before it writes them: one
// unreachable node would stop all clients.
// Here each insert has its rows as values and goes only to the node of its client.

export async function insertOrdersOnNode(
  connection: Connection,
  clientId: string,
  orders: readonly NewOrder[],
): Promise<InsertedOrders> {
  const { rows } = await connection.query<{ version: string; carrierId: string | null }>({
    name: 'version-and-carrier',
    text: `select version, (select carrier_id from client_carriers where client_id = $1 and is_default) as "carrierId" from catalog_version`,
    values: [clientId],
  });
  const { version, carrierId } = rows[0] as { version: string; carrierId: string | null };
  const judged = orders.filter(({ catalogVersion }) => catalogVersion === null || catalogVersion === version);
  if (judged.length === 0) return { keys: [], catalogVersion: version };
  const inserted = await insertNew(connection, clientId, judged, carrierId);
  const made = judged.filter(({ orderId }) => inserted.has(orderId));
  if (made.length > 0) await recordNew(connection, clientId, made);
  return { keys: made.map(({ orderId }) => ({ clientId, orderId })), catalogVersion: version };
}

async function insertNew(
  connection: Connection,
  clientId: string,
  orders: readonly NewOrder[],
  defaultCarrierId: string | null,
): Promise<Set<string>> {
  const { text, values } = valueRows(
    orders.map((order) => [
      ...[clientId, order.orderId, order.status, order.created, order.created, order.created],
      ...[order.requestHash, order.document, order.summary, order.itemCount, order.recipient, order.country],
      order.carrierId ?? (order.country === null ? null : defaultCarrierId),
      ...[order.created, order.traceParent, order.isRush],
    ]),
  );
  const { rows } = await connection.query<{ orderId: string }>(
    `insert into orders (client_id, order_id, status, created, updated, status_since, request_hash, document, summary, item_count, recipient,
                         country, carrier, work_due, trace_parent, rush)
     values ${text} on conflict (client_id, order_id) do nothing returning order_id as "orderId"`,
    values,
  );
  return new Set(rows.map(({ orderId }) => orderId));
}

async function recordNew(connection: Connection, clientId: string, orders: readonly NewOrder[]): Promise<void> {
  const events = valueRows(
    orders.map((order) => [
      ...[clientId, order.orderId, order.eventId, 'order.created', order.created, order.status],
      ...[1, order.enteredById === null ? 'client' : 'operator', order.enteredById ?? clientId, order.actorName],
    ]),
  );
  await connection.query(
    `insert into order_events (client_id, order_id, event_id, type, occurred, status, version, actor, actor_id, actor_name)
     values ${events.text}`,
    events.values,
  );
  await recordDeliveriesOnNode(
    connection,
    clientId,
    orders
      .map(({ eventId, webhookBody, created, traceParent }) => {
        return { eventId, type: 'order.created', body: webhookBody, occurred: created, traceParent };
      })
      .sort((one, other) => (one.eventId < other.eventId ? -1 : 1)),
  );
}
