import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, type TestContext, test } from 'node:test';
import { openFolderByHand } from '../src/operations/backup/backup-folder.ts';
import {
  type BackedUpFile,
  type Backup,
  listBackups,
  type Manifest,
  manifestHmac,
} from '../src/operations/backup/backup-manifest.ts';
import { findRestorePause } from '../src/operations/backup/backup-state-store.ts';
import { writeSealed } from '../src/operations/backup/durable-files.ts';
import { type BackupContext, makeBackup } from '../src/operations/backup/make-backup.ts';
import { restoreBackup } from '../src/operations/backup/restore-backup.ts';
import { restoreFiles } from '../src/operations/backup/restore-files.ts';
import { verifyBackups } from '../src/operations/backup/verify-backups.ts';
import { s3BlobStore } from '../src/platform/files/blob-bucket.ts';
import { folderBlobStore } from '../src/platform/files/blob-folder.ts';
import { BlobMissingError, type BlobStore } from '../src/platform/files/blobs.ts';
import { recordBlobs } from '../src/platform/files/open-blobs.ts';
import type { BlobNames } from '../src/platform/files/sweep-blobs.ts';
import { startS3 } from '../src/platform/files/test-support/s3-server.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

// Backups with an external database contain the files of orders and the key. backup-process.test.ts tests
// those of the embedded database.

const progress = { signal: new AbortController().signal };

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a file store with recorded files, and a backup folder. */
async function newShop(t: TestContext, count: number) {
  const folder = await makeFolder(t);
  const store = folderBlobStore(join(folder, 'files'));
  const blobs = recordBlobs(server.pool, store);
  const named: string[] = [];
  for (let number = 0; number < count; number++) {
    const content = randomBytes(1_000 + number);
    const sha256 = createHash('sha256').update(content).digest('hex');
    await mkdir(join(folder, 'arriving'), { recursive: true });
    const path = join(folder, 'arriving', sha256);
    await writeFile(path, content);
    await blobs.put(sha256, path);
    named.push(sha256);
  }
  const names: Pick<BlobNames, 'find'> = {
    find: async (_connection, hashes) => new Set(hashes.filter((sha256) => named.includes(sha256))),
  };
  const encryptionKey = server.encryptionKey;
  const dir = join(folder, 'backups');
  const context = {
    ...{ pool: server.pool, blobs: store, names: names as BlobNames, encryptionKey },
    ...{ dataDir: undefined, isKeySet: false, clock: () => new Date() },
  };
  const back = async (changes: Partial<BackupContext> = {}, keep = 7) => {
    const target = { folder: await openFolderByHand(server.pool, dir), keep, archiving: 'none' as const };
    return makeBackup({ ...context, ...changes }, target, progress);
  };
  const own = { pool: server.pool, names: names as BlobNames, dir, encryptionKey: undefined };
  return { folder, store, named, back, own, dir };
}

const fileOf = (dir: string, sha256: string) => join(dir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

async function readAll(store: BlobStore, named: readonly string[]): Promise<number> {
  let whole = 0;
  for (const sha256 of named) {
    const content = await store
      .read(sha256)
      .then(buffer)
      .catch(() => undefined);
    if (content && createHash('sha256').update(content).digest('hex') === sha256) whole++;
  }
  return whole;
}

test('with an external database the backup has the files and the key, and says that it lacks the database', async (t) => {
  const { named, back, own, store, dir, folder } = await newShop(t, 12);
  const first = await back();
  assert.equal(first.manifest.cluster, undefined);
  assert.deepEqual(first.manifest.files, { count: 12, bytes: 12_066, missing: 0 });
  const beside = (await readFile(join(dir, 'encryption-key'), 'utf8')).trim();
  assert.equal(beside, Buffer.from(server.encryptionKey).toString('base64url'));
  const verify = async () => {
    const { files, problems } = await verifyBackups(dir, progress);
    return { files, problems: problems.length };
  };
  assert.deepEqual(await verify(), { files: 12, problems: 0 });
  const scratch = join(folder, 'scratch');
  await assert.rejects(
    restoreBackup({ dir, dataDir: scratch, names: own.names, encryptionKey: undefined }, progress),
    /has only the files of orders\. Restore the database by its own tools/,
  );

  // A second backup copies only new files, and reports files that the store has lost.
  for (const sha256 of named.slice(0, 2)) await store.delete(sha256);
  await rm(fileOf(dir, named[0]!));
  const second = await back();
  assert.deepEqual([second.manifest.files.count, second.manifest.files.missing], [11, 1]);

  // A truncated or changed file in a backup counts as missing.
  await truncate(fileOf(dir, named[2]!), 10);
  assert.deepEqual(await verify(), { files: 10, problems: 2 });
  for (const sha256 of named.slice(3)) await store.delete(sha256);
  assert.deepEqual(
    (({ files, missing }) => ({ files, missing }))(await restoreFiles({ ...own, blobs: store }, progress)),
    { files: 10, missing: 2 },
  );
  assert.equal(await readAll(store, named), 11, 'what the store still had stays');
  assert.equal((await findRestorePause(server.pool))?.restoredTo, null, 'the database sends nothing by itself');
});

test('files can be restored into a bucket repeatedly, and a wrong key or a refusing bucket is reported', async (t) => {
  const { named, back, own, dir } = await newShop(t, 5);
  await back();
  const bucketUrl = `${await startS3(t)}/files/restored`;
  const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'eu-central-1' };
  const bucket = s3BlobStore({ bucketUrl, ...key });
  t.after(() => bucket.close());
  const refusing = s3BlobStore({ bucketUrl, ...key, secretAccessKey: 'wrong' });
  t.after(() => refusing.close());

  await assert.rejects(
    restoreFiles({ ...own, blobs: bucket, encryptionKey: randomBytes(32) }, progress),
    /was made with another encryption key/,
  );
  await assert.rejects(bucket.read(named[0]!), BlobMissingError);
  await assert.rejects(restoreFiles({ ...own, blobs: refusing }, progress), /The blob store answered 403/);
  for (let time = 0; time < 2; time++) {
    const { backup, files, missing } = await restoreFiles({ ...own, blobs: bucket }, progress);
    assert.ok(backup.name);
    assert.deepEqual([files, missing], [5, 0]);
  }
  assert.equal(await readAll(bucket, named), 5);
  await rm(join(dir, 'encryption-key'));
  await assert.rejects(restoreFiles({ ...own, blobs: bucket }, progress), /backup folder has no encryption key/);
});

