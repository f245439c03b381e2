import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decrypt } from '../../platform/database/encryption.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { findLastSegment, findLineEnds, findLinesWithoutBackup } from './archived-log.ts';
import {
  type Backup,
  FORMAT,
  findUnsafeEntry,
  KEY_FILE,
  keyFingerprint,
  type ListedBackups,
  listBackups,
  manifestHmac,
} from './backup-manifest.ts';
import { BackupError } from './backup-problems.ts';
import { findSealedKeys } from './backup-store.ts';

export interface RestoreTarget {
  /** Restore the state of this time; absent: the latest state in the archive. */
  until?: Date | undefined;
  /** Name of the backup to begin with; absent: the newest that fits. */
  name?: string | undefined;
  /** Whether commits may be lost because files are damaged or missing. */
  acceptsLoss?: boolean | undefined;
}

/** Chooses the backup to restore. Throws BackupError if a damaged backup or a log without one is newer. */
export async function chooseBackup(dir: string, target: RestoreTarget = {}): Promise<Backup> {
  const listed = await listBackups(dir);
  const backup =
    target.name === undefined ? await newestOf(dir, listed, target.until) : namedOf(dir, listed, target.name);
  const { format, platen } = backup.manifest;
  if (format !== FORMAT)
    throw new BackupError(
      `${backup.name} was made by ${format < FORMAT ? 'a Platen before version 0.1.0; restore it with 0.1.0' : `Platen ${platen}; restore it with that version`}.`,
    );
  const unsafe = await findUnsafeEntry(backup);
  if (unsafe !== undefined)
    throw new BackupError(`${describeUnsafe(backup, unsafe)} Nothing was restored. Do not use this backup.`);
  if (target.name === undefined && !target.acceptsLoss) await requireNewest(dir, listed, backup, target.until);
  const older = listed.good.find(({ name, manifest }) => name < backup.name && manifest.hmac !== undefined);
  if (older && backup.manifest.hmac === undefined && target.name === undefined)
    throw new BackupError(
      `The manifest of the backup ${backup.name} has no HMAC, but the earlier backup ${older.name} has one, so somebody may have changed it. If you trust it: npx platen restore ${dir} --backup ${backup.name}`,
    );
  return backup;
}

export function describeUnsafe({ name }: Backup, path: string): string {
  return `The manifest of the backup ${name} names ${JSON.stringify(path)}, which is a link, comes twice, or may be outside of the backup.`;
}

async function newestOf(dir: string, { good, cut, damaged }: ListedBackups, until: Date | undefined): Promise<Backup> {
  const fitting = good.filter(({ manifest }) => until === undefined || new Date(manifest.ended) <= until);
  const backup = fitting.at(-1);
  if (backup) return (await findOneWithLogBeyond(dir, fitting, backup)) ?? backup;
  if (good.length > 0)
    throw new BackupError(
      `The oldest backup in ${dir} holds the state of ${good[0]!.manifest.ended}, which is after the given time.`,
    );
  const others = [
    ...(damaged.length > 0 ? [`the manifest of ${damaged.join(', ')} is damaged`] : []),
    ...(cut.length > 0 ? [`unfinished backups: ${cut.length}`] : []),
  ];
  throw new BackupError([`There is no whole backup in ${dir}`, ...others].join('; ').concat('.'));
}

/** Finds an earlier backup whose log continues after this one, which has no log itself. */
async function findOneWithLogBeyond(
  dir: string,
  backups: readonly Backup[],
  { manifest: { cluster } }: Backup,
): Promise<Backup | undefined> {
  if (!cluster || cluster.line !== undefined) return undefined;
  for (const backup of backups.toReversed()) {
    const { line, systemIdentifier, timeline } = backup.manifest.cluster ?? {};
    if (line === undefined || systemIdentifier !== cluster.systemIdentifier || timeline !== cluster.timeline) continue;
    const last = await findLastSegment(dir, line);
    // A backup ends its last segment, so log beyond it is in a later one.
    if (last !== undefined && last > cluster.stopSegment) return backup;
  }
  return undefined;
}

function namedOf(dir: string, { good, damaged }: ListedBackups, name: string): Backup {
  const backup = good.find((one) => one.name === name);
  if (backup) return backup;
  throw new BackupError(
    damaged.includes(name)
      ? `The manifest of the backup ${name} is damaged, so it cannot be restored.`
      : `There is no whole backup ${name} in ${dir}. There are: ${good.map((one) => one.name).join(', ')}.`,
  );
}

