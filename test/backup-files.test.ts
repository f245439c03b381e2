import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, type TestContext, test } from 'node:test';
import { openFolderByHand } from '../src/operations/backup/backup-folder.ts';
import { listBackups } from '../src/operations/backup/backup-manifest.ts';
import { findRestorePause } from '../src/operations/backup/backup-state-store.ts';
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
