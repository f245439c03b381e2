import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The process that works in the folders of machines. A share that does not answer blocks threads of this
 * process, but not of the server.
 */

const files = new Map<string, FileHandle>();

const OPERATIONS = {
  async list(folder: string): Promise<[string, number][]> {
    const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
    const sized = entries.map(async ({ name }): Promise<[string, number][]> => {
      const found = await stat(join(folder, name)).catch(() => undefined);
      return found ? [[name, found.size]] : [];
    });
    return (await Promise.all(sized)).flat();
  },
  async digest(folder: string, name: string): Promise<string | undefined> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk);
    } catch (error) {
      return isMissing(error) ? undefined : Promise.reject(error);
    }
    return hash.digest('hex');
  },
  async open(folder: string, name: string): Promise<void> {
    await stat(folder);
    files.set(join(folder, name), await open(join(folder, name), 'w'));
  },
  async append(folder: string, name: string, chunk: Uint8Array): Promise<void> {
    const file = fileOf(folder, name);
    for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
    await file.datasync();
  },
  async end(folder: string, name: string): Promise<void> {
    const file = fileOf(folder, name);
    files.delete(join(folder, name));
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  },
  async rename(folder: string, from: string, to: string): Promise<boolean> {
    return rename(join(folder, from), join(folder, to)).then(() => true, unlessMissing);
  },
  /** Windows and some shares cannot flush a folder. */
  async flush(folder: string): Promise<void> {
    const file = await open(folder, 'r').catch(() => undefined);
    await file?.sync().catch(() => {});
    await file?.close();
  },
  async remove(folder: string, name: string): Promise<boolean> {
    return rm(join(folder, name)).then(() => true, unlessMissing);
  },
};
export type FolderOperations = typeof OPERATIONS;

function fileOf(folder: string, name: string): FileHandle {
  const file = files.get(join(folder, name));
  if (!file) throw Object.assign(new Error('The file is not open.'), { code: 'EBADF' });
  return file;
}

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT';
const unlessMissing = (error: unknown): false | Promise<never> => (isMissing(error) ? false : Promise.reject(error));

process.on('message', ({ id, operation, given }: { id: number; operation: keyof FolderOperations; given: [] }) => {
  const run = OPERATIONS[operation] as (...all: unknown[]) => Promise<unknown>;
  run(...given).then(
    (result) => process.send?.({ id, result }),
    (error) => process.send?.({ id, error: { code: error.code, message: error.message } }),
  );
});
// A terminal signals all processes of a group, but the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
