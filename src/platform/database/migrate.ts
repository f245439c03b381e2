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
import { isSplitOverNodes, ON_ALL_NODES, planDistribution } from './distribution.ts';
import { type Connection, queryRows } from './transaction.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations');
/** Creates the schema of version 0.1.0. Its name sorts after the migrations that it replaces. */
const BASELINE = '0203-schema.sql';
const BASELINE_RELEASE = '0.1.0';
/** SHA-256 of the sorted lines "name sha256", with line feeds, of the replaced migrations. */
const REPLACED_SHA256 = 'd1d0f1d6790d5689adb6c7141bdcb21cc3c0c97fe552d1f668fd6f7b93b0d4b9';
/** The advisory lock of the process that migrates. The number is arbitrary. */
const MIGRATION_LOCK = 7_521_883_412;
const LOCK_TIMEOUT = '10s';
const STATEMENT_TIMEOUT_MS = 600_000;
/** The limit of one concurrent index, which blocks nobody, and of the wait for another migrating process. */
const INDEX_TIMEOUT_MS = 6 * 3_600_000;
const LOCK_POLL_MS = 200;
/** A comment, a text or a quoted name, which may contain semicolons, or a semicolon. */
const STATEMENT_PART = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|;/g;
/** A concurrent index, which PostgreSQL creates only outside of transactions. */
const CONCURRENTLY = /\b(?<=index) concurrently\b/g;
/** Replaces a shorter time limit of the pool. */
const PATIENT = { query_timeout: STATEMENT_TIMEOUT_MS + 5_000 };
const NOT_PERMITTED = '42501';

/** Reports that this program cannot migrate the database. The message has the reason and the remedy. */
export class MigrationError extends Error {}

type Migration = { name: string; sql: string; sha256: string };

export interface AppliedMigration {
  name: string;
  /** Null if the database has no hashes, because it was last used long before version 0.1.0. */
  sha256: string | null;
}

interface MigrateOptions {
  /** False behind a pooler in transaction mode. All missing migrations then run in one transaction. */
  hasSession?: boolean;
  /** The migrations of another database: applies only these. Absent: applies all. */
  like?: readonly AppliedMigration[];
  folder?: string;
}

/**
 * Applies the missing migrations under a lock, and returns their names. Each migration has its own
 * transaction. With `hasSession: false`, one transaction applies all of them. Throws MigrationError if the
 * database belongs to a newer version of Platen, or to a version before 0.1.0.
 */
export async function migrate(
  pool: Pool,
  { hasSession = true, like, folder = MIGRATIONS_DIR }: MigrateOptions = {},
): Promise<string[]> {
  let migrations = await readMigrations(folder);
  if (like) {
    const lacking = new Set(findMissing(like, migrations));
    migrations = migrations.filter((migration) => !lacking.has(migration));
  }
  const connection = await pool.connect();
  try {
    // A pooler may share this session, so without missing migrations nothing is locked or set in it.
    if (findMissing(await listApplied(connection), migrations).length === 0) return [];
    if (hasSession)
      return await runLocked(pool, connection, () =>
        applyMissing(connection, migrations, { isOneTransaction: false, runInOneTransaction }),
      );
    await connection.query('begin');
    await connection.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const text = 'select pg_advisory_xact_lock($1)';
    await connection.query({ text, values: [MIGRATION_LOCK], ...PATIENT } as QueryConfig);
    const applied = await applyMissing(connection, migrations, {
      isOneTransaction: true,
      runInOneTransaction: (_, work) => work(),
    });
    await connection.query('commit');
    return applied;
  } catch (error) {
    if (!(error instanceof PostgresError) || error.code !== NOT_PERMITTED) throw error;
    throw new MigrationError(
      `The database's user may not make tables (${error.message}). Make it the owner of the database.`,
    );
  } finally {
    // Closing the connection ends all work in progress, also after an error.
    connection.release(true);
  }
}

/** Throws MigrationError if the database predates version 0.1.0. The search path must include its tables. */
export async function requireBaseline(connection: Connection): Promise<void> {
  hasBaseline(await listApplied(connection));
}

