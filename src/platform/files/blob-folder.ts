import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { syncFolder } from '../database/sync-folder.ts';
import { BlobMissingError, type BlobPage, type BlobStore, BlobStoreError, blobName, type StoredFile } from './blobs.ts';

/** The folder of incomplete files, beside the folders of the blobs. */
const INCOMING = 'incoming';
/** The file system has no hard links, or none between these two places. */
const CANNOT_LINK = /^(EXDEV|EPERM|EACCES|EMLINK|ENOSYS|ENOTSUP|EOPNOTSUPP)$/;

/** Opens a blob store in a folder (`ab/cd/abcd…`) that processes may share. New files are in `incoming`. */
export function folderBlobStore(path: string): BlobStore {
  const folder = resolve(path);
  const incoming = join(folder, INCOMING);
  const pathOf = (sha256: string) => join(folder, blobName(sha256).slice(0, 2), sha256.slice(2, 4), sha256);

  return {
    async put(sha256, source) {
      const kept = pathOf(sha256);
      const created = await mkdir(dirname(kept), { recursive: true, mode: 0o700 });
      if (!(await exists(kept))) {
        await mkdir(incoming, { recursive: true, mode: 0o700 });
        await takeIn(source, join(incoming, `${randomUUID()}.part`), kept, sha256);
      }
      const isNew = created !== undefined && folder.startsWith(created);
      // This is needed for an existing blob too: the process that stores it may not have come this far.
      await syncFolders(dirname(kept), isNew ? dirname(created) : folder);
    },

    async read(sha256) {
      const file = await open(pathOf(sha256), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new BlobMissingError(sha256, { cause: error }) : error;
      });
      return file.createReadStream();
    },

    // If the name reappears after a power cut, no record refers to it, so nobody reads it.
    delete: async (sha256) => rm(pathOf(sha256), { force: true }),
    list: (from) => listFolder(folder, from),
    removeLeftovers: (before, dryRun) => removeLeftovers(incoming, before, dryRun),
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

/** Stores a file so that its name appears only when the file is complete, durable and has the right hash. */
async function takeIn(source: string, part: string, kept: string, sha256: string): Promise<void> {
  try {
    // A link needs no second copy on the disk.
    await link(source, part).catch(async (error: NodeJS.ErrnoException) => {
      if (!CANNOT_LINK.test(error.code ?? '')) throw error;
      await copyFile(source, part);
    });
    if ((await hashDurably(part)) !== sha256) {
      throw new BlobStoreError(`The file to be kept as blob ${sha256} has another content.`);
    }
    await rename(part, kept);
  } finally {
    // Renaming one link to another link of the same file does nothing.
    await rm(part, { force: true });
  }
}

/** Makes a file durable, and returns the SHA-256 of its content on the disk. */
async function hashDurably(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/** Lists the blobs whose hashes begin with the next two digits after `from`. */
async function listFolder(folder: string, from: string): Promise<BlobPage> {
  const firsts = (await namesIn(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort();
  const first = firsts.find((name) => name > from);
  if (first === undefined) return { blobs: [], next: undefined };
  const blobs: BlobPage['blobs'] = [];
  for (const second of await namesIn(join(folder, first))) {
    for (const name of await namesIn(join(folder, first, second))) {
      if (!/^[0-9a-f]{64}$/.test(name) || !name.startsWith(first + second)) continue;
      const path = join(folder, first, second, name);
      blobs.push({ sha256: name, findFile: () => statFile(path) });
    }
  }
  return { blobs, next: first === firsts.at(-1) ? undefined : first };
}

async function removeLeftovers(
  incoming: string,
  before: Date,
  dryRun: boolean,
): Promise<{ files: number; bytes: number }> {
  const removed = { files: 0, bytes: 0 };
  for (const name of await namesIn(incoming)) {
    const path = join(incoming, name);
    const found = await statFile(path);
    if (!found || found.modified >= before) continue;
    if (!dryRun) await rm(path, { force: true, recursive: true });
    removed.files += 1;
    removed.bytes += found.bytes;
  }
  return removed;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

async function statFile(path: string): Promise<StoredFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { bytes: found.size, modified: found.mtime };
}

async function syncFolders(from: string, top: string): Promise<void> {
  for (let path = from; path.length >= top.length; path = dirname(path)) {
    await syncFolder(path);
    if (path === dirname(path)) return;
  }
}
