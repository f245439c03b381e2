import type { BackgroundResult } from './background-cases.ts';
import type { LoadCase } from './load-cases.ts';
import type { Places } from './processor-time.ts';

/** One run of load. Times in milliseconds, processor time per request in microseconds. */
export interface RunResult {
  perSecond: number;
  p50: number;
  p99: number;
  p999: number;
  nodeMicroseconds: number;
  databaseMicroseconds: number;
}

interface Both {
  bare: RunResult;
  platen: RunResult;
}

export interface Round {
  many: Both;
  one: Both;
  /** Both at the same number of requests in a second. */
  atRate: Both;
  rate: number;
}

/** Medians over the rounds; the ratios are medians of each round's ratio, since the machine may be faster in one than in another. */
export interface CaseResult {
  name: string;
  goals: { many?: number; one?: number };
  many: Both & { ratio: number; spread: [number, number] };
  one: Both & { ratio: number };
  atRate: Both & { rate: number };
}

export interface Measurements {
  date: string;
  machine: { processor: string; processors: number; node: string };
  places: Places | undefined;
  /** Of Platen. */
  processes: number;
  /** Processes that make load. */
  generators: number;
  rounds: number;
  seconds: number;
  /** The bare server's requests in a second with one generator and with two, and which part of a processor the one took. */
  check: { one: number; two: number; busy: number };
  /** Of Platen's Node process: after the start, and the most that it had. */
  memoryMiB: { idle: number; loaded: number };
  results: CaseResult[];
  background: BackgroundResult[];
}

export function summarise({ name, goals = {} }: LoadCase, rounds: readonly Round[]): CaseResult {
  const ratios = (part: 'many' | 'one') =>
    rounds.map((round) => round[part].platen.perSecond / round[part].bare.perSecond).sort((a, b) => a - b);
  const many = ratios('many');
  return {
    name,
    goals,
    many: { ...mediansOf(rounds, 'many'), ratio: median(many), spread: [many[0] ?? 0, many.at(-1) ?? 0] },
    one: { ...mediansOf(rounds, 'one'), ratio: median(ratios('one')) },
    atRate: { ...mediansOf(rounds, 'atRate'), rate: median(rounds.map(({ rate }) => rate)) },
  };
}

function mediansOf(rounds: readonly Round[], part: 'many' | 'one' | 'atRate'): Both {
  const of = (which: 'bare' | 'platen') => {
    const runs = rounds.map((round) => round[part][which]);
    const names = Object.keys(runs[0] ?? {}) as (keyof RunResult)[];
    return Object.fromEntries(
      names.map((name) => [name, median(runs.map((run) => run[name]))]),
    ) as unknown as RunResult;
  };
  return { bare: of('bare'), platen: of('platen') };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
