import { createHmac } from 'node:crypto';
import pg from 'pg';
import { EmbeddedDatabaseError, type Place } from './embedded-postgres-account.ts';
import { readPassword, SUPERUSER } from './embedded-postgres-cluster.ts';
import { findPlace } from './embedded-postgres-place.ts';
import { isOurSocket, readPostmaster } from './embedded-postgres-process.ts';

/** Platen's role. It owns our database only, and can neither read files nor run programs. */
export const ROLE = 'platen_owner';
export const MAINTENANCE_DATABASE = 'postgres';
export const DATABASE = 'platen';

/** Held by all processes that use this PostgreSQL. It is in another database, so ours can be dropped. */
export const IN_USE_LOCK = 1;
const PREPARE_LOCK = 3;
const CONNECT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 30_000;
/** A backup begins with a checkpoint, which may take minutes. */
const SUPERUSER_QUERY_TIMEOUT_MS = 15 * 60_000;
export type Server = { host: string; port: number };

/** Derives the role's password from the superuser's, so that only one is stored. */
export function rolePassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(ROLE).digest('base64url');
}

export async function connectAs(
  server: Server,
  user: { user: string; password: string },
  database: string,
  queryTimeoutMs = QUERY_TIMEOUT_MS,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...server,
    ...user,
    database,
    application_name: 'platen-lock',
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    // A superuser must not use functions that Platen's role has defined in its database.
    options: '-c search_path=pg_catalog',
  });
  // The 'end' event is used instead.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** A superuser's connection. The caller ends the client. */
export type SuperuserSession = { client: pg.Client; place: Place };

/** Connects as superuser to the running PostgreSQL in DATA_DIR. Throws EmbeddedDatabaseError. */
export async function openSuperuser(dataDir: string, database = MAINTENANCE_DATABASE): Promise<SuperuserSession> {
  const place = await findPlace(dataDir);
  return { place, client: await connectSuperuser(place, database) };
}

/** Connects as superuser to the running PostgreSQL of the place. Throws EmbeddedDatabaseError. */
export async function connectSuperuser(
  place: Place,
  database: string,
  queryTimeoutMs = SUPERUSER_QUERY_TIMEOUT_MS,
): Promise<pg.Client> {
  const postmaster = await readPostmaster(place);
  if (postmaster?.status !== 'ready' || !(await isOurSocket(place, postmaster)))
    throw new EmbeddedDatabaseError(`PostgreSQL does not run in ${place.cluster}`);
  const { host, port } = postmaster;
  const superuser = { user: SUPERUSER, password: await readPassword(place) };
  return connectAs({ host, port }, superuser, database, queryTimeoutMs);
}

/** Takes an advisory lock. Returns false if another session has it. */
export async function tryLock(
  client: pg.Client,
  how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  lock: number,
): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(`select ${how}($1::bigint) as granted`, [lock]);
  return rows[0]!.granted;
}

export async function prepareDatabase(server: Server, superuserPassword: string): Promise<void> {
  const superuser = { user: SUPERUSER, password: superuserPassword };
  const client = await connectAs(server, superuser, MAINTENANCE_DATABASE);
  try {
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK]);
    await ensureRole(client, rolePassword(superuserPassword));
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE} owner ${ROLE} template template0`);
  } finally {
    // This frees the lock.
    await client.end().catch(() => undefined);
  }
}

async function ensureRole(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [ROLE]);
  if (rowCount !== 0) return;
  await client.query(
    `create role ${ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
  );
}
