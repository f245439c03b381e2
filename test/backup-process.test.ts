import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { restoreBackup } from '../src/operations/backup/restore-backup.ts';
import { orderBlobNames } from '../src/orders/files/order-blob-names.ts';
import { s3BlobStore } from '../src/platform/files/blob-bucket.ts';
import { startS3 } from '../src/platform/files/test-support/s3-server.ts';
import { makePng } from '../src/platform/files/test-support/sample-files.ts';
import { readConfig } from '../src/platform/settings/config.ts';
import { freePort } from './support/free-ports.ts';
import {
  COMMAND,
  type DemoClient,
  demoOrder,
  makeDataDir,
  makeUsedDataDir,
  platen,
  postmasterPid,
  run,
  startPlaten,
  tokenOf,
  until,
} from './support/platen-process.ts';

/** Serves packing slips, each with different content. */
async function startSlips(t: TestContext): Promise<string> {
  const host = createServer((request, response) => {
    const width = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 1);
    response.end(makePng({ width: (width % 200) + 1, height: Math.floor(width / 200) + 1 }));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    host.closeAllConnections();
    host.close();
  });
  return `127.0.0.1:${(host.address() as AddressInfo).port}`;
}

/**
 * Sends orders with a file one after the other until stopped. Records the acknowledged ones with their times.
 */
