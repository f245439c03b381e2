import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Pool } from 'pg';
import { syncFolder } from '../../platform/database/sync-folder.ts';
import { type Connection, withRetry } from '../../platform/database/transaction.ts';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import type { BlobNames } from '../../platform/files/sweep-blobs.ts';
import { makeSubfolder } from './backup-folder.ts';
import { FILES } from './backup-manifest.ts';
import type { BackupFolder } from './backup-state-store.ts';
import { findBlobNames, findRecentBlobs } from './backup-store.ts';
import { doSeveralAtOnce, findHash, writeDurably } from './durable-files.ts';

const PAGE_MAX = 500;
/** A row may become visible this long after its `recorded` time, when its transaction commits. */
const LATE_MS = 30_000;
/** A recorded file that is not stored within this time never will be. */
const GIVEN_UP_MS = 3_600_000;
export type FilesContext = { pool: Pool; blobs: BlobStore; names: BlobNames };

export function filePath(dir: string, sha256: string): string {
  return join(dir, FILES, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

/**
 * Backs up every file that an order names, and lists the names of all. Counts files that the store has lost.
 */
export async function backUpFiles(
  { pool, blobs, names }: FilesContext,
  folder: BackupFolder,
  list: string,
  { signal, onFile }: { signal: AbortSignal; onFile: (count: number) => void },
): Promise<{ count: number; bytes: number; missing: number }> {
  const counts = { count: 0, bytes: 0, missing: 0 };
  const listed = await open(list, 'w', 0o600);
  try {
    for await (const page of listNamedFiles(pool, names)) {
      signal.throwIfAborted();
      await doSeveralAtOnce(page, async (sha256) => {
        const bytes = await keep(blobs, folder, sha256);
        if (bytes === undefined) {
          counts.missing++;
          return;
        }
        counts.count++;
        counts.bytes += bytes;
        await listed.write(`${sha256}\n`);
      });
      onFile(counts.count);
    }
    await listed.sync();
  } finally {
    await listed.close();
  }
  return counts;
}

/** Yields pages of the files that orders name, and of the pictures of these files. */
export async function* listNamedFiles(connection: Connection, names: BlobNames): AsyncGenerator<string[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const page = await withRetry(() => findBlobNames(connection, from, PAGE_MAX));
    const named = await withRetry(() => names.find(connection, page, false));
    yield page.filter((sha256) => named.has(sha256));
    after = page.length < PAGE_MAX ? undefined : page.at(-1);
  }
}

export class RecentFiles {
  readonly #context: FilesContext;
  #reached: Date;
  /** Files that are recorded but not stored yet, with the time when they were first missed. */
  readonly #awaited = new Map<string, number>();
  readonly #kept = new Map<string, number>();

  constructor(context: FilesContext, since: Date) {
    this.#context = context;
    this.#reached = since;
  }

  /** Backs up every file that a committed transaction names. Throws BackupFolderError. */
  async keep(folder: BackupFolder, signal: AbortSignal): Promise<void> {
    const { pool } = this.#context;
    const now = Date.now();
    for (const [sha256, since] of this.#awaited)
      if ((await this.#keep(folder, sha256)) || now - since > GIVEN_UP_MS) this.#awaited.delete(sha256);
    let from = { after: new Date(this.#reached.getTime() - LATE_MS), sha256: '' };
    for (let isMore = true; isMore; ) {
      signal.throwIfAborted();
      const page = await withRetry(() => findRecentBlobs(pool, from, PAGE_MAX));
      for (const { sha256, recorded } of page) {
        if (!(await this.#keep(folder, sha256))) this.#awaited.set(sha256, this.#awaited.get(sha256) ?? now);
        if (recorded > this.#reached) this.#reached = recorded;
      }
      const last = page.at(-1);
      if (last) from = { after: last.recorded, sha256: last.sha256 };
      isMore = page.length === PAGE_MAX;
    }
    for (const [sha256, at] of this.#kept) if (now - at > 2 * LATE_MS) this.#kept.delete(sha256);
  }

  async #keep(folder: BackupFolder, sha256: string): Promise<boolean> {
    if (this.#kept.has(sha256)) return true;
    if ((await keep(this.#context.blobs, folder, sha256)) === undefined) return false;
    this.#kept.set(sha256, Date.now());
    return true;
  }
}

/** Backs up a file unless the folder has it. Returns its bytes; undefined when the store lacks it. */
async function keep(blobs: BlobStore, folder: BackupFolder, sha256: string): Promise<number | undefined> {
  const path = filePath(folder.dir, sha256);
  const there = await stat(path).catch(() => undefined);
  if (there) return there.size;
  await makeSubfolder(folder, dirname(path));
  try {
    const written = await writeDurably(await blobs.read(sha256), path);
    if (written.sha256 !== sha256) {
      await rm(path, { force: true });
      return undefined;
    }
    await syncFolder(dirname(path));
    return written.bytes;
  } catch (error) {
    if (error instanceof BlobMissingError) return undefined;
    throw error;
  }
}

/** Deletes files of the backup folder that were written before this time and are not in a list. */
export async function pruneFiles(
  dir: string,
  lists: readonly string[],
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  const named = new Set<string>();
  for (const list of lists) {
    for await (const line of createInterface({ input: createReadStream(list) })) named.add(line);
  }
  const root = join(dir, FILES);
  const within = async (folder: string) => readdir(folder).catch(() => []);
  for (const first of await within(root)) {
    for (const second of await within(join(root, first))) {
      signal.throwIfAborted();
      for (const name of await within(join(root, first, second))) {
        if (named.has(name)) continue;
        const path = join(root, first, second, name);
        const found = await stat(path).catch(() => undefined);
        if (found && found.mtime < before) await rm(path, { force: true });
      }
    }
  }
}

export async function hasFile(dir: string, sha256: string): Promise<boolean> {
  return (await findHash(filePath(dir, sha256))) === sha256;
}
