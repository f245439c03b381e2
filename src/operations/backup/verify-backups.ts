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

interface VerifyProblem {
  /** The backup that needs the file; absent: no whole backup needs it. */
  backup?: string;
  file: string;
  message: string;
}

export interface VerifyReport {
  backups: number;
  files: number;
  /** Undamaged segments of the archived log. */
  segments: number;
  /** The archive has every commit before this time; absent: unknown. */
  end?: Date;
  problems: VerifyProblem[];
}

type Verifying = { signal: AbortSignal; onFiles?: (count: number) => void };

/** Checks manifests, checksums and logs. Backups may be made meanwhile. Throws BackupError if none exists. */
export async function verifyBackups(dir: string, verifying: Verifying): Promise<VerifyReport> {
  const { good, damaged } = await listBackups(dir);
  if (good.length + damaged.length === 0) throw new BackupError(`There is no whole backup in ${dir}.`);
  const report: VerifyReport = { backups: good.length, files: 0, segments: 0, problems: [] };
  const problems: Problems = new Map();
  for (const name of damaged) {
    const file = join(dir, BACKUPS, name, MANIFEST);
    addProblem(problems, { file, message: `The manifest of the backup ${name} is damaged: ${file}` });
  }
  await verifyMarker(dir, problems);
  const segments: CheckedSegments = new Map();
  const files = new Map<string, boolean>();
  for (const backup of good) {
    await verifyEntries(backup, problems, verifying);
    await verifyNamedFiles(dir, backup, files, problems, verifying);
    const log = await readArchivedLog(dir, backup, verifying.signal, segments);
    if (log?.damage) addProblem(problems, { backup: backup.name, file: join(dir, WAL), message: log.damage.message });
    if (log?.end) report.end = log.end;
  }
  await verifyLines(dir, good, problems);
  report.problems = await listProblems(dir, problems);
  report.files = [...files.values()].filter(Boolean).length;
  report.segments = (await Promise.all(segments.values())).filter(Boolean).length;
  return report;
}

/** Problems by message, because the same file may be missing in several backups. */
type Problems = Map<string, VerifyProblem>;

function addProblem(problems: Problems, problem: VerifyProblem): void {
  if (!problems.has(problem.message) && problems.size < PROBLEMS_MAX) problems.set(problem.message, problem);
}

/** Lists the problems, except of backups that were deleted during the check because of their age. */
async function listProblems(dir: string, problems: Problems): Promise<VerifyProblem[]> {
  if (problems.size === 0) return [];
  const { good } = await listBackups(dir);
  const names = new Set(good.map(({ name }) => name));
  return [...problems.values()].filter(({ backup }) => backup === undefined || names.has(backup));
}

async function verifyMarker(dir: string, problems: Problems): Promise<void> {
  const file = join(dir, MARKER);
  try {
    await readSealed(file);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    addProblem(problems, { file, message: error.message });
  }
}

async function verifyEntries(
  { name, folder, manifest }: Backup,
  problems: Problems,
  { signal }: Verifying,
): Promise<void> {
  for (const { path, sha256 } of manifest.entries) {
    signal.throwIfAborted();
    const file = join(folder, path);
    const found = await findHash(file);
    if (found === sha256) continue;
    const fault = found === undefined ? 'missing' : 'damaged';
    addProblem(problems, { backup: name, file, message: `${file} of the backup ${name} is ${fault}.` });
  }
}

async function verifyNamedFiles(
  dir: string,
  { name, folder }: Backup,
  files: Map<string, boolean>,
  problems: Problems,
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
    addProblem(problems, { backup: name, file, message: `The order file ${file} is missing or damaged.` });
  }
}

/** Reports archived lines without a backup, except a new one, whose first backup is being made. */
async function verifyLines(dir: string, good: readonly Backup[], problems: Problems): Promise<void> {
  const newest = good.at(-1)?.manifest.started;
  for (const { line, end } of await findLinesWithoutBackup(dir, good)) {
    if (newest !== undefined && end !== undefined && end > new Date(newest)) continue;
    const file = join(dir, WAL, line);
    addProblem(problems, { file, message: `The log in ${file} belongs to no whole backup.` });
  }
}
