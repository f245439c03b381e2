import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { syncFolder } from '../../platform/database/sync-folder.ts';
import type { BackedUpCluster, BackedUpFile } from './backup-manifest.ts';
import { createSlot, findLogPosition, startClusterBackup, stopClusterBackup } from './backup-store.ts';
import { copyDurably, doSeveralAtOnce } from './durable-files.ts';
import { segmentName, segmentsBetween } from './wal-names.ts';

/** PostgreSQL fills these folders at its start (manual, 25.3.4). The log is copied separately. */
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
/** Files that only a running cluster needs. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL.*|backup_label.*|tablespace_map.*|backup_manifest|current_logfiles.*|recovery\.signal|standby\.signal)$/;
/** Copied last, so that it is never older than the files that it describes. */
const CONTROL = join('global', 'pg_control');

/** `begin` creates a slot for the archived log, `join` uses the slot of a server, `none` archives no log. */
export type Archiving = 'begin' | 'join' | 'none';

interface CopyOptions {
  source: string;
  folder: string;
  label: string;
  archiving: Archiving;
  signal: AbortSignal;
  onFile: (bytes: number) => void;
}

/**
 * Copies the running cluster below `folder`/postgres, with the log that makes it consistent. The client is a
 * superuser and keeps its session.
 */
export async function copyCluster(
  client: pg.Client,
  { source, folder, label, archiving, signal, onFile }: CopyOptions,
): Promise<{ cluster: BackedUpCluster; entries: BackedUpFile[]; ended: Date }> {
  const target = join(folder, 'postgres');
  const id = randomBytes(8).toString('hex');
  const line = archiving === 'none' ? undefined : await findLine(client, id, archiving);
  // The temporary slot keeps the log until it is copied.
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
      // PostgreSQL may drop a file meanwhile. The log has that change too.
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
  await doSeveralAtOnce(files, copy);
  await copy(CONTROL);
  const position = await findLogPosition(client);
  const { timeline, segmentBytes, systemIdentifier, formerIdentifiers, majorVersion } = position;
  const { stop, label: text, now: ended } = await stopClusterBackup(client);
  await writeFile(join(target, 'backup_label'), text, { mode: 0o600, flush: true });
  const sha256 = createHash('sha256').update(text).digest('hex');
  entries.push({ path: join('postgres', 'backup_label'), bytes: Buffer.byteLength(text), sha256 });
  // PostgreSQL ends the segment with the backup, so the last one is whole, and `stop` is in the next one.
  const names = segmentsBetween(start, stop - 1, timeline, segmentBytes);
  await doSeveralAtOnce(names, (name) => copy(join('pg_wal', name)));
  const copied = new Set(entries.map(({ path }) => path));
  const lost = names.find((name) => !copied.has(join('postgres', 'pg_wal', name)));
  if (lost !== undefined) throw new Error(`PostgreSQL removed the write-ahead log ${lost} before it was copied.`);
  await doSeveralAtOnce(folders, syncFolder);
  const cluster = {
    ...{ systemIdentifier, formerIdentifiers, majorVersion, timeline, segmentBytes },
    ...(line !== undefined && { line }),
    startSegment: segmentName(start, timeline, segmentBytes),
    stopSegment: names.at(-1) as string,
  };
  return { cluster, entries, ended };
}

/** Returns the slot that keeps log for the archive. The first backup of a server creates it. */
async function findLine(client: pg.Client, id: string, archiving: Archiving): Promise<string | undefined> {
  const { slot } = await findLogPosition(client);
  if (slot || archiving === 'join') return slot?.name;
  return createSlot(client, id, false);
}
