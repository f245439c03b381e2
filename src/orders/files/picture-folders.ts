import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'platen-picture-';
/** Drawing takes some minutes at most: what is older was left by a process that was killed. */
const ABANDONED_AFTER_MS = 3_600_000;
const TIDY_INTERVAL_MS = 600_000;

/** Folders in which one file each is drawn. They hold what customers sent, so those that a killed process left are removed. */
export class PictureFolders {
  readonly #parent: string;
  #tidied = Number.NEGATIVE_INFINITY;

  constructor(parent = tmpdir()) {
    this.#parent = parent;
  }

  /** A new one, which whoever asked removes. */
  async make(now: Date): Promise<string> {
    if (Math.abs(now.getTime() - this.#tidied) > TIDY_INTERVAL_MS) {
      this.#tidied = now.getTime();
      // Others may remove them as well.
      await this.#tidy(now).catch(() => {});
    }
    return mkdtemp(join(this.#parent, PREFIX));
  }

  /** Of those of this account alone: the folder for temporary files is everybody's. */
  async #tidy(now: Date): Promise<void> {
    const names = (await readdir(this.#parent)).filter((name) => name.startsWith(PREFIX));
    for (const path of names.map((name) => join(this.#parent, name))) {
      const found = await lstat(path).catch(() => undefined);
      if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue;
      if (now.getTime() - found.mtimeMs > ABANDONED_AFTER_MS)
        await rm(path, { recursive: true, force: true });
    }
  }
}
