import type { LoadGenerators } from './child-processes.ts';
import type { LoadJob, LoadResult } from './load-job.ts';
import { cpuSecondsOf, cpuSecondsWithChildren } from './processor-time.ts';
import type { Round, RunResult } from './results.ts';

const WARM_UP_PART = 0.2;
/** One connection shows little noise. */
const ONE_PART = 1 / 3;
/** Latencies are measured at this part of what Platen carries, where no queue grows by itself. */
const RATE_PART = 0.5;
const RATE_MIN = 1;

export interface Target {
  port: number;
  pid?: number;
  databasePid?: number | undefined;
  /** The process has others that do its work. */
  hasChildren?: boolean;
}

type Work = Pick<LoadJob, 'requests' | 'status' | 'seconds' | 'requestsMax'>;

interface Plan {
  order: readonly Target[];
  bare: Target;
  platen: Target;
  connections: number;
}

/** Bare server and Platen one after the other: with many connections, with one, and both at a rate that Platen carries. */
export async function measureRound(load: LoadGenerators, work: Work, plan: Plan): Promise<Round> {
  const { order, bare, platen, connections } = plan;
  const { requests, seconds, requestsMax } = work;
  const most = requestsMax !== undefined && { requestsMax };
  const measureBoth = async (job: Omit<LoadJob, 'port' | 'status' | 'firstNumber'>) => {
    const found = new Map<Target, RunResult>();
    for (const target of order) {
      const status = target === bare ? 200 : work.status;
      await load.run({ ...job, port: target.port, status, seconds: seconds * WARM_UP_PART });
      found.set(target, await measureRun(load, target, { ...job, port: target.port, status }));
    }
    return { bare: found.get(bare) as RunResult, platen: found.get(platen) as RunResult };
  };
  const many = await measureBoth({ requests, seconds, connections, ...most });
  const one = await measureBoth({ requests, seconds: seconds * ONE_PART, connections: 1, ...most });
  const rate = Math.max(RATE_MIN, Math.round(many.platen.perSecond * RATE_PART));
  const timed = Math.min(seconds, (requestsMax ?? Infinity) / rate);
  const atRate = await measureBoth({ requests, seconds: timed, connections, rate });
  return { many, one, atRate, rate };
}

async function measureRun(
  load: LoadGenerators,
  { pid, databasePid, hasChildren = false }: Target,
  job: Omit<LoadJob, 'firstNumber'>,
): Promise<RunResult> {
  const cpuOf = hasChildren ? cpuSecondsWithChildren : cpuSecondsOf;
  const node = pid === undefined ? 0 : cpuOf(pid);
  const database = databasePid === undefined ? 0 : cpuSecondsWithChildren(databasePid);
  const result: LoadResult = await load.run(job);
  const { requests, p50, p99, p999 } = result;
  return {
    perSecond: requests / result.seconds,
    p50,
    p99,
    p999,
    nodeMicroseconds: pid === undefined ? 0 : ((cpuOf(pid) - node) / requests) * 1e6,
    databaseMicroseconds:
      databasePid === undefined ? 0 : ((cpuSecondsWithChildren(databasePid) - database) / requests) * 1e6,
  };
}
