import cluster from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { type Database, joinDatabase, openDatabase } from './platform/database/open-database.ts';
import { errorWithoutValues, FaultLog } from './platform/observability/fault-log.ts';
import type { Tracing } from './platform/observability/open-tracing.ts';
import { type Config, readConfig } from './platform/settings/config.ts';
import type { Assignment } from './start/assignment.ts';
import { receiveAssignment } from './start/assignment.ts';
import { describeFailure, withoutDatabase } from './start/start-error.ts';
import { startAlone, startOne, startSeveral } from './start/start-processes.ts';
import { StopInOrder } from './start/stop-in-order.ts';

/** What the database's own limits come to, and a little more. */
const DATABASE_TIMEOUT_MS = 5_500;
/** Of one of several processes, which has only connections. */
const POOLS_TIMEOUT_MS = 600;
/** With the last lines of the log, all of it together ends before ten seconds, whatever hangs. */
const STOP_TIMEOUT_MS = 9_300;
/** A start that is under way when the signal comes gets this long to come to its end. */
const START_GRACE_MS = 2_000;
const PARENT_CHECK_INTERVAL_MS = 500;
/** Linux writes up to 4 KiB into a pipe as a whole, so lines of several processes do not mix. */
const LOG_WRITE_BYTES = 4_096;
const LOG_FLUSH_INTERVAL_MS = 250;
/** Log lines kept for a reader that stalls. Further lines are dropped. */
const LOG_WAITING_BYTES_MAX = 8 * 1_048_576;
/** Whoever reads our output gets this long to take the last lines. */
const LAST_FLUSH_TIMEOUT_MS = 500;
/** The last spans get this long to reach their collector. */
const TRACES_TIMEOUT_MS = 300;
const THREADS = 32;
const SOCKET_CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const SOCKET_CALLS = new Set(['read', 'write', 'shutdown', 'connect']);

/** Which of several processes this is; undefined for the one that was started by somebody else. */
const assignment = cluster.isWorker ? await receiveAssignment() : undefined;
const wanted = readSettings();
const isOneOfSeveral = wanted.PROCESSES > 1;

const logDestination = pino.destination({
  dest: 1,
  sync: false,
  minLength: LOG_WRITE_BYTES - 1,
  maxWrite: LOG_WRITE_BYTES,
  maxLength: LOG_WAITING_BYTES_MAX,
  periodicFlush: LOG_FLUSH_INTERVAL_MS,
});
// The server goes on where nobody reads its output, or the disk it goes to is full.
logDestination.on('error', () => {});
process.stdout.on('error', () => {});

// A name server that does not answer holds a thread for seconds, of 4 by default; the first that needs one makes them all.
process.env.UV_THREADPOOL_SIZE ??= String(THREADS);

const log = pino(
  {
    level: wanted.LOG_LEVEL,
    base: isOneOfSeveral ? { process: assignment?.number ?? 'first' } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorWithoutValues },
  },
  logDestination,
);

const faults = new FaultLog(log);
const opened = new StopInOrder();
let ending: Promise<void> | undefined;
let exitCode = 0;

process.on('uncaughtException', (error) => {
  if (isSocketTrouble(error)) log.error({ err: error }, 'a connection broke, and nobody listened');
  else fail(error);
});
const stopSignal = Promise.withResolvers<NodeJS.Signals>();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopSignal.resolve);
if (process.env.npm_command && !assignment) stopWithParent();

// What we start has to be up before it can be stopped.
const tracing = openTraces();
const opening = tracing
  .then(() => open(assignment))
  .then((database) => {
    opened.add({
      name: 'database',
      close: database.close,
      withinMs: assignment ? POOLS_TIMEOUT_MS : DATABASE_TIMEOUT_MS,
      force: database.kill,
    });
    return database;
  });
const starting = opening.then(async (database) => {
  const given = { config: wanted, database, log, faults, opened, print, tracing: await tracing };
  if (assignment) return startOne(given, assignment);
  return isOneOfSeveral ? startSeveral(given) : startAlone(given);
});
void stopSignal.promise.then(async (signal) => {
  log.info({ signal }, 'stopping: answering what is under way');
  await opening.then(() => Promise.race([starting, sleep(START_GRACE_MS)])).catch(() => {});
  await end(0);
});
// A start that is broken off fails, as it has to.
starting.catch((error) => ending ?? fail(withoutDatabase(error)));

/** Before the database, whose statements are traced. The first of several processes answers nothing. */
async function openTraces(): Promise<Tracing | undefined> {
  if (!wanted.TRACES || (isOneOfSeveral && !assignment)) return undefined;
  const { openTracing } = await import('./platform/observability/open-tracing.ts');
  const made = await openTracing(wanted.TRACES, {
    failed: (error) => faults.failed('trace_collector', error),
    worked: () => faults.worked('trace_collector'),
  });
  opened.add({ name: 'traces', close: () => made.close(), withinMs: TRACES_TIMEOUT_MS });
  return made;
}

async function open(one: Assignment | undefined): Promise<Database> {
  // Nothing waited for it. Whether the database is at fault is known with the next statement.
  const onError = (error: Error) => log.debug({ err: error }, 'an idle database connection broke');
  if (one) return joinDatabase(wanted, one.database, onError);
  return openDatabase(wanted, {
    role: 'server',
    log: (message) => log.info(message),
    onError,
    onLost: (error) => fail(error),
  });
}

async function print(text: string): Promise<void> {
  await flushLog();
  process.stdout.write(text);
}

function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(describeFailure(error));
    process.exit(1);
  }
}

/** npm and npx run us in a shell that ends at a signal without handing it on. */
function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stopSignal.resolve('SIGHUP');
  }, PARENT_CHECK_INTERVAL_MS).unref();
}

/** Whether the log is written; its reader may take too long, and must not keep us. */
async function flushLog(): Promise<boolean> {
  // What flush() calls back waits for the disk as well, which may be busy for seconds, and keeps nobody from ending.
  const written = once(logDestination, 'drain').then(
    () => true,
    () => true,
  );
  logDestination.flush();
  return Promise.race([written, sleep(LAST_FLUSH_TIMEOUT_MS, false)]);
}

/** Ends the process once everything is closed, or cannot be. What fails meanwhile changes the exit code, and nothing else. */
function end(code: number): Promise<void> {
  exitCode = Math.max(exitCode, code);
  ending ??= closeAll();
  return ending;
}

async function closeAll(): Promise<void> {
  setTimeout(() => {
    exitCode = 1;
    process.stderr.write('platen: The shutdown took too long and was cut short.\n');
    void leave();
  }, STOP_TIMEOUT_MS).unref();
  await opened.run(log);
  log.info('stopped');
  await leave();
}

async function leave(): Promise<void> {
  if (await flushLog()) process.exit(exitCode);
  // A write into a pipe that nobody reads is stuck in a thread that process.exit would wait for. All else is closed by now.
  process.kill(process.pid, 'SIGKILL');
}

function fail(error: unknown): void {
  process.stderr.write(describeFailure(error));
  void end(1);
}

/** Whether it is about one connection, which is gone; anything else may have left the program in a state that nobody thought of. */
function isSocketTrouble(error: Error): boolean {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  return SOCKET_CODES.has(code) && SOCKET_CALLS.has(syscall);
}
