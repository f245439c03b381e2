import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedDatabaseError, explain, ownFolder, type Place, runProgram } from './embedded-postgres-account.ts';
import { isAlive } from './embedded-postgres-process.ts';
import { syncFolder } from './sync-folder.ts';

/** The superuser that initdb creates. The name must not change, because existing clusters have it. */
export const SUPERUSER = 'platen';

/** The bytes of an empty cluster, 16 MB of write-ahead log, an empty database, and room to work. */
const NEW_CLUSTER_MIN_BYTES = 128 * 1024 * 1024;
const PASSWORD_BYTES = 24;
const PASSWORD_FILE = 'platen.password';
/** A file in the cluster with the system identifiers before upgrades, separated by spaces. */
export const FORMER_IDENTIFIERS = 'platen.former-identifiers';
/** An unfinished cluster older than this is removed, even if its process id is in use again. */
const HALF_MADE_MAX_AGE_MS = 10 * 60_000;
const HALF_MADE = /^postgres\.init-(\d+)-/;

/** Written once to postgresql.conf, where an administrator may change them. The defaults are durable. */
const FIRST_SETTINGS = {
  shared_buffers: '256MB',
  max_connections: '100',
  // A new table gets thousands of rows in a minute. Until autovacuum analyses it, plans assume an empty
  // table.
  autovacuum_naptime: '5s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A forgotten transaction holds locks and prevents vacuuming.
  idle_in_transaction_session_timeout: '60s',
  // Ends the statements of a killed client. Only some systems support this.
  ...(process.platform === 'linux' ? { client_connection_check_interval: '5s' } : {}),
  // The log is rotated only at a start, so failed statements, which their clients report, are left out.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

export interface Waiting {
  log: (message: string) => void;
  /** Called when a program of PostgreSQL works, so this process has time for something else. */
  onWait?: () => void;
}

/** Creates the cluster if there is none. It appears when it is complete, also beside another process. */
export async function ensureCluster(place: Place, { log, onWait }: Waiting): Promise<void> {
  if (isCluster(place.cluster)) return;
  log(`Creating the database in ${place.cluster}, which takes some seconds, at the first start only`);
  await removeHalfMade(place);
  const workshop = path.join(place.dataDir, `postgres.init-${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    await requireSpace(place);
    await makeCluster(place, workshop, onWait);
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError
      ? error
      : explain(place, `The database could not be created in ${place.cluster}`, (error as Error).message);
  } finally {
    // The next first start removes it.
    await rm(workshop, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Reads the superuser's password. It is kept in the cluster, so that both are created and moved together. */
export async function readPassword(place: Place): Promise<string> {
  const file = path.join(place.cluster, PASSWORD_FILE);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw explain(place, `The password of the database cannot be read from ${file}`, (error as Error).message);
  }
}

/** Throws EmbeddedDatabaseError if the disk is full. initdb's own message is hard to understand. */
async function requireSpace({ dataDir }: Place): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= NEW_CLUSTER_MIN_BYTES) return;
  const wanted = NEW_CLUSTER_MIN_BYTES / 1024 / 1024;
  throw new EmbeddedDatabaseError(
    `The disk of ${dataDir} is full: a new database needs ${wanted} MB; free some space and start again`,
  );
}

async function makeCluster(place: Place, workshop: string, onWait?: () => void): Promise<void> {
  const made = path.join(workshop, 'postgres');
  const passwordFile = path.join(workshop, PASSWORD_FILE);
  await mkdir(workshop, { mode: 0o700 });
  await mkdir(made, { mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`, { mode: 0o600, flush: true });
  if (place.account.switched) {
    await chown(passwordFile, place.account.uid, place.account.gid);
    await chown(made, place.account.uid, place.account.gid);
    await chown(workshop, place.account.uid, place.account.gid);
  }
  // This locale sorts by code point like `C`, knows capitals of all alphabets, and is the same on every
  // machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth=scram-sha-256', `--username=${SUPERUSER}`, `--pwfile=../${PASSWORD_FILE}`];
  const settings = Object.entries(FIRST_SETTINGS).map(([name, value]) => `--set=${name}=${value}`);
  const args = ['-D', ownFolder(place, made), ...locale, ...access, ...settings, '--no-instructions'];
  // One call for the whole file system, instead of one for each of a thousand files.
  if (process.platform === 'linux') args.push('--sync-method=syncfs');
  const making = runProgram(place, place.programs.initdb, args, made);
  onWait?.();
  await making;
  await rename(passwordFile, path.join(made, PASSWORD_FILE));
  await syncFolder(made);
  await rename(made, place.cluster).catch((error: Error) => {
    // Otherwise another process was faster, and its cluster is used.
    if (!isCluster(place.cluster)) throw error;
  });
  await syncFolder(place.dataDir);
}

function isCluster(folder: string): boolean {
  return existsSync(path.join(folder, 'PG_VERSION'));
}

async function removeHalfMade(place: Place): Promise<void> {
  for (const name of await readdir(place.dataDir)) {
    const pid = Number(HALF_MADE.exec(name)?.[1] ?? 0);
    if (pid === 0) continue;
    const folder = path.join(place.dataDir, name);
    const age = Date.now() - ((await stat(folder).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (!isAlive(pid) || age > HALF_MADE_MAX_AGE_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** The folder below DATA_DIR in which an upgrade makes the new cluster. */
const WORKSHOP = 'postgres.upgrade';
/** A file in that folder that marks the new cluster as complete and contains the old one's new name. */
const PROVEN = 'proven';

export function workshopOf({ dataDir }: Pick<Place, 'dataDir'>): string {
  return path.join(dataDir, WORKSHOP);
}

/** Returns the major version of PostgreSQL that made the cluster; undefined without a cluster. */
export async function readClusterMajor(cluster: string): Promise<number | undefined> {
  const text = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Throws EmbeddedDatabaseError if the cluster has another major version than the programs. */
export async function requireMajor({ cluster, major }: Place): Promise<void> {
  const found = await readClusterMajor(cluster);
  if (found === undefined || found === major) return;
  const what = `The database in ${cluster} is of PostgreSQL ${found}, and this Platen runs ${major}`;
  throw new EmbeddedDatabaseError(
    found < major
      ? `${what}: stop Platen and run "platen db upgrade", which makes a new one of it and keeps the old one`
      : `${what}, which cannot read it: start the Platen that it was last used with, or a newer one`,
  );
}

/** Replaces the old cluster by the complete new one. Returns the folder to which the old one was moved. */
export async function swapClusters(place: Place, oldMajor: number): Promise<string> {
  const kept = freeName(path.join(place.dataDir, `postgres-${oldMajor}`));
  await writeFile(path.join(workshopOf(place), PROVEN), path.basename(kept), { flush: true });
  await syncFolder(workshopOf(place));
  await rename(place.cluster, kept);
  await finishSwap(place);
  return kept;
}

/** Finishes a swap that was killed between its two moves. Otherwise does nothing. */
export async function finishSwap(place: Place): Promise<void> {
  const workshop = workshopOf(place);
  const made = path.join(workshop, 'postgres');
  // If the old cluster is in its place, the swap had not begun, and the new one lacks later changes.
  if (existsSync(place.cluster) || !existsSync(path.join(workshop, PROVEN)) || !existsSync(made)) return;
  await syncFolder(place.dataDir);
  await rename(made, place.cluster);
  await syncFolder(place.dataDir);
  await rm(workshop, { recursive: true, force: true });
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number++) name = `${wanted}-${number}`;
  return name;
}
