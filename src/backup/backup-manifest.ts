import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './durable-files.ts';

/** Raised when a backup is written otherwise, so that an earlier Platen refuses it plainly. */
export const FORMAT = 1;
/** Written last: a backup without it is none. */
export const MANIFEST = 'manifest.json';
/** Folders of a backup's folder. */
export const BACKUPS = 'backups';
export const WAL = 'wal';
export const FILES = 'files';
export const KEY_FILE = 'encryption-key';
/** In the folder of one backup. */
export const CLUSTER = 'postgres';
export const NAMED_FILES = 'files.txt';

/** A file of a backup, below its folder. */
export interface BackedUpFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** The database of a backup: the embedded one, as it was between two points of its write-ahead log. */
export interface BackedUpCluster {
  systemIdentifier: string;
  /** Of PostgreSQL. */
  majorVersion: number;
  /** The write-ahead log that goes on from here lies in the folder of this name; absent: none does. */
  line?: string;
  timeline: number;
  segmentBytes: number;
  startSegment: string;
  stopSegment: string;
}

/** What is in a backup. It is written last: a backup without it was cut short, and is none. */
export interface Manifest {
  format: number;
  platen: string;
  started: string;
  /** The moment that it holds; of the database, the one from which on it can be restored. */
  ended: string;
  /** Tells the encryption key from others, and nothing of it. */
  key: string;
  /** Absent: the database is backed up elsewhere (DATABASE_URL). */
  cluster?: BackedUpCluster;
  /** Files of orders. */
  files: { count: number; bytes: number; missing: number };
  entries: BackedUpFile[];
}

export interface Backup {
  /** Its folder's name: when it began. */
  name: string;
  folder: string;
  manifest: Manifest;
}

/** Of an encryption key: the same for the same one. */
export function keyFingerprint(key: Uint8Array): string {
  return createHash('sha256').update('platen backup').update(key).digest('hex').slice(0, 32);
}

/** Declares the backup good: everything else of it must be on the disk. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const part = join(folder, `${MANIFEST}.part`);
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(manifest, undefined, 1));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, join(folder, MANIFEST));
  await syncFolder(folder);
}

/** The good backups of a folder, the oldest first, and the names of those that were cut short. */
export async function listBackups(dir: string): Promise<{ good: Backup[]; cut: string[] }> {
  const names = await readdir(join(dir, BACKUPS)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const good: Backup[] = [];
  const cut: string[] = [];
  for (const name of names.sort()) {
    const folder = join(dir, BACKUPS, name);
    const manifest = await readManifest(folder);
    if (manifest) good.push({ name, folder, manifest });
    else cut.push(name);
  }
  return { good, cut };
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'));
  } catch (error) {
    const isCut =
      error instanceof SyntaxError || /^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '');
    if (isCut) return undefined;
    throw error;
  }
}
