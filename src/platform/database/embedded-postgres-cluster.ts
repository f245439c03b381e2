import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  EmbeddedDatabaseError,
  explain,
  ownFolder,
  type Place,
  runProgram,
} from './embedded-postgres-account.ts';
import { isAlive } from './embedded-postgres-process.ts';

/** initdb's own account, which only makes our role and database; it has had this name since the first version. */
export const SUPERUSER = 'platen';

/** An empty cluster, its first 16 MB of write-ahead log, our empty database, and room to work. */
const NEW_CLUSTER_MIN_BYTES = 128 * 1024 * 1024;
const PASSWORD_BYTES = 24;
const PASSWORD_FILE = 'platen.password';
/** A half-made cluster older than this is litter, whoever has its process id by now. */
const HALF_MADE_MAX_AGE_MS = 10 * 60_000;
const HALF_MADE = /^postgres\.init-(\d+)-/;

/** Written to postgresql.conf once, where whoever runs Platen may change it; PostgreSQL's own defaults keep it durable. */
const FIRST_SETTINGS = {
  shared_buffers: '256MB',
  max_connections: '100',
  // A new table grows from nothing to thousands of rows in a minute; until it is looked at, plans are made for an empty one.
  autovacuum_naptime: '5s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A transaction that its client forgot holds locks and keeps old rows from being cleaned up.
  idle_in_transaction_session_timeout: '60s',
  // Statements of a killed client end and give up their locks. Only some systems can tell.
  ...(process.platform === 'linux' ? { client_connection_check_interval: '5s' } : {}),
  // The log is rotated only at start, so it holds what concerns the server: a failed statement is its client's to report.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** Makes the cluster unless there is one. Whole or not at all, also when two processes do it at once. */
export async function ensureCluster(place: Place, log: (message: string) => void): Promise<void> {
  if (isCluster(place.cluster)) return;
  log(`Creating the database in ${place.cluster}, which takes some seconds, at the first start only`);
  await removeHalfMade(place);
  const workshop = path.join(place.dataDir, `postgres.init-${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    await requireSpace(place);
    await makeCluster(place, workshop);
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError
      ? error
      : explain(place, `The database could not be created in ${place.cluster}`, (error as Error).message);
  } finally {
    await rm(workshop, { recursive: true, force: true }).catch(() => undefined); // the next first start removes it
  }
}

/** The superuser's password, kept inside the cluster so that both come into being, and move, together. */
export async function readPassword(place: Place): Promise<string> {
  const file = path.join(place.cluster, PASSWORD_FILE);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw explain(
      place,
      `The password of the database cannot be read from ${file}`,
      (error as Error).message,
    );
  }
}

/** initdb's own words for a full disk are obscure. */
async function requireSpace({ dataDir }: Place): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= NEW_CLUSTER_MIN_BYTES) return;
  const wanted = NEW_CLUSTER_MIN_BYTES / 1024 / 1024;
  throw new EmbeddedDatabaseError(
    `The disk of ${dataDir} is full: a new database needs ${wanted} MB; free some space and start again`,
  );
}

async function makeCluster(place: Place, workshop: string): Promise<void> {
  const made = path.join(workshop, 'postgres');
  const passwordFile = path.join(workshop, PASSWORD_FILE);
  await mkdir(workshop, { mode: 0o700 });
  await mkdir(made, { mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`, {
    mode: 0o600,
    flush: true,
  });
  if (place.account.switched) {
    await chown(passwordFile, place.account.uid, place.account.gid);
    await chown(made, place.account.uid, place.account.gid);
    await chown(workshop, place.account.uid, place.account.gid);
  }
  // The built-in locale sorts by code point as `C` does, knows every alphabet's capitals, and is the same on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth=scram-sha-256', `--username=${SUPERUSER}`, `--pwfile=../${PASSWORD_FILE}`];
  const settings = Object.entries(FIRST_SETTINGS).map(([name, value]) => `--set=${name}=${value}`);
  const args = ['-D', ownFolder(place, made), ...locale, ...access, ...settings, '--no-instructions'];
  await runProgram(place, place.programs.initdb, args, made);
  await rename(passwordFile, path.join(made, PASSWORD_FILE));
  await syncFolder(made);
  await rename(made, place.cluster).catch((error: Error) => {
    if (!isCluster(place.cluster)) throw error; // else another process was faster, and its cluster is as good
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

/** Brings new names in the folder onto the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; NTFS journals names by itself.
  if (process.platform === 'win32') return;
  await using handle = await open(folder);
  await handle.sync();
}

/** Below DATA_DIR: where the cluster of the new major version is made. */
const WORKSHOP = 'postgres.upgrade';
/** Is in it once the new cluster is complete, and says what the old one is to be called from then on. */
const PROVEN = 'proven';

/** Where a new cluster is made beside the one that is used. */
export function workshopOf({ dataDir }: Pick<Place, 'dataDir'>): string {
  return path.join(dataDir, WORKSHOP);
}

/** The major version of PostgreSQL that made the cluster; undefined where there is none. */
export async function clusterMajor(cluster: string): Promise<number | undefined> {
  const text = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Throws EmbeddedDatabaseError, which says what to do, where the cluster is of another major version than the programs. */
export async function requireMajor({ cluster, major }: Place): Promise<void> {
  const found = await clusterMajor(cluster);
  if (found === undefined || found === major) return;
  const what = `The database in ${cluster} is of PostgreSQL ${found}, and this Platen runs ${major}`;
  throw new EmbeddedDatabaseError(
    found < major
      ? `${what}: stop Platen and run "platen db upgrade", which makes a new one of it and keeps the old one`
      : `${what}, which cannot read it: start the Platen that it was last used with, or a newer one`,
  );
}

/** Puts the complete new cluster in place of the old one, which stays beside it. Answers where that is. */
export async function swapClusters(place: Place, oldMajor: number): Promise<string> {
  const kept = freeName(path.join(place.dataDir, `postgres-${oldMajor}`));
  await writeFile(path.join(workshopOf(place), PROVEN), path.basename(kept), { flush: true });
  await syncFolder(workshopOf(place));
  await rename(place.cluster, kept);
  await finishSwap(place);
  return kept;
}

/** Goes on with what a kill cut between the two moves, and does nothing at any other time. */
export async function finishSwap(place: Place): Promise<void> {
  const workshop = workshopOf(place);
  const made = path.join(workshop, 'postgres');
  // With the old one in place there was no first move: what was made is older than what has been written since.
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
