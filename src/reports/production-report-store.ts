import { type Connection, queryRows } from '../platform/database/transaction.ts';

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

/** Piece events of one client and technology. */
export interface ClientWork {
  day: string;
  clientId: string;
  /** Empty: no technology. */
  technology: string;
  type: string;
  reason: string;
  pieces: number;
}

const CLIENT_SUMS = `select e.client_id, coalesce(p.technology, '') as technology, e.type, coalesce(e.reason, '') as reason, count(*)::int as pieces
  from piece_events e left join pieces p on p.client_id = e.client_id and p.code = e.code
  where e.occurred >= $1 and e.occurred < $2 group by 1, 2, 3, 4`;

/** Sums piece events by client and technology from `from` until before `to`, for a `day` without sums. */
export async function sumClientEvents(
  connection: Connection,
  day: string,
  from: Date,
  to: Date,
): Promise<ClientWork[]> {
  return queryRows<ClientWork>(connection, {
    name: 'sum-client-events',
    text: `select $3::text as day, client_id as "clientId", technology, type, reason, pieces from (${CLIENT_SUMS}) s`,
    values: [from, to, day],
  });
}

/** Lists the stored sums by client and technology of the days from `from` to `to`, both included. */
export async function listClientWork(connection: Connection, from: string, to: string): Promise<ClientWork[]> {
  return queryRows<ClientWork>(connection, {
    name: 'list-client-work',
    text: `select day::text, client_id as "clientId", technology, type, reason, pieces
           from production_day_pieces where day between $1::date and $2::date`,
    values: [from, to],
  });
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
    text: `insert into production_summed_days as kept (day, summed, by_client) values ($1, $2, true)
           on conflict (day) do update set by_client = true where not kept.by_client`,
    values: [day, now],
  });
  if (rowCount !== 1) return;
  await connection.query({
    text: `insert into production_days (day, station, actor_id, actor_name, type, reason, pieces, quarters)
           select $3::date, station, actor_id, actor_name, type, reason, pieces, quarters from (${SUMS}) s on conflict do nothing`,
    values: [from, to, day],
  });
  await connection.query({
    text: `insert into production_day_pieces (day, client_id, technology, type, reason, pieces)
           select $3::date, client_id, technology, type, reason, pieces from (${CLIENT_SUMS}) s`,
    values: [from, to, day],
  });
}

export async function listSummedDays(connection: Connection, from: string, to: string): Promise<Set<string>> {
  const { rows } = await connection.query<{ day: string }>({
    name: 'list-summed-days',
    text: 'select day::text from production_summed_days where by_client and day between $1::date and $2::date',
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
