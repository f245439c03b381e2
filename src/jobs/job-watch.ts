import type { Job } from './job-queue.ts';

/** A key whose run failed counts as failing for so long, unless it fails again: it is tried again far sooner. */
const FAILING_MS = 5 * 60_000;

/** How a job fares at this process. */
export interface JobState {
  name: string;
  running: number;
  done: number;
  failed: number;
  /** Keys whose last run failed. */
  failingKeys: number;
  /** When due work was last looked for, or the counting began, as performance.now() has it. */
  lookedAt: number;
}

interface Watched extends Omit<JobState, 'failingKeys'> {
  /** With the time of the failure, as performance.now() has it. */
  failing: Map<string, number>;
}

/** Counts what jobs do. */
export class JobWatch {
  readonly #jobs: Watched[] = [];

  /** The same jobs, counted. */
  watch(jobs: readonly Job[]): Job[] {
    return jobs.map((job) => this.#watch(job));
  }

  states(): JobState[] {
    const failedAfter = performance.now() - FAILING_MS;
    return this.#jobs.map(({ failing, ...state }) => {
      for (const [key, failedAt] of failing) if (failedAt < failedAfter) failing.delete(key);
      return { ...state, failingKeys: failing.size };
    });
  }

  #watch(job: Job): Job {
    const state: Watched = {
      name: job.name,
      running: 0,
      done: 0,
      failed: 0,
      lookedAt: performance.now(),
      failing: new Map(),
    };
    this.#jobs.push(state);
    return {
      ...job,
      findDue: async () => {
        const due = await job.findDue();
        state.lookedAt = performance.now();
        return due;
      },
      run: async (key, signal, ...rest) => {
        state.running++;
        try {
          await job.run(key, signal, ...rest);
          state.done++;
          state.failing.delete(key);
        } catch (error) {
          // What is broken off at the end of the process, or was given to another, has not failed.
          if (!signal.aborted) {
            state.failed++;
            state.failing.set(key, performance.now());
          }
          throw error;
        } finally {
          state.running--;
        }
      },
    };
  }
}
