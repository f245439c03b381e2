import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Something that was opened, and how it ends. */
export interface Closer {
  /** What it is, for the log. */
  name: string;
  close: () => Promise<unknown>;
  /** What is not closed by then is left to itself, after `force`. */
  withinMs: number;
  force?: () => unknown;
}

/** What was opened, closed in the opposite order; nothing that hangs keeps the rest from being closed. */
export class StopInOrder {
  readonly #stages: Closer[][] = [];

  /** Those that are added together are closed together. */
  add(...closers: Closer[]): void {
    this.#stages.push(closers);
  }

  /** Never rejects. Takes as long as the stages' longest closers together, at most. */
  async run(log: Pick<FastifyBaseLogger, 'warn' | 'error'>): Promise<void> {
    // One that is added meanwhile is the next.
    for (let stage = this.#stages.pop(); stage; stage = this.#stages.pop()) {
      await Promise.all(stage.map((closer) => closeWithin(closer, log)));
    }
  }
}

async function closeWithin(
  { name, close, withinMs, force }: Closer,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): Promise<void> {
  const failed = (error: unknown) => log.error({ err: error, part: name }, 'a part could not be closed');
  const limit = new AbortController();
  const closed = Promise.resolve()
    .then(close)
    .catch(failed)
    .then(() => true);
  const timedOut = sleep(withinMs, false, { signal: limit.signal }).catch(() => false);
  if (!(await Promise.race([closed, timedOut]))) {
    log.warn({ part: name, afterMs: withinMs }, 'a part did not close in time and was cut short');
    await Promise.resolve().then(force).catch(failed);
  }
  limit.abort();
}
