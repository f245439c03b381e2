import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** No fetch takes nearly so long, so a folder that nothing was put into since then is of no use to anybody. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Answers how to get at a folder of this process's own inside `parent`, made when it is not there. Other processes, also those of other
 * machines, may have theirs beside it; what was abandoned a day ago is removed.
 */
export async function openFetchFolder(parent: string, now: Date): Promise<() => Promise<string>> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  for (const name of await readdir(parent)) await removeAbandoned(join(parent, name), now);
  const folder = join(parent, randomUUID());
  return async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  };
}

async function removeAbandoned(path: string, now: Date): Promise<void> {
  // Another process that starts at the same time may remove it first.
  const found = await stat(path).catch(() => undefined);
  if (!found || now.getTime() - found.mtimeMs < ABANDONED_AFTER_MS) return;
  await rm(path, { recursive: true, force: true });
}
