import type { Actor } from '../platform/audit/actor.ts';
import { columnsOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { StockCode } from './stock-rules.ts';

export interface StockCount {
  countId: string;
  title: string;
  /** People who count see no expected numbers. */
  isBlind: boolean;
  /** Another person confirms each difference. */
  isConfirmed: boolean;
  created: Date;
  createdByName: string | null;
  ended: Date | null;
}

/** OPEN: not counted. PENDING: a difference waits for another person. REPLACED: a later count has decided. */
export const COUNT_LINE_STATES = ['OPEN', 'BOOKED', 'PENDING', 'REJECTED', 'REPLACED'] as const;

export interface CountLine extends StockCode {
  /** Empty: the main place of a variant that has none. */
  place: string;
  placeKey: string;
  state: (typeof COUNT_LINE_STATES)[number];
  expected: number | null;
  counted: number | null;
  countedAt: Date | null;
  countedById: string | null;
  countedByName: string | null;
}

const COUNT = `count_id as "countId", title, is_blind as "isBlind", is_confirmed as "isConfirmed", created,
  created_by_name as "createdByName", ended`;
const LINE = `kind, code, place, place_key as "placeKey", state, expected, counted, counted_at as "countedAt",
  counted_by_id as "countedById", counted_by_name as "countedByName"`;

export async function insertCount(
  connection: Connection,
  { countId, title, isBlind, isConfirmed }: Pick<StockCount, 'countId' | 'title' | 'isBlind' | 'isConfirmed'>,
  { by, now }: { by: Actor; now: Date },
): Promise<void> {
  await connection.query({
    name: 'insert-count',
    text: `insert into stock_counts (count_id, title, is_blind, is_confirmed, created, created_by_id, created_by_name)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    values: [countId, title, isBlind, isConfirmed, now, by.id, by.name],
  });
}

type Place = StockCode & { place: string; placeKey: string };

export async function insertCountLines(connection: Connection, countId: string, places: readonly Place[]) {
  await connection.query({
    name: 'insert-count-lines',
    text: `insert into stock_count_lines (count_id, kind, code, place, place_key, state)
           select $1, kind, code, place, place_key, 'OPEN'
           from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as g (kind, code, place, place_key) on conflict do nothing`,
    values: [countId, ...columnsOf(places, 'kind', 'code', 'place', 'placeKey')],
  });
}

/** Lists counts, the latest first. */
export async function listCounts(
  connection: Connection,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<StockCount[]> {
  return queryRows<StockCount>(connection, {
    name: 'list-counts',
    text: `select ${COUNT} from stock_counts where $1::text is null or count_id < $1 order by count_id desc limit $2`,
    values: [before ?? null, limit],
  });
}

export async function findCount(connection: Connection, countId: string): Promise<StockCount | undefined> {
  return queryRow<StockCount>(connection, {
    name: 'find-count',
    text: `select ${COUNT} from stock_counts where count_id = $1`,
    values: [countId],
  });
}

/** Locks a count, so that nobody else counts or ends it until the end of the transaction. */
export async function lockCount(connection: Connection, countId: string): Promise<StockCount | undefined> {
  return queryRow<StockCount>(connection, {
    name: 'lock-count',
    text: `select ${COUNT} from stock_counts where count_id = $1 for no key update`,
    values: [countId],
  });
}

/** Lists the lines in the order of the shelves. */
export async function listCountLines(connection: Connection, countId: string): Promise<CountLine[]> {
  return queryRows<CountLine>(connection, {
    name: 'list-count-lines',
    text: `select ${LINE} from stock_count_lines where count_id = $1 order by place_key, kind, code`,
    values: [countId],
  });
}

export async function saveCountLine(connection: Connection, countId: string, line: CountLine): Promise<void> {
  const { kind, code, place, placeKey, state, expected, counted, countedAt, countedById, countedByName } = line;
  await connection.query({
    name: 'save-count-line',
    text: `insert into stock_count_lines (count_id, kind, code, place, place_key, state, expected, counted, counted_at, counted_by_id,
                                          counted_by_name)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           on conflict (count_id, kind, code, place_key) do update
             set state = excluded.state, expected = excluded.expected, counted = excluded.counted, counted_at = excluded.counted_at,
                 counted_by_id = excluded.counted_by_id, counted_by_name = excluded.counted_by_name`,
    values: [
      ...[countId, kind, code, place, placeKey, state, expected, counted, countedAt, countedById, countedByName],
    ],
  });
}

/** Ends differences of a locked variant at a place that nobody has confirmed, in all counts. */
export async function replacePending(connection: Connection, { kind, code, placeKey }: Place): Promise<void> {
  await connection.query({
    name: 'replace-pending',
    text: `update stock_count_lines set state = 'REPLACED' where kind = $1 and code = $2 and place_key = $3 and state = 'PENDING'`,
    values: [kind, code, placeKey],
  });
}

export async function markCounted(connection: Connection, { kind, code }: StockCode, now: Date): Promise<void> {
  await connection.query({
    name: 'mark-counted',
    text: `insert into stock_plans (kind, code, counted) values ($1, $2, $3) on conflict (kind, code) do update set counted = excluded.counted`,
    values: [kind, code, now],
  });
}

export async function updateCountEnded(connection: Connection, countId: string, now: Date): Promise<void> {
  await connection.query({
    name: 'update-count-ended',
    text: 'update stock_counts set ended = coalesce(ended, $2) where count_id = $1',
    values: [countId, now],
  });
}

/** Lists the variants that were counted longest ago, or never. */
export async function listOldestCounted(connection: Connection, limit: number): Promise<StockCode[]> {
  return queryRows<StockCode>(connection, {
    name: 'list-oldest-counted',
    text: `select kind, code from (
             select 'ARTICLE' as kind, sku as code from article_variants where retired is null
             union all select 'PRODUCT', ean13 from product_variants where retired is null
           ) v left join stock_plans p using (kind, code) order by p.counted nulls first, kind, code limit $1`,
    values: [limit],
  });
}

/**
 * Sums the pieces of a variant on hand that are off the shelf. They are picked, in production, or in a parcel
 * that has not left.
 */
export async function sumInWork(connection: Connection, { kind, code }: StockCode): Promise<number> {
  const row = await queryRow<{ pieces: number }>(
    connection,
    kind === 'PRODUCT'
      ? {
          name: 'sum-products-in-work',
          text: `select coalesce(sum(least(b.picked, n.needed)), 0)::int as pieces from batch_picks b join (
                   select q.batch_id, sum(i.quantity) as needed from production_orders q join orders o using (client_id, order_id)
                   join order_items i using (client_id, order_id)
                   where o.status = 'ACCEPTED' and i.kind = 'PRODUCT' and i.code = $1 group by q.batch_id
                 ) n using (batch_id) where b.kind = 'PRODUCT' and b.code = $1`,
          values: [code],
        }
      : {
          name: 'sum-blanks-in-work',
          text: `with floor as (
                   select p.batch_id, sum(p.quantity) filter (where p.state = 'TO_MAKE') as to_make,
                          sum(p.quantity) filter (where p.state <> 'TO_MAKE') as made
                   from pieces p join orders o using (client_id, order_id)
                   where p.sku = $1 and p.state in ('TO_MAKE', 'MADE', 'CHECKED') and p.has_blank and o.status = 'ACCEPTED' group by p.batch_id
                 ), begun as (
                   select batch_id, sum(quantity) as pieces from pieces
                   where sku = $1 and state not in ('TO_MAKE', 'CANCELLED') group by batch_id
                 ), picked as (
                   select f.batch_id, greatest(0, least(f.to_make, b.picked - coalesce(e.pieces, 0))) as pieces
                   from floor f left join begun e using (batch_id) join batch_picks b on b.batch_id = f.batch_id and b.kind = 'ARTICLE' and b.code = $1
                   where f.to_make > 0
                 ), packed as (
                   select sum(p.quantity) as pieces from parcels a join pieces p using (client_id, order_id)
                   join orders o using (client_id, order_id)
                   where a.state in ('OPEN', 'PACKED') and p.parcel = a.parcel and p.sku = $1 and p.state = 'PACKED' and o.status = 'ACCEPTED'
                 )
                 select (coalesce((select sum(made) from floor), 0) + coalesce((select sum(pieces) from picked), 0)
                         + coalesce((select pieces from packed), 0))::int as pieces`,
          values: [code],
        },
  );
  return row?.pieces ?? 0;
}
