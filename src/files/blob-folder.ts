import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { BlobMissingError, type BlobStore, BlobStoreError, blobName } from './blobs.ts';

/** A blob store in a folder: `ab/cd/abcd…`. Processes may share it. What a crash leaves half written is named `.part`. */
export function folderBlobStore(path: string): BlobStore {
  const folder = resolve(path);
  const pathOf = (sha256: string) => join(folder, blobName(sha256).slice(0, 2), sha256.slice(2, 4), sha256);

  return {
    async put(sha256, source) {
      const kept = pathOf(sha256);
      const created = await mkdir(dirname(kept), { recursive: true, mode: 0o700 });
      if (!(await exists(kept))) await copyUnder(kept, source, sha256);
      const isNew = created !== undefined && folder.startsWith(created);
      // Also where it was kept already: whoever did may not have come this far yet.
      await syncFolders(dirname(kept), isNew ? dirname(created) : folder);
    },

    async read(sha256) {
      const file = await open(pathOf(sha256), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new BlobMissingError(sha256, { cause: error }) : error;
      });
      return file.createReadStream();
    },

    async close() {},
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Copies a file under a name that shows it only when it is whole, on disk and of the content it should have. */
async function copyUnder(kept: string, source: string, sha256: string): Promise<void> {
  const part = `${kept}.${randomUUID()}.part`;
  try {
    if ((await copyDurably(source, part)) !== sha256) {
      throw new BlobStoreError(`The file to be kept as blob ${sha256} has another content.`);
    }
    await rename(part, kept);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Copies a file onto the disk itself and tells the SHA-256 of what was copied. */
async function copyDurably(from: string, to: string): Promise<string> {
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of createReadStream(from)) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const file = await open(to, 'wx', 0o600);
  try {
    await file.writeFile(hashed());
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/** Makes new names durable in a folder and in those above it up to `top`. */
async function syncFolders(from: string, top: string): Promise<void> {
  // Windows opens no folders; NTFS journals names by itself.
  if (process.platform === 'win32') return;
  for (let path = from; path.length >= top.length; path = dirname(path)) {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    if (path === dirname(path)) return;
  }
}