function placeOrders(url: string, token: string, slips: string) {
  const acknowledged: { orderId: string; sentAt: number; at: number }[] = [];
  let isStopped = false;
  const ended = (async () => {
    for (let number = 1; !isStopped; number++) {
      const orderId = `LOAD-${number}`;
      const body = { ...demoOrder(orderId), packingSlip: `http://${slips}/${number}.png` };
      const sentAt = Date.now();
      const sent = fetch(`${url}/v1/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const status = await sent.then((answer) => answer.status).catch(() => undefined);
      if (status === 200) acknowledged.push({ orderId, sentAt, at: Date.now() });
      else if (status === undefined) return;
    }
  })();
  return {
    acknowledged,
    stop: () => {
      isStopped = true;
      return ended;
    },
  };
}

/** Restores without another process, for refusals that come before anything starts. */
const restoreInto = (dataDir: string, dir: string) =>
  restoreBackup(
    { dir, dataDir, names: orderBlobNames(0, () => new Date()), encryptionKey: undefined },
    { signal: new AbortController().signal },
  );

const backupsIn = async (dir: string) => readdir(join(dir, 'backups')).catch(() => [] as string[]);
const isGood = (dir: string, name: string) => existsSync(join(dir, 'backups', name, 'manifest.json'));
const goodIn = async (dir: string) => (await backupsIn(dir)).filter((name) => isGood(dir, name));

/** Returns the given orders that the server does not have. */
async function missingAt(url: string, client: DemoClient, orderIds: readonly string[]): Promise<string[]> {
  const headers = { authorization: `Bearer ${await tokenOf(url, client)}` };
  const missing: string[] = [];
  for (const orderId of orderIds) {
    const answer = await fetch(`${url}/v1/orders/${orderId}`, { headers });
    if (answer.status !== 200) missing.push(orderId);
    await answer.body?.cancel();
  }
  return missing;
}

test('after the loss of DATA_DIR under load, a restore recovers every archived order and file, also to an earlier moment', async (t) => {
  const slips = await startSlips(t);
  const { dataDir, demo: client } = await makeUsedDataDir(t);
  const dir = join(dataDir, '..', 'backups');
  const metrics = await freePort();
  const settings = {
    DATA_DIR: dataDir,
    BACKUP_DIR: dir,
    FILE_FETCH_ALLOW: slips,
    METRICS_PORT: String(metrics),
  };
  const server = await startPlaten(t, settings);
  await until(async () => (await goodIn(dir)).length === 1, 'the server made a backup by itself');
  const token = await tokenOf(server.url, client);
  const load = placeOrders(server.url, token, slips);
  await until(() => load.acknowledged.length >= 5, 'orders come');
  const between = Date.now();
  const reached = load.acknowledged.length + 10;
  const archivedTo = async () => {
    const asked = Date.now();
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    return asked - Number(/^platen_backup_log_age_seconds (\S+)/m.exec(text)?.[1]) * 1000;
  };
  await until(() => load.acknowledged.length >= reached, 'more orders come');
  const isKept = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const order = await (await fetch(`${server.url}/v1/orders/LOAD-1`, { headers })).json();
    return (order as { status: string }).status === 'ASSIGNED';
  };
  await until(isKept, 'a file is kept');
  const enough = Date.now();
  let archived = 0;
  const isArchived = async () => {
    archived = await archivedTo();
    return archived > enough;
  };
  await until(isArchived, 'their log is archived');

  const postgres = (await postmasterPid(dataDir)) as number;
  server.process.kill('SIGKILL');
  process.kill(postgres, 'SIGKILL');
  await server.ended;
  await load.stop();
  await rename(dataDir, `${dataDir}.lost`);
  await rm(`${dataDir}.lost`, { recursive: true, maxRetries: 5, retryDelay: 200 });

  const other = join(dataDir, '..', 'other-key');
  await writeFile(other, randomBytes(32).toString('base64url'));
  const wrong = await platen(t, ['restore', dir, '--key', other, '--json'], { DATA_DIR: dataDir });
  assert.equal(wrong.code, 1);
  assert.match(JSON.parse(wrong.stderr).message, /was made with another encryption key/);
  // The center moves its files from disk to a bucket.
  const bucket = {
    S3_BUCKET_URL: `${await startS3(t)}/files`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const restored = await platen(t, ['restore', dir, '--json'], { DATA_DIR: dataDir, ...bucket });
  assert.equal(restored.code, 0, restored.stderr);
  const { files, missing } = JSON.parse(restored.stdout);
  assert.ok(files > 0 && missing === 0, restored.stdout);
  assert.equal(existsSync(join(dataDir, 'files')), false);
  await assert.rejects(restoreInto(dataDir, dir), /There is already a database in/);
  const back = await startPlaten(t, { DATA_DIR: dataDir, BACKUP_DIR: dir, ...bucket });
  // A margin below the time that the metrics report.
  const safe = load.acknowledged.filter(({ at }) => at < archived - 100).map(({ orderId }) => orderId);
  assert.ok(safe.length >= reached, `${safe.length}`);
  assert.deepEqual(await missingAt(back.url, client, safe), []);
  const store = s3BlobStore(readConfig(bucket).S3!);
  t.after(() => store.close());
  const kept = (await readdir(join(dir, 'files'), { recursive: true })).map((path) => basename(path));
  const reads = kept.filter((name) => /^[0-9a-f]{64}$/.test(name)).map((sha256) => store.read(sha256).then(buffer));
  const isThere = (await Promise.allSettled(reads)).filter(({ status }) => status === 'fulfilled');
  // The backup may have more files, because the log of their orders was not archived.
  assert.ok(isThere.length >= files, `${isThere.length} of ${files}`);
  // The restored database is backed up on its own timeline.
  await until(async () => (await readdir(join(dir, 'wal'))).length === 2, 'its log is archived apart');
  await back.end('SIGTERM');

  const then = await makeDataDir(t);
  const moment = new Date(between).toISOString();
  const earlier = await platen(t, ['restore', dir, '--until', moment, '--json'], { DATA_DIR: then });
  assert.equal(earlier.code, 0, earlier.stderr);
  assert.ok(new Date(JSON.parse(earlier.stdout).lastTransaction) <= new Date(moment));
  const past = await startPlaten(t, { DATA_DIR: then });
  const before = load.acknowledged.filter(({ at }) => at < between - 500).map(({ orderId }) => orderId);
  const after = load.acknowledged.filter(({ sentAt }) => sentAt > between + 500).map(({ orderId }) => orderId);
  assert.deepEqual(await missingAt(past.url, client, before), []);
  assert.deepEqual(await missingAt(past.url, client, after), after);
  await past.end('SIGTERM');
});

test('an aborted backup is not used, and a changed one is refused', async (t) => {
  const { dataDir } = await makeUsedDataDir(t);
  const dir = join(dataDir, '..', 'backups');
  const settings = { DATA_DIR: dataDir };
  const cut = run(t, process.execPath, [COMMAND, 'backup', dir], settings);
  await until(async () => (await backupsIn(dir)).length === 1, 'a backup begins');
  cut.process.kill('SIGKILL');
  await cut.ended;
  assert.deepEqual(await goodIn(dir), []);
  const scratch = await makeDataDir(t);
  await assert.rejects(restoreInto(scratch, dir), /no whole backup .*unfinished backups: 1/);

  const made = await platen(t, ['backup', dir, '--verify'], settings);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /Starts +with \d+ orders/);
  const [name = '', ...others] = await backupsIn(dir);
  assert.deepEqual([isGood(dir, name), others], [true, []]);
  await writeFile(join(dir, 'backups', name, 'postgres', 'PG_VERSION'), '17\n');
  await assert.rejects(restoreInto(scratch, dir), /is damaged: postgres.PG_VERSION/);
  assert.equal(existsSync(join(scratch, 'postgres')), false);
  const second = await platen(t, ['backup', dir, '--keep', '1', '--json'], settings);
  assert.equal(second.code, 0, second.stderr);
  assert.deepEqual(await backupsIn(dir), [JSON.parse(second.stdout).backup]);
  await rm(join(dir, 'encryption-key'));
  await assert.rejects(restoreInto(scratch, dir), /backup folder has no encryption key/);
  const key = join(dataDir, 'encryption-key');
  const verify = ['backup', 'verify', dir, '--restore', '--json'];
  const keyless = await platen(t, verify, {});
  assert.match(JSON.parse(keyless.stdout).problems[0].message, /Set ENCRYPTION_KEY, or name its file with --key\.$/);
  const verified = await platen(t, [...verify, '--key', key], {});
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  const whole = await platen(t, ['restore', dir, '--key', key, '--json'], { DATA_DIR: scratch });
  assert.equal(whole.code, 0, whole.stderr);
});
