import { access, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type BackedUpCluster, WAL } from './backup-manifest.ts';
import { advanceSlot, dropSlots, findSlot, findWalPosition } from './backup-store.ts';
import { copyDurably, syncFolder } from './durable-files.ts';
import { PARTIAL, SEGMENT_NAME, segmentName, segmentStart, segmentsBetween } from './wal-names.ts';

/** Write-ahead log that waits for its archive; past that the database's disk is more important. */
const WAITING_BYTES_MAX = 8 * 1024 ** 3;
const PAGE_BYTES = 8_192;
const CHUNK_BYTES = 1_048_576;

/** So much log waited for the archive that it was given up: what comes after it needs another backup. */
export class ArchiveGivenUp extends Error {}

/** Copies write-ahead log into the archive as it comes, also of the segment that is being written. */
export class WalArchive {
  readonly #dir: string;
  /** Up to where the copy of the segment being written reaches. */
  #archived: number | undefined;
  #partial: { path: string; to: number } | undefined;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /**
   * Archives what is on the disk now. `before` is run when it is known how far that goes. Answers the line; undefined where no backup has begun one. Throws
   * ArchiveGivenUp.
   */
  async archive(
    client: pg.Client,
    cluster: string,
    before: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const slot = await findSlot(client);
    if (!slot) return undefined;
    const { flushed, timeline, segmentBytes } = await findWalPosition(client);
    if (flushed - slot.restart > WAITING_BYTES_MAX) {
      await dropSlots(client);
      throw new ArchiveGivenUp(
        'Too much write-ahead log waited for the backups; the next backup begins anew.',
      );
    }
    if (flushed === this.#archived) return slot.name;
    await before();
    const folder = join(this.#dir, WAL, slot.name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const current = segmentName(flushed, timeline, segmentBytes);
    const names = segmentsBetween(slot.restart, flushed, timeline, segmentBytes);
    for (const name of names.filter((one) => one !== current)) {
      signal.throwIfAborted();
      if (!(await exists(join(folder, name))))
        await copyDurably(join(cluster, 'pg_wal', name), join(folder, name));
    }
    await syncFolder(folder);
    for (const name of names.filter((one) => one !== current))
      await rm(join(folder, name + PARTIAL), { force: true });
    const begin = segmentStart(current, segmentBytes);
    if (begin > slot.restart) await advanceSlot(client, slot.name, begin);
    const path = join(folder, current + PARTIAL);
    if (flushed > begin)
      await this.#copyPart(join(cluster, 'pg_wal', current), path, flushed - begin, segmentBytes);
    this.#archived = flushed;
    return slot.name;
  }

  /** Adds what has come since; it is only read up to where it makes sense, so a kill in between harms nothing. */
  async #copyPart(source: string, path: string, to: number, segmentBytes: number): Promise<void> {
    const known = this.#partial?.path === path ? this.#partial.to : 0;
    if (known >= to) return;
    await using from = await open(source, 'r');
    // One that an earlier process left is written over, never emptied first.
    await using part = await open(path, (await exists(path)) ? 'r+' : 'w', 0o600);
    await part.truncate(segmentBytes);
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (let position = known - (known % PAGE_BYTES); position < to; ) {
      const { bytesRead } = await from.read(buffer, 0, Math.min(CHUNK_BYTES, to - position), position);
      if (bytesRead === 0) break;
      await part.write(buffer, 0, bytesRead, position);
      position += bytesRead;
    }
    await part.sync();
    if (known === 0) await syncFolder(join(path, '..'));
    this.#partial = { path, to };
  }
}

/** The archived segments with which a backup goes on, as names of files, as far as they follow each other; the last may be a part. */
export async function findSegments(
  dir: string,
  { line = '', startSegment, stopSegment, segmentBytes, timeline }: BackedUpCluster,
): Promise<{ name: string; path: string }[]> {
  const folder = join(dir, WAL, line);
  const there = new Set(line === '' ? [] : await readdir(folder).catch(() => [] as string[]));
  const found: { name: string; path: string }[] = [];
  for (let point = segmentStart(startSegment, segmentBytes); ; point += segmentBytes) {
    const name = segmentName(point, timeline, segmentBytes);
    if (there.has(name)) found.push({ name, path: join(folder, name) });
    else {
      if (there.has(name + PARTIAL)) found.push({ name, path: join(folder, name + PARTIAL) });
      // What it needs to be consistent lies in the backup itself.
      if (name > stopSegment) return found;
    }
  }
}

/** Deletes archived segments that no backup needs: lines that none goes on with, and in the others what lies before the first one. */
export async function pruneSegments(dir: string, firstNeeded: ReadonlyMap<string, string>): Promise<void> {
  const root = join(dir, WAL);
  for (const line of await readdir(root).catch(() => [] as string[])) {
    const first = firstNeeded.get(line);
    if (first === undefined) {
      await rm(join(root, line), { recursive: true, force: true });
      continue;
    }
    for (const name of await readdir(join(root, line)))
      if (SEGMENT_NAME.test(name) && name < first) await rm(join(root, line, name), { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