test("a restore reports when the backup's key does not decrypt the database", async (t) => {
  const { back, own, store } = await newShop(t, 1);
  // The case of files restored beside the database of another center.
  const encryptionKey = randomBytes(32);
  await back({ encryptionKey });
  await assert.rejects(restoreFiles({ ...own, blobs: store }, progress), /does not decrypt the secrets/);
});

test('an aborted backup leaves no partial file, and the next backup succeeds', async (t) => {
  const { back, dir, store, named } = await newShop(t, 3);
  // Simulates a broken bucket connection or a full disk: one file ends early.
  async function* cutShort(sha256: string) {
    yield (await buffer(await store.read(sha256))).subarray(0, 100);
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
  }
  const failing: BlobStore = {
    ...store,
    read: async (sha256) => (sha256 === named[2] ? Readable.from(cutShort(sha256)) : store.read(sha256)),
  };
  await assert.rejects(back({ blobs: failing }), /no space left in the backup folder /);
  assert.deepEqual(await readdir(join(dir, 'backups')), []);
  const written = await readdir(join(dir, 'files'), { recursive: true });
  assert.ok(written.every((path) => !path.endsWith('.part')));
  const { name, manifest } = await back();
  assert.equal(manifest.files.count, 3);
  assert.deepEqual(await readdir(join(dir, 'backups')), [name]);
});

test('a backup with a damaged manifest is reported as damaged, and neither it nor its files are deleted', async (t) => {
  const { back, own, dir, store, named } = await newShop(t, 2);
  const first = await back();
  await truncate(join(first.folder, 'manifest.json'), 100);
  for (const sha256 of named) await store.delete(sha256);
  const second = await back({}, 1);
  const { good, damaged, cut } = await listBackups(dir);
  assert.deepEqual([good.map(({ name }) => name), damaged, cut], [[second.name], [first.name], []]);
  for (const sha256 of named) assert.ok((await stat(fileOf(dir, sha256))).size > 0);
  const { problems } = await verifyBackups(dir, progress);
  assert.match(problems[0]!.message, /manifest of the backup .* is damaged/);
  await truncate(join(second.folder, 'manifest.json'), 100);
  await assert.rejects(restoreFiles({ ...own, blobs: store }, progress), /the manifest of .* is damaged/);
});

/** Replaces the manifest as somebody without the key could: with a checksum, and the former HMAC or none. */
const forge = ({ folder, manifest }: Backup, changes: Partial<Manifest>) =>
  writeSealed(join(folder, 'manifest.json'), { ...manifest, ...changes });

const CLUSTER = {
  ...{ systemIdentifier: '1', majorVersion: 18, timeline: 1, segmentBytes: 1_048_576 },
  ...{ startSegment: '0'.repeat(24), stopSegment: '0'.repeat(24) },
};

