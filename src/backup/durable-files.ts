import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

const CHUNK_BYTES = 1_048_576;
/** Files that are copied at once. */
const AT_ONCE = 16;

export interface CopiedFile {
  bytes: number;
  sha256: string;
}

/** Brings new names in the folder onto the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; NTFS journals names by itself.
  if (process.platform === 'win32') return;
  await using handle = await open(folder);
  await handle.sync();
}

/** Copies a file as it is now, which may grow or shrink meanwhile, onto the disk. Rejects with ENOENT where it is gone. */
export async function copyDurably(source: string, target: string): Promise<CopiedFile> {
  return writeDurably(createReadStream(source, { highWaterMark: CHUNK_BYTES }), target);
}

/** Writes what is read into a file that shows its name only when it is whole and on the disk; not yet its name, see `syncFolder`. */
export async function writeDurably(content: Readable, target: string): Promise<CopiedFile> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const part = `${target}.${randomUUID()}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        hash.update(chunk);
        bytes += chunk.length;
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, target);
  } finally {
    await rm(part, { force: true });
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The SHA-256 of what a file holds. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) hash.update(chunk);
  return hash.digest('hex');
}

/** Works on several at once, so that the disk brings their files down together. Rejects with the first that fails, once those under way have ended. */
export async function severalAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  let failure: unknown;
  const worker = async () => {
    for (const item of waiting) {
      if (failure !== undefined) return;
      await work(item).catch((error) => {
        failure ??= error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failure !== undefined) throw failure;
}
