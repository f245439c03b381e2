import { stat } from 'node:fs/promises';
import type { FileContent } from '../file-content.ts';
import { TaskPool, type TaskPoolOptions } from './task-pool.ts';

/** Verdicts kept, of files that come again. */
const VERDICTS_MAX = 1_000;

/** Judges files of strangers by their content, in processes of their own. */
export class FileJudge {
  readonly #pool: TaskPool;
  readonly #verdicts = new Map<string, FileContent>();

  constructor(options: TaskPoolOptions) {
    this.#pool = new TaskPool(options);
  }

  /**
   * What the file is. One that takes too much time or memory, or ends the process, has the fault `too_complex`. Clients take turns.
   * Rejects when the file cannot be read or no process be had, and with the signal's reason when it is aborted.
   */
  judge = async (
    clientId: string,
    { path, sha256 }: { path: string; sha256: string },
    signal: AbortSignal,
  ): Promise<FileContent> => {
    const known = this.#verdicts.get(sha256);
    if (known) return known;
    const content = await this.#pool.run(clientId, 'judge', { path }, signal);
    if (content === 'too_complex') {
      const { size: bytes } = await stat(path);
      return { mediaType: undefined, bytes, fault: content };
    }
    this.#verdicts.set(sha256, content);
    const [oldest] = this.#verdicts.keys();
    if (this.#verdicts.size > VERDICTS_MAX) this.#verdicts.delete(oldest!);
    return content;
  };

  /** The processes that run now. */
  get pids(): number[] {
    return this.#pool.pids;
  }

  /** Breaks off what is under way, and ends every process. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
