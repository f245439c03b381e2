import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Connection } from '../database/transaction.ts';
import type { BlobStore } from '../files/blobs.ts';
import type { BlobNames } from '../files/sweep-blobs.ts';
import { filePath, hasFile } from './back-up-files.ts';
import type { Backup } from './backup-manifest.ts';
import { chooseBackup, readKeyBeside, requireKey, requireSealedKeys } from './choose-backup.ts';
import { copyDurably, hashFile, severalAtOnce, syncFolder } from './durable-files.ts';
import type { Progress } from './make-backup.ts';
import { namedFiles } from './named-files.ts';
import { pauseRestoredDatabase } from './restore-pause.ts';

export interface FileCounts {
  /** Files of orders that were brought back, or found whole. */
  files: number;
  /** Those that orders name and the backups do not have. */
  missing: number;
}

/** Brings every file back that an order names, into a folder of blobs or a store; without `to` it is only looked whether each is whole. */
export async function bringFiles(
  connection: Connection,
  { dir, names, to }: { dir: string; names: BlobNames; to: string | BlobStore | undefined },
  progress: Progress,
): Promise<FileCounts> {
  const counts = { files: 0, missing: 0 };
  const workshop = typeof to === 'object' ? await mkdtemp(join(tmpdir(), 'platen-restore-')) : undefined;
  const bring = (sha256: string) => {
    if (to === undefined) return hasFile(dir, sha256);
    return typeof to === 'string' ? layDown(dir, to, sha256) : put(dir, to, workshop as string, sha256);
  };
  try {
    for await (const page of namedFiles(connection, names)) {
      await severalAtOnce(page, async (sha256) => {
        progress.signal.throwIfAborted();
        if (await bring(sha256)) counts.files++;
        else counts.missing++;
      });
      progress.onFiles?.(counts.files);
    }
    return counts;
  } finally {
    if (workshop !== undefined) await rm(workshop, { recursive: true, force: true });
  }
}

async function layDown(dir: string, folder: string, sha256: string): Promise<boolean> {
  const kept = join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  if (await isThere(kept)) return true;
  try {
    if ((await hashFile(filePath(dir, sha256))) !== sha256) return false;
    await copyDurably(filePath(dir, sha256), kept);
    await syncFolder(join(kept, '..'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** A store may keep the file that it is given, so it is given a copy. */
async function put(dir: string, store: BlobStore, workshop: string, sha256: string): Promise<boolean> {
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

export interface OwnRestore {
  pool: Pool;
  blobs: BlobStore;
  /** Who names files. */
  names: BlobNames;
  /** Where all backups lie. */
  dir: string;
  /** Absent: the one beside the backups. */
  encryptionKey: Uint8Array | undefined;
}

/**
 * Brings the files of orders back where the database is one's own and has been restored by its own tools already. Throws BackupError, before anything is
 * brought, when the key is not the one of the backup, or opens nothing that the database holds.
 */
export async function restoreFiles(
  { pool, blobs, names, dir, encryptionKey }: OwnRestore,
  progress: Progress,
): Promise<FileCounts & { backup: Backup }> {
  const backup = await chooseBackup(dir);
  await requireSealedKeys(pool, requireKey(backup, encryptionKey ?? (await readKeyBeside(dir))));
  await pauseRestoredDatabase(pool);
  return { backup, ...(await bringFiles(pool, { dir, names, to: blobs }, progress)) };
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
