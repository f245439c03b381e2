import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { databaseFault } from './database-faults.ts';

/** External parts that can fail as a whole. docs/monitoring.md describes each of them. */
const DEPENDENCIES = ['database', 'database_writes', 'file_store', 'disk', 'trace_collector'] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

/** A fault ends with a success, at least this time after the last failure. */
const QUIET_MS = 5_000;
/** The same for faults of writes, since reads succeed meanwhile. */
const QUIET_MS_OF_WRITES = 60_000;
/** Codes of a full or read-only file system. */
const DISK_FAULT = /^(ENOSPC|EDQUOT|EROFS)$/;

/**
 * Logs faults of dependencies, such as the database: one line when a fault begins and one when it ends, with
 * the number of failures. Each process has one instance. Code that catches any error passes it to `caught`,
 * and logs the error only if `caught` returns false. Code that uses one known dependency reports each
 * failure by `failed` and each success by `worked`.
 */
export class FaultLog {
  readonly #log: Pick<FastifyBaseLogger, 'error' | 'info'>;
  readonly #now: () => number;
  readonly #failures = new Map<Dependency, number>(DEPENDENCIES.map((dependency) => [dependency, 0]));
  readonly #faults = new Map<Dependency, { failures: number; began: number; lastFailure: number }>();

  constructor(log: Pick<FastifyBaseLogger, 'error' | 'info'>, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** Counts an error that a dependency caused. Returns false for another error, which the caller must log. */
  caught(error: unknown): boolean {
    const dependency = dependencyOf(error);
    if (dependency) this.failed(dependency, error);
    return dependency !== undefined;
  }

  /** Counts a failure. Logs the first failure of a fault with its stack. */
  failed(dependency: Dependency, error: unknown): void {
    const now = this.#now();
    this.#failures.set(dependency, (this.#failures.get(dependency) ?? 0) + 1);
    const fault = this.#faults.get(dependency);
    if (fault) {
      fault.failures++;
      fault.lastFailure = now;
      return;
    }
    this.#faults.set(dependency, { failures: 1, began: now, lastFailure: now });
    this.#log.error({ dependency, err: error }, 'a dependency fails; further failures are counted, not logged');
  }

  /** Ends the dependency's fault, if its last failure was at least 5 s ago (writes and disk: 60 s). */
  worked(dependency: Dependency): void {
    const fault = this.#faults.get(dependency);
    if (!fault) return;
    const areReadsFine = dependency === 'database_writes' || dependency === 'disk';
    const quietMs = areReadsFine ? QUIET_MS_OF_WRITES : QUIET_MS;
    if (this.#now() - fault.lastFailure < quietMs) return;
    this.#faults.delete(dependency);
    const { failures, began, lastFailure } = fault;
    const seconds = Math.round((lastFailure - began) / 1_000);
    this.#log.info({ dependency, failures, seconds }, 'a dependency works again');
  }

  states(): { dependency: Dependency; failures: number; isFaulty: boolean }[] {
    return DEPENDENCIES.map((dependency) => ({
      dependency,
      failures: this.#failures.get(dependency) ?? 0,
      isFaulty: this.#faults.has(dependency),
    }));
  }
}

/** Part of the text that JSON.parse could not read, in the message of its error. */
const JSON_TEXT = /(?<=Unexpected ).*(?= is not valid JSON)/s;

/**
 * Returns type, code, message and stack without PostgreSQL's details, which contain names and addresses, and
 * without texts that JSON.parse could not read.
 */
export function errorWithoutValues(error: Error & { code?: string }): object {
  const { type, message, stack } = pino.stdSerializers.err(error);
  if (!(error instanceof SyntaxError)) return { type, code: error.code, message, stack };
  const frames = stack.slice(stack.indexOf('\n    at '));
  const plain = message.replace(JSON_TEXT, 'token in text that');
  return { type, code: error.code, message: plain, stack: `${type}: ${plain}${frames}` };
}

export function isDiskFault(error: unknown): boolean {
  return DISK_FAULT.test((error as { code?: string } | undefined)?.code ?? '');
}

/** Returns the dependency by the property `dependency` or by the error code. */
function dependencyOf(error: unknown): Dependency | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { dependency } = error as { dependency?: Dependency };
  return dependency ?? (isDiskFault(error) ? 'disk' : databaseFault(error));
}
