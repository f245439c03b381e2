import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ArchivedSegment, DESCRIPTION, END, type LogEnd } from './archive-wal.ts';
import { type BackedUpCluster, type Backup, FORMAT, WAL } from './backup-manifest.ts';
import { DamagedFile, exists, hashFile, readSealed } from './durable-files.ts';
import { PARTIAL, SEGMENT_NAME, segmentName, segmentStart } from './wal-names.ts';

/** The archived log that follows a backup, up to its end or its first damage. */
export interface ArchivedLog {
  segments: { name: string; path: string }[];
  /** The archive has every commit before this time. Undefined: unknown. */
  end: Date | undefined;
  /** A missing or damaged file. Commits up to the time `reachable` can be restored without it. */
  damage: { message: string; reachable: Date } | undefined;
}

/** Results by path, so that a segment of several backups is checked once. */
export type CheckedSegments = Map<string, Promise<boolean>>;

/** The log is read again when a server archived meanwhile, at most this number of times. */
const READS_MAX = 3;

/** Reads and checks the log after a backup. Returns undefined when there is no log with checksums. */
export async function readArchivedLog(
  dir: string,
  backup: Backup,
  signal: AbortSignal,
  checked: CheckedSegments = new Map(),
): Promise<ArchivedLog | undefined> {
  const { cluster, format } = backup.manifest;
  if (cluster?.line === undefined || format < FORMAT) return undefined;
  const line = join(dir, WAL, cluster.line);
  const endOfLine = () => readFile(join(line, END), 'utf8').catch(() => undefined);
  for (let reads = 1; ; reads++) {
    const before = await endOfLine();
    const log = await readOnce(line, cluster, backup, signal, checked);
    if (!log.damage || reads === READS_MAX || before === (await endOfLine())) return log;
  }
}

/**
 * Reads all segments up to the end, which must exist and match their checksums. A segment behind the end also
 * counts: a killed server has archived it.
 */
async function readOnce(
  line: string,
  { timeline, segmentBytes, stopSegment }: BackedUpCluster,
  backup: Backup,
  signal: AbortSignal,
  checked: CheckedSegments,
): Promise<ArchivedLog> {
  // The manifest has milliseconds, but the database has microseconds.
  const backupEnd = new Date(new Date(backup.manifest.ended).getTime() + 1);
  const log: ArchivedLog = { segments: [], end: undefined, damage: undefined };
  let reachable = backupEnd;
  let hasMoment = false;
  const stop = (message: string): ArchivedLog => ({ ...log, end: undefined, damage: { message, reachable } });
  if (!(await exists(line))) return stop(`The archived log ${line} of the backup ${backup.name} is missing.`);
  try {
    const end = (await readSealed(join(line, END))) as LogEnd | undefined;
    if (!end) return stop(`${join(line, END)} is missing, so the end of the archived log is unknown.`);
    // The backup itself has the segments that make it consistent.
    for (let point = segmentStart(stopSegment, segmentBytes) + segmentBytes; ; point += segmentBytes) {
      signal.throwIfAborted();
      const name = segmentName(point, timeline, segmentBytes);
      const path = join(line, name);
      const described = (await readSealed(path + DESCRIPTION)) as ArchivedSegment | undefined;
      if (described) {
        const isWhole = checked.get(path) ?? matches(path, described);
        checked.set(path, isWhole);
        if (described.bytes !== segmentBytes) return stop(`${path} is damaged: it is not a whole segment.`);
        if (!(await isWhole)) return stop(`${path} is ${(await exists(path)) ? 'damaged' : 'missing'}.`);
        log.segments.push({ name, path });
        if (described.moment !== undefined) {
          reachable = latestOf(backupEnd, new Date(described.moment));
          hasMoment = true;
        }
        if (name >= end.segment && hasMoment) log.end = reachable;
        continue;
      }
      if (name < end.segment) return stop(`${path} is missing.`);
      if (name === end.segment && end.bytes > 0) {
        const part = path + PARTIAL;
        if (!(await matches(part, end))) return stop(`${part} is ${(await exists(part)) ? 'damaged' : 'missing'}.`);
        log.segments.push({ name, path: part });
      }
      if (name <= end.segment || log.end === undefined)
        // Before the first archiving, the archive ends with the backup.
        log.end = end.moment === undefined ? reachable : new Date(end.moment);
      return log;
    }
  } catch (error) {
    if (error instanceof DamagedFile) return stop(error.message);
    throw error;
  }
}

/** Checks all described segments that were not checked yet. Returns the files of the damaged ones. */
export async function checkLines(dir: string, checked: CheckedSegments): Promise<string[]> {
  const damaged: string[] = [];
  for (const line of await readdir(join(dir, WAL)).catch(() => [] as string[]))
    for (const name of await readdir(join(dir, WAL, line))) {
      const path = join(dir, WAL, line, name.slice(0, -DESCRIPTION.length));
      if (!name.endsWith(DESCRIPTION) || name === END || checked.has(path)) continue;
      const described = (await readSealed(path + DESCRIPTION).catch(() => undefined)) as ArchivedSegment | undefined;
      const isWhole = described !== undefined && (await matches(path, described));
      checked.set(path, Promise.resolve(isWhole));
      // A segment is deleted with the last backup that needs it.
      if (!isWhole && (await exists(path + DESCRIPTION))) damaged.push(described ? path : path + DESCRIPTION);
    }
  return damaged;
}

export async function findLineEnds(dir: string): Promise<{ line: string; end: Date | undefined }[]> {
  const lines = await readdir(join(dir, WAL)).catch(() => [] as string[]);
  return Promise.all(
    lines.map(async (line) => {
      const end = (await readSealed(join(dir, WAL, line, END)).catch(() => undefined)) as LogEnd | undefined;
      return { line, end: end?.moment === undefined ? undefined : new Date(end.moment) };
    }),
  );
}

export async function findLinesWithoutBackup(
  dir: string,
  backups: readonly Backup[],
): Promise<{ line: string; end: Date | undefined }[]> {
  const begun = new Set(backups.map(({ manifest }) => manifest.cluster?.line));
  return (await findLineEnds(dir)).filter(({ line }) => !begun.has(line));
}

export async function findLastSegment(dir: string, line: string): Promise<string | undefined> {
  const names = await readdir(join(dir, WAL, line)).catch(() => [] as string[]);
  return names
    .map((name) => (name.endsWith(PARTIAL) ? name.slice(0, -PARTIAL.length) : name))
    .filter((name) => SEGMENT_NAME.test(name))
    .sort()
    .at(-1);
}

function latestOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}

async function matches(path: string, { bytes, sha256 }: ArchivedSegment): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found || found.size < bytes) return false;
  if (found.size === bytes) return (await hashFile(path)) === sha256;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) hash.update(chunk);
  return hash.digest('hex') === sha256;
}
