import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { ofLiveClient } from '../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../platform/database/transaction.ts';

/** An order `o` of a live client that was accepted without a batch, and of which nothing is made. */
export const ACCEPTED_ALONE = `o.status = 'ACCEPTED' and ${ofLiveClient('o')} and o.reason_code is distinct from 'on_hold'
  and o.cancellation is distinct from 'REQUESTED'
  and not exists (select 1 from production_orders q where q.client_id = o.client_id and q.order_id = o.order_id and q.batch_id is not null)
  and not exists (select 1 from pieces p where p.client_id = o.client_id and p.order_id = o.order_id and p.state in ('MADE', 'CHECKED', 'PACKED'))
  and not exists (select 1 from parcels c where c.client_id = o.client_id and c.order_id = o.order_id and c.state <> 'DROPPED')`;

/** Filters of orders that can be released. */
export interface ReleaseChoice {
  /** ASSIGNED by default. ACCEPTED: orders that are in no batch. */
  status?: 'ASSIGNED' | 'ACCEPTED' | undefined;
  technology?: string | undefined;
  manufacturerCode?: string | undefined;
  sku?: string | undefined;
  clientId?: string | undefined;
  /** Due at this moment or before. */
  dueBy?: Date | undefined;
  /** SINGLE: one piece. MULTI: several pieces, including counted products. */
  size?: 'SINGLE' | 'MULTI' | undefined;
}

/** ASSIGNED orders with the same technology and variant. */
export interface ReleaseGroup {
  /** Null: existing products, which have no pieces. */
  technology: string | null;
  manufacturerCode: string | null;
  /** Name of the article or the product variant. */
  title: string;
  code: string;
  color: string;
  size: string;
  orders: number;
  pieces: number;
  multi: number;
  /** When the oldest of them was created. */
  oldest: Date;
  /** When the first of them is due. */
  due: Date;
  late: number;
  rush: number;
  /** Pieces on the shelf, including reserved ones. */
  onHand: number;
  reserved: number;
  /** It may be relative to IMAGE_BASE_URL. */
  picture: string | null;
}

export interface ReleasableOrder extends OrderKey {
  clientName: string;
  pieces: number;
  created: Date;
  due: Date;
  rush: boolean;
}

export type ReleaseCounts = { orders: number; pieces: number; late: number; today: number; multi: number };

/** Orders that are grouped and counted, the most urgent first. The limit bounds the time of the statement. */
export const RELEASE_OLDEST = 200;
/** The limit if a person asks for more. */
export const RELEASE_OLDEST_MAX = 5_000;

const ITEMS_OF_ORDER = 'from order_items i where i.client_id = o.client_id and i.order_id = o.order_id';
/** Items as JSON, read by the order's key. A join with thousands of orders would scan all items. */
const LINES_OF_ORDER = `, (select json_agg(json_build_object('kind', kind, 'code', code, 'technology', technology, 'quantity', quantity)) ${ITEMS_OF_ORDER}) as lines`;

/** Selects matching orders of live clients as `o`, not on hold: rush orders first, then by due time. */
function candidates(choice: ReleaseChoice, values: unknown[], also = ''): string {
  const value = (one: unknown) => `$${values.push(one)}`;
  const ready = `o.status = 'ASSIGNED' and ${ofLiveClient('o')} and o.reason_code is distinct from 'on_hold'`;
  const where = [choice.status === 'ACCEPTED' ? ACCEPTED_ALONE : ready];
  const { technology, manufacturerCode, sku, clientId, dueBy, size } = choice;
  if (clientId !== undefined) where.push(`o.client_id = ${value(clientId)}`);
  if (dueBy !== undefined) where.push(`o.due <= ${value(dueBy)}`);
  const ofItem: string[] = [];
  if (technology !== undefined) ofItem.push(`i.technology = ${value(technology)}`);
  if (sku !== undefined) ofItem.push(`i.code = ${value(sku)}`);
  if (manufacturerCode !== undefined)
    ofItem.push(
      `i.kind = 'ARTICLE' and i.code in (select sku from article_variants where manufacturer_code = ${value(manufacturerCode)})`,
    );
  if (ofItem.length > 0) where.push(`exists (select ${ITEMS_OF_ORDER} and ${ofItem.join(' and ')})`);
  if (size !== undefined) where.push(`(select sum(i.quantity) ${ITEMS_OF_ORDER}) ${size === 'SINGLE' ? '=' : '>'} 1`);
  return `select o.client_id, o.order_id, o.created, coalesce(o.due, o.created) as due, o.rush, (select coalesce(sum(i.quantity), 0) ${ITEMS_OF_ORDER})::int as pieces${also} from orders o
          where ${where.join(' and ')} order by o.rush desc, o.due, o.client_id, o.order_id`;
}

