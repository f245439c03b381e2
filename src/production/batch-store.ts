import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { valuesOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { PieceKey } from './piece-store.ts';

export interface Batch {
  batchId: string;
  code: string;
  created: Date;
  createdById: string | null;
  createdByName: string | null;
  /** The release's filter as JSON. */
  choice: string;
  /** When its most urgent order is due. */
  due: Date | null;
  /** Counted at the release. */
  orders: number;
  pieces: number;
  places: number | null;
  ended: Date | null;
}

const COLUMNS = `batch_id as "batchId", code, created, created_by_id as "createdById", created_by_name as "createdByName", choice, due, orders, pieces,
  places, ended`;

export async function insertBatch(connection: Connection, batch: Omit<Batch, 'ended'>): Promise<void> {
  await connection.query({
    text: `insert into batches (batch_id, code, created, created_by_id, created_by_name, choice, due, orders, pieces, places)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      ...valuesOf(batch, 'batchId', 'code', 'created', 'createdById', 'createdByName', 'choice', 'due', 'orders'),
      ...valuesOf(batch, 'pieces', 'places'),
    ],
  });
}

export async function findBatch(connection: Connection, batchId: string): Promise<Batch | undefined> {
  return queryRow<Batch>(connection, {
    name: 'find-batch',
    text: `select ${COLUMNS} from batches where batch_id = $1`,
    values: [batchId],
  });
}

/** Lists batches, latest first. */
export async function listBatches(
  connection: Connection,
  { open, before, limit }: { open: boolean; before: { created: Date; batchId: string } | undefined; limit: number },
): Promise<Batch[]> {
  const where = [...(open ? ['ended is null'] : []), ...(before ? ['(created, batch_id) < ($2, $3::bigint)'] : [])];
  return queryRows<Batch>(
    connection,
    `select ${COLUMNS} from batches ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
     order by created desc, batch_id desc limit $1`,
    [limit, ...(before ? [before.created, before.batchId] : [])],
  );
}

export async function findBatchesOf(
  connection: Connection,
  keys: readonly OrderKey[],
): Promise<(OrderKey & { batchId: string; code: string })[]> {
  const { rows } = await connection.query<OrderKey & { batchId: string; code: string }>({
    text: `select p.client_id as "clientId", p.order_id as "orderId", b.batch_id as "batchId", b.code
           from unnest($1::text[], $2::text[]) as k (client_id, order_id)
           join production_orders p on p.client_id = k.client_id and p.order_id = k.order_id
           join batches b on b.batch_id = p.batch_id`,
    values: [keys.map(({ clientId }) => clientId), keys.map(({ orderId }) => orderId)],
  });
  return rows;
}

/** Subtracts pieces that have left the batch. */
export async function reduceBatch(connection: Connection, batchId: string, pieces: number): Promise<void> {
  await connection.query({
    name: 'reduce-batch',
    text: 'update batches set pieces = pieces - $2 where batch_id = $1',
    values: [batchId, pieces],
  });
}

/** Ends the batch if all its pieces are made. Only pieces of orders in production count. */
export async function markBatchEnded(connection: Connection, batchId: string, now: Date): Promise<void> {
  await connection.query({
    name: 'mark-batch-ended',
    text: `update batches set ended = $2 where batch_id = $1 and ended is null
             and not exists (
               select 1 from pieces p join orders o on o.client_id = p.client_id and o.order_id = p.order_id
               where p.batch_id = $1 and p.state = 'TO_MAKE' and o.status = 'ACCEPTED'
             )`,
    values: [batchId, now],
  });
}

/** Reopens the batch, because one of its pieces is made again. */
export async function markBatchOpen(connection: Connection, batchId: string): Promise<void> {
  await connection.query({
    name: 'mark-batch-open',
    text: 'update batches set ended = null where batch_id = $1 and ended is not null',
    values: [batchId],
  });
}

/** States of a batch's pieces. STOPPED, SHIPPED and ENDED pieces are not to be made or packed. */
export const BATCH_STATES = ['TO_MAKE', 'MADE', 'CHECKED', 'PACKED', 'STOPPED', 'SHIPPED', 'ENDED'] as const;
type BatchState = (typeof BATCH_STATES)[number];

/** Pieces of a batch with one technology and one blank. */
interface BatchLine {
  /** Null: existing products, which have no pieces. */
  technology: string | null;
  manufacturerCode: string | null;
  title: string;
  code: string;
  color: string;
  size: string;
  onHand: number;
  reserved: number;
  /** Without replaced, scrapped and cancelled pieces. */
  pieces: number;
  toMake: number;
  made: number;
  checked: number;
  packed: number;
  stopped: number;
  /** Pieces that were rejected and made again. */
  replaced: number;
}

/**
 * The state in the batch of a piece `p` of an order `o`. STOPPED: the order is in error or cancelled.
 * SHIPPED: the order left without a scan of this piece.
 */
const STATE_IN_BATCH = `case when p.state in ('REPLACED', 'SCRAPPED', 'CANCELLED') then 'ENDED'
  when p.state = 'PACKED' then 'PACKED' when o.status = 'SHIPPED' then 'SHIPPED' when o.status <> 'ACCEPTED' then 'STOPPED' else p.state end`;

/** Lists the contents of a batch with their progress, by technology, article and variant. */
export async function listBatchLines(connection: Connection, batchId: string): Promise<BatchLine[]> {
  return queryRows<BatchLine>(connection, {
    name: 'list-batch-lines',
    text: `with made as (
             select p.technology, p.sku, p.quantity, p.state = 'REPLACED' as replaced, ${STATE_IN_BATCH} as stands
             from pieces p join orders o on o.client_id = p.client_id and o.order_id = p.order_id
             where p.batch_id = $1
           ),
           lines as (
             select 'ARTICLE' as kind, technology, sku as code,
                    coalesce(sum(quantity) filter (where stands <> 'ENDED'), 0)::int as pieces,
                    coalesce(sum(quantity) filter (where stands = 'TO_MAKE'), 0)::int as to_make,
                    coalesce(sum(quantity) filter (where stands = 'MADE'), 0)::int as made,
                    coalesce(sum(quantity) filter (where stands = 'CHECKED'), 0)::int as checked,
                    coalesce(sum(quantity) filter (where stands in ('PACKED', 'SHIPPED')), 0)::int as packed,
                    coalesce(sum(quantity) filter (where stands = 'STOPPED'), 0)::int as stopped,
                    coalesce(sum(quantity) filter (where replaced), 0)::int as replaced
             from made group by technology, sku
             union all
             select 'PRODUCT', null, i.code, sum(i.quantity)::int, 0, 0, 0, 0, 0, 0
             from production_orders b join order_items i on i.client_id = b.client_id and i.order_id = b.order_id
             where b.batch_id = $1 and i.kind = 'PRODUCT' group by i.code
           )
           select l.technology, v.manufacturer_code as "manufacturerCode", coalesce(a.title, n.name, l.code) as title, l.code,
                  coalesce(v.color, n.color, '') as color, coalesce(v.size, n.size, '') as size, l.pieces, l.to_make as "toMake", l.made, l.checked,
                  l.packed, l.stopped, l.replaced, coalesce(v.stock_level_quantity, n.stock_level_quantity, 0) as "onHand",
                  coalesce(v.reserved, n.reserved, 0) as reserved
           from lines l
           left join article_variants v on l.kind = 'ARTICLE' and v.sku = l.code
           left join articles a using (manufacturer_code)
           left join product_variants n on l.kind = 'PRODUCT' and n.ean13 = l.code
           order by l.technology nulls last, title, color, l.code`,
    values: [batchId],
  });
}

export async function sumCustomizations(
  connection: Connection,
  batchId: string,
): Promise<{ code: string; pieces: number }[]> {
  const { rows } = await connection.query<{ code: string; pieces: number }>({
    name: 'sum-customizations',
    text: `select step ->> 'sku' as code, sum(p.quantity)::int as pieces
           from pieces p cross join lateral jsonb_array_elements(p.steps::jsonb) step
           where p.batch_id = $1 and p.state not in ('REPLACED', 'SCRAPPED', 'CANCELLED') and step ->> 'sku' is not null
           group by 1 order by 1`,
    values: [batchId],
  });
  return rows;
}

/** Lists a page of the codes of a batch's pieces, by order and position. */
export async function listBatchPieceCodes(
  connection: Connection,
  batchId: string,
  {
    state,
    sku,
    after,
    limit,
  }: { state?: BatchState | undefined; sku?: string | undefined; after: PieceKey | undefined; limit: number },
): Promise<string[]> {
  const values: unknown[] = [batchId, limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const where = ['p.batch_id = $1'];
  if (sku !== undefined) where.push(`p.sku = ${value(sku)}`);
  if (state !== undefined) where.push(`${STATE_IN_BATCH} = ${value(state)}`);
  if (after) {
    const { clientId, orderId, run, position, copy, attempt } = after;
    const key = [clientId, orderId, run, position, copy, attempt].map(value).join(', ');
    where.push(`(p.client_id, p.order_id, p.run, p.position, p.copy, p.attempt) > (${key})`);
  }
  const { rows } = await connection.query<{ code: string }>(
    `select p.code from pieces p join orders o on o.client_id = p.client_id and o.order_id = p.order_id
     where ${where.join(' and ')} order by p.client_id, p.order_id, p.run, p.position, p.copy, p.attempt limit $2`,
    values,
  );
  return rows.map(({ code }) => code);
}
