import type { QueryConfig } from 'pg';
import { onAllNodes } from '../../platform/database/distribution.ts';
import { columnsOf } from '../../platform/database/statement-parts.ts';
import type { Connection } from '../../platform/database/transaction.ts';

/** Days whose sums are recounted; the overview shows fewer. */
const RECOUNTED_DAYS = 62;
/** A recount takes seconds with ten thousand clients, and longer beside other work. */
const RECOUNT_TIMEOUT_MS = 300_000;
/** Replaces the shorter timeout of the pool. */
const PATIENT = { query_timeout: RECOUNT_TIMEOUT_MS } as Partial<QueryConfig>;
/** An arbitrary lock number that nothing else uses. A recount holds it exclusively, folds share it. */
const SUMS_LOCK = 7_301_851_185;

export interface SumChange {
  subject: string;
  key: string;
  /** As PostgreSQL writes a bigint. */
  amount: string;
}

export interface Folded {
  folded: number;
  /** The resulting changes of the sums over all clients, each key once. */
  sums: SumChange[];
}

/**
 * Adds changes of the client's counts to the sums over all clients of its mode, in the transaction that
 * changes the counts. Locks the rows in a fixed order, so that concurrent calls cannot deadlock.
 */
export async function addToSums(
  connection: Connection,
  clientId: string,
  changes: readonly SumChange[],
): Promise<void> {
  // Several nodes have no common snapshot, so no fold may commit while a recount reads.
  await connection.query({ name: 'share-sums', text: 'select pg_advisory_xact_lock_shared($1)', values: [SUMS_LOCK] });
  await connection.query({
    name: 'add-to-sums',
    text: `insert into order_sums as kept (mode, subject, key, amount)
           select c.mode, subject, key, amount
           from clients c, unnest($2::text[], $3::text[], $4::bigint[]) as changed (subject, key, amount)
           where c.client_id = $1 and amount <> 0 order by c.mode, subject, key
           on conflict (mode, subject, key) do update set amount = kept.amount + excluded.amount`,
    values: [clientId, ...columnsOf(changes, 'subject', 'key', 'amount')],
  });
}

/** Keeps folds from committing until the transaction ends. */
export async function lockSums(connection: Connection): Promise<void> {
  await connection.query(`${onAllNodes()}set local statement_timeout = ${RECOUNT_TIMEOUT_MS}`);
  await connection.query({ text: 'select pg_advisory_xact_lock($1)', values: [SUMS_LOCK], ...PATIENT });
}

type SumDifference = SumChange & { mode: string };

/** Recounts the sums over all clients. Returns the differences to the stored sums, which must be locked. */
export async function findSumDifferences(
  connection: Connection,
  timeZone: string,
  now: Date,
): Promise<SumDifference[]> {
  const { rows } = await connection.query<SumDifference>({
    ...PATIENT,
    text: `with since as materialized (
       select ($2::timestamptz at time zone $1)::date - ${RECOUNTED_DAYS} as day
     ), days as materialized (
       select c.mode, day, sum(k.created) as created, sum(shipped) as shipped, sum(cancelled) as cancelled, sum(open) as open
       from order_days k join clients c on c.client_id = k.client_id
       where day >= (select day from since) or open <> 0 group by c.mode, day
     ), backlog as materialized (
       select c.mode, technology, sum(orders) as orders, sum(pieces) as pieces
       from backlog_technologies k join clients c on c.client_id = k.client_id group by c.mode, technology
     )
     select mode, subject, key, sum(amount)::text as amount from (
       select c.mode, 'orders' as subject, k.status || ' ' || reason_code as key, orders as amount
       from order_counts k join clients c on c.client_id = k.client_id
       union all
       select c.mode, 'duration', day::text || ' ' || bucket, orders
       from order_day_durations k join clients c on c.client_id = k.client_id where day >= (select day from since)
       union all
       select mode, d.subject, day::text, d.amount
       from days cross join lateral (values ('created', created), ('shipped', shipped), ('cancelled', cancelled)) d (subject, amount)
       where day >= (select day from since)
       union all
       select mode, 'open', day::text, open from days
       union all
       select mode, b.subject, technology, b.amount
       from backlog cross join lateral (values ('backlog orders', orders), ('backlog pieces', pieces)) b (subject, amount)
       union all
       select mode, subject, key, -amount from order_sums
       where subject in ('orders', 'open', 'backlog orders', 'backlog pieces') or key >= (select day::text from since)
     ) counted
     group by mode, subject, key having sum(amount) <> 0`,
    values: [timeZone, now],
  });
  return rows;
}

export async function addSumDifferences(connection: Connection, differences: readonly SumDifference[]): Promise<void> {
  await connection.query({
    text: `insert into order_sums as kept (mode, subject, key, amount)
           select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as counted (mode, subject, key, amount)
           order by mode, subject, key
           on conflict (mode, subject, key) do update set amount = kept.amount + excluded.amount`,
    values: [...columnsOf(differences, 'mode', 'subject', 'key', 'amount')],
  });
}

export type StatusCount = { status: string; reasonCode: string; orders: number };

/** Reads the sums of orders by status and reason over all clients of the mode. */
export async function sumOrderCounts(connection: Connection, mode: 'live' | 'sandbox'): Promise<StatusCount[]> {
  const { rows } = await connection.query<StatusCount>({
    name: 'sum-order-counts',
    text: `select status, reason_code as "reasonCode", sum(orders)::float8 as orders
           from (
             select split_part(key, ' ', 1) as status, split_part(key, ' ', 2) as reason_code, amount as orders
             from order_sums where mode = $1 and subject = 'orders'
             union all
             select k.status, reason_code, orders from order_count_changes k join clients c using (client_id) where c.mode = $1
           ) k
           group by status, reason_code having sum(orders) > 0
           order by status, reason_code`,
    values: [mode],
  });
  return rows;
}
