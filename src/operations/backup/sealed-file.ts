import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { syncFolder, writeDurably } from './durable-files.ts';

// A sealed file is a JSON object whose last field is the SHA-256 of the object without it.

/** The file is there, and its content is not what was written. */
export class DamagedFile extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path} is damaged: its content does not match its checksum.`);
    this.path = path;
  }
}

/** Writes the object with its checksum, or replaces the file as a whole. It is on the disk when this resolves. */
export async function writeSealed(path: string, value: object): Promise<void> {
  const text = `${JSON.stringify({ ...value, checksum: checksumOf(value) })}\n`;
  await writeDurably(Readable.from([Buffer.from(text)]), path);
  await syncFolder(dirname(path));
}

/**
 * Returns the object, or undefined where there is no such file. `isOldForm` accepts an object without a checksum. Throws DamagedFile.
 */
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
