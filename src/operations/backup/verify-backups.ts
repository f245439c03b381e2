import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type CheckedSegments, findLinesWithoutBackup, readArchivedLog } from './archived-log.ts';
import { filePath, hasFile } from './back-up-files.ts';
import { MARKER } from './backup-folder.ts';
import { BACKUPS, type Backup, listBackups, MANIFEST, NAMED_FILES, WAL } from './backup-manifest.ts';
import { BackupError } from './backup-problems.ts';
import { DamagedFile, findHash, readSealed } from './durable-files.ts';

/** Limits the list of problems. */
const PROBLEMS_MAX = 10_000;

/** A missing or damaged file. */
interface VerifyProblem {
  /** The backup that needs the file; absent: no whole backup needs it. */
  backup?: string;
  file: string;
  message: string;
}

export interface VerifyReport {
  /** Backups with an undamaged manifest. */
  backups: number;
  /** Undamaged files of orders. */
  files: number;
  /** Undamaged segments of the archived log. */
  segments: number;
  /** The archive has every commit before this time; absent: unknown. */
  end?: Date;
  problems: VerifyProblem[];
}

interface Verifying {
  signal: AbortSignal;
  onFiles?: (count: number) => void;
}

/**
 * Checks all manifests, the checksums of all files, and the log from each backup to its end. Only reads the
 * folder, so backups may be made meanwhile. Throws BackupError when the folder has no backup.
 */
export async function verifyBackups(dir: string, verifying: Verifying): Promise<VerifyReport> {
  const { good, damaged } = await listBackups(dir);
  if (good.length + damaged.length === 0) throw new BackupError(`There is no whole backup in ${dir}.`);
  const report: VerifyReport = { backups: good.length, files: 0, segments: 0, problems: [] };
  const problems = new ProblemList();
  for (const name of damaged) {
    const file = join(dir, BACKUPS, name, MANIFEST);
    problems.add({ file, message: `The manifest of the backup ${name} is damaged: ${file}` });
  }
  await verifyMarker(dir, problems);
  const segments: CheckedSegments = new Map();
  const files = new Map<string, boolean>();
  for (const backup of good) {
    await verifyEntries(backup, problems, verifying);
    await verifyNamedFiles(dir, backup, files, problems, verifying);
    const log = await readArchivedLog(dir, backup, verifying.signal, segments);
    if (log?.damage) problems.add({ backup: backup.name, file: join(dir, WAL), message: log.damage.message });
    if (log?.end) report.end = log.end;
  }
  await verifyLines(dir, good, problems);
  report.problems = await problems.list(dir);
  report.files = [...files.values()].filter(Boolean).length;
  report.segments = (await Promise.all(segments.values())).filter(Boolean).length;
  return report;
}

class ProblemList {
  readonly #problems: VerifyProblem[] = [];
  readonly #messages = new Set<string>();

  add(problem: VerifyProblem): void {
    if (this.#messages.has(problem.message) || this.#problems.length >= PROBLEMS_MAX) return;
    this.#messages.add(problem.message);
    this.#problems.push(problem);
  }

  /** Lists the problems, except of backups that were deleted during the check because of their age. */
  async list(dir: string): Promise<VerifyProblem[]> {
    if (this.#problems.length === 0) return [];
    const { good } = await listBackups(dir);
    const names = new Set(good.map(({ name }) => name));
    return this.#problems.filter(({ backup }) => backup === undefined || names.has(backup));
  }
}

async function verifyMarker(dir: string, problems: ProblemList): Promise<void> {
  const file = join(dir, MARKER);
  try {
    await readSealed(file);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    problems.add({ file, message: error.message });
  }
}

/** Checks the database of the backup, and its list of order files. */
async function verifyEntries(
  { name, folder, manifest }: Backup,
  problems: ProblemList,
  { signal }: Verifying,
): Promise<void> {
  for (const { path, sha256 } of manifest.entries) {
    signal.throwIfAborted();
    const file = join(folder, path);
    const found = await findHash(file);
    if (found === sha256) continue;
    const fault = found === undefined ? 'missing' : 'damaged';
    problems.add({ backup: name, file, message: `${file} of the backup ${name} is ${fault}.` });
  }
}

/** Checks the order files that the backup lists. Each is checked once for all backups. */
async function verifyNamedFiles(
  dir: string,
  { name, folder }: Backup,
  files: Map<string, boolean>,
  problems: ProblemList,
  { signal, onFiles }: Verifying,
): Promise<void> {
  const list = join(folder, NAMED_FILES);
  // A missing list is reported by verifyEntries.
  if ((await findHash(list)) === undefined) return;
  for await (const sha256 of createInterface({ input: createReadStream(list) })) {
    signal.throwIfAborted();
    const isWhole = files.get(sha256) ?? (await hasFile(dir, sha256));
    files.set(sha256, isWhole);
    onFiles?.(files.size);
    if (isWhole) continue;
    const file = filePath(dir, sha256);
    problems.add({ backup: name, file, message: `The order file ${file} is missing or damaged.` });
  }
}

/** Reports lines without a backup, except a new line, whose first backup is being made. */
async function verifyLines(dir: string, good: readonly Backup[], problems: ProblemList): Promise<void> {
  const newest = good.at(-1)?.manifest.started;
  for (const { line, end } of await findLinesWithoutBackup(dir, good)) {
    if (newest !== undefined && end !== undefined && end > new Date(newest)) continue;
    const file = join(dir, WAL, line);
    problems.add({ file, message: `The log in ${file} belongs to no whole backup.` });
  }
}
