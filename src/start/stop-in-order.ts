import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/open-database.ts';
import type { FaultLog } from '../platform/observability/fault-log.ts';
import type { Config } from '../platform/settings/config.ts';
import type { Tracing } from './open-tracing.ts';

/** Time for unfinished requests and background work to end when the server stops. */
export const WORK_TIMEOUT_MS = 3_000;
/** Time for each other part to close, which has little to do. */
export const PART_TIMEOUT_MS = 200;

export interface StartContext {
  config: Config;
  database: Database;
  log: Logger;
  faults: FaultLog;
  /** Undefined when TRACES is not set. */
  tracing: Tracing | undefined;
  /** Each opened part is added here, so that it is closed when the server stops. */
  opened: StopInOrder;
  /** Writes the text to standard output, behind the log lines so far. */
  print: (text: string) => Promise<void>;
}

interface OpenedPart {
  name: string;
  close: () => Promise<unknown>;
  /** After this time `force` runs, and the part is left as it is. */
  withinMs: number;
  force?: () => unknown;
}

/** Closes the parts of the server in reverse order of opening. Gives a hanging part up after `withinMs`. */
export class StopInOrder {
  readonly #stages: OpenedPart[][] = [];

  /** Adds parts that are closed together, before all parts that were added earlier. */
  add(...parts: OpenedPart[]): void {
    this.#stages.push(parts);
  }

  /** Closes all parts. Never rejects. Takes at most the sum of the longest `withinMs` of each `add`. */
  async run(log: Pick<FastifyBaseLogger, 'warn' | 'error'>): Promise<void> {
    // A part that is added during the run is closed next.
    for (let stage = this.#stages.pop(); stage; stage = this.#stages.pop()) {
      await Promise.all(stage.map((part) => closeWithin(part, log)));
    }
  }
}

async function closeWithin(
  { name, close, withinMs, force }: OpenedPart,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): Promise<void> {
  const logFailure = (error: unknown) => log.error({ err: error, part: name }, 'a part could not be closed');
  const limit = new AbortController();
  const closed = Promise.resolve()
    .then(close)
    .catch(logFailure)
    .then(() => true);
  const timedOut = sleep(withinMs, false, { signal: limit.signal }).catch(() => false);
  if (!(await Promise.race([closed, timedOut]))) {
    log.warn({ part: name, afterMs: withinMs }, 'a part did not close in time; stopping without it');
    await Promise.resolve().then(force).catch(logFailure);
  }
  limit.abort();
}