/** Throws BackupError when a damaged backup, or log without a backup, may be newer than the chosen backup. */
async function requireNewest(
  dir: string,
  { good, damaged }: ListedBackups,
  { name, manifest }: Backup,
  until: Date | undefined,
): Promise<void> {
  const command = `npx platen restore ${dir} --backup ${name}`;
  const newer = damaged.filter((one) => one > name && (until === undefined || startOf(one) <= until));
  if (newer.length > 0)
    throw new BackupError(
      `The manifest of the backup ${newer.join(', ')} is damaged. The newest whole one is ${name}; to restore it and the log that follows it: ${command}`,
    );
  if (until !== undefined) return;
  const [orphan] = await findLinesWithoutBackup(dir, good);
  const other = await findConcurrentLine(dir, good, manifest.cluster);
  if (other)
    throw new BackupError(
      `Two databases have archived into ${dir} at the same time: the log ${other.line} reaches ${other.end.toISOString()} and is not that of the newest backup, ${name}. Name the backup to restore: npx platen restore ${dir} --backup NAME`,
    );
  if (orphan)
    throw new BackupError(
      `The folder ${join(dir, 'wal', orphan.line)} has log${orphan.end ? ` up to ${orphan.end.toISOString()}` : ''} that no whole backup begins, so it cannot be restored. The newest whole backup is ${name}; to restore it: ${command}`,
    );
}

/** Returns another archived line of the same time, by a copy of the database with other changes. */
async function findConcurrentLine(
  dir: string,
  good: readonly Backup[],
  { line }: { line?: string } = {},
): Promise<{ line: string; end: Date } | undefined> {
  const first = good.find(({ manifest }) => line !== undefined && manifest.cluster?.line === line);
  if (!first) return undefined;
  const begun = new Date(first.manifest.started);
  for (const other of await findLineEnds(dir))
    if (other.line !== line && other.end && other.end > begun) return { line: other.line, end: other.end };
  return undefined;
}

/** Throws BackupError when `until` is in a gap between the backup's log and something newer. */
export async function requireNoGap(
  dir: string,
  { name, manifest }: Backup,
  end: Date | undefined,
  { until, acceptsLoss }: RestoreTarget,
): Promise<void> {
  if (until === undefined || acceptsLoss) return;
  const reached = end ?? (manifest.cluster?.line === undefined ? new Date(manifest.ended) : undefined);
  if (!reached || until <= reached) return;
  const { good } = await listBackups(dir);
  const laterBackup = good.find((one) => new Date(one.manifest.ended) > reached && one.name !== name);
  const laterLine = (await findLineEnds(dir)).find((one) => one.end && one.end > reached);
  if (!laterBackup && !laterLine) return;
  throw new BackupError(
    `No archive has the changes between ${reached.toISOString()} and ${until.toISOString()}. To restore up to the first time: npx platen restore ${dir} --until ${reached.toISOString()} (or the same command with --accept-loss).`,
  );
}

function startOf(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
}

/** Returns `given` or the key in the folder, if any. */
export async function readKey(dir: string, given: Uint8Array | undefined): Promise<Uint8Array | undefined> {
  const beside = await readFile(join(dir, KEY_FILE), 'utf8').catch(() => undefined);
  return given ?? (beside === undefined ? undefined : Buffer.from(beside.trim(), 'base64url'));
}

/** Returns the key. Throws BackupError unless it is the key of the backup and proves the manifest. */
export async function findKey(dir: string, backup: Backup, given: Uint8Array | undefined): Promise<Uint8Array> {
  const { manifest, name } = backup;
  const key = await readKey(dir, given);
  if (!key)
    throw new BackupError('The backup folder has no encryption key. Set ENCRYPTION_KEY, or name its file with --key.');
  if (isProven(backup, key) === false)
    throw new BackupError(`${describeChanged(backup)} Nothing was restored. Restore another backup by --backup NAME.`);
  if (keyFingerprint(key) === manifest.key) return key;
  throw new BackupError(
    `The backup ${name} was made with another encryption key, so its secrets could not be read. Set ENCRYPTION_KEY to that key, or name its file with --key.`,
  );
}

/** Whether the HMAC of the manifest matches; undefined without an HMAC or without the key of the backup. */
export function isProven({ manifest }: Backup, key: Uint8Array | undefined): boolean | undefined {
  if (manifest.hmac === undefined || key === undefined || keyFingerprint(key) !== manifest.key) return undefined;
  return manifest.hmac === manifestHmac(manifest, key);
}

export function describeChanged({ name }: Backup): string {
  return `The manifest of the backup ${name} was changed after the backup: its HMAC does not match.`;
}

/** Throws BackupError when the key cannot decrypt any signing key in the database. */
export async function requireSealedKeys(client: Connection, key: Uint8Array): Promise<void> {
  const sealed = await findSealedKeys(client);
  if (sealed.length > 0 && sealed.every((one) => decrypt(key, one) === undefined))
    throw new BackupError(
      'The encryption key does not decrypt the secrets in the database. Use the key of the backup.',
    );
}
