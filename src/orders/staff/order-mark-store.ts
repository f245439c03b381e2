import { type Connection, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { OrderKey } from '../rows/order-row-store.ts';

export interface OrderMarks {
  assigneeId: string | null;
  assigneeName: string | null;
  tags: string[];
}

const MARKS = `m.assignee_id as "assigneeId", m.assignee_name as "assigneeName", coalesce(m.tags, '{}') as tags`;

/** Locks the client's orders that exist, and returns their marks. */
export async function lockMarks(connection: Connection, clientId: string, orderIds: readonly string[]) {
  return queryRows<OrderKey & OrderMarks & { created: Date }>(connection, {
    text: `select o.client_id as "clientId", o.order_id as "orderId", o.created, ${MARKS}
           from orders o left join order_marks m on m.client_id = o.client_id and m.order_id = o.order_id
           where o.client_id = $1 and o.order_id = any($2) order by o.order_id for no key update of o`,
    values: [clientId, orderIds],
  });
}

/** Saves the marks of an order that was created then. */
export async function saveMarks(
  connection: Connection,
  { clientId, orderId, created, ...marks }: OrderKey & OrderMarks & { created: Date },
) {
  const { assigneeId, assigneeName, tags } = marks;
  await connection.query({
    name: 'save-order-marks',
    text: `insert into order_marks (client_id, order_id, assignee_id, assignee_name, tags, created) values ($1, $2, $3, $4, $5, $6)
           on conflict (client_id, order_id) do update
           set assignee_id = excluded.assignee_id, assignee_name = excluded.assignee_name, tags = excluded.tags`,
    values: [clientId, orderId, assigneeId, assigneeName, tags, created],
  });
}

export async function findMarks(connection: Connection, clientId: string, orderId: string) {
  return queryRow<OrderMarks>(connection, {
    name: 'find-order-marks',
    text: `select ${MARKS} from order_marks m where client_id = $1 and order_id = $2`,
    values: [clientId, orderId],
  });
}

/** Erases the tags of an order, which may have personal data. */
export async function eraseTags(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    name: 'erase-order-tags',
    text: `update order_marks set tags = '{}' where client_id = $1 and order_id = $2`,
    values: [clientId, orderId],
  });
}

/** Orders whose tags are read for the list of tags in use. */
const TAGGED_MAX = 5_000;

/** Lists the tags in use, sorted, up to the limit. */
export async function listTags(connection: Connection, limit: number): Promise<string[]> {
  const rows = await queryRows<{ tag: string }>(connection, {
    text: `select distinct tag from (select tags from order_marks where tags <> '{}' limit $1) tagged
           cross join lateral unnest(tagged.tags) as t (tag) order by tag limit $2`,
    values: [TAGGED_MAX, limit],
  });
  return rows.map(({ tag }) => tag);
}
