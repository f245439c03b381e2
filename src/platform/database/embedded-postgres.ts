import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedDatabaseError, explain, type Place } from './embedded-postgres-account.ts';
import { ensureCluster, finishSwap, readPassword, requireMajor } from './embedded-postgres-cluster.ts';
import { findPlace, type Programs } from './embedded-postgres-place.ts';
import {
  isOurSocket,
  killPostgres,
  logFile,
  readPostmaster,
  removeStaleLocks,
  runs,
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

/** Recovery after a crash is part of a start, and replays up to some GB of log. */
const START_TIMEOUT_MS = 120_000;
const FIRST_WAIT_MS = 5;
const MAX_WAIT_MS = 250;
/** The lock of a server that was just killed is free as soon as PostgreSQL notices its end. */
const HANDOVER_TIMEOUT_MS = 1000;
/** Whether others use it is known within this, or it does not answer at all. */
const LAST_USER_TIMEOUT_MS = 1_000;
const RESTART_ATTEMPTS = 6;
const RESTART_FIRST_PAUSE_MS = 500;

/** Advisory lock of PostgreSQL's own database that the one server holds. */
const SERVER_LOCK = 2;

export interface EmbeddedDatabase {
  /** What pg's Pool takes: host is the unix socket's folder (or 127.0.0.1 on Windows). */
  connection: Connection;
  /** Leaves the database; stops PostgreSQL when no other Platen process uses it. Waits until it has stopped. Idempotent. */
  stop(): Promise<void>;
  /** For when stop() does not end: PostgreSQL ends at once, whoever uses it. Nothing that was committed is lost. */
  kill(): Promise<void>;
}

export interface EmbeddedOptions {
  /** DATA_DIR; the cluster lives in `${dataDir}/postgres`. */
  dataDir: string;
  /** One server per DATA_DIR; any number of tools (commands) beside it or without it. */
  role: 'server' | 'tool';
  /** One-line progress and trouble. */
  log: (message: string) => void;
  /** Extra `-c name=value` when this process starts PostgreSQL. */
  settings?: Record<string, string>;
  /** Where root's copy of the programs may go, in order of preference; by default folders of the system. */
  copyFolders?: string[];
  /** PostgreSQL's programs, where they are not those that Platen comes with. */
  programs?: Programs;
  /** A server's PostgreSQL died and could not be started again. */
  onLost?: (error: Error) => void;
}

interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The connection whose locks say that we use PostgreSQL. */
interface Session {
  client: pg.Client;
  connection: Connection;
}

/**
 * Opens the PostgreSQL in DATA_DIR: creates it, starts it, or joins the one that runs, also one that outlived a killed Platen.
 * A server keeps it running until stop(). Throws EmbeddedDatabaseError.
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
      if (postmaster && (await runs(postmaster))) await killPostgres(place, postmaster);
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

/** Starts or adopts PostgreSQL and takes our locks, from the beginning again whenever it stops under our hands. */
async function join(place: Place, options: EmbeddedOptions, stopping: AbortSignal): Promise<Session> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let started: StartedPostgres | undefined;
  for (let wait = FIRST_WAIT_MS; Date.now() < deadline; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    const session = await connect(place);
    if (session && (await settle(place, session, options))) {
      const verb = started ? 'started' : 'found running';
      options.log(`PostgreSQL ${verb} in ${place.cluster}`);
      return session;
    }
    const ended = await started?.ended();
    if (ended && !ended.tryAgain) throw ended.error;
    // What we have started must become ready before it can be stopped in order.
    if (stopping.aborted && (!started || ended)) throw new EmbeddedDatabaseError('Platen is stopping');
    const postmaster = await readPostmaster(place);
    if ((!started || ended) && !(postmaster && (await runs(postmaster)))) {
      if (ended?.locked) await removeStaleLocks(place, postmaster);
      await ensureCluster(place, options.log);
      started = await startPostgres(place, postmaster, options.settings ?? {});
    } else if (ended) {
      started = undefined; // another process was faster: wait for its PostgreSQL
    }
    await sleep(wait);
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL is not ready after ${START_TIMEOUT_MS / 1000} s; see ${logFile(place)}`,
  );
}

/** The supervisor's join: tries again when PostgreSQL does not start, with pauses, up to a limit. */
async function rejoin(
  place: Place,
  options: EmbeddedOptions,
  stopping: AbortSignal,
): Promise<Session | undefined> {
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
      await sleep(RESTART_FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, { signal: stopping }).catch(
        () => undefined,
      );
    }
  }
}

/** Undefined when none runs, or it does not take connections now. Throws when what runs cannot be used. */
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

/** False when PostgreSQL stops under our hands. Throws when we may not, or cannot, use it. */
async function settle(place: Place, session: Session, options: EmbeddedOptions): Promise<boolean> {
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

/** Errors of class 57 are PostgreSQL's end or its beginning, those of class 53 a lack of connections, those of no class the connection's. */
function isTheEnd(error: unknown): boolean {
  if (error instanceof EmbeddedDatabaseError) return false;
  return !(error instanceof pg.DatabaseError) || /^(57|533)/.test(error.code ?? '');
}

/** False when the last user is just stopping PostgreSQL. */
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

/** Gives up our locks; whoever then gets the first lock alone is the last one and stops PostgreSQL. */
async function leave(
  place: Place,
  session: Session | undefined,
  log: (message: string) => void,
): Promise<void> {
  // One that does not answer is of no use to anybody else either.
  const last = await Promise.race([isLastUser(place, session), sleep(LAST_USER_TIMEOUT_MS, true)]);
  const postmaster = await readPostmaster(place);
  if (last && postmaster && (await runs(postmaster))) {
    await stopPostgres(place, postmaster);
    log('PostgreSQL stopped');
  }
  void session?.client.end().catch(() => undefined);
}

/** Nobody else comes to use it while the connection that asked is open. False when it cannot be asked, since it stops or starts. */
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
