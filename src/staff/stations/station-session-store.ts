import type { DueQuery } from '../../platform/database/due-query.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { Operator } from '../operator-store.ts';
import type { Station } from './station-store.ts';

export interface StationSession {
  sessionId: string;
  stationId: string;
  created: Date;
  lastSeen: Date;
  userAgent: string | null;
}

/** A browser that is a station, with who is signed on there, as all of them are now. */
export interface StationState
  extends Pick<StationSession, 'sessionId' | 'stationId' | 'created' | 'lastSeen'>,
    Pick<Station, 'name' | 'kinds'> {
  /** SHA-256 of what is in the cookie. */
  hash: Buffer;
  /** Who signed on last and has not signed off; null: nobody, or they may no longer sign in. */
  operator: Pick<Operator, 'operatorId' | 'name' | 'role' | 'language'> | null;
  /** When they last did something. */
  active: Date | null;
}

/** Makes a browser a station that people work at; answers whether that was done. Doing it again changes nothing. */
export async function insertStationSession(
  connection: Connection,
  { hash, openedBy, ...session }: Omit<StationSession, 'lastSeen'> & { hash: Buffer; openedBy: string },
): Promise<boolean> {
  const { sessionId, stationId, created, userAgent } = session;
  const { rowCount } = await connection.query({
    text: `insert into station_sessions (session_hash, session_id, station_id, opened_by, created, last_seen, user_agent)
           select $1, $2, station_id, $4, $5, $5, $6 from stations where station_id = $3 and status = 'active'
           on conflict (session_hash) do update set last_seen = excluded.last_seen`,
    values: [hash, sessionId, stationId, openedBy, created, userAgent],
  });
  return rowCount === 1;
}

type StateRow = Omit<StationState, 'operator'> & {
  operatorId: string | null;
  operatorName: string;
  role: Operator['role'];
  language: string | null;
};

/** The sessions of stations that are in use. */
export async function findStationSessions(
  connection: Connection,
  hashes: readonly Buffer[],
): Promise<StationState[]> {
  const { rows } = await connection.query<StateRow>({
    name: 'find-station-sessions',
    text: `select session_hash as hash, session_id as "sessionId", s.station_id as "stationId", s.created, last_seen as "lastSeen",
                  t.name, t.kinds, active, o.operator_id as "operatorId", o.name as "operatorName", o.role, o.language
           from station_sessions s join stations t on t.station_id = s.station_id and t.status = 'active'
           left join operators o on o.operator_id = s.operator_id and o.status = 'active'
           where session_hash = any($1)`,
    values: [hashes],
  });
  return rows.map(({ operatorId, operatorName: name, role, language, ...session }) => ({
    ...session,
    operator: operatorId === null ? null : { operatorId, name, role, language },
  }));
}

/** Notes that the station is in use. */
export async function touchStation(connection: Connection, hash: Buffer, now: Date): Promise<void> {
  await connection.query({
    text: 'update station_sessions set last_seen = greatest(last_seen, $2) where session_hash = $1',
    values: [hash, now],
  });
}

/** Notes that whoever is signed on does something. */
export async function noteActive(
  connection: Connection,
  hash: Buffer,
  operatorId: string,
  now: Date,
): Promise<void> {
  await connection.query({
    text: `update station_sessions set active = greatest(active, $3), last_seen = greatest(last_seen, $3)
           where session_hash = $1 and operator_id = $2`,
    values: [hash, operatorId, now],
  });
}

/** Signs somebody on in place of whoever was; answers whether the session is there. */
export async function setSignedOn(
  connection: Connection,
  hash: Buffer,
  operatorId: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    text: `update station_sessions set operator_id = $2, signed_on = $3, active = $3, last_seen = greatest(last_seen, $3)
           where session_hash = $1`,
    values: [hash, operatorId, now],
  });
  return rowCount === 1;
}

/** Signs off whoever is signed on at the station. */
export async function clearSignedOn(connection: Connection, hash: Buffer): Promise<void> {
  await connection.query({
    text: 'update station_sessions set operator_id = null, signed_on = null, active = null where session_hash = $1',
    values: [hash],
  });
}

/** Signs somebody off wherever they are signed on. */
export async function signOffEverywhere(connection: Connection, operatorId: string): Promise<void> {
  await connection.query({
    text: 'update station_sessions set operator_id = null, signed_on = null, active = null where operator_id = $1',
    values: [operatorId],
  });
}

/** Latest first. */
export async function listStationSessions(
  connection: Connection,
  stationId: string,
  { createdAfter, seenAfter }: { createdAfter: Date; seenAfter: Date },
): Promise<StationSession[]> {
  const { rows } = await connection.query<StationSession>({
    text: `select session_id as "sessionId", station_id as "stationId", created, last_seen as "lastSeen", user_agent as "userAgent"
           from station_sessions where station_id = $1 and created > $2 and last_seen > $3
           order by created desc, session_id desc`,
    values: [stationId, createdAfter, seenAfter],
  });
  return rows;
}

/** Ends one, or without a name all; answers how many. */
export async function deleteStationSessions(
  connection: Connection,
  stationId: string,
  sessionId: string | undefined,
): Promise<number> {
  const { rowCount } = await connection.query({
    text: 'delete from station_sessions where station_id = $1 and ($2::text is null or session_id = $2)',
    values: [stationId, sessionId ?? null],
  });
  return rowCount ?? 0;
}

/** Ends the oldest of a station past `keep`. */
export async function deleteOldStationSessions(
  connection: Connection,
  stationId: string,
  keep: number,
): Promise<void> {
  await connection.query({
    text: `delete from station_sessions where station_id = $1 and session_id not in (
             select session_id from station_sessions where station_id = $1 order by created desc, session_id desc limit $2)`,
    values: [stationId, keep],
  });
}

export function dueEndedStationSessions({
  createdAfter,
  seenAfter,
}: {
  createdAfter: Date;
  seenAfter: Date;
}): DueQuery {
  return {
    text: `select 'ended' as key
           where exists (select 1 from station_sessions where created <= $1)
              or exists (select 1 from station_sessions where last_seen <= $2)`,
    values: [createdAfter, seenAfter],
  };
}

/** Deletes sessions that have ended; answers how many. */
export async function deleteEndedStationSessions(
  connection: Connection,
  { createdAfter, seenAfter }: { createdAfter: Date; seenAfter: Date },
  limit: number,
): Promise<number> {
  const { rowCount } = await connection.query({
    text: `delete from station_sessions where session_hash in (
             select session_hash from station_sessions where created <= $1 or last_seen <= $2 limit $3)`,
    values: [createdAfter, seenAfter, limit],
  });
  return rowCount ?? 0;
}
