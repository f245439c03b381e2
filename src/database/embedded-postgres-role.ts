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
/** A backup begins with a checkpoint, which writes all that has changed. */
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

/** Makes the role and our database when they are missing, and hands over what an earlier version made as superuser. Idempotent. */
export async function prepareDatabase(server: Server, superuserPassword: string): Promise<void> {
  const superuser = { user: SUPERUSER, password: superuserPassword };
  const client = await connectAs(server, superuser, MAINTENANCE_DATABASE);
  try {
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK]);
    await ensureRole(client, rolePassword(superuserPassword));
    await ensureDatabase(client);
    const database = await connectAs(server, superuser, DATABASE);
    await handOver(database).finally(() => database.end());
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

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owned: boolean }>(
    'select datdba = $2::regrole as owned from pg_database where datname = $1',
    [DATABASE, ROLE],
  );
  if (rows.length === 0) await client.query(`create database ${DATABASE} owner ${ROLE} template template0`);
  else if (!rows[0]!.owned) await client.query(`alter database ${DATABASE} owner to ${ROLE}`);
}

/** One transaction: a start that was cut short begins again. What belongs to an extension stays the superuser's, as PostgreSQL wants it. */
async function handOver(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(SUPERUSERS_OBJECTS, [SUPERUSER, ROLE]);
  if (rows.length === 0) return;
  await client.query(['begin', ...rows.map(({ statement }) => statement), 'commit'].join(';\n'));
}

/** A sequence that belongs to a column, an index and a table's row type change hands with their table. */
const SUPERUSERS_OBJECTS = `
  with superuser as (select oid from pg_roles where rolname = $1),
  own_schema as (
    select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
  found (kind, class, object, name) as (
    select 'schema', 'pg_namespace'::regclass, oid, format('%I', nspname)
    from pg_namespace where oid in (table own_schema) and nspowner = (table superuser)
    union all
    select case relkind when 'c' then 'type' else 'table' end, 'pg_class'::regclass, oid, oid::regclass::text
    from pg_class c
    where relnamespace in (table own_schema) and relowner = (table superuser) and relkind in ('r', 'p', 'v', 'm', 'S', 'f', 'c')
      and not exists (
        select 1 from pg_depend
        where classid = 'pg_class'::regclass and objid = c.oid and relkind = 'S'
          and refclassid = 'pg_class'::regclass and deptype in ('a', 'i'))
    union all
    select 'type', 'pg_type'::regclass, oid, oid::regtype::text
    from pg_type
    where typnamespace in (table own_schema) and typowner = (table superuser) and typtype in ('e', 'd', 'r')
    union all
    select 'routine', 'pg_proc'::regclass, oid, oid::regprocedure::text
    from pg_proc where pronamespace in (table own_schema) and proowner = (table superuser))
  select format('alter %s %s owner to %I', kind, name, $2::text) as statement
  from found
  where not exists (select 1 from pg_depend where classid = class and objid = object and deptype = 'e')
  order by kind, name`;
