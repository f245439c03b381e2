import cluster from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { type Database, joinDatabase, openDatabase } from './platform/database/open-database.ts';
import { errorWithoutValues, FaultLog } from './platform/observability/fault-log.ts';
import { type Config, readConfig } from './platform/settings/config.ts';
import type { Tracing } from './start/open-tracing.ts';
import { type Assignment, receiveAssignment } from './start/server-processes.ts';
import { describeFailure, explainLostDatabase } from './start/start-error.ts';
import { startChildProcess, startMainProcess, startSingleProcess } from './start/start-processes.ts';
import { StopInOrder } from './start/stop-in-order.ts';

/** A little more than the sum of the limits within closing the database. */
const DATABASE_TIMEOUT_MS = 5_500;
/** Time for a child process to close its connections. It has nothing else to close. */
const POOLS_TIMEOUT_MS = 600;
/** Limits the shutdown, whatever hangs. Together with the last log lines it stays under ten seconds. */
const STOP_TIMEOUT_MS = 9_300;
/** Time for an unfinished start to complete after a signal. */
const START_GRACE_MS = 2_000;
const PARENT_CHECK_INTERVAL_MS = 500;
/** Linux writes up to 4 KiB into a pipe as a whole, so lines of several processes do not mix. */
const LOG_WRITE_BYTES = 4_096;
const LOG_FLUSH_INTERVAL_MS = 250;
/** Log lines kept for a reader that stalls. Further lines are dropped. */
const LOG_WAITING_BYTES_MAX = 8 * 1_048_576;
/** Time for the reader of our output to take the last lines. */
const LAST_FLUSH_TIMEOUT_MS = 500;
/** Time for the last spans to reach their collector. */
const TRACES_TIMEOUT_MS = 300;
const THREADS = 32;
const SOCKET_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const SOCKET_CALLS = new Set(['read', 'write', 'shutdown', 'connect']);

/** Undefined in the main process. */
const assignment = cluster.isWorker ? await receiveAssignment() : undefined;
const config = readSettings();
const hasChildren = config.PROCESSES > 1;

const logDestination = pino.destination({
  dest: 1,
  sync: false,
  minLength: LOG_WRITE_BYTES - 1,
  maxWrite: LOG_WRITE_BYTES,
  maxLength: LOG_WAITING_BYTES_MAX,
  periodicFlush: LOG_FLUSH_INTERVAL_MS,
});
// The server keeps running when nobody reads its output, or when the disk is full.
logDestination.on('error', () => {});
process.stdout.on('error', () => {});

// A DNS server that does not answer blocks one of the threads for seconds. Node's default is 4 threads. The
// first task creates all threads, so the variable is set before.
process.env.UV_THREADPOOL_SIZE ??= String(THREADS);

const log = pino(
  {
    level: config.LOG_LEVEL,
    base: hasChildren ? { process: assignment?.number ?? 'first' } : null,
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
  if (isSocketTrouble(error)) log.error({ err: error }, 'a connection broke, and no code handled the error');
  else fail(error);
});
const stopSignal = Promise.withResolvers<NodeJS.Signals>();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopSignal.resolve);
if (process.env.npm_command && !assignment) stopWithParent();

// A signal waits for these promises: a part can be closed only after it was opened.
const tracing = openTraces();
const databaseStarts = Promise.withResolvers<void>();
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
// Loading would delay the start of PostgreSQL. A failed import is reported where the module is used.
void Promise.race([databaseStarts.promise, opening])
  .then(loadAhead)
  .catch(() => {});
const starting = opening.then(async (database) => {
  const context = { config, database, log, faults, opened, print, tracing: await tracing };
  if (assignment) return startChildProcess(context, assignment);
  return hasChildren ? startMainProcess(context) : startSingleProcess(context);
});
void stopSignal.promise.then(async (signal) => {
  log.info({ signal }, 'stopping: answering the last requests');
  await opening.then(() => Promise.race([starting, sleep(START_GRACE_MS)])).catch(() => {});
  await end(0);
});
// After a signal, closing the parts makes an unfinished start fail, which is expected.
starting.catch((error) => ending ?? fail(explainLostDatabase(error)));

/** Starts before the database, whose statements are traced. A main process with children traces nothing. */
async function openTraces(): Promise<Tracing | undefined> {
  if (!config.TRACES || (hasChildren && !assignment)) return undefined;
  const { openTracing } = await import('./start/open-tracing.ts');
  const traces = await openTracing(config.TRACES, {
    failed: (error) => faults.failed('trace_collector', error),
    worked: () => faults.worked('trace_collector'),
  });
  opened.add({ name: 'traces', close: () => traces.close(), withinMs: TRACES_TIMEOUT_MS });
  return traces;
}

/** Loads the code of the later parts of the start while PostgreSQL starts in its own process. */
async function loadAhead(): Promise<void> {
  if (!hasChildren || assignment) await import('./start/start-server.ts');
  if (config.DEMO && !assignment) await import('../demo/seed-demo.ts');
}

async function open(assignment: Assignment | undefined): Promise<Database> {
  // No request used this connection. The next statement shows whether the database itself has failed.
  const onError = (error: Error) => log.debug({ err: error }, 'an idle database connection broke');
  if (assignment) return joinDatabase(config, assignment.database, onError);
  return openDatabase(config, {
    role: 'server',
    log: (message) => log.info(message),
    onError,
    onLost: (error) => fail(error),
    onWait: databaseStarts.resolve,
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

/** Stops the server when its parent ends: npm and npx start a shell, which does not pass a signal on. */
function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stopSignal.resolve('SIGHUP');
  }, PARENT_CHECK_INTERVAL_MS).unref();
}

/** Returns whether the log was written in time; a slow reader must not delay the end of the process. */
async function flushLog(): Promise<boolean> {
  // The callback of flush() also waits for the disk to sync, which may take seconds.
  const written = once(logDestination, 'drain').then(
    () => true,
    () => true,
  );
  logDestination.flush();
  return Promise.race([written, sleep(LAST_FLUSH_TIMEOUT_MS, false)]);
}

/** Closes all parts and ends the process. A failure during that changes only the exit code. */
function end(code: number): Promise<void> {
  exitCode = Math.max(exitCode, code);
  ending ??= closeAll();
  return ending;
}

async function closeAll(): Promise<void> {
  setTimeout(() => {
    exitCode = 1;
    process.stderr.write('platen: The shutdown took too long, so the process ends without it.\n');
    void leave();
  }, STOP_TIMEOUT_MS).unref();
  await opened.run(log);
  log.info('stopped');
  await leave();
}

async function leave(): Promise<void> {
  if (await flushLog()) process.exit(exitCode);
  // All parts are closed. process.exit() would wait for the thread that writes into a pipe that nobody reads.
  process.kill(process.pid, 'SIGKILL');
}

function fail(error: unknown): void {
  process.stderr.write(describeFailure(error));
  void end(1);
}

/** Returns whether the error concerns one broken connection. Others may have left the program broken. */
function isSocketTrouble(error: Error): boolean {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  return SOCKET_CODES.has(code) && SOCKET_CALLS.has(syscall);
}
