import { createReadStream } from 'node:fs';
import { appendFile, open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
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
import { doSeveralAtOnce, findHash, PART, writeDurably } from './durable-files.ts';

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
    const listed = await withRetry(() => names.find(connection, page, false));
    yield page.filter((sha256) => listed.has(sha256));
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
    const known = new Set(this.#kept.keys());
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
    await recordCopies(
      folder.dir,
      [...this.#kept.keys()].filter((sha256) => !known.has(sha256)),
      new Date(now),
    );
    for (const [sha256, at] of this.#kept) if (now - at > 2 * LATE_MS) this.#kept.delete(sha256);
  }

  async #keep(folder: BackupFolder, sha256: string): Promise<boolean> {
    if (this.#kept.has(sha256)) return true;
    if ((await keep(this.#context.blobs, folder, sha256)) === undefined) return false;
    const now = new Date();
    // An existing file may be so old that it is deleted with old backups.
    await utimes(filePath(folder.dir, sha256), now, now);
    this.#kept.set(sha256, now.getTime());
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
  const listed = new Set<string>();
  for (const list of lists) {
    for await (const line of createInterface({ input: createReadStream(list) })) listed.add(line);
  }
  for await (const { name, path } of listFiles(dir, signal)) {
    if (listed.has(name)) continue;
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
  for (const name of await readdir(dir))
    if (COPIES.test(name) && name < copiesOf(before)) await rm(join(dir, name), { force: true });
}

/** Yields the files of orders in the backup folder, whole or not. */
export async function* listFiles(dir: string, signal: AbortSignal): AsyncGenerator<{ name: string; path: string }> {
  const root = join(dir, FILES);
  const within = async (folder: string) => readdir(folder).catch(() => []);
  for (const first of await within(root))
    for (const second of await within(join(root, first))) {
      signal.throwIfAborted();
      for (const name of await within(join(root, first, second))) yield { name, path: join(root, first, second, name) };
    }
}

export function isPart(name: string): boolean {
  return name.endsWith(PART);
}

// Files that are copied between two backups are in no list of a backup. A list for each day has their names
// and times, so that a check notices when one is missing.

const COPIES = /^copies-\d{4}-\d\d-\d\d\.txt$/;
const COPY = /^(\S{24}) ([0-9a-f]{64})$/gm;

function copiesOf(day: Date): string {
  return `copies-${day.toISOString().slice(0, 10)}.txt`;
}

async function recordCopies(dir: string, sha256s: readonly string[], now: Date): Promise<void> {
  if (sha256s.length === 0) return;
  // Begins with a line break, because a killed process may have left half a line.
  const lines = sha256s.map((sha256) => `\n${now.toISOString()} ${sha256}`).join('');
  await appendFile(join(dir, copiesOf(now)), lines, { mode: 0o600, flush: true });
}

/** Lists the files that were copied between backups, since `since`. */
export async function listCopies(dir: string, since: Date): Promise<string[]> {
  const names = (await readdir(dir)).filter((name) => COPIES.test(name) && name >= copiesOf(since));
  const texts = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8').catch(() => '')));
  const copies = texts.flatMap((text) => [...text.matchAll(COPY)]);
  return copies.filter(([, copied = '']) => copied >= since.toISOString()).map(([, , sha256 = '']) => sha256);
}

export async function hasFile(dir: string, sha256: string): Promise<boolean> {
  return (await findHash(filePath(dir, sha256))) === sha256;
}
