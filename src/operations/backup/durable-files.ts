import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';

const CHUNK_BYTES = 1_048_576;
/** Ends the name of a file that is not whole yet. */
export const PART = '.part';
/** Files that are copied at once. */
const AT_ONCE = 16;

export interface CopiedFile {
  bytes: number;
  sha256: string;
}

/** Returns whether there is something at this path that can be seen. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Brings new names in the folder onto the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; NTFS journals names by itself.
  if (process.platform === 'win32') return;
  await using handle = await open(folder);
  await handle.sync();
}

/** Copies a file as it is now, which may grow or shrink meanwhile, into a folder that exists. Rejects with ENOENT where the source is gone. */
export async function copyDurably(source: string, target: string): Promise<CopiedFile> {
  const from = await open(source);
  return writeDurably(from.createReadStream({ highWaterMark: CHUNK_BYTES }), target);
}

/**
 * Writes the content to a file in a folder that exists. The file gets its name when its content is on the disk; call `syncFolder` to make the name durable.
 * The stream is always ended.
 */
export async function writeDurably(content: Readable, target: string): Promise<CopiedFile> {
  const part = `${target}.${randomUUID()}${PART}`;
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
    content.destroy();
    await rm(part, { force: true });
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Computes the SHA-256 of a file's content. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) hash.update(chunk);
  return hash.digest('hex');
}

/** Returns the SHA-256 of a file's content; undefined where the file is missing, and empty where the disk cannot read it. */
export async function findHash(path: string): Promise<string | undefined> {
  try {
    return await hashFile(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EIO') return '';
    if (/^(ENOENT|ENOTDIR|EISDIR)$/.test(code)) return undefined;
    throw error;
  }
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
