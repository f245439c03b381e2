import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { BackupError } from '../src/operations/backup/backup-problems.ts';
import { restoreBackup } from '../src/operations/backup/restore-backup.ts';
import { verifyBackups } from '../src/operations/backup/verify-backups.ts';
import { orderBlobNames } from '../src/orders/files/order-blob-names.ts';
import { openSuperuser } from '../src/platform/database/embedded-postgres-role.ts';
import { makePng } from '../src/platform/files/test-support/sample-files.ts';
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

// A center whose PostgreSQL server archives its own log. Its one backup was made by hand into the server's
// folder, without the server's settings.

const SEGMENTS = 3;
const ORDERS_PER_SEGMENT = 3;
const progress = { signal: new AbortController().signal };
const names = orderBlobNames(0, () => new Date());

let root: string;
let archive: string;
/** Number of orders in the whole archive. */
let orders: number;
/** Complete log segments after the first backup, oldest first. */
let segments: string[];
let end: () => Promise<void>;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'platen-damage-'));
  const ended: (() => unknown)[] = [];
  const t = { after: (work: () => unknown) => ended.push(work) } as unknown as Parameters<typeof makeUsedDataDir>[0];
  end = async () => {
    for (const work of ended.reverse()) await work();
    await rm(root, { recursive: true, force: true });
  };
  const { dataDir, demo } = await makeUsedDataDir(t);
  archive = join(root, 'backups');
  const metrics = await freePort();
  const slips = await startSlips(t);
  const settings = { DATA_DIR: dataDir, METRICS_PORT: String(metrics), FILE_FETCH_ALLOW: slips };
  const server = await startPlaten(t, { ...settings, BACKUP_DIR: archive });
  const goodOnes = async () => {
    const all = await readdir(join(archive, 'backups')).catch(() => [] as string[]);
    return all.filter((name) => existsSync(join(archive, 'backups', name, 'manifest.json')));
  };
  await until(async () => (await goodOnes()).length === 1, 'the server makes a backup');
  const byHand = await platen(t, ['backup', archive, '--keep', '1'], { DATA_DIR: dataDir });
  assert.equal(byHand.code, 0, byHand.stderr);
  assert.equal((await goodOnes()).length, 1);
  const token = await tokenOf(server.url, demo);
  const { client } = await openSuperuser(dataDir, 'platen');
  const wholeOnes = async () => {
    const [line = ''] = await readdir(join(archive, 'wal')).catch(() => []);
    const all = line === '' ? [] : await readdir(join(archive, 'wal', line));
    const first = JSON.parse(await readFile(join(archive, 'backups', (await goodOnes())[0]!, 'manifest.json'), 'utf8'));
    return all
      .filter((name) => name.endsWith('.json') && name !== 'end.json' && name.slice(0, -5) > first.cluster.stopSegment)
      .map((name) => join(archive, 'wal', line, name.slice(0, -5)))
      .sort();
  };
  try {
    for (let number = 1; number <= SEGMENTS; number++) {
      for (let order = 1; order <= ORDERS_PER_SEGMENT; order++)
        await place(server.url, token, `S${number}-${order}`, `http://${slips}/${number}-${order}.png`);
      await untilArchived(metrics);
      await client.query('select pg_switch_wal()');
      await until(async () => (await wholeOnes()).length >= number, 'the segment is archived');
    }
    // The last orders are in the segment that is still being written.
    const slip = `http://${slips}/last.png`;
    await place(server.url, token, 'LAST-1', slip);
    const isKept = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const order = await (await fetch(`${server.url}/v1/orders/LAST-1`, { headers })).json();
      return (order as { status: string }).status === 'ASSIGNED';
    };
    await until(isKept, 'the packing slips are kept');
    await untilArchived(metrics);
    const { rows } = await client.query('select count(*)::int as orders from public.orders');
    orders = rows[0].orders;
  } finally {
    await client.end();
  }
  segments = await wholeOnes();
  const postgres = (await postmasterPid(dataDir)) as number;
  server.process.kill('SIGKILL');
  process.kill(postgres, 'SIGKILL');
  await server.ended;
});
after(() => end());

/** Serves packing slips, each with different content. Returns its host and port. */
async function startSlips(t: Pick<TestContext, 'after'>): Promise<string> {
  let served = 0;
  const host = createServer((_, response) => response.end(makePng({ width: ++served, height: 1 })));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    host.closeAllConnections();
    host.close();
  });
  return `127.0.0.1:${(host.address() as AddressInfo).port}`;
}

