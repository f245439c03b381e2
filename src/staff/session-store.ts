import type { DueQuery } from '../platform/database/due-query.ts';
import { type Connection, queryCount, queryHasRow, queryRows } from '../platform/database/transaction.ts';
import type { Operator } from './operator-store.ts';
import type { LiveSince, SessionKind, SessionTimes } from './session-rules.ts';
import type { Station } from './station-store.ts';

// The table operator_sessions has the sessions of people, and station_sessions the sessions of stations.

type SessionOwner = readonly [kind: SessionKind, id: string];

export interface StoredSession extends SessionTimes {
  sessionId: string;
  userAgent: string | null;
}

export interface NewSession extends Omit<StoredSession, 'lastSeen'> {
  /** SHA-256 of the cookie's token. */
  hash: Buffer;
}

export interface SessionState
  extends SessionTimes,
    Pick<NewSession, 'hash' | 'sessionId'>,
    Pick<Operator, 'operatorId' | 'name' | 'login' | 'role' | 'language'> {}

/** The session of a station, with the present data of the station and of the person signed on. */
export interface StationState
  extends SessionTimes,
    Pick<NewSession, 'hash' | 'sessionId'>,
    Pick<Station, 'stationId' | 'name' | 'kinds'> {
  /** Null: nobody is signed on, or the account is disabled. */
  operator: Pick<Operator, 'operatorId' | 'name' | 'role' | 'language'> | null;
  /** When the person last did something. */
  active: Date | null;
}

/** Stores a session and the account's sign-in time. Idempotent. Returns false for a disabled account. */
export async function insertSession(
  connection: Connection,
  { hash, sessionId, operatorId, created, userAgent }: NewSession & { operatorId: string },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `with allowed as (
             update operators set signed_in = $4 where operator_id = $3 and status = 'active' returning operator_id
           )
           insert into operator_sessions (session_hash, session_id, operator_id, created, last_seen, user_agent)
           select $1, $2, operator_id, $4, $4, $5 from allowed
           on conflict (session_hash) do update set last_seen = excluded.last_seen`,
    values: [hash, sessionId, operatorId, created, userAgent],
  });
}

/** Inserts a session of a station. Idempotent. Returns false if the station is not active. */
export async function insertStationSession(
  connection: Connection,
  { hash, sessionId, stationId, openedBy, created, userAgent }: NewSession & { stationId: string; openedBy: string },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `insert into station_sessions (session_hash, session_id, station_id, opened_by, created, last_seen, user_agent)
           select $1, $2, station_id, $4, $5, $5, $6 from stations where station_id = $3 and status = 'active'
           on conflict (session_hash) do update set last_seen = excluded.last_seen`,
    values: [hash, sessionId, stationId, openedBy, created, userAgent],
  });
}

/** Finds sessions of active accounts by hash, including expired sessions. */
export async function findSessions(connection: Connection, hashes: readonly Buffer[]): Promise<SessionState[]> {
  return queryRows<SessionState>(connection, {
    name: 'find-operator-sessions',
    text: `select session_hash as hash, session_id as "sessionId", operator_id as "operatorId", s.created, last_seen as "lastSeen",
                  name, login, role, language
           from operator_sessions s join operators using (operator_id)
           where session_hash = any($1) and status = 'active'`,
    values: [hashes],
  });
}

type StationRow = Omit<StationState, 'operator'> & {
  operatorId: string | null;
  operatorName: string;
  role: Operator['role'];
  language: string | null;
};