/** Returns the missing migrations in order. Throws MigrationError for a database it cannot continue. */
function findMissing(applied: readonly AppliedMigration[], migrations: readonly Migration[]): Migration[] {
  refuseNewer(applied, migrations);
  const isBaselineThere = hasBaseline(applied);
  const textOf = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  return migrations.filter(({ name, sha256 }) => {
    if (!textOf.has(name)) return name !== BASELINE || !isBaselineThere;
    if (textOf.get(name) !== sha256)
      throw new MigrationError(
        `${name} was applied to this database with another text than this program has, so the database may lack what the program needs. Start the version of Platen that made the database, or undo the change to migrations/${name}.`,
      );
    return false;
  });
}

/** Returns whether the schema of the baseline exists. Throws MigrationError if only a part of it exists. */
function hasBaseline(applied: readonly AppliedMigration[]): boolean {
  if (applied.some(({ name }) => name === BASELINE)) return true;
  const replaced = applied.filter(({ name }) => name < BASELINE);
  if (replaced.length === 0) return false;
  const lines = replaced.map(({ name, sha256 }) => `${name} ${sha256}\n`).sort();
  if (hash('sha256', lines.join('')) === REPLACED_SHA256) return true;
  throw new MigrationError(
    `The database is of a release before ${BASELINE_RELEASE}, and was left as it is. Start Platen ${BASELINE_RELEASE} on it once, which brings it up to date; then start this one.`,
  );
}

function refuseNewer(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const [first, ...others] = applied.filter(({ name }) => name > BASELINE && !known.has(name));
  if (first === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  throw new MigrationError(
    `The database is newer than this program (it has ${first.name}${more}), and was left as it is. Start the Platen that it was last used with, or a newer one; the way back is a backup from before.`,
  );
}

/**
 * Runs `work` under a lock that a transaction on a separate connection holds: even a pooler keeps a
 * transaction in one session. If the lock is lost, the working connection is closed.
 */
async function runLocked<T>(pool: Pool, working: PoolClient, work: () => Promise<T>): Promise<T> {
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
    // Ends the transaction and its lock before another connection may ask for it.
    await lock.query('rollback').catch(() => {});
    await lock.end().catch(() => {});
  }
}

/** Polls for the lock, because creating a concurrent index waits for all blocked statements. */
async function takeLock(lock: Client): Promise<void> {
  const until = performance.now() + INDEX_TIMEOUT_MS;
  while (performance.now() < until) {
    await lock.query('begin isolation level read committed');
    await lock.query('set local idle_in_transaction_session_timeout = 0');
    // This has no parameters: a prepared statement keeps its snapshot until the next one, and a concurrent
    // index would wait for it.
    const { rows } = await lock.query<{ had: boolean }>(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as had`);
    if (rows[0]?.had) return;
    await lock.query('rollback');
    await sleep(LOCK_POLL_MS);
  }
  throw new MigrationError('Another process has been changing the database for hours. Look at what it does.');
}

interface Way {
  isSplit?: boolean;
  /** All migrations share one transaction, which has begun. */
  isOneTransaction: boolean;
  runInOneTransaction: (connection: Connection, work: () => Promise<void>) => Promise<void>;
}

async function applyMissing(connection: Connection, migrations: readonly Migration[], way: Way): Promise<string[]> {
  await connection.query(
    'create table if not exists migrations (name text primary key, applied timestamptz not null default now(), sha256 text)',
  );
  const missing = findMissing(await listApplied(connection), migrations);
  const isSplit = missing.length > 0 && (await isSplitOverNodes(connection));
  for (const migration of missing) await apply(connection, migration, { ...way, isSplit });
  return missing.map(({ name }) => name);
}

export async function listApplied(connection: Connection): Promise<AppliedMigration[]> {
  const { rows: tables } = await connection.query<{ isThere: boolean }>(
    `select to_regclass('migrations') is not null as "isThere"`,
  );
  if (!tables[0]?.isThere) return [];
  return queryRows<AppliedMigration>(
    connection,
    `select name, to_jsonb(m) ->> 'sha256' as sha256 from migrations m order by name collate "C"`,
  );
}

/** Runs a migration in one transaction, or with concurrent indexes by statement, which is repeatable. */
async function apply(connection: Connection, { name, sql, sha256 }: Migration, way: Way): Promise<void> {
  const record = () => connection.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
  if (!way.isOneTransaction && sql.search(CONCURRENTLY) >= 0) {
    for (const text of splitStatements(sql)) await runOutsideTransaction(connection, text);
    await record();
    return;
  }
  await way.runInOneTransaction(connection, async () => {
    if (way.isSplit) await connection.query(`${ON_ALL_NODES} set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const whole = sql.replace(CONCURRENTLY, '');
    // Citus forwards a DDL statement with the whole text of its query.
    for (const text of way.isSplit ? splitStatements(whole) : [whole])
      await connection.query({ text, ...PATIENT } as QueryConfig);
    await record();
    if (way.isSplit) await placeNewTables(connection);
  });
}

