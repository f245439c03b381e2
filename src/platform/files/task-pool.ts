import { stat } from 'node:fs/promises';
import { Gate } from '../concurrency/gate.ts';
import type { ZplMedia } from '../formats/zpl-commands.ts';
import type { FileContent } from './file-content.ts';
import { TaskProcess } from './task-process.ts';
import type { TaskLimits, TaskName, Tasks } from './tasks.ts';

/** Verdicts that are cached for files that arrive again. */
const VERDICTS_MAX = 1_000;

/** Inspects files in separate processes, and caches the results by SHA-256. */
export class FileJudge {
  readonly #pool: TaskPool;
  readonly #verdicts = new Map<string, FileContent>();

  constructor(options: TaskPoolOptions) {
    this.#pool = new TaskPool(options);
  }

  /**
   * Returns the properties of the file. If the inspection takes too much time or memory, or ends its process,
   * the fault is `too_complex`. Clients take turns. Rejects if the file cannot be read or no process can
   * start, and with the reason of an aborted signal. With `media`, the printer of a label, nothing is cached.
   */
  judge = async (
    clientId: string,
    { path, sha256, media }: { path: string; sha256: string; media?: ZplMedia | undefined },
    signal: AbortSignal,
  ): Promise<FileContent> => {
    const known = media ? undefined : this.#verdicts.get(sha256);
    if (known) return known;
    const content = await this.#pool.run(clientId, 'judge', { path, media }, signal);
    if (content === 'too_complex') {
      const { size: bytes } = await stat(path);
      return { mediaType: undefined, bytes, fault: content };
    }
    if (media) return content;
    this.#verdicts.set(sha256, content);
    const [oldest] = this.#verdicts.keys();
    if (this.#verdicts.size > VERDICTS_MAX) this.#verdicts.delete(oldest!);
    return content;
  };

  get pids(): number[] {
    return this.#pool.pids;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

const MIB = 1024 * 1024;
const TASK_LIMITS: TaskLimits = { cpuMs: 20_000, memoryBytes: 768 * MIB, totalMs: 120_000 };
/** An idle process ends after this time and frees its memory. */
const IDLE_MS = 10_000;
/** A process is replaced after this number of tasks, in case a library leaks. */
const TASKS_MAX = 200;
/** A file whose process died is tried once more, because the file may not be the cause. */
const ATTEMPTS_MAX = 2;

export interface TaskPoolOptions {
  /** The limit of processes. If it is above 1, one client gets at most one less. */
  processes: number;
  limits?: Partial<TaskLimits>;
  idleMs?: number;
  /** See TaskProcess. Absent: its processes cannot write. */
  writable?: string;
}

/** Runs tasks in separate processes, started on demand. Callers limit each client's waiting tasks. */
export class TaskPool {
  readonly #limits: TaskLimits;
  readonly #idleMs: number;
  readonly #writable: string | undefined;
  readonly #gate: Gate;
  readonly #processes = new Set<TaskProcess>();
  readonly #idle = new Map<TaskProcess, NodeJS.Timeout>();
  readonly #closing = Promise.withResolvers<never>();
  #isClosed = false;

  constructor({ processes, limits, idleMs = IDLE_MS, writable }: TaskPoolOptions) {
    this.#limits = { ...TASK_LIMITS, ...limits };
    this.#idleMs = idleMs;
    this.#writable = writable;
    this.#gate = new Gate({ all: processes, party: Math.max(1, processes - 1) });
    this.#closing.promise.catch(() => {});
  }

  /** Runs a task in the client's turn. Rejects on abort, and for a failure that the file did not cause. */
  async run<N extends TaskName>(
    clientId: string,
    task: N,
    input: Tasks[N]['input'],
    signal: AbortSignal,
  ): Promise<Tasks[N]['result'] | 'too_complex'> {
    const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
    const onAbort = () => stop(signal.reason);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    try {
      return await Promise.race([stopped, this.#closing.promise, this.#inTurn(clientId, task, input, signal)]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  get pids(): number[] {
    return [...this.#processes].flatMap(({ pid }) => pid ?? []);
  }

  /** Aborts running and waiting tasks, and ends every process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closing.reject(new Error('Files are no longer inspected, because the server is stopping.'));
    await Promise.all([...this.#processes].map((process) => process.end()));
  }

  async #inTurn<N extends TaskName>(
    clientId: string,
    task: N,
    input: Tasks[N]['input'],
    signal: AbortSignal,
  ): Promise<Tasks[N]['result'] | 'too_complex'> {
    const release = await this.#gate.take(clientId, 1, Number.POSITIVE_INFINITY);
    try {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
        // Nobody waits for the answer any more.
        if (this.#isClosed || signal.aborted) break;
        const process = this.#takeProcess();
        const outcome = await process.run(task, input, this.#limits);
        const isUsable = outcome.kind === 'done' && process.tasks < TASKS_MAX && !this.#isClosed;
        if (isUsable) this.#rest(process);
        else await process.end();
        if (outcome.kind === 'done') return outcome.result;
        if (outcome.kind === 'failed') throw outcome.error;
        if (outcome.kind === 'exceeded') break;
      }
      return 'too_complex';
    } finally {
      release();
    }
  }

  #takeProcess(): TaskProcess {
    const [idle] = this.#idle.keys();
    if (idle) {
      clearTimeout(this.#idle.get(idle));
      this.#idle.delete(idle);
      return idle;
    }
    const process = new TaskProcess(this.#writable);
    this.#processes.add(process);
    void process.ended.then(() => {
      clearTimeout(this.#idle.get(process));
      this.#idle.delete(process);
      this.#processes.delete(process);
    });
    return process;
  }

  #rest(process: TaskProcess): void {
    const stop = () => {
      this.#idle.delete(process);
      void process.end();
    };
    this.#idle.set(process, setTimeout(stop, this.#idleMs).unref());
  }
}
