import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { listBackups, writeManifest } from '../src/operations/backup/backup-manifest.ts';
import { openSuperuser } from '../src/platform/database/embedded-postgres-role.ts';
import { freePort } from './support/free-ports.ts';
import {
  demoOrder,
  makeUsedDataDir,
  platen,
  postmasterPid,
  startPlaten,
  tokenOf,
  until,
} from './support/platen-process.ts';

const SEGMENT_BYTES = 16 * 1_048_576;
/** Tolerance for the difference between the metric's time and the acknowledgement's time. */
const CLOCK_SLACK_MS = 100;

test('replacing the backup folder loses no request and no archived order', async (t) => {
  const { dataDir, demo: client } = await makeUsedDataDir(t);
  const dir = join(dataDir, '..', 'backups');
  const away = `${dir}.away`;
  const metricsPort = await freePort();
  const server = await startPlaten(t, {
    DATA_DIR: dataDir,
    BACKUP_DIR: dir,
    PROCESSES: '2',
    METRICS_PORT: String(metricsPort),
  });
  const headers = {
    authorization: `Bearer ${await tokenOf(server.url, client)}`,
    'content-type': 'application/json',
  };
  const acknowledged: { orderId: string; at: number }[] = [];
  const placeOrder = async () => {
    const orderId = `FOLDER-${acknowledged.length + 1}`;
    const answer = await fetch(`${server.url}/v1/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify(demoOrder(orderId)),
    });
    assert.equal(answer.status, 200, await answer.text());
    acknowledged.push({ orderId, at: Date.now() });
  };
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  };
  const archivedTo = async () => Date.now() - (await metric('platen_backup_log_age_seconds')) * 1_000;
  const lines = (what: string) =>
    server
      .stdout()
      .split('\n')
      .filter((line) => line.includes(what));
  const backupCheck = async () => {
    const answer = await fetch(`${server.url}/health/ready?verbose`);
    assert.equal(answer.status, 200);
    const { checks } = (await answer.json()) as { checks: { name: string; message?: string }[] };
    return checks.find(({ name }) => name === 'backups')?.message;
  };
  const isArchivedNow = async () => {
    const now = Date.now();
    await until(async () => (await archivedTo()) > now + CLOCK_SLACK_MS, 'the log is archived');
  };

  await until(async () => (await metric('platen_backup_age_seconds')) >= 0, 'the first backup is made');
  assert.equal((await listBackups(dir)).good.length, 1);
  await placeOrder();
  await isArchivedNow();

  await rename(dir, away);
  await writeFile(dir, 'a file');
  await until(async () => (await metric('platen_backup_problem')) === 1, 'the problem is measured');
  await until(() => lines('"problem":"folder_unusable"').length > 0, 'the file in its place is noticed');
  await placeOrder();
  assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
  await until(
    async () => /^Since .* is not a folder/.test((await backupCheck()) ?? ''),
    'the health check names the backups',
  );

  await rm(dir);
  await mkdir(dir);
  await until(() => lines('"problem":"folder_not_known"').length > 0, 'the empty folder is noticed');
  const looked = await metric('platen_backup_log_waiting_bytes');
  await placeOrder();
  await until(
    async () => (await metric('platen_backup_log_waiting_bytes')) > looked,
    'the server has looked again since',
  );
  assert.deepEqual(await readdir(dir), []);
  assert.equal(lines('"problem":"folder_unusable"').length, 1);

  await rmdir(dir);
  await rename(away, dir);
  await until(async () => (await metric('platen_backup_problem')) === 0, 'the problem is over');
  await until(() => lines('backups are written again').length > 0, 'its end is logged');
  await until(async () => (await backupCheck()) === undefined, 'the health check is well again');
  await placeOrder();
  await isArchivedNow();
  assert.equal(lines('backups are written again').length, 1);
  assert.equal(lines('"problem":"folder_not_known"').length, 1);
  await placeOrder();
  const archived = await archivedTo();
  assert.equal(server.process.exitCode, null);

  const postgres = (await postmasterPid(dataDir)) as number;
  server.process.kill('SIGKILL');
  process.kill(postgres, 'SIGKILL');
  await server.ended;
  await rename(dataDir, `${dataDir}.lost`);
  const verified = await platen(t, ['backup', 'verify', dir], { DATA_DIR: dataDir });
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  const restored = await platen(t, ['restore', dir, '--json'], { DATA_DIR: dataDir });
  assert.equal(restored.code, 0, restored.stderr);
  const back = await startPlaten(t, { DATA_DIR: dataDir });
  const safe = acknowledged.filter(({ at }) => at < archived - CLOCK_SLACK_MS);
  assert.ok(safe.length >= 4, `${safe.length}`);
  headers.authorization = `Bearer ${await tokenOf(back.url, client)}`;
  for (const { orderId } of safe)
    assert.equal((await fetch(`${back.url}/v1/orders/${orderId}`, { headers })).status, 200, orderId);
  await back.end('SIGTERM');
});

test('a log that waits for the folder causes a warning at half its limit, is dropped at the limit, and archiving resumes only in a folder of this database', async (t) => {
  const { dataDir } = await makeUsedDataDir(t);
  const dir = join(dataDir, '..', 'backups');
  const metricsPort = await freePort();
  const server = await startPlaten(t, {
    DATA_DIR: dataDir,
    BACKUP_DIR: dir,
    BACKUP_LOG_BYTES_MAX: String(8 * SEGMENT_BYTES),
    METRICS_PORT: String(metricsPort),
  });
  const lines = (what: string) => server.stdout().split(what).length - 1;
  const isGood = async () => (await listBackups(dir)).good.length === 1;
  await until(isGood, 'the first backup is made');
  const linesOfLog = () => readdir(join(dir, 'wal'));
  await until(async () => (await linesOfLog().catch(() => [])).length === 1, 'the log is archived');
  await rename(dir, `${dir}.away`);
  await until(() => lines('"problem":"folder_missing"') === 1, 'the problem is logged');
  const { client } = await openSuperuser(dataDir, 'platen');
  const fillSegments = async (count: number) => {
    for (let number = 0; number < count; number++) {
      await client.query(`select pg_logical_emit_message(false, 'test', 'x')`);
      await client.query('select pg_switch_wal()');
    }
  };
  try {
    await fillSegments(5);
    await until(() => lines('"problem":"log_near_limit"') === 1, 'the limit is near');
    await fillSegments(4);
    await until(() => lines('"problem":"log_given_up"') === 1, 'the log is given up');
    const { rows } = await client.query(`select 1 from pg_replication_slots where not temporary`);
    assert.deepEqual(rows, [], 'nothing keeps the log any longer');
  } finally {
    await client.end();
  }
  await rename(`${dir}.away`, dir);
  const isNewLine = async () => {
    const { good } = await listBackups(dir);
    return good.length === 2 && good[0]?.manifest.cluster?.line !== good[1]?.manifest.cluster?.line;
  };
  await until(isNewLine, 'a backup begins a new archive');
  await until(async () => (await linesOfLog()).length === 2, 'the new log is archived');
  await server.end('SIGTERM');
  const verified = await platen(t, ['backup', 'verify', dir, '--json'], { DATA_DIR: dataDir });
  assert.deepEqual(JSON.parse(verified.stdout).problems, [], verified.stderr);

  // No archive has the changes between the dropped log and the next backup.
  const [, next] = (await listBackups(dir)).good;
  const inHole = new Date(new Date(next!.manifest.started).getTime() - 1).toISOString();
  const into = { DATA_DIR: join(dataDir, '..', 'into') };
  const refused = await platen(t, ['restore', dir, '--until', inHole, '--json'], into);
  assert.equal(refused.code, 1, refused.stdout);
  assert.match(JSON.parse(refused.stderr).message, /^No archive has the changes between .* --until /);

  for (const { folder, manifest } of (await listBackups(dir)).good)
    await writeManifest(folder, { ...manifest, cluster: { ...manifest.cluster!, systemIdentifier: '1' } });
  const end = join(dir, 'wal', next!.manifest.cluster!.line!, 'end.json');
  const archived = await readFile(end, 'utf8');
  const other = await startPlaten(t, { DATA_DIR: dataDir, BACKUP_DIR: dir });
  await until(() => other.stdout().includes('"problem":"folder_not_known"'), 'another database is refused');
  assert.equal(await readFile(end, 'utf8'), archived, 'its log is not archived');
  await other.end('SIGTERM');
});
