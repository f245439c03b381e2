import { randomUUID } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Connection } from '../../platform/database/transaction.ts';
import { BACKUPS } from './backup-manifest.ts';
import { asFolderError, BackupFolderError } from './backup-problems.ts';
import { type BackupFolder, findKnownFolder, updateKnownFolder } from './backup-state-store.ts';
import { DamagedFile, exists, readSealed, writeSealed } from './durable-files.ts';

/** Identifies a backup folder, so that the empty mount point of a disk that is away is not taken for it. */
export const MARKER = 'platen-backups.json';

/**
 * Opens the folder that the server writes its backups to, and remembers it in the database. A folder that was never written to is created and marked.
 * Throws BackupFolderError when it is another folder than the remembered one, is missing, or cannot be written to.
 */
export async function openServerFolder(connection: Connection, dir: string): Promise<BackupFolder> {
  const known = await findKnownFolder(connection);
  const path = resolve(dir);
  const folder = await withFolderErrors(path, async () => {
    const id = await readMarker(path);
    if (known?.dir === path && known.id !== id) throw await notKnown(path);
    return id === undefined ? await markFolder(path) : { dir: path, id };
  });
  if (known?.id !== folder.id || known.dir !== path) await updateKnownFolder(connection, folder);
  return folder;
}

/** Opens the folder of a backup that is made by hand. It is created and marked where it is new. Throws BackupFolderError. */
export async function openFolderByHand(
  connection: Connection,
  dir: string,
): Promise<BackupFolder & { isOfServer: boolean }> {
  const path = resolve(dir);
  const known = await findKnownFolder(connection);
  return withFolderErrors(path, async () => {
    const id = await readMarker(path);
    if (id !== undefined) return { dir: path, id, isOfServer: known?.id === id };
    if (known?.dir === path) throw await notKnown(path);
    return { ...(await markFolder(path)), isOfServer: false };
  });
}

/** Makes the server write its backups to this folder from now on, though it has no marker or another one. Throws BackupFolderError. */
export async function replaceServerFolder(connection: Connection, dir: string): Promise<BackupFolder> {
  const path = resolve(dir);
  const folder = await withFolderErrors(path, async () => {
    const id = await readMarker(path);
    return id === undefined ? await markFolder(path) : { dir: path, id };
  });
  await updateKnownFolder(connection, folder);
  return folder;
}

/** Proves that the folder is still there. Throws BackupFolderError. */
export async function requireFolder({ dir, id }: BackupFolder): Promise<void> {
  await withFolderErrors(dir, async () => {
    if ((await readMarker(dir)) !== id) throw await notKnown(dir);
  });
}

/** Creates a folder inside the backup folder, and never the backup folder itself. Throws BackupFolderError. */
export async function makeSubfolder(folder: BackupFolder, path: string): Promise<void> {
  if (await exists(path)) return;
  await requireFolder(folder);
  if (relative(folder.dir, path).startsWith('..')) throw new Error(`${path} is not in the backup folder.`);
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Does the work; an error of the file system becomes a BackupFolderError. */
async function withFolderErrors<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asFolderError(error, dir);
  }
}

/** The id in the marker file; undefined where there is none, or no folder. Throws BackupFolderError when the marker is damaged. */
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

/** Says why the folder at this path is not the one that the server knows. */
async function notKnown(dir: string): Promise<BackupFolderError> {
  const found = await stat(dir).catch(() => undefined);
  if (!found)
    return new BackupFolderError('folder_missing', `The backup folder ${dir} is missing: mount its disk.`);
  if (!found.isDirectory())
    return new BackupFolderError('folder_unusable', `The backup folder ${dir} is not a folder.`);
  return new BackupFolderError(
    'folder_not_known',
    `${dir} is not the folder that backups were written to: its file ${MARKER} is missing or another one. Mount the right disk. If a new disk is there on purpose, run: npx platen backup ${dir} --new-folder`,
  );
}
