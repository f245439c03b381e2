import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedDatabaseError, explain, type Place } from './embedded-postgres-account.ts';
import { ensureCluster, finishSwap, readPassword, requireMajor, type Waiting } from './embedded-postgres-cluster.ts';
import { findPlace, type Programs } from './embedded-postgres-place.ts';
import {
  isOurSocket,
  isPostmasterRunning,
  killPostgres,
  logFile,
  readPostmaster,
  removeStaleLocks,
  type StartedPostgres,
  startPostgres,
  stopPostgres,
} from './embedded-postgres-process.ts';
import {
  connectAs,
  DATABASE,
  IN_USE_LOCK,
  MAINTENANCE_DATABASE,
  prepareDatabase,
  ROLE,
  rolePassword,
  tryLock,
} from './embedded-postgres-role.ts';

/** A start includes recovery after a crash, which may replay some GB of log. */
const START_TIMEOUT_MS = 120_000;
const FIRST_WAIT_MS = 5;
const MAX_WAIT_MS = 250;
/** The lock of a killed server is freed when PostgreSQL notices its end. */
const HANDOVER_TIMEOUT_MS = 1000;
/** The time limit for finding out whether other processes use PostgreSQL. */
const LAST_USER_TIMEOUT_MS = 1_000;
const RESTART_ATTEMPTS = 6;
const RESTART_FIRST_PAUSE_MS = 500;

const SERVER_LOCK = 2;

export interface EmbeddedDatabase {
  /** Options for pg. The host is the folder of the Unix socket, or 127.0.0.1 on Windows. */
  connection: Connection;
  /** Leaves the database. Stops PostgreSQL if no other process uses it. Idempotent. */
  stop(): Promise<void>;
  /** Kills PostgreSQL, for the case that stop() hangs. Committed data is safe. */
  kill(): Promise<void>;
}

interface EmbeddedOptions extends Waiting {
  dataDir: string;
  /** One server per DATA_DIR, and any number of commands beside it or without it. */
  role: 'server' | 'tool';
  settings?: Record<string, string>;
  /** Folders for root's copy of the programs, in order of preference. */
  copyFolders?: string[];
  /** Replaces the programs that Platen comes with. */
  programs?: Programs;
  /** The server's PostgreSQL ended and could not be restarted. */
  onLost?: (error: Error) => void;
}

type Connection = { host: string; port: number; user: string; password: string; database: string };
type Session = { client: pg.Client; connection: Connection };

/**
 * Opens the embedded PostgreSQL in DATA_DIR: creates it, starts it, or joins a running one, as after a killed
 * Platen. With the role `server`, restarts it when it ends, until `stop`. Throws EmbeddedDatabaseError.
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const place = await findPlace(options.dataDir, options.copyFolders, options.programs);
  await finishSwap(place);
  await requireMajor(place);
  const stopping = new AbortController();
  const first = await join(place, options, stopping.signal).catch((error: Error) => {
    if (error instanceof EmbeddedDatabaseError) throw error;
    throw explain(place, `The database in ${place.cluster} cannot be opened`, error.message);
  });
  let session: Promise<Session | undefined> = Promise.resolve(first);
  let stopped: Promise<void> | undefined;
  if (options.role === 'server') supervise(first);
  return {
    connection: first.connection,
    stop() {
      stopping.abort();
      stopped ??= session.then((last) => leave(place, last, options.log));
      return stopped;
    },
    async kill() {
      stopping.abort();
      const postmaster = await readPostmaster(place);
      if (postmaster && (await isPostmasterRunning(postmaster))) await killPostgres(place, postmaster);
    },
  };

  function supervise(current: Session): void {
    current.client.once('end', () => {
      if (stopping.signal.aborted) return;
      session = rejoin(place, options, stopping.signal).then((next) => {
        if (next) supervise(next);
        return next;
      });
    });
  }
}

/** Starts or joins PostgreSQL and takes our locks. Starts over if PostgreSQL stops meanwhile. */
async function join(place: Place, options: EmbeddedOptions, stopping: AbortSignal): Promise<Session> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let started: StartedPostgres | undefined;
  for (let wait = FIRST_WAIT_MS; Date.now() < deadline; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    const session = await connect(place);
    if (session && (await lockSession(place, session, options))) {
      const verb = started ? 'started' : 'found running';
      options.log(`PostgreSQL ${verb} in ${place.cluster}`);
      return session;
    }
    const ended = await started?.ended();
    if (ended && !ended.tryAgain) throw ended.error;
    // A PostgreSQL that we started must become ready before it can be stopped properly.
    if (stopping.aborted && (!started || ended)) throw new EmbeddedDatabaseError('Platen is stopping');
    const postmaster = await readPostmaster(place);
    if ((!started || ended) && !(postmaster && (await isPostmasterRunning(postmaster)))) {
      if (ended?.locked) await removeStaleLocks(place, postmaster);
      await ensureCluster(place, options);
      started = await startPostgres(place, postmaster, options.settings ?? {});
      options.onWait?.();
    } else if (ended) {
      // Another process was faster: wait for its PostgreSQL.
      started = undefined;
    }
    await sleep(wait);
  }
  throw new EmbeddedDatabaseError(`PostgreSQL is not ready after ${START_TIMEOUT_MS / 1000} s; see ${logFile(place)}`);
}

