import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { BlobStore } from '../files/blobs.ts';
import type { BlobNames } from '../files/sweep-blobs.ts';
import { filePath, hasFile } from './back-up-files.ts';
import { copyDurably, hashFile, severalAtOnce, syncFolder } from './durable-files.ts';
import type { Progress } from './make-backup.ts';
import { namedFiles } from './named-files.ts';

/** Brings every file back that an order names, or, for a trial, looks whether it is whole. */
export async function bringFiles(
  client: pg.Client,
  { dir, dataDir, names, isTrial }: { dir: string; dataDir: string; names: BlobNames; isTrial: boolean },
  progress: Progress,
): Promise<{ files: number; missing: number }> {
  const counts = { files: 0, missing: 0 };
  for await (const page of namedFiles(client, names)) {
    await severalAtOnce(page, async (sha256) => {
      progress.signal.throwIfAborted();
      const isBack = isTrial ? await hasFile(dir, sha256) : await bringFile(dir, dataDir, sha256);
      if (isBack) counts.files++;
      else counts.missing++;
    });
    progress.onFiles?.(counts.files);
  }
  return counts;
}

async function bringFile(dir: string, dataDir: string, sha256: string): Promise<boolean> {
  const kept = join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
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

/** Brings the files of orders back where the database is one's own and has been restored already. */
export async function restoreFiles(
  { pool, blobs, names, dir }: { pool: pg.Pool; blobs: BlobStore; names: BlobNames; dir: string },
  progress: Progress,
): Promise<{ files: number; missing: number }> {
  const counts = { files: 0, missing: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'platen-restore-'));
  try {
    for await (const page of namedFiles(pool, names)) {
      for (const sha256 of page) {
        progress.signal.throwIfAborted();
        const copy = join(folder, sha256);
        if (await hasFile(dir, sha256)) {
          await copyDurably(filePath(dir, sha256), copy);
          await blobs.put(sha256, copy);
          await rm(copy, { force: true });
          counts.files++;
        } else counts.missing++;
      }
      progress.onFiles?.(counts.files);
    }
    return counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
