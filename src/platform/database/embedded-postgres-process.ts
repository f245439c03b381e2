import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chown, lstat, mkdir, open, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  commandAs,
  EmbeddedDatabaseError,
  explain,
  ownFolder,
  type Place,
  programEnvironment,
  runProgram,
  WORKING_FOLDER,
} from './embedded-postgres-account.ts';

/** A setting that PostgreSQL ignores. It shows in the list of processes which cluster a process serves. */
const CLUSTER_SETTING = 'platen.cluster';
const LOG_MAX_BYTES = 10 * 1024 * 1024;
const LOG_TAIL_BYTES = 4096;
/** A fast shutdown writes a checkpoint, which takes long on a slow disk. */
const FAST_STOP_TIMEOUT_MS = 2_500;
/** After that, PostgreSQL quits at once. Nothing is lost: the next start recovers from the log. */
const QUIT_TIMEOUT_MS = 1_000;
/** After that, it is killed. Nothing is lost either. */
const KILL_TIMEOUT_MS = 500;
const START_POLL_MS = 50;
const STOP_POLL_MS = 20;
/** A lock file is filled right after its creation, or never. */
const EMPTY_LOCK_MAX_AGE_MS = 5000;
/** PostgreSQL's message if another process is starting it, or a crash left the lock. */
const LOCKED = /lock file ".*" (already exists|is empty)/;
/** PostgreSQL's message if a killed one still has processes, or its last user just removed the folder. */
const NOT_YET = /pre-existing shared memory block|could not create lock file .*No such file/;

interface Postmaster {
  pid: number;
  folder: string;
  port: number;
  /** The folder of the Unix socket, or an address. */
  host: string;
  status: string;
}

export interface StartedPostgres {
  /** Returns how PostgreSQL ended; undefined while it runs. */
  ended(): Promise<EndedPostgres | undefined>;
}

interface EndedPostgres {
  /** It met another PostgreSQL or its remains, or was stopped from outside. */
  tryAgain: boolean;
  /** It met a lock file that it did not replace. */
  locked: boolean;
  error: EmbeddedDatabaseError;
}

