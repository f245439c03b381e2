import type { Actor, ActorKind } from '../../platform/audit/actor.ts';
import { type ColumnTypes, namesOf, tableOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRows } from '../../platform/database/transaction.ts';
import type { FieldChange } from '../change/listed-changes-rules.ts';
import type { OrderNews } from '../document/order-document.ts';

export interface OrderEvent extends OrderNews {
  eventId: string;
  actor: Actor;
  reason: string | null;
  /** JSON of a `Correction`. */
  correction: string | null;
}

/** The fields that a change of the content changed. Its reason is hidden from the customer. */
export interface Correction {
  changes: FieldChange[];
  reason?: string;
}

export interface NewOrderEvent extends OrderEvent {
  webhookBody: string;
  traceParent: string | null;
}

export interface RecordedEvent extends Omit<OrderEvent, 'actor' | 'correction'> {
  correction: Correction | null;
  actor: ActorKind;
  actorId: string | null;
  actorName: string | null;
}

type EventRow = Omit<OrderEvent, 'actor'> & { actor: ActorKind; actorId: string | null; actorName: string | null };

const EVENT_ROW: ColumnTypes<EventRow> = {
  orderId: 'text',
  eventId: 'uuid',
  type: 'text',
  occurred: 'timestamptz',
  status: 'text',
  previousStatus: 'text',
  version: 'int',
  reason: 'text',
  actor: 'text',
  actorId: 'text',
  actorName: 'text',
  correction: 'text',
};

export async function insertOrderEvents(
  connection: Connection,
  clientId: string,
  events: readonly OrderEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const values: unknown[] = [clientId];
  const rows = events.map(({ actor: { kind, id, name }, ...event }): EventRow => {
    return { ...event, actor: kind, actorId: id, actorName: name };
  });
  const columns = namesOf(EVENT_ROW);
  await connection.query({
    name: 'insert-order-events',
    text: `insert into order_events (client_id, ${columns}) select $1, ${columns} from ${tableOf('given', rows, EVENT_ROW, values)}`,
    values,
  });
}

export async function hasOrderEvent(
  connection: Connection,
  clientId: string,
  orderId: string,
  eventId: string,
): Promise<boolean> {
  return queryHasRow(
    connection,
    'select 1 from order_events where client_id = $1 and order_id = $2 and event_id = $3',
    [clientId, orderId, eventId],
  );
}

export async function hasEventWithReason(
  connection: Connection,
  clientId: string,
  orderId: string,
  reason: string,
): Promise<boolean> {
  return queryHasRow(connection, 'select 1 from order_events where client_id = $1 and order_id = $2 and reason = $3', [
    clientId,
    orderId,
    reason,
  ]);
}

const EVENT = `order_id as "orderId", event_id as "eventId", type, occurred, status, previous_status as "previousStatus",
                  version, actor, actor_id as "actorId", actor_name as "actorName", reason, correction::json as correction`;

/** Lists the order's events after the given version, oldest first. */
export async function listOrderEvents(
  connection: Connection,
  clientId: string,
  orderId: string,
  { afterVersion, limit }: { afterVersion: number; limit: number },
): Promise<RecordedEvent[]> {
  return queryRows<RecordedEvent>(connection, {
    name: 'list-order-events',
    text: `select ${EVENT}
           from order_events
           where client_id = $1 and order_id = $2 and version > $3
           order by version limit $4`,
    values: [clientId, orderId, afterVersion, limit],
  });
}

/** Lists the order's events before the given version, newest first. */
export async function listLatestOrderEvents(
  connection: Connection,
  clientId: string,
  orderId: string,
  { beforeVersion, limit }: { beforeVersion: number; limit: number },
): Promise<RecordedEvent[]> {
  return queryRows<RecordedEvent>(connection, {
    name: 'list-latest-order-events',
    text: `select ${EVENT}
           from order_events
           where client_id = $1 and order_id = $2 and version < $3
           order by version desc limit $4`,
    values: [clientId, orderId, beforeVersion, limit],
  });
}
