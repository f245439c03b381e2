import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { columnsOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { LabelState } from './parcel-label-store.ts';
import type { Condition, ReturnReason } from './return-rules.ts';

export interface AnnouncedLine {
  id: string;
  quantity: number;
  reason: ReturnReason;
}

export const RETURN_STATUSES = ['ANNOUNCED', 'RECEIVED', 'WITHDRAWN'] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];

/** A return as its client reads it: announced, booked, or both. */
export interface ClientReturn {
  returnId: string;
  orderId: string;
  reference: string | null;
  note: string | null;
  announced: Date | null;
  received: Date | null;
  withdrawn: Date | null;
  status: ReturnStatus;
  /** The time of the announcement, or of the booking without one. */
  at: Date;
  items: (AnnouncedLine & { condition?: Condition })[];
  /** Null: no label was asked for. */
  parcelCode: string | null;
  label: { state: LabelState; trackingNumber: string | null; carrier: string | null } | null;
}

export async function insertAnnouncement(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  announcement: Pick<ClientReturn, 'returnId' | 'reference' | 'note' | 'parcelCode'> & {
    announced: Date;
    lines: readonly AnnouncedLine[];
  },
): Promise<void> {
  const { returnId, announced, reference, note, parcelCode, lines } = announcement;
  await connection.query({
    name: 'insert-announcement',
    text: `insert into announced_returns (client_id, order_id, return_id, announced, reference, note, parcel_code)
           values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [clientId, orderId, returnId, announced, reference, note, parcelCode],
  });
  await connection.query({
    name: 'insert-announced-lines',
    text: `insert into announced_return_lines (client_id, order_id, return_id, line, item_id, quantity, reason)
           select $1, $2, $3, * from unnest($4::int[], $5::text[], $6::int[], $7::text[])`,
    values: [
      clientId,
      orderId,
      returnId,
      lines.map((_, index) => index + 1),
      ...columnsOf(lines, 'id', 'quantity', 'reason'),
    ],
  });
}

interface OpenAnnouncement extends OrderKey {
  returnId: string;
  clientName: string;
  announced: Date;
  reference: string | null;
  note: string | null;
  withdrawn: Date | null;
  items: AnnouncedLine[];
}

/**
 * Lists announced returns that have not arrived, latest first, of all clients or of one order. Withdrawn ones
 * are listed for one order only.
 */
export async function listOpenAnnouncements(
  connection: Connection,
  { clientId, orderId }: { clientId?: string | undefined; orderId?: string | undefined },
  { before, limit }: { before: { at: Date; id: string } | undefined; limit: number },
): Promise<OpenAnnouncement[]> {
  return queryRows<OpenAnnouncement>(connection, {
    text: `select a.client_id as "clientId", a.order_id as "orderId", a.return_id as "returnId", c.name as "clientName", a.announced,
                  a.reference, a.note, a.withdrawn, (
                    select coalesce(json_agg(json_build_object('id', item_id, 'quantity', quantity, 'reason', reason) order by line), '[]')
                    from announced_return_lines l
                    where l.client_id = a.client_id and l.order_id = a.order_id and l.return_id = a.return_id) as items
           from announced_returns a join clients c using (client_id)
           where booked_id is null and (a.withdrawn is null or $2::text is not null)
             and ($1::text is null or a.client_id = $1) and ($2::text is null or a.order_id = $2)
             and ($3::timestamptz is null or (a.announced, a.return_id) < ($3, $4::uuid))
           order by a.announced desc, a.return_id desc limit $5`,
    values: [clientId ?? null, orderId ?? null, before?.at ?? null, before?.id ?? null, limit],
  });
}

/** Sums the announced pieces of an order that have not arrived and are expected, by item. */
export async function sumAnnounced(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<Map<string, number>> {
  const rows = await queryRows<{ itemId: string; pieces: number }>(connection, {
    name: 'sum-announced',
    text: `select item_id as "itemId", sum(quantity)::int as pieces
           from announced_return_lines l join announced_returns a using (client_id, order_id, return_id)
           where client_id = $1 and order_id = $2 and booked_id is null and withdrawn is null group by item_id`,
    values: [clientId, orderId],
  });
  return new Map(rows.map(({ itemId, pieces }) => [itemId, pieces]));
}

/** Lists the lines of the oldest announced return of an order that is expected; empty without one. */
export async function listExpectedLines(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<AnnouncedLine[]> {
  return queryRows<AnnouncedLine>(connection, {
    name: 'list-expected-lines',
    text: `select item_id as id, quantity, reason from announced_return_lines
           where client_id = $1 and order_id = $2 and return_id = (
             select a.return_id from announced_returns a
             where a.client_id = $1 and a.order_id = $2 and a.booked_id is null and a.withdrawn is null
             order by a.announced, a.return_id limit 1)
           order by line`,
    values: [clientId, orderId],
  });
}

/** Links the oldest open announcement with one of these items to the booked return. Returns its id. */
export async function bookAnnouncement(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  bookedId: string,
  itemIds: readonly string[],
): Promise<string | undefined> {
  const row = await queryRow<{ returnId: string }>(connection, {
    name: 'book-announcement',
    text: `update announced_returns set booked_id = $3
           where client_id = $1 and order_id = $2 and return_id = (
             select a.return_id from announced_returns a
             where a.client_id = $1 and a.order_id = $2 and a.booked_id is null and a.withdrawn is null and exists (
               select 1 from announced_return_lines l
               where l.client_id = $1 and l.order_id = $2 and l.return_id = a.return_id and l.item_id = any($4))
             order by a.announced, a.return_id limit 1)
           returning return_id as "returnId"`,
    values: [clientId, orderId, bookedId, itemIds],
  });
  return row?.returnId;
}

/** Withdraws a return of a locked order. */
export async function updateWithdrawn(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  returnId: string,
  now: Date,
): Promise<void> {
  await connection.query({
    name: 'withdraw-announcement',
    text: `update announced_returns set withdrawn = $4 where client_id = $1 and order_id = $2 and return_id = $3 and booked_id is null`,
    values: [clientId, orderId, returnId, now],
  });
}

interface ClientReturnFilter {
  orderId?: string | undefined;
  returnId?: string | undefined;
  status?: ReturnStatus | undefined;
}

/** Lists the client's returns, latest first. */
export async function listReturnsOfClient(
  connection: Connection,
  clientId: string,
  { orderId, returnId, status }: ClientReturnFilter,
  { before, limit }: { before: { at: Date; id: string } | undefined; limit: number },
): Promise<ClientReturn[]> {
  return queryRows<ClientReturn>(connection, {
    name: 'list-returns-of-client',
    text: `select f."returnId", f."orderId", f.reference, f.note, f.announced, f.received, f.withdrawn, f.status, f.at, f."parcelCode",
             coalesce(
               (select json_agg(json_build_object('id', item_id, 'quantity', quantity, 'reason', reason, 'condition', condition) order by line)
                from return_lines l where l.client_id = $1 and l.order_id = f."orderId" and l.return_id = f."bookedId"),
               (select json_agg(json_build_object('id', item_id, 'quantity', quantity, 'reason', reason) order by line)
                from announced_return_lines l where l.client_id = $1 and l.order_id = f."orderId" and l.return_id = f."returnId")) as items,
             (select json_build_object('state', l.state, 'trackingNumber', l.tracking_number, 'carrier', l.carrier)
              from parcel_labels l where l.client_id = $1 and l.order_id = f."orderId" and l.code = f."parcelCode" and l.is_return
              order by l.attempt desc limit 1) as label
           from (
             select a.return_id as "returnId", a.order_id as "orderId", a.reference, a.note, a.announced, r.received, a.withdrawn,
                    case when r.received is not null then 'RECEIVED' when a.withdrawn is not null then 'WITHDRAWN' else 'ANNOUNCED' end as status,
                    a.announced as at, a.booked_id as "bookedId", a.parcel_code as "parcelCode"
             from announced_returns a left join returns r on r.client_id = $1 and r.order_id = a.order_id and r.return_id = a.booked_id
             where a.client_id = $1
             union all
             select r.return_id, r.order_id, null, null, null, r.received, null, 'RECEIVED', r.received, r.return_id, null from returns r
             where r.client_id = $1 and not exists (
               select 1 from announced_returns a where a.client_id = $1 and a.order_id = r.order_id and a.booked_id = r.return_id)
           ) f
           where ($2::text is null or f."orderId" = $2) and ($3::uuid is null or f."returnId" = $3)
             and ($4::text is null or f.status = $4)
             and ($5::timestamptz is null or (f.at, f."returnId") < ($5, $6::uuid))
           order by f.at desc, f."returnId" desc limit $7`,
    values: [
      clientId,
      orderId ?? null,
      returnId ?? null,
      status ?? null,
      before?.at ?? null,
      before?.id ?? null,
      limit,
    ],
  });
}

export async function findShippedParcel(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<string | undefined> {
  const row = await queryRow<{ code: string }>(connection, {
    name: 'find-shipped-parcel',
    text: `select code from parcels where client_id = $1 and order_id = $2 and state = 'SHIPPED' order by parcel limit 1`,
    values: [clientId, orderId],
  });
  return row?.code;
}

export async function eraseAnnouncements(connection: Connection, { clientId, orderId }: OrderKey): Promise<void> {
  await connection.query({
    name: 'erase-announcements',
    text: 'update announced_returns set reference = null, note = null where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
}