async function place(url: string, token: string, orderId: string, packingSlip: string): Promise<void> {
  const answer = await fetch(`${url}/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...demoOrder(orderId), packingSlip }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

/** Waits until all acknowledged changes are in the archive. */
async function untilArchived(metrics: number): Promise<void> {
  const since = Date.now();
  const isArchived = async () => {
    const asked = Date.now();
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    return asked - Number(/^platen_backup_log_age_seconds (\S+)/m.exec(text)?.[1]) * 1000 > since;
  };
  await until(isArchived, 'the log is archived');
}

/** Copies the archive, so that a test can damage it. */
async function copyArchive(): Promise<string> {
  const copy = join(await mkdtemp(join(root, 'copy-')), 'backups');
  await cp(archive, copy, { recursive: true });
  return copy;
}

const inCopy = (copy: string, path: string) => join(copy, path.slice(archive.length));

async function flipByte(path: string, position: number): Promise<void> {
  await using file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, position);
  await file.write(Buffer.from([byte[0]! ^ 1]), 0, 1, position);
}

function restoreInto(dataDir: string, dir: string, wish: { until?: Date; name?: string; acceptsLoss?: boolean } = {}) {
  return restoreBackup({ dir, dataDir, names, encryptionKey: undefined, ...wish }, progress);
}

/** Restores, and expects a refusal in one sentence that leaves no files behind. Returns the sentence. */
async function refusalOf(dir: string): Promise<string> {
  const dataDir = join(root, `into-${randomBytes(4).toString('hex')}`);
  const error = await restoreInto(dataDir, dir).then(
    () => assert.fail('it restored'),
    (thrown) => thrown,
  );
  assert.ok(error instanceof BackupError, String(error?.stack));
  assert.equal(existsSync(dataDir), false);
  const { problems } = await verifyBackups(dir, progress).catch(() => ({ problems: [1] }));
  assert.ok(problems.length > 0, 'the check finds it too');
  return error.message;
}

test("an intact archive passes the check, and a manual backup plus the server's log restores every order", async () => {
  const dir = await copyArchive();
  const checked = await platen({ after } as never, ['backup', 'verify', dir, '--restore', '--json'], {
    DATA_DIR: root,
  });
  assert.equal(checked.code, 0, checked.stderr + checked.stdout);
  const report = JSON.parse(checked.stdout);
  assert.deepEqual([report.problems, report.orders], [[], orders]);
  assert.ok(report.segments >= SEGMENTS);
  assert.equal(report.proven, 1);
  assert.ok(report.files > 0 && report.recent > 0, 'files were copied after the backup');
  assert.ok(report.rests.segments >= SEGMENTS);
  assert.match(report.rests.backup, /^\d{4}-.*Z$/);
});

test('each damaged or missing file that was copied after the backup is named, and so is each segment', async (t) => {
  const dir = await copyArchive();
  const [backup = ''] = await readdir(join(dir, 'backups'));
  const listed = await readFile(join(dir, 'backups', backup, 'files.txt'), 'utf8');
  const all = (await readdir(join(dir, 'files'), { recursive: true })).filter((path) => /[0-9a-f]{64}$/.test(path));
  const recent = all.filter((path) => !listed.includes(basename(path))).map((path) => join(dir, 'files', path));
  const [gone = '', flipped = '', cut = ''] = recent;
  await rm(gone);
  await flipByte(flipped, 10);
  await truncate(cut, 20);
  const log = segments.map((path) => inCopy(dir, path));
  for (const path of log) await flipByte(path, 4_000_000);
  const { code, stdout } = await platen(t, ['backup', 'verify', dir, '--json'], { DATA_DIR: root });
  assert.equal(code, 1);
  const { problems, rests } = JSON.parse(stdout) as { problems: { message: string }[]; rests: { segments: number } };
  for (const path of [gone, flipped, cut, ...log])
    assert.ok(
      problems.some(({ message }) => message.includes(path)),
      `${path} in ${stdout}`,
    );
  assert.equal(rests.segments, 0, 'the newest moment rests on the backup alone');
});

const DAMAGES: [string, (copy: string) => Promise<string>][] = [
  [
    'a missing segment',
    async (copy) => {
      await rm(inCopy(copy, segments[1]!));
      return segments[1]!;
    },
  ],
  [
    'a missing segment with its description',
    async (copy) => {
      await rm(inCopy(copy, segments[1]!));
      await rm(inCopy(copy, `${segments[1]}.json`));
      return segments[1]!;
    },
  ],
  [
    'the newest whole segment missing',
    async (copy) => {
      await rm(inCopy(copy, segments.at(-1)!));
      await rm(inCopy(copy, `${segments.at(-1)}.json`));
      return segments.at(-1)!;
    },
  ],
  [
    'a flipped byte in a segment',
    async (copy) => {
      await flipByte(inCopy(copy, segments[1]!), 100_000);
      return segments[1]!;
    },
  ],
  [
    'half a segment',
    async (copy) => {
      await truncate(inCopy(copy, segments[1]!), 8 * 1_048_576);
      return segments[1]!;
    },
  ],
];

const RESTORED = new Set(['a missing segment', 'the newest whole segment missing']);

test('damage in the log stops a restore, which names the file, the last reachable moment and the command for it', async () => {
  for (const [what, damage] of DAMAGES) {
    const dir = await copyArchive();
    const path = inCopy(dir, await damage(dir));
    const message = await refusalOf(dir);
    assert.ok(message.includes(path), `${what}: ${message}`);
    const [, command = '', moment = ''] = /(npx platen restore \S+ --until (\S+))/.exec(message) ?? [];
    assert.ok(command.includes(dir), message);
    // The moments of two kinds of damage are tried, one before and one at the end.
    if (!RESTORED.has(what)) continue;
    const into = await restoreInto(join(root, `until-${randomBytes(4).toString('hex')}`), dir, {
      until: new Date(moment),
    });
    const lost = (SEGMENTS - segments.indexOf(inOriginal(dir, path))) * ORDERS_PER_SEGMENT + 1;
    assert.ok(into.state.orders >= orders - lost && into.state.orders < orders, `${into.state.orders} of ${orders}`);
  }
});

const inOriginal = (copy: string, path: string) => join(archive, path.slice(copy.length));

test('damage at the end of the log, in its description or in the manifest stops a restore', async () => {
  const line = join(segments[0]!, '..');
  const [partial = ''] = (await readdir(line)).filter((name) => name.endsWith('.partial'));
  const [backup = ''] = await readdir(join(archive, 'backups'));
  const manifest = join(archive, 'backups', backup, 'manifest.json');
  const text = await readFile(manifest, 'utf8');
  const cases: [RegExp, (copy: string) => Promise<unknown>][] = [
    [/\.partial is missing/, (copy) => rm(inCopy(copy, join(line, partial)))],
    [/\.partial is damaged/, (copy) => flipByte(inCopy(copy, join(line, partial)), 100)],
    [/end\.json is missing/, (copy) => rm(inCopy(copy, join(line, 'end.json')))],
    [/end\.json is damaged/, (copy) => flipByte(inCopy(copy, join(line, 'end.json')), 20)],
    [/\.json is damaged/, (copy) => flipByte(inCopy(copy, `${segments[1]}.json`), 40)],
    [/archived log .* is missing/, (copy) => rm(join(copy, 'wal'), { recursive: true })],
    [/is damaged/, (copy) => flipByte(inCopy(copy, manifest), text.indexOf('platen_backup_') + 16)],
    [/is damaged/, (copy) => writeFile(inCopy(copy, manifest), text.replace('"entries"', '"entrees"'))],
    [/postgres.PG_VERSION is missing/, (copy) => rm(join(copy, 'backups', backup, 'postgres', 'PG_VERSION'))],
  ];
  for (const [expected, damage] of cases) {
    const dir = await copyArchive();
    await damage(dir);
    assert.match(await refusalOf(dir), expected);
    await rm(dir, { recursive: true });
  }
});

test('a restore that accepts a loss prints it', async (t) => {
  const dir = await copyArchive();
  await rm(inCopy(dir, segments[1]!));
  const dataDir = join(root, 'accepted');
  const restored = await platen(t, ['restore', dir, '--accept-loss', '--json'], { DATA_DIR: dataDir });
  assert.equal(restored.code, 0, restored.stderr);
  const answer = JSON.parse(restored.stdout);
  assert.match(answer.loss, /is missing/);
  assert.ok(answer.orders < orders);
});

test('missing and damaged order files are listed with their orders, are not restored, and give exit code 3', async (t) => {
  const dir = await copyArchive();
  const all = (await readdir(join(dir, 'files'), { recursive: true })).filter((path) => /[0-9a-f]{64}$/.test(path));
  const [gone = '', flipped = ''] = all;
  await rm(join(dir, 'files', gone));
  await flipByte(join(dir, 'files', flipped), 10);
  const dataDir = join(root, 'files-missing');
  const restored = await platen(t, ['restore', dir, '--json'], { DATA_DIR: dataDir });
  assert.equal(restored.code, 3, restored.stderr);
  const answer = JSON.parse(restored.stdout);
  assert.deepEqual([answer.orders, answer.missing], [orders, 2]);
  const listed = new Set(answer.missingFiles.map(({ sha256 }: { sha256: string }) => sha256));
  assert.deepEqual(listed, new Set([gone, flipped].map((path) => basename(path))));
  for (const one of answer.missingFiles) assert.ok(one.clientId && one.orderId && one.file, JSON.stringify(one));
  const there = (await readdir(join(dataDir, 'files'), { recursive: true })).map((path) => basename(path));
  assert.ok(!there.includes(basename(flipped)));
});

test('a DATA_DIR with another key is refused before anything is copied', async () => {
  const dataDir = await mkdtemp(join(root, 'other-key-'));
  await writeFile(join(dataDir, 'encryption-key'), randomBytes(32).toString('base64url'));
  await assert.rejects(restoreInto(dataDir, archive), /has another encryption key/);
  assert.deepEqual(await readdir(dataDir), ['encryption-key']);
});
