import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** The background takes so many processors at most: its process one, and what the database does for it another. */
const PROCESSORS_OF_BACKGROUND = 2;
/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;
const SAMPLE_INTERVAL_MS = 200;
/** What was measured over a longer time tells nothing of now. */
const SAMPLE_MS_MAX = 1_000;

/** What is known of the processors. */
export interface Processors {
  /** How busy the event loop was since it was asked last, of 1. */
  loopUtilization: () => number;
  /** How much of the time requests are answered, by whichever process of this machine, of 1. */
  answering: () => number;
  /** Milliseconds in which the processors of this machine had nothing to do, all added up; undefined where the system does not tell. */
  idleMs: () => number | undefined;
  /** Milliseconds. */
  now: () => number;
}

/**
 * How much requests need the processor, of 1: nothing while none are answered on this machine. They need it where the event loop is busy, and as far as the processors
 * of the machine have no time left for the background: who waits for the database, or for a turn on a processor, has an idle event loop.
 */
export function processorNeed({
  answering,
  loopUtilization = eventLoopUtilization(),
  idleMs = idleMsOfAll,
  now = () => performance.now(),
}: Pick<Processors, 'answering'> & Partial<Processors>): () => number {
  const taken = processorsTaken(idleMs, now);
  return () => {
    const ofLoop = loopUtilization();
    const ofTime = answering();
    // Then it is the background itself that the event loop is busy with.
    if (ofTime === 0) return 0;
    return Math.max(ofLoop, Math.min(ofTime, taken()));
  };
}

/** Answers how much of the processors that the background may want is taken already, of 1. */
function processorsTaken(idleMs: Processors['idleMs'], now: Processors['now']): () => number {
  let before = { at: Number.NEGATIVE_INFINITY, idle: 0 };
  let taken = 0;
  return () => {
    const at = now();
    const sinceMs = at - before.at;
    if (sinceMs < SAMPLE_INTERVAL_MS) return taken;
    const idle = idleMs();
    if (idle === undefined) return 0;
    const free = (idle - before.idle) / sinceMs;
    taken = sinceMs > SAMPLE_MS_MAX ? 0 : Math.min(1, Math.max(0, 1 - free / PROCESSORS_OF_BACKGROUND));
    before = { at, idle };
    return taken;
  };
}

/** Of Linux from its own sum: `cpus()` reads the clock rate of each processor too, for which some kernels wait 10 ms each. */
function idleMsOfAll(): number | undefined {
  if (process.platform === 'linux') return idleMsOf(statOfProcessors());
  const all = cpus();
  return all.length > 0 ? all.reduce((sum, { times }) => sum + times.idle, 0) : undefined;
}

function statOfProcessors(): string {
  try {
    return readFileSync('/proc/stat', 'latin1');
  } catch {
    return '';
  }
}

/** By the text of `/proc/stat`, in which `cpu` are all of them together, and the fourth number is the time without anything to do; undefined for any other text. */
export function idleMsOf(stat: string): number | undefined {
  const [, ticks] = /^cpu +(?:\d+ ){3}(\d+)/.exec(stat) ?? [];
  return ticks === undefined ? undefined : Number(ticks) * MS_PER_TICK;
}

function eventLoopUtilization(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