/** Restarts a lost PostgreSQL. Tries again with pauses, up to a limit. */
async function rejoin(place: Place, options: EmbeddedOptions, stopping: AbortSignal): Promise<Session | undefined> {
  options.log('PostgreSQL has gone; starting it again');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await join(place, options, stopping);
    } catch (error) {
      if (stopping.aborted) return undefined;
      options.log(
        `PostgreSQL could not be started again (attempt ${attempt} of ${RESTART_ATTEMPTS}): ${(error as Error).message}`,
      );
      if (attempt === RESTART_ATTEMPTS) {
        options.onLost?.(error as Error);
        return undefined;
      }
      await sleep(RESTART_FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/** Connects with Platen's role. Returns undefined while PostgreSQL refuses connections. */
async function connect(place: Place): Promise<Session | undefined> {
  const postmaster = await readPostmaster(place);
  if (postmaster?.status !== 'ready' || !(await isOurSocket(place, postmaster))) return undefined;
  const { host, port } = postmaster;
  const superuserPassword = await readPassword(place);
  const user = { user: ROLE, password: rolePassword(superuserPassword) };
  try {
    await prepareDatabase({ host, port }, superuserPassword);
    const client = await connectAs({ host, port }, user, MAINTENANCE_DATABASE);
    return { client, connection: { host, port, ...user, database: DATABASE } };
  } catch (error) {
    if (['28P01', '28000'].includes((error as pg.DatabaseError).code ?? '')) {
      throw new EmbeddedDatabaseError(
        `The database in ${place.cluster} does not take its password: ${(error as Error).message}`,
      );
    }
    if (!isTheEnd(error)) throw error;
    return undefined;
  }
}

/** Takes the session's locks, or ends it and returns false if PostgreSQL stops meanwhile. */
async function lockSession(place: Place, session: Session, options: EmbeddedOptions): Promise<boolean> {
  try {
    if (await takeLocks(session.client, options)) return true;
  } catch (error) {
    if (!isTheEnd(error)) {
      await leave(place, session, options.log);
      throw error;
    }
  }
  await session.client.end().catch(() => undefined);
  return false;
}

/** Returns whether PostgreSQL stops or starts (class 57), lacks connections (533), or is gone (no class). */
function isTheEnd(error: unknown): boolean {
  if (error instanceof EmbeddedDatabaseError) return false;
  return !(error instanceof pg.DatabaseError) || /^(57|533)/.test(error.code ?? '');
}

/** Takes the lock of all users, and a server's. Returns false if the last user is stopping PostgreSQL. */
async function takeLocks(client: pg.Client, { role, dataDir }: EmbeddedOptions): Promise<boolean> {
  if (!(await tryLock(client, 'pg_try_advisory_lock_shared', IN_USE_LOCK))) return false;
  if (role === 'tool') return true;
  for (const end = Date.now() + HANDOVER_TIMEOUT_MS; Date.now() < end; await sleep(MAX_WAIT_MS)) {
    if (await tryLock(client, 'pg_try_advisory_lock', SERVER_LOCK)) return true;
  }
  throw new EmbeddedDatabaseError(
    `Platen already runs on ${path.resolve(dataDir)}; stop it first, or set another DATA_DIR`,
  );
}

/** Gives our locks back. The process that then gets the first lock exclusively stops PostgreSQL. */
async function leave(place: Place, session: Session | undefined, log: (message: string) => void): Promise<void> {
  // A PostgreSQL that does not answer is useless to other processes too.
  const last = await Promise.race([isLastUser(place, session), sleep(LAST_USER_TIMEOUT_MS, true)]);
  const postmaster = await readPostmaster(place);
  if (last && postmaster && (await isPostmasterRunning(postmaster))) {
    await stopPostgres(place, postmaster);
    log('PostgreSQL stopped');
  }
  void session?.client.end().catch(() => undefined);
}

/**
 * Returns whether nobody else uses PostgreSQL; false if it stops or starts. While this connection is open,
 * nobody else can join.
 */
async function isLastUser(place: Place, session: Session | undefined): Promise<boolean> {
  const known = session && (await releaseLocks(session.client)) ? session : await connect(place);
  if (!known) return false;
  const last = await tryLock(known.client, 'pg_try_advisory_lock', IN_USE_LOCK).catch(() => false);
  if (!last) await known.client.end().catch(() => undefined);
  return last;
}

async function releaseLocks(client: pg.Client): Promise<boolean> {
  return client.query('select pg_advisory_unlock_all()').then(
    () => true,
    () => false,
  );
}
