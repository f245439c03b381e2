import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadJob, LoadResult } from './load-job.ts';

/** A process of this folder on those processors, which speaks with its parent. */
export function startScript(file: string, processors: string | undefined): ChildProcess {
  const command = [process.execPath, join(import.meta.dirname, file)];
  const [program = '', ...args] = processors ? ['taskset', '-c', processors, ...command] : command;
  // taskset becomes the program, so the process that is started is the one that is meant.
  return spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** Some load generators, which run a job together. */
export class LoadGenerators {
  readonly #children: ChildProcess[];
  readonly count: number;
  #number = 1;

  constructor(count: number, processors: string | undefined) {
    this.count = count;
    this.#children = Array.from({ length: count }, () => startScript('load-generator.ts', processors));
  }

  /** Throws when an answer has another status than expected. Of more than one generator the times are those of the slowest. */
  async run(job: Omit<LoadJob, 'firstNumber'>): Promise<LoadResult> {
    const children = this.#children.slice(0, job.connections);
    const part = {
      ...job,
      connections: Math.ceil(job.connections / children.length),
      ...(job.rate !== undefined && { rate: job.rate / children.length }),
      ...(job.requestsMax !== undefined && { requestsMax: Math.ceil(job.requestsMax / children.length) }),
    };
    const results = await Promise.all(children.map((child) => this.#runOne(child, part)));
    for (const { unexpected } of results) {
      const told = Object.entries(unexpected).map(([status, times]) => `${times} times ${status}`);
      if (told.length > 0) throw new Error(`expected ${job.status}, got ${told.join(', ')}`);
    }
    return results.reduce((sum, one) => ({
      ...one,
      requests: sum.requests + one.requests,
      cpuSeconds: sum.cpuSeconds + one.cpuSeconds,
      p50: Math.max(sum.p50, one.p50),
      p99: Math.max(sum.p99, one.p99),
      p999: Math.max(sum.p999, one.p999),
    }));
  }

  close(): void {
    for (const child of this.#children) child.disconnect();
  }

  async #runOne(child: ChildProcess, job: Omit<LoadJob, 'firstNumber'>): Promise<LoadResult> {
    const firstNumber = this.#number;
    // More than any job sends.
    this.#number += 10_000_000;
    child.send({ ...job, firstNumber });
    const [result] = (await once(child, 'message')) as [LoadResult | { failure: string }];
    if ('failure' in result) throw new Error(result.failure);
    return result;
  }
}
