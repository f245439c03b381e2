import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Connection } from '../../platform/database/transaction.ts';
import type { BlobStore } from '../../platform/files/blobs.ts';
import type { BlobNames } from '../../platform/files/sweep-blobs.ts';
import { type FilesContext, filePath, hasFile, namedFiles } from './back-up-files.ts';
import type { Backup } from './backup-manifest.ts';
import { saveRestorePause } from './backup-state-store.ts';
import { findOrdersOfFiles, type NamedFile } from './backup-store.ts';
import { chooseBackup, findKey, requireSealedKeys, type Wish } from './choose-backup.ts';
import { copyDurably, exists, severalAtOnce, syncFolder } from './durable-files.ts';
import type { Progress } from './make-backup.ts';

/** Missing files that are listed with their orders. */
const LISTED_MAX = 10_000;
/** Files whose orders one statement looks up. */
const LOOKED_UP_MAX = 500;

export interface FileCounts {
  /** Files of orders that were brought back, or found whole. */
  files: number;
  /** Files that orders name and that the backups do not have, or not whole. */
  missing: number;
  /** Which orders name them; at most 10,000 are listed. */
  missingFiles: NamedFile[];
}

/** Brings back every file that an order names, into a folder of blobs or a store. Without `to` it checks whether each is whole. */
export async function bringFiles(
  connection: Connection,
  { dir, names, to }: { dir: string; names: BlobNames; to: string | BlobStore | undefined },
  progress: Progress,
): Promise<FileCounts> {
  let files = 0;
  const missing: string[] = [];
  const workshop = typeof to === 'object' ? await mkdtemp(join(tmpdir(), 'platen-restore-')) : undefined;
  const bring = (sha256: string) => {
    if (to === undefined) return hasFile(dir, sha256);
    return typeof to === 'string' ? layDown(dir, to, sha256) : put(dir, to, workshop as string, sha256);
  };
  try {
    for await (const page of namedFiles(connection, names)) {
      await severalAtOnce(page, async (sha256) => {
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
      ...(await findOrdersOfFiles(
        connection,
        sha256s.slice(begin, begin + LOOKED_UP_MAX),
        LISTED_MAX - found.length,
      )),
    );
  return found;
}

async function layDown(dir: string, folder: string, sha256: string): Promise<boolean> {
  const kept = join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  if (await exists(kept)) return true;
  if (!(await hasFile(dir, sha256))) return false;
  await mkdir(dirname(kept), { recursive: true, mode: 0o700 });
  await copyDurably(filePath(dir, sha256), kept);
  await syncFolder(dirname(kept));
  return true;
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

export interface OwnRestore extends Wish, FilesContext {
  /** The backup folder. */
  dir: string;
  /** Absent: the one beside the backups. */
  encryptionKey: Uint8Array | undefined;
}

/**
 * Brings the files of orders back where the database is one's own and has been restored by its own tools already. Throws BackupError, before anything is
 * brought, when the key is not the one of the backup, or opens nothing that the database holds.
 */
export async function restoreFiles(
  { pool, blobs, names, dir, encryptionKey, ...wish }: OwnRestore,
  progress: Progress,
): Promise<FileCounts & { backup: Backup }> {
  const backup = await chooseBackup(dir, wish);
  await requireSealedKeys(pool, await findKey(dir, backup, encryptionKey));
  // Its own tools do not say to what time they restored it.
  await saveRestorePause(pool, { since: new Date(), restoredTo: null });
  return { backup, ...(await bringFiles(pool, { dir, names, to: blobs }, progress)) };
}