/** Starts PostgreSQL in the background, so that it survives Ctrl-C. Returns before it accepts connections. */
export async function startPostgres(
  place: Place,
  previous: Postmaster | undefined,
  settings: Record<string, string>,
): Promise<StartedPostgres> {
  const given = {
    [CLUSTER_SETTING]: place.cluster,
    ...(await chooseListenSettings(place, previous?.port)),
    ...settings,
  };
  const args = [
    '-D',
    ownFolder(place, place.cluster),
    ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const [command, commandArgs] = commandAs(place, place.programs.postgres, args);
  await using log = await openLog(place);
  const logStart = (await log.stat()).size;
  const child = spawn(command, commandArgs, {
    cwd: place.cluster,
    env: programEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  await once(child, 'spawn').catch((error: Error) => {
    throw explain(place, 'PostgreSQL does not start', error.message);
  });
  child.unref();
  return { ended: () => readOutcome(place, child, logStart) };
}

/** Starts PostgreSQL unless it runs. Throws EmbeddedDatabaseError if it is not ready after `limitMs`. */
export async function startUntilReady(place: Place, settings: Record<string, string>, limitMs: number): Promise<void> {
  const before = await readPostmaster(place);
  const isUp = before !== undefined && (await isPostmasterRunning(before));
  const started = isUp ? undefined : await startPostgres(place, before, settings);
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(START_POLL_MS)) {
    const ended = await started?.ended();
    if (ended) throw ended.error;
    if ((await readPostmaster(place))?.status === 'ready') return;
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL in ${place.cluster} is not ready after ${limitMs / 1000} s; see ${logFile(place)}`,
  );
}

/** Shuts PostgreSQL down. After `limitMs` kills it; the next start then recovers all committed data. */
export async function stopPostgres(
  place: Place,
  postmaster: Postmaster,
  limitMs = FAST_STOP_TIMEOUT_MS,
): Promise<void> {
  if (process.platform === 'win32') {
    const args = ['stop', '-D', place.cluster, '-m', 'fast'];
    return runProgram(place, place.programs.pg_ctl, args, place.dataDir);
  }
  for (const [signal, limit] of [
    ['SIGINT', limitMs],
    ['SIGQUIT', QUIT_TIMEOUT_MS],
  ] as const) {
    signalProcess(postmaster.pid, signal);
    if (await endsWithin(postmaster, limit)) return removeSocketFolder(place, postmaster);
  }
  await killPostgres(place, postmaster);
}

/** Kills all processes of PostgreSQL. The next start recovers committed data from the write-ahead log. */
export async function killPostgres(place: Place, postmaster: Postmaster): Promise<void> {
  const processes = [postmaster.pid, ...(await listChildren(postmaster.pid))];
  for (const pid of processes) signalProcess(pid, 'SIGKILL');
  if (await endsWithin(postmaster, KILL_TIMEOUT_MS)) return removeSocketFolder(place, postmaster);
  throw new EmbeddedDatabaseError(`PostgreSQL (process ${postmaster.pid}) does not stop; see ${logFile(place)}`);
}

async function endsWithin(postmaster: Postmaster, limitMs: number): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(STOP_POLL_MS)) {
    if (!(await isPostmasterRunning(postmaster))) return true;
  }
  return false;
}

/** Lists the ids of child processes on Linux. Elsewhere lists none, as children end with their parent. */
export async function listChildren(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').map(Number).filter(Boolean);
}

async function removeSocketFolder(place: Place, { host }: Postmaster): Promise<void> {
  // It is not empty: another PostgreSQL starts there.
  if (host !== place.cluster) await rmdir(host).catch(() => undefined);
}

/** Reads PostgreSQL's file postmaster.pid. Undefined if there is none, or while PostgreSQL writes it. */
export async function readPostmaster(place: Place): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(place.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, folder = '', , port, ensureSocketFolder, address, , status = ''] = text
    .split('\n')
    .map((line) => line.trim())
    .map((line) => (line === WORKING_FOLDER ? place.cluster : line));
  if (!Number(pid)) return undefined;
  return { pid: Number(pid), folder, port: Number(port), host: ensureSocketFolder || address || '', status };
}

/** Returns whether the PostgreSQL of a postmaster.pid is alive, not another process with a reused id. */
export async function isPostmasterRunning(postmaster: Postmaster): Promise<boolean> {
  if (!isAlive(postmaster.pid)) return false;
  const argv = await commandLine(postmaster.pid);
  // // The command line is unknown. A needless wait is better than a second PostgreSQL.
  if (!argv) return true;
  if (path.basename(argv[0] ?? '') !== 'postgres') return false;
  const setting = argv.find((argument) => argument.startsWith(`${CLUSTER_SETTING}=`));
  const folder = setting?.slice(CLUSTER_SETTING.length + 1) ?? argv[argv.indexOf('-D') + 1] ?? '';
  return !path.isAbsolute(folder) || postmaster.folder.startsWith(folder);
}

/** Returns whether PostgreSQL's account owns the socket's folder, so no other account gets our password. */
export async function isOurSocket(place: Place, postmaster: Postmaster): Promise<boolean> {
  if (!path.isAbsolute(postmaster.host) || process.platform === 'win32') return postmaster.host !== '';
  return (await stat(postmaster.host).catch(() => undefined))?.uid === place.account.uid;
}

/** Removes lock files that PostgreSQL itself would keep: empty ones, and those with a reused process id. */
export async function removeStaleLocks(place: Place, previous: Postmaster | undefined): Promise<void> {
  const main = path.join(place.cluster, 'postmaster.pid');
  const folder = previous?.host || (await ensureSocketFolder(place));
  const socket = path.join(folder, `.s.PGSQL.${previous?.port ?? UNIX_PORT}.lock`);
  for (const file of [socket, main]) {
    const found = await stat(file).catch(() => undefined);
    const filled = found && found.size > 0;
    const emptyTooLong = found && Date.now() - found.mtimeMs > EMPTY_LOCK_MAX_AGE_MS;
    const stale = filled ? previous && !(await isPostmasterRunning(previous)) : emptyTooLong;
    if (stale) await rm(file, { force: true });
  }
}

export function isAlive(pid: number): boolean {
  return signalProcess(pid, 0);
}

function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function commandLine(pid: number): Promise<string[] | undefined> {
  try {
    if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    if (process.platform === 'win32') return undefined;
    return (await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', `${pid}`])).stdout.trim().split(' ');
  } catch {
    return isAlive(pid) ? undefined : [];
  }
}

async function readOutcome(place: Place, child: ChildProcess, logStart: number): Promise<EndedPostgres | undefined> {
  if (child.exitCode === null && child.signalCode === null) return undefined;
  await using log = await open(logFile(place));
  const size = (await log.stat()).size;
  const from = Math.max(Math.min(logStart, size), size - LOG_TAIL_BYTES);
  const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(LOG_TAIL_BYTES), position: from });
  const output = buffer.toString('utf8', 0, bytesRead).trim() || `exit code ${child.exitCode ?? child.signalCode}`;
  const locked = LOCKED.test(output);
  // Another process was its last user and stopped it (0), or it was killed.
  const stopped = child.exitCode === 0 || child.signalCode === 'SIGKILL';
  return {
    locked,
    tryAgain: locked || stopped || NOT_YET.test(output),
    error: explain(place, 'PostgreSQL does not start', output),
  };
}

async function openLog(place: Place) {
  const file = logFile(place);
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size > LOG_MAX_BYTES) await rename(file, `${file}.1`).catch(() => undefined);
  const log = await open(file, 'a', 0o600);
  // The owner of DATA_DIR must be able to write a log that root created.
  if (place.account.switched) {
    const owner = await stat(place.dataDir);
    await log.chown(owner.uid, owner.gid);
  }
  return log;
}

export function logFile(place: Place): string {
  return path.join(place.dataDir, 'postgres.log');
}

const UNIX_PORT = 5432;
/** The limit of a socket's path, without its terminating zero. */
const SOCKET_PATH_MAX_BYTES = process.platform === 'darwin' ? 103 : 107;

/** Returns the settings of a private socket, or on Windows a local port, if possible the previous one. */
async function chooseListenSettings(place: Place, previousPort: number | undefined): Promise<Record<string, string>> {
  if (process.platform === 'win32') {
    return { listen_addresses: '127.0.0.1', port: `${await freePort(previousPort ?? 0)}` };
  }
  return {
    listen_addresses: '',
    port: `${UNIX_PORT}`,
    unix_socket_directories: await ensureSocketFolder(place).then((folder) =>
      folder === place.cluster ? ownFolder(place, folder) : folder,
    ),
    unix_socket_permissions: '0700',
  };
}

/** Returns the cluster's folder, or a private one with a fixed name if a socket's path is too long there. */
async function ensureSocketFolder(place: Place): Promise<string> {
  if (fitsSocket(place.cluster)) return place.cluster;
  const name = `platen-${place.account.uid}-${createHash('sha256').update(place.cluster).digest('hex').slice(0, 16)}`;
  const { uid, gid, switched } = place.account;
  // The other account may not be able to enter root's folder for temporary files.
  const folder = [...(switched ? [] : [tmpdir()]), '/tmp'].map((parent) => path.join(parent, name)).find(fitsSocket)!;
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (made && switched) await chown(folder, uid, gid);
  const found = await lstat(folder).catch(() => undefined);
  if (!found?.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new EmbeddedDatabaseError(
      `${folder} must be a folder that only user ${uid} may enter; remove it and start again`,
    );
  }
  return folder;
}

/** Returns whether the path is short enough, and has no comma or quote, which would need escaping. */
function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(`${folder}/.s.PGSQL.${UNIX_PORT}`) <= SOCKET_PATH_MAX_BYTES && !/[,"]/.test(folder);
}

async function freePort(preferred: number): Promise<number> {
  const server = createServer().listen(preferred, '127.0.0.1');
  try {
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  } catch (error) {
    if (preferred === 0) throw error;
    return freePort(0);
  } finally {
    server.close();
  }
}