/** Sets a timeout only if one is in effect, and resets it, because a pooler may share the session. */
async function runOutsideTransaction(connection: Connection, text: string): Promise<void> {
  const making = { text, query_timeout: INDEX_TIMEOUT_MS } as QueryConfig;
  const { rows } = await connection.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`);
  if (rows[0]?.limit === '0') {
    await connection.query(making);
    return;
  }
  await connection.query(`set statement_timeout = ${INDEX_TIMEOUT_MS}`);
  try {
    await connection.query(making);
  } finally {
    // If this fails, the session has ended.
    await connection.query('reset statement_timeout').catch(() => {});
  }
}

/** Splits a migration's SQL into statements, without semicolons. Function bodies are not supported. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  for (const { 0: part, index } of sql.matchAll(STATEMENT_PART)) {
    if (part !== ';') continue;
    statements.push(sql.slice(begin, index));
    begin = index + 1;
  }
  statements.push(sql.slice(begin));
  return statements
    .map((statement) => statement.replaceAll(/^\s*--[^\n]*$/gm, '').trim())
    .filter((statement) => statement !== '');
}

/** Puts the new tables of a migration in their places in a distributed database. */
async function placeNewTables(connection: Connection): Promise<void> {
  for (const statement of (await planDistribution(connection)).flat()) await connection.query(statement);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = names.map(async (name) => {
    const sql = await readFile(join(folder, name), 'utf8');
    return { name, sql, sha256: hash('sha256', sql) };
  });
  return Promise.all(migrations);
}

async function runInOneTransaction(connection: Connection, work: () => Promise<void>): Promise<void> {
  await connection.query('begin');
  await connection.query(
    `set local lock_timeout = '${LOCK_TIMEOUT}'; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  );
  await work();
  await connection.query('commit');
}

/** Returns the content of schema.sql: the SQL text of all tables with their indexes, sorted by name. */
export async function describeSchema(connection: Connection): Promise<string> {
  const { rows: tables } = await connection.query<{
    name: string;
    comment: string | null;
    columns: string[];
    columnComments: (string | null)[];
    constraints: string[] | null;
    indexes: string[] | null;
  }>(
    `select t.relname as name, obj_description(t.oid, 'pg_class') as comment,
            (select array_agg(col_description(t.oid, a.attnum) order by a.attnum) from pg_attribute a
             where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as "columnComments",
            (select array_agg(
               a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
               || coalesce((select ' collate "' || collname || '"' from pg_collation l join pg_type y on y.oid = a.atttypid
                            where l.oid = a.attcollation and l.oid <> y.typcollation), '')
               || case when a.attnotnull then ' not null' else '' end
               || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') order by a.attnum)
             from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
             where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
            (select array_agg('constraint ' || conname || ' ' || pg_get_constraintdef(c.oid) order by contype desc, conname)
             from pg_constraint c where c.conrelid = t.oid and contype <> 'n') as constraints,
            (select array_agg(replace(pg_get_indexdef(i.indexrelid), 'public.', '') order by x.relname)
             from pg_index i join pg_class x on x.oid = i.indexrelid
             where i.indrelid = t.oid and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)) as indexes
     from pg_class t
     where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and t.relname <> 'migrations'
     order by t.relname collate "C"`,
  );
  const described = tables.map(({ name, comment, columns, columnComments, constraints, indexes }) => {
    const lines = [...columns, ...(constraints ?? [])];
    const body = lines.map((line, place) => {
      const above = columnComments[place] ? `  -- ${columnComments[place]}\n` : '';
      return `${above}  ${line}${place < lines.length - 1 ? ',' : ''}\n`;
    });
    return [
      ...(comment ? [`-- ${comment}`] : []),
      `create table ${name} (\n${body.join('')});`,
      ...(indexes ?? []).map((index) => `${index};`),
    ].join('\n');
  });
  return `-- What migrations/ makes. Generated by "npx platen migrate --schema schema.sql".\n\n${described.join('\n\n')}\n`;
}
