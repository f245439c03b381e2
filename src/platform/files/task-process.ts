import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TaskAnswer, TaskLimits, TaskName, TaskRequest, Tasks } from './tasks.ts';

const SUPERVISOR = fileURLToPath(new URL('./task-supervisor.ts', import.meta.url));
/** Reads files and exchanges messages with the server; writes none, starts nothing, opens no connection. */
const PERMISSIONS = ['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker'];
/** Loads bin/strip-types.js below node_modules, as in this process. */
const LOADED_BY = process.execArgv.filter((argument) => argument.startsWith('--import='));
/** libjpeg holds a progressive image whole; above this it refuses. */
const JPEG_MEMORY = '512M';
/** What a process that does not come up has said last. */
const LAST_WORDS_MAX = 2_000;

/** How a task ended. `died`: the process ended in the middle, which may be the file's fault. */
export type TaskOutcome<N extends TaskName> =
  | { kind: 'done'; result: Tasks[N]['result'] }
  | { kind: 'failed'; error: Error }
  | { kind: 'exceeded' }
  | { kind: 'died' };

/** A process that does one task after the other, started with the first one. */
export class TaskProcess {
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  tasks = 0;
  readonly #child: ChildProcess;
  #isReady = false;
  #lastWords = '';
  #settle: ((outcome: TaskOutcome<TaskName>) => void) | undefined;

  constructor() {
    const { SystemRoot } = process.env;
    this.#child = fork(SUPERVISOR, {
      // Without the secrets of the server. Windows does not run programs without SystemRoot.
      env: { JPEGMEM: JPEG_MEMORY, ...(SystemRoot && { SystemRoot }) },
      execArgv: ['--disable-warning=ExperimentalWarning', ...LOADED_BY, ...PERMISSIONS],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.on('data', (text) => {
      this.#lastWords = `${this.#lastWords}${text}`.slice(-LAST_WORDS_MAX);
    });
    this.#child.on('message', (answer: TaskAnswer) => this.#hear(answer));
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', resolve);
      this.#child.on('error', (error) => {
        this.#settleAs({ kind: 'failed', error });
        if (this.#child.pid === undefined) resolve();
      });
    });
    void this.ended.then(() => {
      const error = new Error(`A process for files did not start. ${this.#lastWords}`.trim());
      this.#settleAs(this.#isReady ? { kind: 'died' } : { kind: 'failed', error });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Does a task; one at a time. After `exceeded` and `died` the process has ended or is about to. */
  run<N extends TaskName>(
    task: N,
    input: Tasks[N]['input'],
    { totalMs, ...limits }: TaskLimits,
  ): Promise<TaskOutcome<N>> {
    const { promise, resolve } = Promise.withResolvers<TaskOutcome<TaskName>>();
    this.tasks += 1;
    this.#settle = resolve;
    this.#keepServerUp(true);
    const timer = setTimeout(() => {
      this.#settleAs({ kind: 'exceeded' });
      void this.end();
    }, totalMs);
    const request: TaskRequest<N> = { task, input, limits };
    this.#child.send(request, (error) => error && void this.end());
    return promise.finally(() => {
      clearTimeout(timer);
      this.#keepServerUp(false);
    }) as Promise<TaskOutcome<N>>;
  }

  /** Ends it at once; resolves when it has ended. The server stays for that long. */
  end(): Promise<void> {
    this.#keepServerUp(true);
    this.#child.kill('SIGKILL');
    return this.ended;
  }

  #hear(answer: TaskAnswer): void {
    if (answer.kind === 'ready') this.#isReady = true;
    else if (answer.kind === 'failed') {
      const { message, code } = answer;
      this.#settleAs({ kind: 'failed', error: Object.assign(new Error(message), { code }) });
    } else this.#settleAs(answer);
  }

  #settleAs(outcome: TaskOutcome<TaskName>): void {
    this.#settle?.(outcome);
    this.#settle = undefined;
  }

  /** An idle process ends with the server; it is no reason for it to stay. */
  #keepServerUp(isBusy: boolean): void {
    const { channel, stderr } = this.#child;
    for (const each of [this.#child, channel, stderr as unknown as ChildProcess]) {
      if (isBusy) each?.ref();
      else each?.unref();
    }
  }
}
