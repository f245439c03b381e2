import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { BlobMissingError, type BlobStore } from '../../files/blobs.ts';
import type { KeptFile } from '../../orders/files/order-file-store.ts';
import { extensionOf, plainName } from './shown-file.ts';

const PLACE_DIGITS = 3;

/** A file of an archive. */
export interface ZipEntry {
  path: string;
  sha256: string;
  bytes: number;
  fetched: Date;
}

type FileOfOrder = Pick<KeptFile, 'role' | 'mediaType' | 'sha256' | 'bytes' | 'fetched'> & {
  clientId: string;
  orderId: string;
};

/**
 * Names for the files of orders, given order by order: a folder for each order, in it the files by their place. No two are the same, whatever
 * letters a file system takes for equal.
 */
export function zipEntries(files: readonly FileOfOrder[]): ZipEntry[] {
  const folders = new Map<string, string>();
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return files.map(({ clientId, orderId, role, mediaType, sha256, bytes, fetched }) => {
    const key = JSON.stringify([clientId, orderId]);
    let folder = folders.get(key);
    for (let number = 1; folder === undefined; number += 1) {
      const name = plainName(orderId) + (number > 1 ? `_${number}` : '');
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      folders.set(key, name);
      folder = name;
    }
    const place = (counts.get(key) ?? 0) + 1;
    counts.set(key, place);
    const name = `${String(place).padStart(PLACE_DIGITS, '0')}_${role}.${extensionOf(mediaType)}`;
    return { path: `${folder}/${name}`, sha256, bytes, fetched };
  });
}

/** The archive as a stream; a file is opened when the one before it was read. Images and PDFs are compressed already. */
export function zipOf(entries: readonly ZipEntry[], blobs: Pick<BlobStore, 'read'>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.on('error', (error) => output.destroy(error as Error));
  pipeline(zip.outputStream, output).catch(() => {});
  addEntries(zip, entries, blobs, output).catch((error) => output.destroy(error));
  return output;
}

async function addEntries(
  zip: ZipFile,
  entries: readonly ZipEntry[],
  blobs: Pick<BlobStore, 'read'>,
  output: PassThrough,
): Promise<void> {
  const lost: string[] = [];
  let current: Readable | undefined;
  // Nobody reads the archive any more.
  output.once('close', () => current?.destroy());
  for (const { path, sha256, bytes, fetched } of entries) {
    if (output.destroyed) return;
    try {
      current = await blobs.read(sha256);
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
      lost.push(path);
      continue;
    }
    if (output.destroyed) {
      // They left while it was opened.
      current.destroy();
      return;
    }
    zip.addReadStream(current, path, { mtime: fetched, compress: false, size: bytes });
    await finished(current, { writable: false });
  }
  if (lost.length > 0) {
    const text = `The file store has lost these files; restore them from a backup.\n${lost.join('\n')}\n`;
    zip.addBuffer(Buffer.from(text), 'MISSING.txt');
  }
  zip.end();
}
