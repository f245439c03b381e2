import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TaskAnswer, TaskLimits, TaskName, TaskRequest, Tasks } from './tasks.ts';

const SUPERVISOR = fileURLToPath(new URL('./task-supervisor.ts', import.meta.url));
/** The process reads files and talks to the server. It cannot start programs or connect. */
const PERMISSIONS = ['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker'];
/** Only a process that makes print files writes, and only in these folders. */
const mayWrite = (folders: string | undefined) => (folders === undefined ? [] : [`--allow-fs-write=${folders}`]);
/** Loads bin/strip-types.js, as this process does, if Platen is installed below node_modules. */
const LOADED_BY = process.execArgv.filter((argument) => argument.startsWith('--import='));
/** libjpeg holds a progressive image as a whole. It refuses an image that takes more. */
const JPEG_MEMORY = '512M';
/** Characters of output that are kept for the error of a process that does not start. */
const LAST_WORDS_MAX = 2_000;

/** The outcome of a task. `died`: the process ended, which may be the file's fault. */
type TaskOutcome<N extends TaskName> =
  | { kind: 'done'; result: Tasks[N]['result'] }
  | { kind: 'failed'; error: Error }
  | { kind: 'exceeded' }
  | { kind: 'died' };

export class TaskProcess {
  readonly ended: Promise<void>;
  tasks = 0;
  readonly #child: ChildProcess;
  #isReady = false;
  #lastWords = '';
  #settle: ((outcome: TaskOutcome<TaskName>) => void) | undefined;

  /**
   * `writable` names the folders in which the process may write. `*` at the end of a name matches any name.
   */
  constructor(writable?: string) {
    const { SystemRoot } = process.env;
    this.#child = fork(SUPERVISOR, {
      // The process gets no secrets of the server. Windows needs SystemRoot to run programs.
      env: { JPEGMEM: JPEG_MEMORY, ...(SystemRoot && { SystemRoot }) },
      execArgv: ['--disable-warning=ExperimentalWarning', ...LOADED_BY, ...PERMISSIONS, ...mayWrite(writable)],
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

  /** Runs one task at a time. After `exceeded` and `died` the process has ended or is ending. */
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

  /** Kills the process. The server waits for its end. */
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

  /** An idle process does not keep the server running. */
  #keepServerUp(isBusy: boolean): void {
    const { channel, stderr } = this.#child;
    for (const each of [this.#child, channel, stderr as unknown as ChildProcess]) {
      if (isBusy) each?.ref();
      else each?.unref();
    }
  }
}