export async function findStationSessions(connection: Connection, hashes: readonly Buffer[]): Promise<StationState[]> {
  const { rows } = await connection.query<StationRow>({
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

export async function touchSession(connection: Connection, kind: SessionKind, hash: Buffer, now: Date): Promise<void> {
  await connection.query({
    name: `touch-${kind}-session`,
    text: `update ${kind}_sessions set last_seen = greatest(last_seen, $2) where session_hash = $1`,
    values: [hash, now],
  });
}

/** Records `now` as the last activity of the person who is signed on at the station. */
export async function touchSignedOn(
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

/** Signs a person on at a station, and the previous person off. Returns false if the session has ended. */
export async function setSignedOn(connection: Connection, hash: Buffer, operatorId: string, now: Date) {
  return queryHasRow(connection, {
    text: `update station_sessions set operator_id = $2, signed_on = $3, active = $3, last_seen = greatest(last_seen, $3)
           where session_hash = $1`,
    values: [hash, operatorId, now],
  });
}

export async function clearSignedOn(connection: Connection, hash: Buffer): Promise<void> {
  await connection.query({
    text: 'update station_sessions set operator_id = null, signed_on = null, active = null where session_hash = $1',
    values: [hash],
  });
}

export async function signOffEverywhere(connection: Connection, operatorId: string): Promise<void> {
  await connection.query({
    text: 'update station_sessions set operator_id = null, signed_on = null, active = null where operator_id = $1',
    values: [operatorId],
  });
}

export async function listSessions(
  connection: Connection,
  [kind, ownerId]: SessionOwner,
  { createdAfter, seenAfter }: LiveSince,
): Promise<StoredSession[]> {
  return queryRows<StoredSession>(connection, {
    text: `select session_id as "sessionId", created, last_seen as "lastSeen", user_agent as "userAgent"
           from ${kind}_sessions where ${kind}_id = $1 and created > $2 and last_seen > $3
           order by created desc, session_id desc`,
    values: [ownerId, createdAfter, seenAfter],
  });
}

/** Ends the session of a cookie's token. */
export async function deleteSessionOf(connection: Connection, hash: Buffer): Promise<void> {
  await connection.query({ text: 'delete from operator_sessions where session_hash = $1', values: [hash] });
}

export async function deleteSession(connection: Connection, [kind, ownerId]: SessionOwner, sessionId: string) {
  return queryHasRow(connection, {
    text: `delete from ${kind}_sessions where ${kind}_id = $1 and session_id = $2`,
    values: [ownerId, sessionId],
  });
}

/** Deletes all sessions of the owner except the session `but`. Returns their number. */
export async function deleteSessions(
  connection: Connection,
  [kind, ownerId]: SessionOwner,
  { but }: { but?: string | undefined } = {},
): Promise<number> {
  return queryCount(connection, {
    text: `delete from ${kind}_sessions where ${kind}_id = $1 and session_id is distinct from $2`,
    values: [ownerId, but ?? null],
  });
}

/** Deletes all sessions of the owner except the newest `keep`. */
export async function deleteOldSessions(
  connection: Connection,
  [kind, ownerId]: SessionOwner,
  keep: number,
): Promise<void> {
  await connection.query({
    text: `delete from ${kind}_sessions where ${kind}_id = $1 and session_id not in (
             select session_id from ${kind}_sessions where ${kind}_id = $1 order by created desc, session_id desc limit $2)`,
    values: [ownerId, keep],
  });
}

const existEnded = (kind: SessionKind) =>
  `exists (select 1 from ${kind}_sessions where created <= $1)
              or exists (select 1 from ${kind}_sessions where last_seen <= $2)`;

/** Returns a query that finds one key while ended sessions of people or ended attempt windows are stored. */
export function dueEndedSessions(now: Date, { createdAfter, seenAfter }: LiveSince): DueQuery {
  return {
    text: `select 'ended' as key
           where ${existEnded('operator')} or exists (select 1 from sign_in_attempts where ends <= $3)`,
    values: [createdAfter, seenAfter, now],
  };
}

export function dueEndedStationSessions({ createdAfter, seenAfter }: LiveSince): DueQuery {
  return {
    text: `select 'ended' as key where ${existEnded('station')}`,
    values: [createdAfter, seenAfter],
  };
}

/** Deletes at most `limit` ended sessions. Returns their number. */
export async function deleteEndedSessions(
  connection: Connection,
  kind: SessionKind,
  { createdAfter, seenAfter }: LiveSince,
  limit: number,
): Promise<number> {
  return queryCount(connection, {
    text: `delete from ${kind}_sessions where session_hash in (
             select session_hash from ${kind}_sessions where created <= $1 or last_seen <= $2 limit $3)`,
    values: [createdAfter, seenAfter, limit],
  });
}
