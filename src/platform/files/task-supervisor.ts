import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { TaskAnswer, TaskRequest } from './tasks.ts';

/**
 * The main thread of a process for files. Another thread works, so this one notices when the server is gone,
 * and can end the process at any time.
 */

const CHECK_INTERVAL_MS = 50;
/** The limit of JavaScript objects. Memory of libraries counts towards the limit of the process. */
const HEAP_MIB_MAX = 256;
/** Requests and the database have a higher priority. */
const NICENESS = 10;

const thread = new Worker(new URL('./task-thread.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
});
let watch: ReturnType<typeof setInterval> | undefined;

setPriority(NICENESS);
// A terminal signals all processes of a group, but the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', end);
process.on('message', (request: TaskRequest) => {
  const before = process.cpuUsage();
  watch = setInterval(() => breakOff(request.limits, before), CHECK_INTERVAL_MS);
  thread.postMessage(request);
});
thread.once('online', () => void tell({ kind: 'ready' }));
thread.on('message', (answer: TaskAnswer) => {
  clearInterval(watch);
  void tell(answer);
});
thread.once('error', ({ message, code }: NodeJS.ErrnoException) =>
  tell(code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'exceeded' } : { kind: 'failed', message, code }).then(end),
);

function breakOff({ cpuMs, memoryBytes }: TaskRequest['limits'], before: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(before);
  if ((user + system) / 1000 < cpuMs && process.memoryUsage.rss() < memoryBytes) return;
  void tell({ kind: 'exceeded' }).then(end);
}

function tell(answer: TaskAnswer): Promise<void> {
  return new Promise((resolve) => process.send?.(answer, () => resolve()));
}

/** Kills the process at once. process.exit would wait for the thread. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
