import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** A process touches its folder so often. */
const TOUCH_INTERVAL_MS = 60_000;
/** A folder that was not touched for so long is that of a process that was killed. Clocks of machines that share it may differ. */
const ABANDONED_AFTER_MS = 10 * 60_000;

export interface FetchFolder {
  /** The folder itself, made when it is not there. */
  path(): Promise<string>;
  /** Says that this process lives, and removes what those left that do not. */
  tidy(now: Date): Promise<void>;
  /** Removes it with all that is in it. */
  close(): Promise<void>;
}

/**
 * A folder of this process's own inside `parent`, for what arrives. Other processes, also those of other machines, may have theirs beside it;
 * what killed ones left is removed, at once when `alone` says that there are no others, else when nobody has touched it for ten minutes.
 */
export async function openFetchFolder(
  parent: string,
  { now, alone }: { now: Date; alone: boolean },
): Promise<FetchFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const path = join(parent, randomUUID());
  const tidy = async (at: Date, everything = false) => {
    await utimes(path, at, at).catch(() => {});
    for (const name of await readdir(parent)) {
      if (everything || (await isAbandoned(join(parent, name), at))) await remove(join(parent, name));
    }
  };
  await tidy(now, alone);
  const timer = setInterval(() => void tidy(new Date()).catch(() => {}), TOUCH_INTERVAL_MS).unref();
  return {
    async path() {
      await mkdir(path, { recursive: true, mode: 0o700 });
      return path;
    },
    tidy,
    async close() {
      clearInterval(timer);
      await remove(path);
    },
  };
}

async function isAbandoned(path: string, now: Date): Promise<boolean> {
  // Another process may remove it first.
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && now.getTime() - found.mtimeMs >= ABANDONED_AFTER_MS;
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}
