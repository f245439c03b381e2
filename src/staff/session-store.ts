import type { DueQuery } from '../platform/database/due-query.ts';
import type { Connection } from '../platform/database/transaction.ts';
import type { Operator } from './operator-store.ts';

export interface StoredSession {
  sessionId: string;
  operatorId: string;
  created: Date;
  lastSeen: Date;
  userAgent: string | null;
}

/** A session with who is signed in, as both are now. */
export interface SessionState
  extends Pick<StoredSession, 'sessionId' | 'operatorId' | 'created' | 'lastSeen'>,
    Pick<Operator, 'name' | 'login' | 'role' | 'language'> {
  /** SHA-256 of what is in the cookie. */
  hash: Buffer;
}

const COLUMNS =
  'session_id as "sessionId", operator_id as "operatorId", created, last_seen as "lastSeen", user_agent as "userAgent"';

/** Signs somebody in who may sign in, and notes when. Answers whether that was done; doing it again changes nothing. */
export async function insertSession(
  connection: Connection,
  session: Omit<StoredSession, 'lastSeen'> & { hash: Buffer },
): Promise<boolean> {
  const { hash, sessionId, operatorId, created, userAgent } = session;
  const { rowCount } = await connection.query({
    text: `with allowed as (
             update operators set signed_in = $4 where operator_id = $3 and status = 'active' returning operator_id
           )
           insert into operator_sessions (session_hash, session_id, operator_id, created, last_seen, user_agent)
           select $1, $2, operator_id, $4, $4, $5 from allowed
           on conflict (session_hash) do update set last_seen = excluded.last_seen`,
    values: [hash, sessionId, operatorId, created, userAgent],
  });
  return rowCount === 1;
}

/** The sessions of those who may sign in. */
export async function findSessions(
  connection: Connection,
  hashes: readonly Buffer[],
): Promise<SessionState[]> {
  const { rows } = await connection.query<SessionState>({
    name: 'find-operator-sessions',
    text: `select session_hash as hash, session_id as "sessionId", operator_id as "operatorId", s.created, last_seen as "lastSeen",
                  name, login, role, language
           from operator_sessions s join operators using (operator_id)
           where session_hash = any($1) and status = 'active'`,
    values: [hashes],
  });
  return rows;
}

/** Notes that the sessions are in use. */
export async function touchSession(connection: Connection, hash: Buffer, now: Date): Promise<void> {
  await connection.query({
    name: 'touch-operator-session',
    text: 'update operator_sessions set last_seen = greatest(last_seen, $2) where session_hash = $1',
    values: [hash, now],
  });
}

/** Latest first. */
export async function listSessions(
  connection: Connection,
  operatorId: string,
  { createdAfter, seenAfter }: { createdAfter: Date; seenAfter: Date },
): Promise<StoredSession[]> {
  const { rows } = await connection.query<StoredSession>({
    text: `select ${COLUMNS} from operator_sessions where operator_id = $1 and created > $2 and last_seen > $3
           order by created desc, session_id desc`,
    values: [operatorId, createdAfter, seenAfter],
  });
  return rows;
}

/** Ends one; answers whether there was such a one. */
export async function deleteSession(
  connection: Connection,
  operatorId: string,
  sessionId: string,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    text: 'delete from operator_sessions where operator_id = $1 and session_id = $2',
    values: [operatorId, sessionId],
  });
  return rowCount === 1;
}

/** Ends all of a person's but the one that is named; answers how many. */
export async function deleteSessions(
  connection: Connection,
  operatorId: string,
  { but }: { but?: string | undefined } = {},
): Promise<number> {
  const { rowCount } = await connection.query({
    text: 'delete from operator_sessions where operator_id = $1 and session_id is distinct from $2',
    values: [operatorId, but ?? null],
  });
  return rowCount ?? 0;
}

/** Deletes the oldest sessions of the person past `keep`. */
export async function deleteOldSessions(
  connection: Connection,
  operatorId: string,
  keep: number,
): Promise<void> {
  await connection.query({
    text: `delete from operator_sessions where operator_id = $1 and session_id not in (
             select session_id from operator_sessions where operator_id = $1 order by created desc, session_id desc limit $2)`,
    values: [operatorId, keep],
  });
}

interface AliveAfter {
  createdAfter: Date;
  seenAfter: Date;
}

/** Has one key while there are ended sessions, or counts of wrong passwords whose window has ended. */
export function dueEnded(now: Date, { createdAfter, seenAfter }: AliveAfter): DueQuery {
  return {
    text: `select 'ended' as key
           where exists (select 1 from operator_sessions where created <= $1)
              or exists (select 1 from operator_sessions where last_seen <= $2)
              or exists (select 1 from sign_in_attempts where ends <= $3)`,
    values: [createdAfter, seenAfter, now],
  };
}

/** Deletes sessions that have ended; answers how many. */
export async function deleteEndedSessions(
  connection: Connection,
  { createdAfter, seenAfter }: AliveAfter,
  limit: number,
): Promise<number> {
  const { rowCount } = await connection.query({
    text: `delete from operator_sessions where session_hash in (
             select session_hash from operator_sessions where created <= $1 or last_seen <= $2 limit $3)`,
    values: [createdAfter, seenAfter, limit],
  });
  return rowCount ?? 0;
}
