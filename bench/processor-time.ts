import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const KIB_PER_MIB = 1_024;
const hasProc = process.platform === 'linux';
const ticksPerSecond = hasProc ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 100;

/** Which processor has what: the servers' Node the first, load the last, PostgreSQL all but the first. */
export interface Places {
  server: string;
  load: string;
  database: string;
}

/** Undefined where processes cannot be told where to run, or there is one processor. */
export function placesOfProcesses(): Places | undefined {
  const processors = availableParallelism();
  if (!hasProc || processors < 2) return undefined;
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const last = processors - 1;
  return { server: '0', load: String(last), database: last === 1 ? '1' : `1-${last}` };
}

/** Moves a process with all its threads and children. */
export async function moveTo(pid: number, processors: string): Promise<void> {
  const run = promisify(execFile);
  for (const one of [pid, ...childrenOf(pid)])
    await run('taskset', ['-a', '-c', '-p', processors, String(one)]).catch(() => {});
}

/** Seconds that the process has used so far; 0 where the system does not tell. */
export function cpuSecondsOf(pid: number): number {
  const [, user, system] = statOf(pid);
  return (user + system) / ticksPerSecond;
}

/** Of PostgreSQL: its first process and all children, also those that have ended. */
export function cpuSecondsWithChildren(pid: number): number {
  const [, user, system, endedUser, endedSystem] = statOf(pid);
  const own = (user + system + endedUser + endedSystem) / ticksPerSecond;
  return childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOf(child), own);
}

/** Memory of the process that is in use now, or at most so far, in MiB. */
export function residentMiB(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  if (!hasProc) return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${which}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / KIB_PER_MIB;
}

export function childrenOf(pid: number): number[] {
  if (!hasProc) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => statOf(one)[0] === pid);
}

/** Parent, user, system, user of ended children, system of ended children; the latter in ticks. */
function statOf(pid: number): [number, number, number, number, number] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    return [parent, user, system, endedUser, endedSystem];
  } catch {
    return [0, 0, 0, 0, 0];
  }
}

/** Milliseconds that processors have spent on the processes and their children, to the microsecond; of processes that have ended nothing. */
export async function processorMsOf(pids: readonly (number | undefined)[]): Promise<number> {
  const all = pids.filter((pid) => pid !== undefined).flatMap((pid) => [pid, ...childrenOf(pid)]);
  const ofThreads = await Promise.all(
    all.map(async (pid) => {
      const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
      return Promise.all(
        threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
      );
    }),
  );
  // Nanoseconds on a processor, nanoseconds of waiting for one, turns (Linux, Documentation/scheduler/sched-stats).
  return ofThreads.flat().reduce((sum, text) => sum + Number.parseInt(text, 10), 0) / 1e6;
}
