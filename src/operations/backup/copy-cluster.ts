import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { BackedUpCluster, BackedUpFile } from './backup-manifest.ts';
import { createSlot, findLogPosition, startClusterBackup, stopClusterBackup } from './backup-store.ts';
import { copyDurably, severalAtOnce, syncFolder } from './durable-files.ts';
import { segmentName, segmentsBetween } from './wal-names.ts';

/** Folders whose content PostgreSQL makes anew (manual, 25.3.4), and the write-ahead log, which comes by itself. */
export const EMPTY_FOLDERS: ReadonlySet<string> = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
/** Of the running one alone. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL.*|backup_label.*|tablespace_map.*|backup_manifest|current_logfiles.*|recovery\.signal|standby\.signal)$/;
/** Written last, so that it never is newer than what it describes. */
const CONTROL = join('global', 'pg_control');

export interface CopiedCluster {
  cluster: BackedUpCluster;
  entries: BackedUpFile[];
  ended: Date;
}

export type Archiving = 'begin' | 'join' | 'none';

export interface CopyOptions {
  /** The running cluster. */
  source: string;
  /** Of this backup. */
  folder: string;
  label: string;
  /** How the log is archived: `begin` creates a slot for it, `join` uses the one of a server, `none` does neither. */
  archiving: Archiving;
  signal: AbortSignal;
  onFile: (bytes: number) => void;
}

/**
 * Copies the running cluster below `folder`/postgres, and the write-ahead log that makes it consistent into its pg_wal. The client is a superuser's, whose
 * session must last.
 */
export async function copyCluster(
  client: pg.Client,
  { source, folder, label, archiving, signal, onFile }: CopyOptions,
): Promise<CopiedCluster> {
  const target = join(folder, 'postgres');
  const id = randomBytes(8).toString('hex');
  const line = archiving === 'none' ? undefined : await lineOf(client, id, archiving);
  // Log that is needed must not be recycled before it is copied, however far the archive has come.
  await createSlot(client, `${id}_now`, true);
  const start = await startClusterBackup(client, label);
  const entries: BackedUpFile[] = [];
  const copy = async (path: string) => {
    signal.throwIfAborted();
    try {
      const copied = await copyDurably(join(source, path), join(target, path));
      entries.push({ path: join('postgres', path), ...copied });
      onFile(copied.bytes);
    } catch (error) {
      // PostgreSQL has dropped the file meanwhile, which the log records too.
      const { code, path: missing } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' || missing !== join(source, path)) throw error;
    }
  };
  const folders = [target];
  const files: string[] = [];
  const walk = async (path: string) => {
    await mkdir(join(target, path), { mode: 0o700 });
    for (const entry of await readdir(join(source, path), { withFileTypes: true })) {
      const name = join(path, entry.name);
      if (LEFT_OUT.test(entry.name) || name === CONTROL) continue;
      if (entry.isDirectory()) {
        folders.push(join(target, name));
        if (EMPTY_FOLDERS.has(name)) await mkdir(join(target, name), { mode: 0o700 });
        else await walk(name);
      } else if (entry.isFile()) files.push(name);
    }
  };
  await walk('');
  await severalAtOnce(files, copy);
  await copy(CONTROL);
  const position = await findLogPosition(client);
  const { timeline, segmentBytes, systemIdentifier, majorVersion } = position;
  const { stop, label: text, now: ended } = await stopClusterBackup(client);
  await writeFile(join(target, 'backup_label'), text, { mode: 0o600, flush: true });
  const sha256 = createHash('sha256').update(text).digest('hex');
  entries.push({ path: join('postgres', 'backup_label'), bytes: Buffer.byteLength(text), sha256 });
  // PostgreSQL ends the segment with the backup, so the last one is whole; the point behind it begins another.
  const names = segmentsBetween(start, stop - 1, timeline, segmentBytes);
  await severalAtOnce(names, (name) => copy(join('pg_wal', name)));
  const copied = new Set(entries.map(({ path }) => path));
  const lost = names.find((name) => !copied.has(join('postgres', 'pg_wal', name)));
  if (lost !== undefined) throw new Error(`The write-ahead log ${lost} was gone before it was copied.`);
  await severalAtOnce(folders, syncFolder);
  const cluster = {
    ...{ systemIdentifier, majorVersion, timeline, segmentBytes },
    ...(line !== undefined && { line }),
    startSegment: segmentName(start, timeline, segmentBytes),
    stopSegment: names.at(-1) as string,
  };
  return { cluster, entries, ended };
}

/** The name of the slot that keeps log for the archive. The first backup of a server creates it; a copy of this database never has it. */
async function lineOf(client: pg.Client, id: string, archiving: Archiving): Promise<string | undefined> {
  const { slot } = await findLogPosition(client);
  if (slot || archiving === 'join') return slot?.name;
  return createSlot(client, id, false);
}
