import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventTrace, WORLD } from './event-trace.ts';

const ROOT = join(import.meta.dirname, '..');
const COMMAND = join(ROOT, 'bin/platen.js');
const READY_WITHIN_MS = 180_000;
const STOPS_WITHIN_MS = 30_000;
/** Delay before a restart, as a supervisor waits. */
const RESTART_PAUSE_MS = 300;

/** Runs the server and restarts it whenever it ends, like a supervisor. */
export class PlatenProcesses {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #log: WriteStream;
  readonly #trace: EventTrace;
  #child: ChildProcess | undefined;
  #isStopping = false;
  #ready = Promise.withResolvers<void>();
  /** Log lines about a program fault. */
  readonly faults: string[] = [];

  constructor(settings: Record<string, string>, logFile: string, trace: EventTrace) {
    const { PATH, HOME, TMPDIR } = process.env;
    this.#environment = { PATH, HOME, TMPDIR, ...settings };
    this.#log = createWriteStream(logFile, { flags: 'a' });
    this.#trace = trace;
  }

  async start(): Promise<void> {
    this.#spawn();
    await this.ready();
  }

  /** Waits until the server accepts requests. */
  async ready(): Promise<void> {
    const tooLate = sleep(READY_WITHIN_MS, undefined, { ref: false }).then(() => {
      throw new Error(`Platen was not ready within ${READY_WITHIN_MS / 1_000} s.`);
    });
    await Promise.race([this.#ready.promise, tooLate]);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Stops the server in order if possible. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
    await ended;
    clearTimeout(kill);
  }

  /** Kills the server at once. */
  kill(): void {
    this.#isStopping = true;
    this.#child?.kill('SIGKILL');
  }

  #spawn(): void {
    this.#ready = Promise.withResolvers<void>();
    const child = spawn(process.execPath, [COMMAND, 'start'], {
      cwd: ROOT,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let isReady = false;
    void this.#ready.promise.then(() => {
      isReady = true;
    });
    for (const stream of [child.stdout, child.stderr]) {
      let rest = '';
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log.write(text);
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.#hear(line);
      });
    }
    child.once('exit', (code, signal) => {
      if (this.#isStopping) return;
      // A start may fail during a fault.
      if (isReady && signal !== 'SIGKILL') this.faults.push(`the server ended by itself (${signal ?? code})`);
      this.#trace.add(WORLD, `the server ended (${signal ?? code}), and is started again`);
      setTimeout(() => !this.#isStopping && this.#spawn(), RESTART_PAUSE_MS);
    });
  }

  #hear(line: string): void {
    if (line.includes('"msg":"Platen is ready')) {
      this.#trace.add(WORLD, 'the server is ready');
      this.#ready.resolve();
    }
    if (line.includes('"msg":"a process ended') && !line.includes('"signal":"SIGKILL"')) this.faults.push(line);
    if (/"status":500|internal_problem|"level":60|^platen: \w*Error/.test(line)) this.faults.push(line);
  }
}

/** A child process at any depth, as the system shows it. */
export interface Descendant {
  pid: number;
  parent: number;
  command: string;
}

/** Lists all direct and indirect child processes. */
export async function descendantsOf(pid: number): Promise<Descendant[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const found: Descendant[] = [];
  for (const child of text.split(' ').map(Number).filter(Boolean)) {
    const command = (await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
    found.push({ pid: child, parent: pid, command }, ...(await descendantsOf(child)));
  }
  return found;
}

/** Sends a signal to a process. Returns false if the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
