import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { databaseFault } from './database-faults.ts';

/** Everything outside of the program that work needs and that can fail as a whole. docs/monitoring.md says what each means. */
export const DEPENDENCIES = ['database', 'database_writes', 'file_store', 'disk', 'trace_collector'] as const;

export type Dependency = (typeof DEPENDENCIES)[number];

/** A success within this time after the last failure does not end a fault. */
const QUIET_MS = 5_000;
/** The same where reads succeed while writes fail. */
const QUIET_MS_OF_WRITES = 60_000;
/** Codes of a file system that takes no more bytes. */
const DISK_FAULT = /^(ENOSPC|EDQUOT|EROFS)$/;

export interface DependencyState {
  dependency: Dependency;
  /** Failures since the process started. */
  failures: number;
  isFaulty: boolean;
}

interface Fault {
  /** Since the fault began. */
  failures: number;
  /** In milliseconds, as `now` tells them. */
  began: number;
  lastFailure: number;
}

/**
 * Logs faults of dependencies: one line when a fault begins, one when it ends, and a count of the failures in between. One instance serves the whole process.
 *
 * Code that logs an error asks `caught` first: `if (!faults.caught(error)) log.error({ err: error }, '…')`. Code that knows which dependency it uses calls
 * `failed` after a failure and `worked` after a success. Both are cheap, so a loop may call them every second. An error whose property `dependency` names
 * the dependency is attributed to it wherever it is caught.
 */
export class FaultLog {
  readonly #log: Pick<FastifyBaseLogger, 'error' | 'info'>;
  readonly #now: () => number;
  readonly #failures = new Map<Dependency, number>(DEPENDENCIES.map((dependency) => [dependency, 0]));
  readonly #faults = new Map<Dependency, Fault>();

  constructor(log: Pick<FastifyBaseLogger, 'error' | 'info'>, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** Records the error when a dependency is to blame for it. Returns false for any other error, which the caller logs. */
  caught(error: unknown): boolean {
    const dependency = dependencyOf(error);
    if (dependency) this.failed(dependency, error);
    return dependency !== undefined;
  }

  /** Counts a failure of the dependency, and logs the first of a fault with its stack. */
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
    this.#log.error(
      { dependency, err: error },
      'a dependency fails; further failures are counted, not logged',
    );
  }

  /** Ends the fault of the dependency, if there is one and its last failure is not too recent. */
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

  states(): DependencyState[] {
    return DEPENDENCIES.map((dependency) => ({
      dependency,
      failures: this.#failures.get(dependency) ?? 0,
      isFaulty: this.#faults.has(dependency),
    }));
  }
}

/** An error for the log: its message and stack, without the rows that PostgreSQL adds, which hold names and addresses. */
export function errorWithoutValues(error: Error & { code?: string }): object {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, code: error.code, message, stack };
}

/** Whether a file system takes no more bytes. */
export function isDiskFault(error: unknown): boolean {
  return DISK_FAULT.test((error as { code?: string } | undefined)?.code ?? '');
}

/** The dependency that the error names itself in `dependency`, or that its code is of. */
function dependencyOf(error: unknown): Dependency | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { dependency } = error as { dependency?: Dependency };
  return dependency ?? (isDiskFault(error) ? 'disk' : databaseFault(error));
}
