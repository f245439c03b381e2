import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import type { KeptFile } from './order-file-store.ts';

const HASH_IN_NAME_LENGTH = 8;
const NAME_LENGTH_MAX = 60;
const PLACE_DIGITS = 3;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
  'application/pdf': 'pdf',
  'application/zpl': 'zpl',
};
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

export const FILE_TYPES = Object.keys(EXTENSIONS);

/** Returns a name that fits every file system and header, such as `SHOP-10001_artwork_9f86d081.png`. */
export function downloadNameOf(orderId: string, role: string, mediaType: string, sha256: string): string {
  return `${safeNameOf(orderId)}_${role}_${sha256.slice(0, HASH_IN_NAME_LENGTH)}.${extensionOf(mediaType)}`;
}

export function extensionOf(mediaType: string): string {
  return EXTENSIONS[mediaType] ?? 'bin';
}

export function safeNameOf(text: string): string {
  const name = text.replaceAll(/[^\w-]+/g, '-').slice(0, NAME_LENGTH_MAX);
  return RESERVED.test(name) ? `${name}_` : name;
}

type FileOfOrder = Pick<KeptFile, 'role' | 'mediaType' | 'sha256' | 'bytes' | 'fetched'> & {
  clientId: string;
  orderId: string;
};

/**
 * Returns a ZIP archive as a stream, which opens each file after the previous one is read. Each order has a
 * folder. Names differ also where a file system ignores case. Images and PDFs are not compressed again.
 */
export function archiveFiles(files: readonly FileOfOrder[], blobs: Pick<BlobStore, 'read'>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.on('error', (error) => output.destroy(error as Error));
  pipeline(zip.outputStream, output).catch(() => {});
  addFiles(zip, namedFiles(files), blobs, output).catch((error) => output.destroy(error));
  return output;
}

function namedFiles(files: readonly FileOfOrder[]) {
  const folders = new Map<string, string>();
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return files.map(({ clientId, orderId, role, mediaType, ...file }) => {
    const key = JSON.stringify([clientId, orderId]);
    let folder = folders.get(key);
    for (let number = 1; folder === undefined; number += 1) {
      const name = safeNameOf(orderId) + (number > 1 ? `_${number}` : '');
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      folders.set(key, name);
      folder = name;
    }
    const place = (counts.get(key) ?? 0) + 1;
    counts.set(key, place);
    const name = `${String(place).padStart(PLACE_DIGITS, '0')}_${role}.${extensionOf(mediaType)}`;
    return { ...file, path: `${folder}/${name}` };
  });
}

async function addFiles(
  zip: ZipFile,
  files: ReturnType<typeof namedFiles>,
  blobs: Pick<BlobStore, 'read'>,
  output: PassThrough,
): Promise<void> {
  const lost: string[] = [];
  let current: Readable | undefined;
  // Closed before its end: the reader disconnected.
  output.once('close', () => current?.destroy());
  for (const { path, sha256, bytes, fetched } of files) {
    if (output.destroyed) return;
    try {
      current = await blobs.read(sha256);
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
      lost.push(path);
      continue;
    }
    if (output.destroyed) {
      // The reader disconnected while the file was opened.
      current.destroy();
      return;
    }
    zip.addReadStream(current, path, { mtime: fetched, compress: false, size: bytes });
    await finished(current, { writable: false });
  }
  if (lost.length > 0) {
    const text = `The file store has lost these files. Restore them from a backup.\n${lost.join('\n')}\n`;
    zip.addBuffer(Buffer.from(text), 'MISSING.txt');
  }
  zip.end();
}