test('a manifest that leads out of its folders is refused before anything is written', async (t) => {
  const { back, own, dir, store, folder } = await newShop(t, 1);
  const backup = await back();
  const hostile: (string | [string, string])[] = [
    '/etc/passwd',
    '../outside',
    'postgres/../../outside',
    'postgres/base/..',
    'postgres/./base',
    'postgres//base',
    'postgres/base/',
    'postgres',
    'postgresql/base',
    'postgres\\..\\..\\outside',
    'postgres/..\\outside',
    'C:\\outside',
    'C:/outside',
    'postgres/C:outside',
    '\\\\host\\share',
    'postgres/a\0b',
    'postgres/a\nb',
    '',
    'files/ab',
    ['postgres/twice', 'postgres/twice'],
    'postgres/link',
    'postgres/linked/file',
    'postgres/folder',
  ];
  await mkdir(join(backup.folder, 'postgres', 'folder'), { recursive: true });
  await symlink('/etc/hostname', join(backup.folder, 'postgres', 'link'));
  await symlink('/etc', join(backup.folder, 'postgres', 'linked'));
  const dataDir = join(folder, 'restored');
  const target = folderBlobStore(join(folder, 'restored-files'));
  for (const one of hostile) {
    const entries: BackedUpFile[] = [one].flat().map((path) => ({ path, bytes: 1, sha256: '0'.repeat(64) }));
    const content = { ...backup.manifest, cluster: CLUSTER, entries: [...backup.manifest.entries, ...entries] };
    // Also one with a valid HMAC: somebody may have the key, and the folder of others.
    await forge(backup, { ...content, hmac: manifestHmac(content, server.encryptionKey) });
    const expected = /names ".*", which is a link, comes twice, or may be outside of the backup/;
    await assert.rejects(
      restoreBackup({ dir, dataDir, names: own.names, encryptionKey: undefined }, progress),
      expected,
    );
    await assert.rejects(restoreFiles({ ...own, blobs: target }, progress), expected);
    const { problems } = await verifyBackups(dir, progress);
    assert.match(problems[0]?.message ?? '', expected, JSON.stringify(one));
  }
  assert.deepEqual((await readdir(folder)).sort(), ['arriving', 'backups', 'files']);
  await forge(backup, {});
  assert.equal((await restoreFiles({ ...own, blobs: store }, progress)).files, 1);
});

test('a changed manifest is noticed by its HMAC, and one of an earlier version is still restored', async (t) => {
  const { back, own, dir, store } = await newShop(t, 1);
  const first = await back();
  assert.equal((await verifyBackups(dir, progress)).proven, 1);
  await forge(first, { platen: '9.9.9' });
  await assert.rejects(restoreFiles({ ...own, blobs: store }, progress), /was changed after the backup: its HMAC/);
  assert.match((await verifyBackups(dir, progress)).problems[0]!.message, /HMAC does not match/);

  const { hmac: _, ...earlier } = first.manifest;
  await forge({ ...first, manifest: earlier }, {});
  const { problems, proven } = await verifyBackups(dir, progress);
  assert.deepEqual([problems, proven], [[], 0]);
  const restored = await restoreFiles({ ...own, blobs: store }, progress);
  assert.deepEqual([restored.files, restored.backup.manifest.hmac], [1, undefined]);

  // After a backup with an HMAC, one without is suspicious.
  await forge(first, {});
  const second = await back();
  const { hmac: __, ...stripped } = second.manifest;
  await forge({ ...second, manifest: stripped }, {});
  await assert.rejects(restoreFiles({ ...own, blobs: store }, progress), /has no HMAC, but the earlier backup/);
  assert.equal((await restoreFiles({ ...own, blobs: store, name: second.name }, progress)).files, 1);
  const keyless = join(dir, 'encryption-key');
  await rename(keyless, `${keyless}.away`);
  assert.deepEqual((await verifyBackups(dir, progress)).problems, []);
});

test('each changed, truncated or missing file of an order is found, also of no backup', async (t) => {
  const { back, dir, named } = await newShop(t, 4);
  await back();
  const since = randomBytes(3_000);
  const copied = createHash('sha256').update(since).digest('hex');
  await mkdir(join(fileOf(dir, copied), '..'), { recursive: true });
  await writeFile(fileOf(dir, copied), since);
  const { files, recent, problems } = await verifyBackups(dir, progress);
  assert.deepEqual({ files, recent, problems }, { files: 5, recent: 1, problems: [] });
  const damages: ((path: string) => Promise<unknown>)[] = [
    async (path) => {
      const content = await readFile(path);
      content[7]! ^= 1;
      await writeFile(path, content);
    },
    (path) => truncate(path, 100),
    async (path) => writeFile(path, Buffer.concat([await readFile(path), Buffer.alloc(1)])),
  ];
  for (const sha256 of [named[0]!, copied])
    for (const damage of [...damages, rm]) {
      const path = fileOf(dir, sha256);
      const before = await readFile(path);
      // A file that was copied after the backup is in no list here, so nothing tells that it is missing.
      if (damage === rm && sha256 === copied) continue;
      await damage(path);
      const report = await verifyBackups(dir, progress);
      assert.deepEqual(
        report.problems.map(({ file }) => file),
        [path],
      );
      assert.equal(report.files, 4);
      await writeFile(path, before);
    }
});
