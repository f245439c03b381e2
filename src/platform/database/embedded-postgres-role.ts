import { createHmac } from 'node:crypto';
import pg from 'pg';
import { EmbeddedDatabaseError, type Place } from './embedded-postgres-account.ts';
import { readPassword, SUPERUSER } from './embedded-postgres-cluster.ts';
import { findPlace } from './embedded-postgres-place.ts';
import { isOurSocket, readPostmaster } from './embedded-postgres-process.ts';

/** Platen's own role: it owns our database and nothing else, and may neither read files nor run programs. */
export const ROLE = 'platen_owner';
/** PostgreSQL's own database, which is always there. */
export const MAINTENANCE_DATABASE = 'postgres';
export const DATABASE = 'platen';

/** Advisory locks are of PostgreSQL's own database, so that ours may be dropped, or copied as a template: everyone who uses this PostgreSQL shares this one. */
export const IN_USE_LOCK = 1;
/** One process at a time prepares. */
const PREPARE_LOCK = 3;
const CONNECT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 30_000;
/** A backup begins with a checkpoint, which may write for minutes. */
const SUPERUSER_QUERY_TIMEOUT_MS = 15 * 60_000;

/** Where PostgreSQL listens. */
export interface Server {
  host: string;
  port: number;
}

/** The role's password. It follows from the superuser's, which it does not tell, so that there is no second one to keep. */
export function rolePassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(ROLE).digest('base64url');
}

/** A connection for what embedded-postgres itself asks and locks. */
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
    // What Platen's role makes in its database must not be taken for PostgreSQL's own when a superuser looks there.
    options: '-c search_path=pg_catalog',
  });
  client.on('error', () => undefined); // its 'end' is what counts
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** A superuser's connection to the PostgreSQL in DATA_DIR. The caller ends the client. */
export interface SuperuserSession {
  client: pg.Client;
  place: Place;
}

/** Connects as superuser to the PostgreSQL in DATA_DIR, which must run. Throws EmbeddedDatabaseError. */
export async function openSuperuser(
  dataDir: string,
  database = MAINTENANCE_DATABASE,
): Promise<SuperuserSession> {
  const place = await findPlace(dataDir);
  return { place, client: await connectSuperuser(place, database) };
}

/** Connects as superuser to the PostgreSQL of the place, which must run. Throws EmbeddedDatabaseError. */
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

/** Takes an advisory lock by that function of PostgreSQL; false when somebody else has it. */
export async function tryLock(
  client: pg.Client,
  how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  lock: number,
): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(`select ${how}($1::bigint) as granted`, [lock]);
  return rows[0]!.granted;
}

/** Creates Platen's role and its database unless they are there. */
export async function prepareDatabase(server: Server, superuserPassword: string): Promise<void> {
  const superuser = { user: SUPERUSER, password: superuserPassword };
  const client = await connectAs(server, superuser, MAINTENANCE_DATABASE);
  try {
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK]);
    await ensureRole(client, rolePassword(superuserPassword));
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE} owner ${ROLE} template template0`);
  } finally {
    await client.end().catch(() => undefined); // gives the lock back
  }
}

async function ensureRole(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [ROLE]);
  if (rowCount !== 0) return;
  await client.query(
    `create role ${ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
  );
}
