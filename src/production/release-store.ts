import { ofLiveClient } from '../platform/database/statement-parts.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { OrderKey } from './production-keys.ts';

/** Which of the ASSIGNED orders. Absent: any. */
export interface ReleaseChoice {
  technology?: string | undefined;
  manufacturerCode?: string | undefined;
  sku?: string | undefined;
  clientId?: string | undefined;
  /** Made at this moment or before. */
  madeBy?: Date | undefined;
  /** SINGLE: of one piece. MULTI: of several, counted products among them. */
  size?: 'SINGLE' | 'MULTI' | undefined;
}

/** ASSIGNED orders that are made alike. */
export interface ReleaseGroup {
  /** Null: existing products, which are only packed. */
  technology: string | null;
  manufacturerCode: string | null;
  /** Of the article, or the product variant. */
  title: string;
  code: string;
  color: string;
  size: string;
  orders: number;
  pieces: number;
  /** Orders of several pieces among them. */
  multi: number;
  /** When the oldest of them was made. */
  oldest: Date;
  /** Orders among them that are due already. */
  late: number;
  /** Pieces on the shelf, those that orders have reserved among them. */
  onHand: number;
  reserved: number;
}

/** An order that can be released. */
export interface ReleasableOrder extends OrderKey {
  clientName: string;
  pieces: number;
  created: Date;
}

export interface ReleaseCounts {
  orders: number;
  pieces: number;
  late: number;
  today: number;
  multi: number;
}

/** Of the orders that are chosen, the oldest, so many are put into groups and counted: what that costs must not grow with what waits. */
export const RELEASE_OLDEST = 200;
/** And so many for who asks for more. */
export const RELEASE_OLDEST_MAX = 5_000;

const ITEMS_OF_ORDER = 'from order_items i where i.client_id = o.client_id and i.order_id = o.order_id';
/** The order's items as JSON, read by its key: a join of some thousands of orders would scan the items of all orders there are. */
const LINES_OF_ORDER = `, (select json_agg(json_build_object('kind', kind, 'code', code, 'technology', technology, 'quantity', quantity)) ${ITEMS_OF_ORDER}) as lines`;

/** ASSIGNED orders of live clients which are chosen by, as `o`, the oldest first; nobody releases what is on hold. */
function candidates(choice: ReleaseChoice, values: unknown[], also = ''): string {
  const value = (one: unknown) => `$${values.push(one)}`;
  const where = [`o.status = 'ASSIGNED'`, ofLiveClient('o'), `o.reason_code is distinct from 'on_hold'`];
  const { technology, manufacturerCode, sku, clientId, madeBy, size } = choice;
  if (clientId !== undefined) where.push(`o.client_id = ${value(clientId)}`);
  if (madeBy !== undefined) where.push(`o.created <= ${value(madeBy)}`);
  const ofItem: string[] = [];
  if (technology !== undefined) ofItem.push(`i.technology = ${value(technology)}`);
  if (sku !== undefined) ofItem.push(`i.code = ${value(sku)}`);
  if (manufacturerCode !== undefined)
    ofItem.push(
      `i.kind = 'ARTICLE' and i.code in (select sku from article_variants where manufacturer_code = ${value(manufacturerCode)})`,
    );
  if (ofItem.length > 0) where.push(`exists (select ${ITEMS_OF_ORDER} and ${ofItem.join(' and ')})`);
  if (size !== undefined)
    where.push(`(select sum(i.quantity) ${ITEMS_OF_ORDER}) ${size === 'SINGLE' ? '=' : '>'} 1`);
  return `select o.client_id, o.order_id, o.created, (select coalesce(sum(i.quantity), 0) ${ITEMS_OF_ORDER})::int as pieces${also} from orders o
          where ${where.join(' and ')} order by o.created, o.client_id, o.order_id`;
}

/** What can be released, in groups that are made alike: those of so many of the oldest orders, the oldest first. */
export async function listReleaseGroups(
  connection: Connection,
  choice: ReleaseChoice,
  lateUntil: Date,
  oldest: number,
): Promise<ReleaseGroup[]> {
  const values: unknown[] = [lateUntil];
  const { rows } = await connection.query<ReleaseGroup>(
    `with chosen as materialized (${candidates(choice, values, LINES_OF_ORDER)} limit $${values.push(oldest)}),
     lines as materialized (
       select i.kind, i.code, i.technology, count(*)::int as orders, sum(i.quantity)::int as pieces,
              count(*) filter (where o.pieces > 1)::int as multi, count(*) filter (where o.created <= $1)::int as late, min(o.created) as oldest
       from chosen o
       cross join lateral json_to_recordset(o.lines) as i (kind text, code text, technology text, quantity int)
       group by i.kind, i.code, i.technology
     )
     select l.technology, v.manufacturer_code as "manufacturerCode", coalesce(a.title, p.name, l.code) as title, l.code,
            coalesce(v.color, p.color, '') as color, coalesce(v.size, p.size, '') as size, l.orders, l.pieces, l.multi, l.late, l.oldest,
            coalesce(v.stock_level_quantity, p.stock_level_quantity, 0) as "onHand",
            coalesce(v.reserved, p.reserved, 0) as reserved
     from lines l
     left join lateral (select * from article_variants where l.kind = 'ARTICLE' and sku = l.code limit 1) v on true
     left join articles a using (manufacturer_code)
     left join lateral (select * from product_variants where l.kind = 'PRODUCT' and ean13 = l.code limit 1) p on true
     order by l.oldest, l.technology, l.code`,
    values,
  );
  return rows;
}

/** Those that a release takes: at most `limit`, the oldest first. */
export async function findReleasable(
  connection: Connection,
  choice: ReleaseChoice,
  limit: number,
): Promise<OrderKey[]> {
  const values: unknown[] = [];
  const { rows } = await connection.query<OrderKey>(
    `select client_id as "clientId", order_id as "orderId" from (${candidates(choice, values)} limit $${values.push(limit)}) o`,
    values,
  );
  return rows;
}

/** Those that a release takes, with what a person knows them by. */
export async function listReleasable(
  connection: Connection,
  choice: ReleaseChoice,
  limit: number,
): Promise<ReleasableOrder[]> {
  const values: unknown[] = [];
  const { rows } = await connection.query<ReleasableOrder>(
    `with chosen as (${candidates(choice, values)} limit $${values.push(limit)})
     select o.client_id as "clientId", c.name as "clientName", o.order_id as "orderId", o.created, o.pieces
     from chosen o join clients c using (client_id) order by o.created, o.client_id, o.order_id`,
    values,
  );
  return rows;
}

/** How many of so many of the oldest orders can be released, and how many of them were made by which moment: those are late, or due today. */
export async function countReleasable(
  connection: Connection,
  choice: ReleaseChoice,
  madeBy: { late: Date; today: Date },
  oldest: number,
): Promise<ReleaseCounts> {
  const values: unknown[] = [madeBy.late, madeBy.today];
  const { rows } = await connection.query<ReleaseCounts>(
    `with chosen as (${candidates(choice, values)} limit $${values.push(oldest)})
     select count(*)::int as orders, coalesce(sum(o.pieces), 0)::int as pieces, count(*) filter (where o.created <= $1)::int as late,
            count(*) filter (where o.created <= $2)::int as today, count(*) filter (where o.pieces > 1)::int as multi
     from chosen o`,
    values,
  );
  return rows[0] as ReleaseCounts;
}

/** How many pieces the custom items of the orders become; an item of more than `lotFrom` is one. */
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
