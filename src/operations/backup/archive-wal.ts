import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { syncFolder } from '../../platform/database/sync-folder.ts';
import { makeSubfolder } from './backup-folder.ts';
import { WAL } from './backup-manifest.ts';
import { BackupError } from './backup-problems.ts';
import type { BackupFolder } from './backup-state-store.ts';
import { advanceSlot, type LogPosition } from './backup-store.ts';
import { copyDurably, exists, PART, readSealed, writeSealed } from './durable-files.ts';
import { PARTIAL, SEGMENT_NAME, segmentName, segmentStart, segmentsBetween } from './wal-names.ts';

const CHUNK_BYTES = 1_048_576;
/** Ends the name of the sealed file that describes a whole segment. */
export const DESCRIPTION = '.json';
/** The sealed file that says how far the log of an archived line reaches. */
export const END = 'end.json';

export interface ArchivedSegment {
  segment: string;
  bytes: number;
  sha256: string;
  /** This segment and earlier ones have every commit before this time. Absent: unknown. */
  moment?: string;
}

/** The end of an archived line. The first `bytes` of the segment have the SHA-256. */
export type LogEnd = ArchivedSegment;

/**
 * Copies the write-ahead log into the archive while it is written, including the open segment. An archived
 * line is the log of one database from its first backup on. Its folder has the name of its slot.
 */
export class WalArchive {
  /** The archived line that this process has opened. */
  #line: string | undefined;
  #archived: number | undefined;
  /** When the log was last archived, by the clock of the database. */
  #moment: string | undefined;
  #partial: { path: string; to: number; hash: Hash } | undefined;

  /** Archives the log up to `position`. First runs `before`, which backs up the files that the log names. */
  async archive(
    client: pg.Client,
    {
      folder,
      cluster,
      position,
      before,
      signal,
    }: {
      folder: BackupFolder;
      cluster: string;
      position: LogPosition;
      before: () => Promise<void>;
      signal: AbortSignal;
    },
  ): Promise<void> {
    const { slot, flushed, timeline, segmentBytes, now } = position;
    if (!slot || (flushed === this.#archived && slot.name === this.#line)) return;
    await before();
    const line = join(folder.dir, WAL, slot.name);
    if (slot.name !== this.#line || !(await exists(join(line, END))))
      await this.#openLine(folder, slot.name, segmentName(slot.restart, timeline, segmentBytes));
    const current = segmentName(flushed, timeline, segmentBytes);
    const whole = segmentsBetween(slot.restart, flushed, timeline, segmentBytes).filter((one) => one !== current);
    for (const name of whole) {
      signal.throwIfAborted();
      await this.#archiveSegment(join(cluster, 'pg_wal', name), line, name, segmentBytes);
    }
    await this.#archivePart(cluster, line, current, flushed - segmentStart(current, segmentBytes), segmentBytes);
    const { hash, to: bytes } = this.#partial!;
    this.#moment = now.toISOString();
    const end: LogEnd = { segment: current, bytes, sha256: hash.copy().digest('hex'), moment: this.#moment };
    await writeSealed(join(line, END), end);
    for (const name of whole) await rm(join(line, name + PARTIAL), { force: true });
    const begin = segmentStart(current, segmentBytes);
    if (begin > slot.restart) await advanceSlot(client, slot.name, begin);
    this.#archived = flushed;
  }

  async #openLine(folder: BackupFolder, line: string, segment: string): Promise<void> {
    const path = await beginLine(folder, line, segment);
    // Deletes copies that a killed process left. Only this process writes segments.
    for (const name of await readdir(path))
      if (name.endsWith(PART) && SEGMENT_NAME.test(name.slice(0, 24))) await rm(join(path, name), { force: true });
    const end = (await readSealed(join(path, END)).catch(() => undefined)) as LogEnd | undefined;
    this.#moment = end?.moment;
    this.#partial = undefined;
    this.#archived = undefined;
    this.#line = line;
  }

  /** Archives a whole segment. The description is written last, and means that the segment is archived. */
  async #archiveSegment(source: string, line: string, name: string, segmentBytes: number): Promise<void> {
    if (await exists(join(line, name + DESCRIPTION))) return;
    const { bytes, sha256 } = await copyDurably(source, join(line, name));
    if (bytes !== segmentBytes)
      throw new BackupError(`The write-ahead log segment ${source} has ${bytes} bytes, not ${segmentBytes}.`);
    await syncFolder(line);
    const described: ArchivedSegment = {
      ...{ segment: name, bytes, sha256 },
      ...(this.#moment && { moment: this.#moment }),
    };
    await writeSealed(join(line, name + DESCRIPTION), described);
  }

  /** Appends to the copy of the open segment, up to `to` bytes. */
  async #archivePart(cluster: string, line: string, name: string, to: number, segmentBytes: number): Promise<void> {
    const path = join(line, name + PARTIAL);
    const isThere = await exists(path);
    const isOurs = isThere && this.#partial?.path === path;
    const known = isOurs ? this.#partial! : { path, to: 0, hash: createHash('sha256') };
    this.#partial = undefined;
    if (to > known.to) {
      await using from = await open(join(cluster, 'pg_wal', name), 'r');
      // A copy of an earlier process is overwritten in place, so it is whole at every moment.
      await using part = await open(path, isThere ? 'r+' : 'w', 0o600);
      await part.truncate(segmentBytes);
      const buffer = Buffer.alloc(CHUNK_BYTES);
      for (let position = known.to; position < to; ) {
        const { bytesRead } = await from.read(buffer, 0, Math.min(CHUNK_BYTES, to - position), position);
        if (bytesRead === 0)
          throw new BackupError(`The write-ahead log segment ${name} is shorter than PostgreSQL reports.`);
        const bytes = buffer.subarray(0, bytesRead);
        await writeFully(part, bytes, position);
        known.hash.update(bytes);
        position += bytesRead;
      }
      await part.sync();
      known.to = to;
    }
    await syncFolder(line);
    this.#partial = known;
  }
}

/** Creates the folder of an archived line, and returns its path. A new line ends before `segment`. */
export async function beginLine(folder: BackupFolder, line: string, segment: string): Promise<string> {
  const path = join(folder.dir, WAL, line);
  await makeSubfolder(folder, path);
  if (await exists(join(path, END))) return path;
  const end: LogEnd = { segment, bytes: 0, sha256: createHash('sha256').digest('hex') };
  await writeSealed(join(path, END), end);
  return path;
}

/** Deletes the segments before those in `firstNeeded`, and archived lines that it lacks. */
export async function pruneSegments(dir: string, firstNeeded: ReadonlyMap<string, string>): Promise<void> {
  const root = join(dir, WAL);
  for (const line of await readdir(root).catch(() => [] as string[])) {
    const first = firstNeeded.get(line);
    if (first === undefined) {
      await rm(join(root, line), { recursive: true, force: true });
      continue;
    }
    for (const name of await readdir(join(root, line))) {
      const segment = name.endsWith(DESCRIPTION) ? name.slice(0, -DESCRIPTION.length) : name;
      if (SEGMENT_NAME.test(segment) && segment < first) await rm(join(root, line, name), { force: true });
    }
  }
}

/** Writes all bytes. A full disk may accept a part without an error, and fail at the next write. */
async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}
