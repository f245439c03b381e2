import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { listBackups } from '../src/operations/backup/backup-manifest.ts';
import { openEmbeddedDatabase } from '../src/platform/database/embedded-postgres.ts';
import { openPool } from '../src/platform/database/pool.ts';
import { type ChaosModel, keyOf, type Violation } from './chaos-model.ts';
import type { World } from './chaos-world.ts';
import { postmasterOf } from './do-faults.ts';
import { signal } from './platen-processes.ts';

const COMMAND = join(import.meta.dirname, '../bin/platen.js');
/** Longer than the 60 s between two checks of the backups by the server. */
const WELL_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 250;

/** Waits for the first backup, because nothing can be restored before it. */
export async function awaitFirstBackup({ backups }: World): Promise<void> {
  if (!backups) return;
  const isMade = async () => (await listBackups(backups.dir).catch(() => undefined))?.good.length;
  if (!(await waitUntil(isMade))) throw new Error('No backup was made.');
}

/**
 * Waits until every acknowledged order is archived and kills all processes. Then it verifies and restores the
 * backup, and returns the losses.
 */
export async function judgeBackups(world: World, model: ChaosModel, folder: string): Promise<Violation[]> {
  const { backups } = world;
  if (!backups) return [];
  const violations = backups.strayPaths.map((path) => ({
    what: `the server wrote into a folder that stood in for the backup folder: ${path}`,
  }));
  const now = Date.now();
  const isWell = async () => {
    const age = (await world.readMetric('platen_backup_log_age_seconds')) ?? Number.NaN;
    return Date.now() - age * 1_000 > now && (await world.readMetric('platen_backup_problem')) === 0;
  };
  if (!(await waitUntil(isWell)))
    violations.push({ what: `the log is not archived ${WELL_WITHIN_MS / 1_000} s after the last fault` });
  const postmaster = await postmasterOf(world);
  world.platen.kill();
  if (postmaster) signal(postmaster, 'SIGKILL');
  const dataDir = join(folder, 'restored');
  for (const args of [
    ['backup', 'verify', backups.dir],
    ['restore', backups.dir],
  ]) {
    const failure = await runPlaten(args, dataDir);
    if (failure !== undefined) return [...violations, { what: `platen ${args.join(' ')}: ${failure}` }];
  }
  const restored = await readVersions(dataDir);
  const lost = [...model.orders.values()].filter(({ key, version }) => !(restored.get(key)! >= version));
  return [
    ...violations,
    ...lost.map(({ key }) => ({ key, what: 'it was archived, and is not restored as acknowledged' })),
  ];
}

async function waitUntil(condition: () => Promise<unknown>): Promise<boolean> {
  for (const end = performance.now() + WELL_WITHIN_MS; performance.now() < end; await sleep(LOOK_AGAIN_MS))
    if (await condition()) return true;
  return false;
}

/** Runs the command. Returns its output if it fails. */
async function runPlaten(args: readonly string[], dataDir: string): Promise<string | undefined> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, DATA_DIR: dataDir };
  return promisify(execFile)(process.execPath, [COMMAND, ...args], { env }).then(
    () => undefined,
    ({ message, stdout }) => `${message}${stdout}`,
  );
}

/** Reads the version of each order, by its key. */
async function readVersions(dataDir: string): Promise<Map<string, number>> {
  const database = await openEmbeddedDatabase({ dataDir, role: 'tool', log: () => {} });
  const pool = openPool(database.connection, 1, () => {});
  try {
    const { rows } = await pool.query<{ client_id: string; order_id: string; version: number }>(
      'select client_id, order_id, version::float8 as version from orders',
    );
    return new Map(rows.map((row) => [keyOf(row.client_id, row.order_id), row.version]));
  } finally {
    await pool.end();
    await database.stop();
  }
}
