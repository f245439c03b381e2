import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  type Pool,
  type PoolClient,
  type PoolConfig,
  DatabaseError as PostgresError,
  type QueryConfig,
} from 'pg';
import { planDistribution } from './distribute.ts';
import { learnDistribution, onAllNodes } from './is-distributed.ts';
import { repairMigration } from './repair-migrations.ts';
import { splitStatements } from './split-statements.ts';
import type { Connection } from './transaction.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, '../../migrations');
/** Any fixed number: it names the advisory lock that one process at a time holds while it migrates. */
const MIGRATION_LOCK = 7_521_883_412;
const LOCK_TIMEOUT = '10s';
/** Of one migration. */
const STATEMENT_TIMEOUT_MS = 600_000;
/** Of one index that is made while the table is used, which waits for nobody and takes what the table takes; and of the wait for another process that migrates. */
const INDEX_TIMEOUT_MS = 6 * 3_600_000;
const LOCK_POLL_MS = 200;
/** In a migration: PostgreSQL does it outside of transactions only. */
const CONCURRENTLY = /\b(?<=index) concurrently\b/g;
/** The wait for the answer, which the pool may have set shorter. */
const PATIENT = { query_timeout: STATEMENT_TIMEOUT_MS + 5_000 };
/** SQLSTATE insufficient_privilege. */
const NOT_PERMITTED = '42501';

/** The database cannot be brought up to date, or is newer than this program; the message says what to do. */
export class MigrationError extends Error {}

interface Migration {
  name: string;
  sql: string;
  /** Of the text, in lower-case hexadecimal. */
  sha256: string;
}

interface Applied {
  name: string;
  /** Null where it was applied before texts were recorded. */
  sha256: string | null;
}

export interface MigrateOptions {
  /** false: a pooler gives each transaction another session, so all that is missing is applied in one transaction. */
  hasSession?: boolean;
  /** Those alone, by name, as another database has them; all when absent. */
  only?: readonly string[];
}

/** Applies what is missing, each file in a transaction of its own, under a lock that other processes wait for. Returns the names
 * applied. Throws MigrationError for a database that is newer, or whose applied migrations are not those of this program. */
export async function migrate(
  pool: Pool,
  { hasSession = true, only }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations();
  if (only) refuseUnknown(only, migrations);
  const connection = await pool.connect();
  try {
    // Whatever is locked or set may meet a pooler that gives the session to others, so nothing is where nothing is missing.
    if (await isUpToDate(connection, migrations, only)) return [];
    if (hasSession)
      return await whileLocked(pool, connection, () =>
        applyMissing(connection, migrations, { isOneTransaction: false, inOneGo, only }),
      );
    await connection.query('begin');
    await connection.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const text = 'select pg_advisory_xact_lock($1)';
    await connection.query({ text, values: [MIGRATION_LOCK], ...PATIENT } as QueryConfig);
    const applied = await applyMissing(connection, migrations, {
      isOneTransaction: true,
      inOneGo: (_, work) => work(),
      only,
    });
    await connection.query('commit');
    return applied;
  } catch (error) {
    if (!(error instanceof PostgresError) || error.code !== NOT_PERMITTED) throw error;
    throw new MigrationError(
      `The database's user may not make tables (${error.message}). Make it the owner of the database.`,
    );
  } finally {
    // Closing the connection ends what is under way, also after an error.
    connection.release(true);
  }
}

/**
 * While this process has the lock, which is held by a transaction on a connection of its own: a pooler, too, leaves that its session until it ends, whereas it
 * may give each statement beside transactions to another session, with whatever others have locked in it. When the lock is lost, so is the connection that works.
 */
async function whileLocked<T>(pool: Pool, working: PoolClient, work: () => Promise<T>): Promise<T> {
  const { Client: LockClient, options } = pool as unknown as { Client: typeof Client; options: PoolConfig };
  const lock = new LockClient(options);
  lock.on('error', () => {});
  await lock.connect();
  let isDone = false;
  lock.once('end', () => {
    if (!isDone) void (working as unknown as Client).end().catch(() => {});
  });
  try {
    await takeLock(lock);
    return await work();
  } finally {
    isDone = true;
    // Ends the transaction, and with it the lock, before another connection may ask for it.
    await lock.query('rollback').catch(() => {});
    await lock.end().catch(() => {});
  }
}

/** Whoever waits in a statement would be waited for by one that makes an index, so this asks again and again; nor does it wait for a transaction that asks nothing. */
async function takeLock(lock: Client): Promise<void> {
  const until = performance.now() + INDEX_TIMEOUT_MS;
  while (performance.now() < until) {
    await lock.query('begin isolation level read committed');
    await lock.query('set local idle_in_transaction_session_timeout = 0');
    // Without parameters: what was asked with some keeps its snapshot until the next, and whoever makes an index waits for that.
    const { rows } = await lock.query<{ had: boolean }>(
      `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as had`,
    );
    if (rows[0]?.had) return;
    await lock.query('rollback');
    await sleep(LOCK_POLL_MS);
  }
  throw new MigrationError('Another process has been changing the database for hours. Look at what it does.');
}

interface Way {
  /** The database is distributed. */
  isSplit?: boolean;
  /** All of it is in one transaction that has begun. */
  isOneTransaction: boolean;
  inOneGo: (connection: Connection, work: () => Promise<void>) => Promise<void>;
  only: readonly string[] | undefined;
}

