import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { syncFolder } from '../../platform/database/sync-folder.ts';

const CHUNK_BYTES = 1_048_576;
/** Ends the name of a file that is not whole yet. */
export const PART = '.part';
/** Files that are copied at the same time. */
const AT_ONCE = 16;
type CopiedFile = { bytes: number; sha256: string };

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Copies a file into an existing folder. Rejects with ENOENT when the source is missing. */
export async function copyDurably(source: string, target: string): Promise<CopiedFile> {
  const from = await open(source);
  return writeDurably(from.createReadStream({ highWaterMark: CHUNK_BYTES }), target);
}

/**
 * Writes the content to a file in an existing folder. The file gets its name when its content is on the disk.
 * `syncFolder` then makes the name durable. Always destroys the stream.
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

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) hash.update(chunk);
  return hash.digest('hex');
}

/** Returns the SHA-256 of a file; undefined when the file is missing, empty when the disk cannot read it. */
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

/**
 * Works on several items at once, so that the disk writes their files together. After an error, the items
 * under way end, and the first error is thrown.
 */
export async function doSeveralAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
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

// A sealed file is a JSON object whose last field is the SHA-256 of the object without it.

export class DamagedFile extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path} is damaged: its content does not match its checksum.`);
    this.path = path;
  }
}

/** Writes the object with its checksum durably, or replaces the whole file. */
export async function writeSealed(path: string, value: object): Promise<void> {
  const text = `${JSON.stringify({ ...value, checksum: checksumOf(value) })}\n`;
  await writeDurably(Readable.from([Buffer.from(text)]), path);
  await syncFolder(dirname(path));
}

/** Returns the object, if any. `isOldForm` accepts one without a checksum. Throws DamagedFile. */
export async function readSealed(
  path: string,
  isOldForm: (value: object) => boolean = () => false,
): Promise<object | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null) throw new DamagedFile(path);
  const { checksum, ...value } = parsed as { checksum?: unknown };
  if (checksum === undefined ? isOldForm(value) : checksum === checksumOf(value)) return value;
  throw new DamagedFile(path);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checksumOf(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