/** Groups the most urgent matching orders by technology and variant. */
export async function listReleaseGroups(
  connection: Connection,
  choice: ReleaseChoice,
  lateUntil: Date,
  oldest: number,
): Promise<ReleaseGroup[]> {
  const values: unknown[] = [lateUntil];
  return queryRows<ReleaseGroup>(
    connection,
    `with chosen as materialized (${candidates(choice, values, LINES_OF_ORDER)} limit $${values.push(oldest)}),
     lines as materialized (
       select i.kind, i.code, i.technology, count(*)::int as orders, sum(i.quantity)::int as pieces,
              count(*) filter (where o.pieces > 1)::int as multi, count(*) filter (where o.due <= $1)::int as late, count(*) filter (where o.rush)::int as rush, min(o.created) as oldest, min(o.due) as due
       from chosen o
       cross join lateral json_to_recordset(o.lines) as i (kind text, code text, technology text, quantity int)
       group by i.kind, i.code, i.technology
     )
     select l.technology, v.manufacturer_code as "manufacturerCode", coalesce(a.title, p.name, l.code) as title, l.code,
            coalesce(v.color, p.color, '') as color, coalesce(v.size, p.size, '') as size, l.orders, l.pieces, l.multi, l.late, l.rush, l.oldest, l.due,
            coalesce(v.stock_level_quantity, p.stock_level_quantity, 0) as "onHand",
            coalesce(v.reserved, p.reserved, 0) as reserved, coalesce(a.preview_image_urls[1], q.preview_image_urls[1]) as picture
     from lines l
     left join lateral (select * from article_variants where l.kind = 'ARTICLE' and sku = l.code limit 1) v on true
     left join articles a using (manufacturer_code)
     left join lateral (select * from product_variants where l.kind = 'PRODUCT' and ean13 = l.code limit 1) p on true
     left join products q on q.product_id = p.product_id
     order by l.rush > 0 desc, l.due, l.technology, l.code`,
    values,
  );
}

/** Finds the keys of the most urgent matching orders. */
export async function findReleasable(
  connection: Connection,
  choice: ReleaseChoice,
  limit: number,
): Promise<OrderKey[]> {
  const values: unknown[] = [];
  return queryRows<OrderKey>(
    connection,
    `select client_id as "clientId", order_id as "orderId" from (${candidates(choice, values)} limit $${values.push(limit)}) o`,
    values,
  );
}

/** Lists the most urgent matching orders. */
export async function listReleasable(
  connection: Connection,
  choice: ReleaseChoice,
  limit: number,
): Promise<ReleasableOrder[]> {
  const values: unknown[] = [];
  return queryRows<ReleasableOrder>(
    connection,
    `with chosen as (${candidates(choice, values)} limit $${values.push(limit)})
     select o.client_id as "clientId", c.name as "clientName", o.order_id as "orderId", o.created, o.due, o.rush, o.pieces
     from chosen o join clients c using (client_id) order by o.rush desc, o.due, o.client_id, o.order_id`,
    values,
  );
}

/** Counts the most urgent matching orders, and the late ones and those due today among them. */
export async function countReleasable(
  connection: Connection,
  choice: ReleaseChoice,
  until: { late: Date; today: Date },
  oldest: number,
): Promise<ReleaseCounts> {
  const values: unknown[] = [until.late, until.today];
  const { rows } = await connection.query<ReleaseCounts>(
    `with chosen as (${candidates(choice, values)} limit $${values.push(oldest)})
     select count(*)::int as orders, coalesce(sum(o.pieces), 0)::int as pieces, count(*) filter (where o.due <= $1)::int as late,
            count(*) filter (where o.due <= $2)::int as today, count(*) filter (where o.pieces > 1)::int as multi
     from chosen o`,
    values,
  );
  return rows[0] as ReleaseCounts;
}

/** Puts the current runs of a client's locked orders, which are in no batch, into a batch. */
export async function joinBatch(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
  batchId: string,
): Promise<void> {
  await connection.query({
    name: 'join-batch',
    text: `with joined as (
             update production_orders set batch_id = $3 where client_id = $1 and order_id = any($2) and batch_id is null returning order_id, run
           )
           update pieces p set batch_id = $3 from joined j where p.client_id = $1 and p.order_id = j.order_id and p.run = j.run and p.batch_id is null`,
    values: [clientId, orderIds, batchId],
  });
}

/** Adds orders to a batch, which is open again. */
export async function extendBatch(
  connection: Connection,
  batchId: string,
  added: { due: Date | null; orders: number; pieces: number; places: number },
): Promise<void> {
  await connection.query({
    name: 'extend-batch',
    text: `update batches set due = least(due, $2), orders = orders + $3, pieces = pieces + $4, places = coalesce(places, 0) + $5, ended = null
           where batch_id = $1`,
    values: [batchId, added.due, added.orders, added.pieces, added.places],
  });
}

/** Counts the pieces that the orders' custom items become. An item of more than `lotFrom` pieces is one. */
export async function countItemPieces(
  connection: Connection,
  orders: readonly OrderKey[],
  lotFrom: number,
): Promise<number> {
  const { rows } = await connection.query<{ pieces: number }>({
    name: 'count-item-pieces',
    text: `select coalesce(sum(case when i.quantity > $3 then 1 else i.quantity end), 0)::int as pieces
           from unnest($1::text[], $2::text[]) as k (client_id, order_id)
           join order_items i on i.client_id = k.client_id and i.order_id = k.order_id and i.kind = 'ARTICLE'`,
    values: [orders.map(({ clientId }) => clientId), orders.map(({ orderId }) => orderId), lotFrom],
  });
  return rows[0]?.pieces ?? 0;
}
