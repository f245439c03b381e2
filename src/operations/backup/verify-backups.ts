import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type CheckedSegments, checkLines, findLinesWithoutBackup, readArchivedLog } from './archived-log.ts';
import { filePath, hasFile, isPart, listCopies, listFiles } from './back-up-files.ts';
import { MARKER } from './backup-folder.ts';
import { BACKUPS, type Backup, findUnsafeEntry, listBackups, MANIFEST, NAMED_FILES, WAL } from './backup-manifest.ts';
import { BackupError } from './backup-problems.ts';
import { describeChanged, describeUnsafe, isProven, readKey } from './choose-backup.ts';
import { DamagedFile, findHash, readSealed } from './durable-files.ts';

const SHA256 = /^[0-9a-f]{64}$/;
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
  /** Backups whose manifest has a matching HMAC. The others are of earlier versions, or of another key. */
  proven: number;
  /** Undamaged files of orders, of which `recent` are in no backup, because they were copied after it. */
  files: number;
  recent: number;
  /** Undamaged segments of the archived log. */
  segments: number;
  /** The archive has every commit before this time; absent: unknown. */
  end?: Date;
  /** The backup and the number of segments after it that `end` rests on. */
  rests?: { backup: string; segments: number };
  problems: VerifyProblem[];
}

interface Verifying {
  signal: AbortSignal;
  onFiles?: (count: number) => void;
  /** Absent: the key in the backup folder, if any. */
  encryptionKey?: Uint8Array | undefined;
}

/** Checks manifests, checksums and logs. Backups may be made meanwhile. Throws BackupError if none exists. */
export async function verifyBackups(dir: string, verifying: Verifying): Promise<VerifyReport> {
  const { good, damaged } = await listBackups(dir);
  if (good.length + damaged.length === 0) throw new BackupError(`There is no whole backup in ${dir}.`);
  const report: VerifyReport = { backups: good.length, proven: 0, files: 0, recent: 0, segments: 0, problems: [] };
  const problems: Problems = new Map();
  for (const name of damaged) {
    const file = join(dir, BACKUPS, name, MANIFEST);
    addProblem(problems, { file, message: `The manifest of the backup ${name} is damaged: ${file}` });
  }
  await verifyMarker(dir, problems);
  const segments: CheckedSegments = new Map();
  const files = await verifyFiles(dir, problems, verifying);
  const listed = new Set<string>();
  const key = await readKey(dir, verifying.encryptionKey);
  for (const backup of good) {
    if (verifyManifest(backup, key, problems)) report.proven++;
    await verifyEntries(backup, problems, verifying);
    await verifyNamedFiles(dir, backup, { files, listed }, problems, verifying);
    const log = await readArchivedLog(dir, backup, verifying.signal, segments);
    if (log?.damage) addProblem(problems, { backup: backup.name, file: join(dir, WAL), message: log.damage.message });
    const ended = backup.manifest.cluster && new Date(backup.manifest.ended);
    const end = log ? (log.end ?? log.damage?.reachable) : ended;
    if (!end || (report.end && end < report.end)) continue;
    report.end = end;
    report.rests = { backup: backup.name, segments: log?.segments.length ?? 0 };
  }
  await verifyCopies(dir, good, files, problems);
  await verifyLines(dir, good, segments, problems);
  report.problems = await listProblems(dir, problems);
  const whole = [...files].filter(([, isWhole]) => isWhole);
  report.files = whole.length;
  report.recent = whole.filter(([sha256]) => !listed.has(sha256)).length;
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

/** Returns whether the manifest is proven to be unchanged. */
function verifyManifest(backup: Backup, key: Uint8Array | undefined, problems: Problems): boolean {
  const proven = isProven(backup, key);
  const file = join(backup.folder, MANIFEST);
  if (proven === false) addProblem(problems, { backup: backup.name, file, message: describeChanged(backup) });
  return proven === true;
}

async function verifyEntries(backup: Backup, problems: Problems, { signal }: Verifying): Promise<void> {
  const { name, folder, manifest } = backup;
  const unsafe = await findUnsafeEntry(backup);
  if (unsafe !== undefined)
    return addProblem(problems, {
      backup: name,
      file: join(folder, MANIFEST),
      message: describeUnsafe(backup, unsafe),
    });
  for (const { path, sha256 } of manifest.entries) {
    signal.throwIfAborted();
    const file = join(folder, path);
    const found = await findHash(file);
    if (found === sha256) continue;
    const fault = found === undefined ? 'missing' : 'damaged';
    addProblem(problems, { backup: name, file, message: `${file} of the backup ${name} is ${fault}.` });
  }
}

/** Whether each file of orders is whole, by its name. */
type Files = Map<string, boolean>;

/** Reads every file of orders, also files that were copied after the newest backup. */
async function verifyFiles(dir: string, problems: Problems, { signal, onFiles }: Verifying): Promise<Files> {
  const files: Files = new Map();
  for await (const { name, path } of listFiles(dir, signal)) {
    if (isPart(name)) continue;
    const found = await findHash(path);
    // The file was deleted meanwhile, because its last backup was.
    if (found === undefined) continue;
    files.set(name, found === name);
    onFiles?.(files.size);
    if (found !== name) addProblem(problems, damagedFile(path));
  }
  return files;
}

function damagedFile(file: string, backup?: string): VerifyProblem {
  return { ...(backup !== undefined && { backup }), file, message: `The order file ${file} is missing or damaged.` };
}

/** Reports files that the log needs, and that were lost after they were copied. */
async function verifyCopies(dir: string, good: readonly Backup[], files: Files, problems: Problems): Promise<void> {
  const [oldest] = good;
  if (!oldest) return;
  for (const sha256 of await listCopies(dir, new Date(oldest.manifest.started)))
    if (!files.has(sha256) && !(await hasFile(dir, sha256))) addProblem(problems, damagedFile(filePath(dir, sha256)));
}

async function verifyNamedFiles(
  dir: string,
  { name, folder }: Backup,
  { files, listed }: { files: Files; listed: Set<string> },
  problems: Problems,
  { signal }: Verifying,
): Promise<void> {
  const list = join(folder, NAMED_FILES);
  // A missing list is reported by verifyEntries.
  if ((await findHash(list)) === undefined) return;
  for await (const sha256 of createInterface({ input: createReadStream(list) })) {
    signal.throwIfAborted();
    listed.add(sha256);
    const isWhole = files.get(sha256) ?? (SHA256.test(sha256) && (await hasFile(dir, sha256)));
    files.set(sha256, isWhole);
    if (!isWhole) addProblem(problems, damagedFile(filePath(dir, sha256), name));
  }
}

/**
 * Checks the segments of the archive that no backup has needed until here. Reports archived lines without a
 * backup, except a new one, whose first backup is being made.
 */
async function verifyLines(
  dir: string,
  good: readonly Backup[],
  segments: CheckedSegments,
  problems: Problems,
): Promise<void> {
  for (const file of await checkLines(dir, segments))
    addProblem(problems, { file, message: `${file} is missing or damaged.` });
  const newest = good.at(-1)?.manifest.started;
  for (const { line, end } of await findLinesWithoutBackup(dir, good)) {
    if (newest !== undefined && end !== undefined && end > new Date(newest)) continue;
    const file = join(dir, WAL, line);
    addProblem(problems, { file, message: `The log in ${file} belongs to no whole backup.` });
  }
}
