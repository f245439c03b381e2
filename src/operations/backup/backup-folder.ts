import { randomUUID } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Pool } from 'pg';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { BACKUPS, type Backup, listBackups } from './backup-manifest.ts';
import { asFolderError, BackupFolderError } from './backup-problems.ts';
import { type BackupFolder, findKnownFolder, updateKnownFolder } from './backup-state-store.ts';
import { type LogPosition, lockKnownFolder } from './backup-store.ts';
import { DamagedFile, exists, readSealed, writeSealed } from './durable-files.ts';

/** Identifies a backup folder, so that the empty mount point of a missing disk is not mistaken for it. */
export const MARKER = 'platen-backups.json';

/**
 * Opens the backup folder of the server. Creates and marks a new folder, and records it in the database.
 * Throws BackupFolderError if the folder differs from the recorded one, is missing, or cannot be written.
 */
export async function openServerFolder(pool: Pool, dir: string): Promise<BackupFolder> {
  const path = resolve(dir);
  const known = await findKnownFolder(pool);
  const folder =
    known?.dir === path ? known : await inTransaction(pool, (connection) => recordFolder(connection, path));
  await requireFolder(folder);
  return folder;
}

/** Records the folder, unless another opening has done it since. Two markers would contradict each other. */
async function recordFolder(connection: Connection, path: string): Promise<BackupFolder> {
  await lockKnownFolder(connection);
  const known = await findKnownFolder(connection);
  return known?.dir === path ? known : replaceServerFolder(connection, path);
}

/** Opens the folder of a backup by hand. Creates and marks a new folder. Throws BackupFolderError. */
export async function openFolderByHand(
  connection: Connection,
  dir: string,
): Promise<BackupFolder & { isOfServer: boolean }> {
  const path = resolve(dir);
  const known = await findKnownFolder(connection);
  return explainFolderErrors(path, async () => {
    const id = await readMarker(path);
    if (id !== undefined) return { dir: path, id, isOfServer: known?.id === id };
    if (known?.dir === path) throw await notKnown(path);
    return { ...(await markFolder(path)), isOfServer: false };
  });
}

/** Makes the server use this folder, even if its marker is missing or differs. Throws BackupFolderError. */
export async function replaceServerFolder(connection: Connection, dir: string): Promise<BackupFolder> {
  const path = resolve(dir);
  const folder = await explainFolderErrors(path, async () => {
    const id = await readMarker(path);
    return id === undefined ? await markFolder(path) : { dir: path, id };
  });
  await updateKnownFolder(connection, folder);
  return folder;
}

/** Throws BackupFolderError unless the folder is still there. */
export async function requireFolder({ dir, id }: BackupFolder): Promise<void> {
  await explainFolderErrors(dir, async () => {
    if ((await readMarker(dir)) !== id) throw await notKnown(dir);
  });
}

/**
 * Lists the whole backups of this database, also from before upgrades of PostgreSQL. Throws BackupFolderError
 * if one is of another database.
 */
export async function listOwnBackups(dir: string, position: LogPosition): Promise<readonly Backup[]> {
  const identifiersOf = (one: Backup['manifest']['cluster'] | LogPosition) =>
    one ? [one.systemIdentifier, ...(one.formerIdentifiers ?? [])] : [];
  const own = new Set(identifiersOf(position));
  const { good } = await listBackups(dir);
  const other = good.find(({ manifest }) => !identifiersOf(manifest.cluster).some((one) => own.has(one)));
  if (!other) return good;
  const message = `${dir} has backups of another database (${other.name}). Use one folder for each database.`;
  throw new BackupFolderError('folder_not_known', message);
}

/** Creates a folder in the backup folder, but never that folder itself. Throws BackupFolderError. */
export async function makeSubfolder(folder: BackupFolder, path: string): Promise<void> {
  if (await exists(path)) return;
  await requireFolder(folder);
  if (relative(folder.dir, path).startsWith('..')) throw new Error(`${path} is not in the backup folder.`);
  await mkdir(path, { recursive: true, mode: 0o700 });
}

async function explainFolderErrors<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asFolderError(error, dir);
  }
}

/** Returns the id in the marker file, if any. Throws BackupFolderError when the file is damaged. */
async function readMarker(dir: string): Promise<string | undefined> {
  try {
    const marker = (await readSealed(join(dir, MARKER))) as { id?: string } | undefined;
    return marker?.id;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    throw new BackupFolderError(
      'folder_not_known',
      `${error.path} is damaged. If this is the right folder, delete that file and run: npx platen backup ${dir} --new-folder`,
    );
  }
}

async function markFolder(dir: string): Promise<BackupFolder> {
  await mkdir(join(dir, BACKUPS), { recursive: true, mode: 0o700 });
  const id = randomUUID();
  await writeSealed(join(dir, MARKER), { id, created: new Date().toISOString() });
  return { dir, id };
}

/** Returns the error that says why the folder is not the recorded one. */
async function notKnown(dir: string): Promise<BackupFolderError> {
  const found = await stat(dir).catch(() => undefined);
  if (!found) return new BackupFolderError('folder_missing', `The backup folder ${dir} is missing: mount its disk.`);
  if (!found.isDirectory())
    return new BackupFolderError('folder_unusable', `The backup folder ${dir} is not a folder.`);
  return new BackupFolderError(
    'folder_not_known',
    `${dir} is not the folder of the earlier backups: its file ${MARKER} is missing or differs. Mount the right disk. If you replaced the disk, run: npx platen backup ${dir} --new-folder`,
  );
}
