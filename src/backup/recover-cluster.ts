import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Place } from '../database/embedded-postgres-account.ts';
import { findPlace } from '../database/embedded-postgres-place.ts';
import {
  logFile,
  readPostmaster,
  runs,
  startUntilReady,
  stopPostgres,
} from '../database/embedded-postgres-process.ts';
import { connectSuperuser, DATABASE } from '../database/embedded-postgres-role.ts';
import { BackupError } from './backup-error.ts';
import { seeTables } from './backup-store.ts';

/** Limits how long PostgreSQL replays the log, which may be of months. */
const RECOVERY_TIMEOUT_MS = 7 * 24 * 60 * 60_000;
/** PostgreSQL's settings that a restore adds to, and takes back at its end. */
export const AUTO_CONF = 'postgresql.auto.conf';

/** Starts the cluster in the folder, lets it recover, does the work, and stops it. Its settings are then as before. Throws BackupError. */
export async function recoverCluster<T>(
  workshop: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const place = await findPlace(workshop);
  try {
    await start(place);
    const client = await connectSuperuser(place, DATABASE);
    try {
      await seeTables(client);
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    const postmaster = await readPostmaster(place);
    if (postmaster && (await runs(postmaster))) await stopPostgres(place, postmaster);
    const auto = join(place.cluster, AUTO_CONF);
    await rename(`${auto}.before`, auto);
  }
}

/** Starts the cluster and waits until it has recovered to its end. */
async function start(place: Place): Promise<void> {
  const settings = { hot_standby: 'off', archive_mode: 'off' };
  try {
    await startUntilReady(place, settings, RECOVERY_TIMEOUT_MS);
  } catch (error) {
    if (await endsBeforeTarget(place)) return start(place);
    throw new BackupError(`The backup does not start: ${(error as Error).message}`);
  }
}

/** Whether the log ends before the moment that was named. Then the target is taken back: all there is was before it. */
async function endsBeforeTarget(place: Place): Promise<boolean> {
  const auto = join(place.cluster, AUTO_CONF);
  const settings = await readFile(auto, 'utf8');
  if (!settings.includes('recovery_target_time')) return false;
  if (!(await readFile(logFile(place), 'utf8')).includes('before configured recovery target')) return false;
  await writeFile(auto, settings.replaceAll(/^recovery_target_(time|action).*$/gm, ''));
  await rm(join(place.cluster, 'postmaster.pid'), { force: true });
  return true;
}