async function applyMissing(
  connection: Connection,
  migrations: ReadonlyMap<string, Migration>,
  way: Way,
): Promise<string[]> {
  await connection.query(
    'create table if not exists migrations (name text primary key, applied timestamptz not null default now(), sha256 text)',
  );
  // Tables made before texts were recorded lack it.
  await connection.query('alter table migrations add column if not exists sha256 text');
  const { rows } = await connection.query<Applied>('select name, sha256 from migrations order by name');
  refuseUnknown(
    rows.map(({ name }) => name),
    migrations,
  );
  for (const applied of rows)
    await compare(connection, applied, migrations.get(applied.name) as Migration, way);
  const wanted = way.only ? new Set(way.only) : migrations;
  const missing = [...migrations.values()].filter(
    ({ name }) => wanted.has(name) && !rows.some((row) => row.name === name),
  );
  const isSplit = missing.length > 0 && (await learnDistribution(connection));
  for (const migration of missing) await apply(connection, migration, { ...way, isSplit });
  return missing.map(({ name }) => name);
}

/**
 * Runs one migration on a database of an earlier release without recording it, so the next start runs it again. Only for a migration that may run
 * twice. Tables go into the schema `public`, whatever the search path of the connection.
 */
export async function applyAhead(connection: Connection, name: string): Promise<void> {
  const sql = await readFile(join(MIGRATIONS_DIR, name), 'utf8');
  await connection.query(`begin; set local search_path = public; ${sql}; commit`);
}

/** Whether all is applied, as this program has it. */
async function isUpToDate(
  connection: Connection,
  migrations: ReadonlyMap<string, Migration>,
  only: Way['only'],
): Promise<boolean> {
  const { rows: tables } = await connection.query<{ isThere: boolean }>(
    `select to_regclass('migrations') is not null as "isThere"`,
  );
  if (!tables[0]?.isThere) return false;
  const { rows } = await connection.query<Applied>(
    `select name, to_jsonb(m) ->> 'sha256' as sha256 from migrations m`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  return (
    rows.every(({ name, sha256 }) => migrations.get(name)?.sha256 === sha256) &&
    [...(only ?? migrations.keys())].every((name) => applied.has(name))
  );
}

/** In one transaction; statement by statement where it makes indexes while their tables are used. Such a migration can be begun again after each of its statements. */
async function apply(connection: Connection, { name, sql, sha256 }: Migration, way: Way): Promise<void> {
  const record = () =>
    connection.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
  if (!way.isOneTransaction && sql.search(CONCURRENTLY) >= 0) {
    for (const text of splitStatements(sql)) await outsideTransactions(connection, text);
    await record();
    return;
  }
  await way.inOneGo(connection, async () => {
    if (way.isSplit)
      await connection.query(`${onAllNodes()}set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const whole = sql.replace(CONCURRENTLY, '');
    // Citus hands a change of a table on to other nodes as the text that it came in.
    for (const text of way.isSplit ? splitStatements(whole) : [whole])
      await connection.query({ text, ...PATIENT } as QueryConfig);
    await record();
    if (way.isSplit) await placeNewTables(connection);
  });
}

/** The session is left as it was found: a pooler may give it to others, and the next statement to another session. So nothing is set where nothing limits statements. */
async function outsideTransactions(connection: Connection, text: string): Promise<void> {
  const making = { text, query_timeout: INDEX_TIMEOUT_MS } as QueryConfig;
  const { rows } = await connection.query<{ limit: string }>(
    `select current_setting('statement_timeout') as limit`,
  );
  if (rows[0]?.limit === '0') {
    await connection.query(making);
    return;
  }
  await connection.query(`set statement_timeout = ${INDEX_TIMEOUT_MS}`);
  try {
    await connection.query(making);
  } finally {
    // Where that fails, the session has ended.
    await connection.query('reset statement_timeout').catch(() => {});
  }
}

/** In a distributed database a new table goes to its place with the migration that makes it. */
async function placeNewTables(connection: Connection): Promise<void> {
  for (const statement of (await planDistribution(connection)).flat()) await connection.query(statement);
}

async function readMigrations(): Promise<Map<string, Migration>> {
  const names = (await readdir(MIGRATIONS_DIR)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = names.map(async (name) => {
    const sql = await readFile(join(MIGRATIONS_DIR, name), 'utf8');
    return [name, { name, sql, sha256: hash('sha256', sql) }] as const;
  });
  return new Map(await Promise.all(migrations));
}

function refuseUnknown(applied: readonly string[], known: ReadonlyMap<string, Migration>): void {
  const unknown = applied.filter((name) => !known.has(name));
  const [first] = unknown;
  if (first === undefined) return;
  const more = unknown.length > 1 ? ` and ${unknown.length - 1} more` : '';
  throw new MigrationError(
    `The database is newer than this program (it has ${first}${more}), and was left as it is. Start the Platen that it was last used with, or a newer one; the way back is a backup from before.`,
  );
}

/** A migration whose text was not recorded may have been applied in an earlier one: it is mended, then recorded. */
async function compare(
  connection: Connection,
  applied: Applied,
  { name, sha256 }: Migration,
  way: Way,
): Promise<void> {
  if (applied.sha256 === sha256) return;
  if (applied.sha256 !== null) {
    throw new MigrationError(
      `${name} was applied to this database with another text than this program has, so the database may lack what the program needs. Start the version of Platen that made the database, or undo the change to migrations/${name}.`,
    );
  }
  await way.inOneGo(connection, async () => {
    await repairMigration(connection, name);
    await connection.query('update migrations set sha256 = $2 where name = $1', [name, sha256]);
  });
}

async function inOneGo(connection: Connection, work: () => Promise<void>): Promise<void> {
  await connection.query('begin');
  await connection.query(
    `set local lock_timeout = '${LOCK_TIMEOUT}'; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  );
  await work();
  await connection.query('commit');
}
