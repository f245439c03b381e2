import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../platform/database/sync-folder.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { BlobStore } from '../../platform/files/blobs.ts';
import type { BlobNames } from '../../platform/files/sweep-blobs.ts';
import { type FilesContext, filePath, hasFile, listNamedFiles } from './back-up-files.ts';
import type { Backup } from './backup-manifest.ts';
import { saveRestorePause } from './backup-state-store.ts';
import { findOrdersOfFiles, type NamedFile } from './backup-store.ts';
import { chooseBackup, findKey, type RestoreTarget, requireSealedKeys } from './choose-backup.ts';
import { copyDurably, doSeveralAtOnce, exists } from './durable-files.ts';
import type { Progress } from './make-backup.ts';

const LISTED_MAX = 10_000;
const LOOKED_UP_MAX = 500;

export interface FileCounts {
  /** Files of orders that were restored, or in a trial found whole. */
  files: number;
  missing: number;
  /** The orders of at most 10,000 missing files. */
  missingFiles: NamedFile[];
}

/** Restores every file that an order names into a folder or a store. Without `to`, only checks the files. */
export async function restoreNamedFiles(
  connection: Connection,
  { dir, names, to }: { dir: string; names: BlobNames; to: string | BlobStore | undefined },
  progress: Progress,
): Promise<FileCounts> {
  let files = 0;
  const missing: string[] = [];
  const workshop = typeof to === 'object' ? await mkdtemp(join(tmpdir(), 'platen-restore-')) : undefined;
  const bring = (sha256: string) => {
    if (to === undefined) return hasFile(dir, sha256);
    return typeof to === 'string' ? putInFolder(dir, to, sha256) : putInStore(dir, to, workshop as string, sha256);
  };
  try {
    for await (const page of listNamedFiles(connection, names)) {
      await doSeveralAtOnce(page, async (sha256) => {
        progress.signal.throwIfAborted();
        if (await bring(sha256)) files++;
        else missing.push(sha256);
      });
      progress.onFiles?.(files);
    }
    return { files, missing: missing.length, missingFiles: await findOrders(connection, missing) };
  } finally {
    if (workshop !== undefined) await rm(workshop, { recursive: true, force: true });
  }
}

async function findOrders(connection: Connection, sha256s: readonly string[]): Promise<NamedFile[]> {
  const found: NamedFile[] = [];
  for (let begin = 0; begin < sha256s.length && found.length < LISTED_MAX; begin += LOOKED_UP_MAX)
    found.push(
      ...(await findOrdersOfFiles(connection, sha256s.slice(begin, begin + LOOKED_UP_MAX), LISTED_MAX - found.length)),
    );
  return found;
}

async function putInFolder(dir: string, folder: string, sha256: string): Promise<boolean> {
  const kept = join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  if (await exists(kept)) return true;
  if (!(await hasFile(dir, sha256))) return false;
  await mkdir(dirname(kept), { recursive: true, mode: 0o700 });
  await copyDurably(filePath(dir, sha256), kept);
  await syncFolder(dirname(kept));
  return true;
}

/** Puts a copy into the store, because a store may move the given file. */
async function putInStore(dir: string, store: BlobStore, workshop: string, sha256: string): Promise<boolean> {
  if (!(await hasFile(dir, sha256))) return false;
  const copy = join(workshop, sha256);
  try {
    await copyDurably(filePath(dir, sha256), copy);
    await store.put(sha256, copy);
    return true;
  } finally {
    await rm(copy, { force: true });
  }
}

interface RestoreFilesOptions extends RestoreTarget, FilesContext {
  dir: string;
  /** Absent: the key in the backup folder. */
  encryptionKey: Uint8Array | undefined;
}

/**
 * Restores the files of orders after the database was restored by its own tools. Before the first file,
 * throws BackupError if the key does not belong to the backup and to the database.
 */
export async function restoreFiles(
  { pool, blobs, names, dir, encryptionKey, ...target }: RestoreFilesOptions,
  progress: Progress,
): Promise<FileCounts & { backup: Backup }> {
  const backup = await chooseBackup(dir, target);
  await requireSealedKeys(pool, await findKey(dir, backup, encryptionKey));
  // The tools do not report the time of the restored state.
  await saveRestorePause(pool, { since: new Date(), restoredTo: null });
  return { backup, ...(await restoreNamedFiles(pool, { dir, names, to: blobs }, progress)) };
}
