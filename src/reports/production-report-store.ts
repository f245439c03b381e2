import { type Connection, queryRows } from '../platform/database/transaction.ts';
import type { DayDuration } from './report-rules.ts';

/** The sums over all clients cover at least this number of days. */
const SUMMED_DAYS = 60;

export interface FloorWork {
  day: string;
  /** Empty for events outside of stations. */
  station: string;
  /** Empty for events without an actor. */
  actorId: string;
  actorName: string;
  type: string;
  reason: string;
  pieces: number;
  /** The number of quarter hours with at least one event. */
  quarters: number;
}

const SUMS = `select coalesce(station, '') as station, coalesce(actor_id, '') as actor_id, coalesce(actor_name, '') as actor_name, type,
    coalesce(reason, '') as reason, count(*)::int as pieces, count(distinct floor(extract(epoch from occurred) / 900))::int as quarters
  from piece_events where occurred >= $1 and occurred < $2 group by 1, 2, 3, 4, 5`;

/** Sums piece events from `from` until before `to`, for a `day` whose sums are not stored. */
export async function sumPieceEvents(connection: Connection, day: string, from: Date, to: Date): Promise<FloorWork[]> {
  return queryRows<FloorWork>(connection, {
    name: 'sum-piece-events',
    text: `select $3::text as day, station, actor_id as "actorId", actor_name as "actorName", type, reason, pieces, quarters from (${SUMS}) s`,
    values: [from, to, day],
  });
}

/** Stores the sums of piece events of a past day, unless they are stored already. */
export async function keepProductionDay(
  connection: Connection,
  { day, from, to, now }: { day: string; from: Date; to: Date; now: Date },
): Promise<void> {
  const { rowCount } = await connection.query({
    text: 'insert into production_summed_days (day, summed) values ($1, $2) on conflict (day) do nothing',
    values: [day, now],
  });
  if (rowCount !== 1) return;
  await connection.query({
    text: `insert into production_days (day, station, actor_id, actor_name, type, reason, pieces, quarters)
           select $3::date, station, actor_id, actor_name, type, reason, pieces, quarters from (${SUMS}) s`,
    values: [from, to, day],
  });
}

export async function listSummedDays(connection: Connection, from: string, to: string): Promise<Set<string>> {
  const { rows } = await connection.query<{ day: string }>({
    name: 'list-summed-days',
    text: 'select day::text from production_summed_days where day between $1::date and $2::date',
    values: [from, to],
  });
  return new Set(rows.map(({ day }) => day));
}

/** Lists the stored sums of the days from `from` to `to`, both included. */
export async function listProductionDays(connection: Connection, from: string, to: string): Promise<FloorWork[]> {
  return queryRows<FloorWork>(connection, {
    name: 'list-production-days',
    text: `select day::text, station, actor_id as "actorId", actor_name as "actorName", type, reason, pieces, quarters
           from production_days where day between $1::date and $2::date`,
    values: [from, to],
  });
}

export async function findFirstPieceEvent(connection: Connection): Promise<Date | undefined> {
  const { rows } = await connection.query<{ occurred: Date }>(
    'select occurred from piece_events order by occurred limit 1',
  );
  return rows[0]?.occurred;
}

/** Counts live orders shipped from day `from` to day `to`, by day and bucket of the time since creation. */
export async function listDurations(
  connection: Connection,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<DayDuration[]> {
  // The sums over all clients cover only the last days. Older days are summed over the rows of each client.
  return queryRows<DayDuration>(connection, {
    name: 'list-durations',
    text: `select day, bucket, sum(orders)::float8 as orders
           from (
             select split_part(key, ' ', 1) as day, split_part(key, ' ', 2)::int as bucket, amount as orders
             from order_sums where mode = 'live' and subject = 'duration' and key >= $1::text and key < $2::text || '~'
               and key >= ((now() at time zone $3)::date - ${SUMMED_DAYS})::text
             union all
             select day::text, bucket, orders from order_day_durations k join clients c using (client_id)
             where c.mode = 'live' and day between ($1::text)::date
               and least(($2::text)::date, (now() at time zone $3)::date - ${SUMMED_DAYS + 1})
             union all
             select (happened at time zone $3)::date::text, duration_bucket, orders
             from order_count_changes k join clients c using (client_id) where c.mode = 'live' and duration_bucket >= 0
           ) k
           where day between $1::text and $2::text group by day, bucket having sum(orders) <> 0`,
    values: [from, to, timeZone],
  });
}
