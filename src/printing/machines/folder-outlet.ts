import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { FolderOperations } from './folder-process.ts';
import { type FolderOutlet, folderFault, MachineError } from './machine-outlet.ts';

const PROGRAM = fileURLToPath(new URL('./folder-process.ts', import.meta.url));
/** Loads bin/strip-types.js, as this process does, if Platen is installed below node_modules. */
const LOADED_BY = process.execArgv.filter((argument) => argument.startsWith('--import='));
/** A share that hangs blocks one thread for each of its calls, and each machine has one call at a time. */
const THREADS = 256;
/** A call that takes longer counts as failed. The share may still carry it out. */
const CALL_MS_MAX = 15_000;
/** After this time, a call that has not returned holds up no other call of its folder. */
const STUCK_MS = 5 * 60_000;
/** Bytes that one call writes and flushes, so that also a slow share answers each call in time. */
const CHUNK_BYTES = 4 * 1_048_576;

type Call = { resolve: (result: unknown) => void; reject: (error: unknown) => void };

/** Runs the process that works in folders. It starts with the first call, and ends by `close`. */
export class FolderWorker {
  readonly #timeoutMs: number;
  readonly #calls = new Map<number, Call>();
  /** Folders with a call that has not returned. A further call at once would block another thread. */
  readonly #turns = new Map<string, Promise<void>>();
  #child: ChildProcess | undefined;
  #next = 0;

  constructor(timeoutMs = CALL_MS_MAX) {
    this.#timeoutMs = timeoutMs;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Carries out an operation in a folder, after the earlier ones of this folder. Throws MachineError if it
   * takes longer than `CALL_MS_MAX`.
   */
  async call<N extends keyof FolderOperations>(
    operation: N,
    folder: string,
    ...given: Parameters<FolderOperations[N]> extends [string, ...infer Rest] ? Rest : never
  ): Promise<Awaited<ReturnType<FolderOperations[N]>>> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new MachineError('unavailable', 'folder_slow')), this.#timeoutMs);
    try {
      for (let turn = this.#turns.get(folder); turn; turn = this.#turns.get(folder))
        await Promise.race([turn, late.promise]);
      const answer = this.#send(operation, folder, given);
      return (await Promise.race([answer, late.promise])) as Awaited<ReturnType<FolderOperations[N]>>;
    } catch (error) {
      throw folderFault(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #send(operation: string, folder: string, given: readonly unknown[]): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = this.#next++;
    this.#calls.set(id, { resolve, reject });
    const end = () => {
      this.#turns.delete(folder);
      this.#calls.delete(id);
    };
    const stuck = Promise.withResolvers<void>();
    const timer = setTimeout(stuck.resolve, STUCK_MS).unref();
    const ended = Promise.race([promise, stuck.promise])
      .then(end, end)
      .finally(() => clearTimeout(timer));
    this.#turns.set(folder, ended);
    this.#start().send({ id, operation, given: [folder, ...given] }, (error) => error && reject(error));
    return promise;
  }

  #start(): ChildProcess {
    if (this.#child) return this.#child;
    const { SystemRoot } = process.env;
    const child = fork(PROGRAM, {
      env: { UV_THREADPOOL_SIZE: String(THREADS), ...(SystemRoot && { SystemRoot }) },
      execArgv: ['--disable-warning=ExperimentalWarning', ...LOADED_BY],
      stdio: 'ignore',
      serialization: 'advanced',
    });
    child.on('message', ({ id, result, error }: { id: number; result?: unknown; error?: object }) => {
      const call = this.#calls.get(id);
      if (error) call?.reject(error);
      else call?.resolve(result);
    });
    const end = () => {
      if (this.#child === child) this.#child = undefined;
      for (const { reject } of this.#calls.values()) reject(new MachineError('unavailable', 'folder_failed'));
    };
    child.once('exit', end);
    child.on('error', end);
    // The process does not keep the server running. A share that hangs can keep it from ending.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

/** Opens a folder, such as a mounted share. */
export function folderOutlet(worker: FolderWorker, folder: string): FolderOutlet {
  return {
    kind: 'folder',
    list: async () => new Map(await worker.call('list', folder)),
    digest: (name) => worker.call('digest', folder, name),
    async write(name, content) {
      await worker.call('open', folder, name);
      try {
        for await (const chunk of inChunks(content)) await worker.call('append', folder, name, chunk);
      } finally {
        await worker.call('end', folder, name);
      }
    },
    rename: (from, to) => worker.call('rename', folder, from, to),
    flush: () => worker.call('flush', folder),
    remove: (name) => worker.call('remove', folder, name),
    close: async () => {},
  };
}

async function* inChunks(content: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of content) {
    parts.push(part);
    bytes += part.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}
