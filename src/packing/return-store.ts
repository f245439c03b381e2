import type { OrderKey } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { columnsOf } from '../platform/database/statement-parts.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { Condition, ReturnLine } from './return-rules.ts';

export interface Return extends OrderKey {
  returnId: string;
  clientName: string;
  received: Date;
  /** At the time of the return. */
  orderVersion: number;
  actorId: string | null;
  actorName: string | null;
  lines: ReturnLine[];
}

type ReturnRow = Omit<Return, 'lines'> & { lines: string };

const COLUMNS = `r.client_id as "clientId", r.order_id as "orderId", r.return_id as "returnId", c.name as "clientName", r.received,
  r.order_version as "orderVersion", r.actor_id as "actorId", r.actor_name as "actorName",
  (select json_agg(json_build_object('itemId', item_id, 'kind', kind, 'code', code, 'piece', piece, 'quantity', quantity, 'condition', condition,
                                     'reason', reason, 'note', note) order by line)::text
   from return_lines l where l.client_id = r.client_id and l.order_id = r.order_id and l.return_id = r.return_id) as lines`;
const FROM = 'returns r join clients c using (client_id)';

const returnOf = ({ lines, ...row }: ReturnRow): Return => ({ ...row, lines: JSON.parse(lines) });

export async function sumReturned(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<Map<string, number>> {
  const { rows } = await connection.query<{ itemId: string; pieces: number }>({
    name: 'sum-returned',
    text: `select item_id as "itemId", sum(quantity)::int as pieces from return_lines where client_id = $1 and order_id = $2 group by item_id`,
    values: [clientId, orderId],
  });
  return new Map(rows.map(({ itemId, pieces }) => [itemId, pieces]));
}

export async function sumReturnedPieces(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await connection.query<{ piece: string; pieces: number }>({
    name: 'sum-returned-pieces',
    text: `select piece, sum(quantity)::int as pieces from return_lines
           where client_id = $1 and order_id = $2 and piece = any($3) group by piece`,
    values: [clientId, orderId, codes],
  });
  return new Map(rows.map(({ piece, pieces }) => [piece, pieces]));
}

/** Inserts a return of a locked order. */
export async function insertReturn(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  {
    returnId,
    received,
    orderVersion,
    by,
    lines,
  }: { returnId: string; received: Date; orderVersion: number; by: Actor; lines: readonly ReturnLine[] },
): Promise<void> {
  await connection.query({
    name: 'insert-return',
    text: `insert into returns (client_id, order_id, return_id, received, order_version, actor_id, actor_name) values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [clientId, orderId, returnId, received, orderVersion, by.id, by.name],
  });
  await connection.query({
    name: 'insert-return-lines',
    text: `insert into return_lines (client_id, order_id, return_id, line, item_id, kind, code, piece, quantity, condition, reason, note)
           select $1, $2, $3, * from unnest($4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $10::text[], $11::text[], $12::text[])`,
    values: [
      clientId,
      orderId,
      returnId,
      lines.map((_, index) => index + 1),
      ...columnsOf(lines, 'itemId', 'kind', 'code', 'piece', 'quantity', 'condition', 'reason', 'note'),
    ],
  });
}

export async function findReturn(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  returnId: string,
): Promise<Return | undefined> {
  const { rows } = await connection.query<ReturnRow>({
    name: 'find-return',
    text: `select ${COLUMNS} from ${FROM} where r.client_id = $1 and r.order_id = $2 and r.return_id = $3`,
    values: [clientId, orderId, returnId],
  });
  return rows[0] && returnOf(rows[0]);
}

/** Lists the returns of an order, oldest first. */
export async function listReturnsOfOrder(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  limit: number,
): Promise<Return[]> {
  const { rows } = await connection.query<ReturnRow>({
    name: 'list-returns-of-order',
    text: `select ${COLUMNS} from ${FROM} where r.client_id = $1 and r.order_id = $2 order by r.return_id limit $3`,
    values: [clientId, orderId, limit],
  });
  return rows.map(returnOf);
}

interface ReturnFilter {
  clientId?: string | undefined;
  orderId?: string | undefined;
  condition?: Condition | undefined;
  reason?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

/** Lists returns, latest first. */
export async function listReturns(
  connection: Connection,
  { clientId, orderId, condition, reason, from, to }: ReturnFilter,
  { before, limit }: { before: { received: Date; returnId: string } | undefined; limit: number },
): Promise<Return[]> {
  const values: unknown[] = [limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const where: string[] = [];
  if (clientId !== undefined) where.push(`r.client_id = ${value(clientId)}`);
  if (orderId !== undefined) where.push(`r.order_id = ${value(orderId)}`);
  if (from) where.push(`r.received >= ${value(from)}`);
  if (to) where.push(`r.received < ${value(to)}`);
  const ofLine: string[] = [];
  if (condition !== undefined) ofLine.push(`l.condition = ${value(condition)}`);
  if (reason !== undefined) ofLine.push(`l.reason = ${value(reason)}`);
  if (ofLine.length > 0)
    where.push(
      `exists (select 1 from return_lines l where l.client_id = r.client_id and l.order_id = r.order_id and l.return_id = r.return_id
                 and ${ofLine.join(' and ')})`,
    );
  if (before) where.push(`(r.received, r.return_id) < (${value(before.received)}, ${value(before.returnId)}::uuid)`);
  const { rows } = await connection.query<ReturnRow>(
    `select ${COLUMNS} from ${FROM} ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
     order by r.received desc, r.return_id desc limit $1`,
    values,
  );
  return rows.map(returnOf);
}

/** Deletes the notes of staff about the order's returns. Returns the ids of those returns. */
export async function eraseReturnNotes(connection: Connection, { clientId, orderId }: OrderKey): Promise<string[]> {
  const { rows } = await connection.query<{ returnId: string }>({
    name: 'erase-return-notes',
    text: `update return_lines set note = null where client_id = $1 and order_id = $2 and note is not null
           returning return_id as "returnId"`,
    values: [clientId, orderId],
  });
  return [...new Set(rows.map(({ returnId }) => returnId))];
}
