import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { s3BlobStore } from './blob-bucket.ts';
import { folderBlobStore } from './blob-folder.ts';
import { BlobMissingError, type BlobStore, BlobStoreError } from './blobs.ts';
import { startFileServer } from './test-support/file-server.ts';
import { startS3 } from './test-support/s3-server.ts';

/** The key that the server of these tests knows; its own default. */
const KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'eu-central-1' };

const STORES: readonly (readonly [name: string, open: (t: TestContext) => Promise<BlobStore>])[] = [
  ['folder', async (t) => folderBlobStore(join(await makeFolder(t), 'blobs'))],
  ['S3', async (t) => openS3Store(t, `${await startS3(t)}/files`)],
  ['S3 with a prefix', async (t) => openS3Store(t, `${await startS3(t)}/files/platen/blobs/`)],
];

for (const [name, openStore] of STORES) {
  test(`${name}: a blob that was put is read byte for byte`, async (t) => {
    const store = await openStore(t);
    for (const bytes of [0, 1, 5_000_000]) {
      const { sha256, path, content } = await makeFile(t, bytes);
      await store.put(sha256, path);
      assert.deepEqual(await buffer(await store.read(sha256)), content);
      assert.deepEqual(await readFile(path), content);
    }
  });

  test(`${name}: the same blob may be put again and at the same time`, async (t) => {
    const store = await openStore(t);
    const { sha256, path, content } = await makeFile(t, 100_000);
    await Promise.all(Array.from({ length: 10 }, () => store.put(sha256, path)));
    await store.put(sha256, path);
    assert.deepEqual(await buffer(await store.read(sha256)), content);
  });

  test(`${name}: a blob that was never put is missing`, async (t) => {
    const store = await openStore(t);
    const { sha256 } = await makeFile(t, 10);
    await assert.rejects(store.read(sha256), BlobMissingError);
  });

  test(`${name}: a blob that was deleted is missing, may be deleted again, and put anew`, async (t) => {
    const store = await openStore(t);
    const { sha256, path, content } = await makeFile(t, 10);
    const other = await makeFile(t, 10);
    await store.put(sha256, path);
    await store.put(other.sha256, other.path);
    await store.delete(sha256);
    await store.delete(sha256);
    await assert.rejects(store.read(sha256), BlobMissingError);
    assert.deepEqual(await buffer(await store.read(other.sha256)), other.content);
    await store.put(sha256, path);
    assert.deepEqual(await buffer(await store.read(sha256)), content);
  });

  test(`${name}: a name that is no hash is refused`, async (t) => {
    const store = await openStore(t);
    const { path } = await makeFile(t, 10);
    for (const wrong of ['', '../../etc/passwd', 'A'.repeat(64), 'a'.repeat(63), `${'a'.repeat(64)}/..`]) {
      await assert.rejects(store.put(wrong, path), BlobStoreError);
      await assert.rejects(store.read(wrong), BlobStoreError);
      await assert.rejects(async () => store.delete(wrong), BlobStoreError);
    }
  });
}

test('folder: a file of another content, or none, leaves nothing', async (t) => {
  const folder = await makeFolder(t);
  const store = folderBlobStore(folder);
  const { sha256, path } = await makeFile(t, 100_000);
  await truncate(path, 50_000);
  await assert.rejects(store.put(sha256, path), /has another content/);
  await assert.rejects(store.put(sha256, join(folder, 'absent')), { code: 'ENOENT' });
  await assert.rejects(store.read(sha256), BlobMissingError);
  const left = await readdir(folder, { recursive: true, withFileTypes: true });
  assert.deepEqual(
    left.filter((entry) => entry.isFile()),
    [],
  );
});

test('folder: a file takes no second place on the disk, and stays when its first name goes', async (t) => {
  // Beside each other, as in DATA_DIR.
  const folder = await makeFolder(t);
  const store = folderBlobStore(join(folder, 'files'));
  const { sha256, path, content } = await makeFile(t, 1_000);
  const source = join(folder, 'arrived');
  await rename(path, source);
  await store.put(sha256, source);
  const kept = join(folder, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  assert.equal((await stat(kept)).ino, (await stat(source)).ino);
  await rm(source);
  assert.deepEqual(await buffer(await store.read(sha256)), content);
  assert.deepEqual(await readdir(join(folder, 'files', 'incoming')), []);
});

test('folder: what a kill left half written is removed after its time, and counted', async (t) => {
  const folder = await makeFolder(t);
  const store = folderBlobStore(folder);
  const { sha256, path, content } = await makeFile(t, 10);
  await store.put(sha256, path);
  await writeFile(join(folder, 'incoming', 'x.part'), 'half');
  const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
  assert.deepEqual(await store.removeLeftovers(past, false), { files: 0, bytes: 0 });
  assert.deepEqual(await store.removeLeftovers(future, true), { files: 1, bytes: 4 });
  assert.deepEqual(await store.removeLeftovers(future, false), { files: 1, bytes: 4 });
  assert.deepEqual(await store.removeLeftovers(future, false), { files: 0, bytes: 0 });
  assert.deepEqual(await buffer(await store.read(sha256)), content);
});

test('folder: every blob is listed once, and nothing else', async (t) => {
  const folder = await makeFolder(t);
  const store = folderBlobStore(folder);
  assert.deepEqual(await store.list(''), { blobs: [], next: undefined });
  const put: string[] = [];
  for (let count = 0; count < 40; count++) {
    const { sha256, path } = await makeFile(t, 5);
    await store.put(sha256, path);
    put.push(sha256);
  }
  await writeFile(join(folder, put[0]!.slice(0, 2), 'note'), '');
  await writeFile(join(folder, put[0]!.slice(0, 2), put[0]!.slice(2, 4), 'f'.repeat(63)), '');
  const listed: string[] = [];
  for (let from: string | undefined = ''; from !== undefined; ) {
    const page = await store.list(from);
    for (const { sha256, findFile } of page.blobs) {
      listed.push(sha256);
      assert.equal((await findFile())?.bytes, 5);
    }
    from = page.next;
  }
  assert.deepEqual(listed.sort(), put.sort());
});

test('folder: blobs are spread over two levels of folders', async (t) => {
  const folder = await makeFolder(t);
  const { sha256, path } = await makeFile(t, 10);
  await folderBlobStore(folder).put(sha256, path);
  assert.ok((await readdir(join(folder, sha256.slice(0, 2), sha256.slice(2, 4)))).includes(sha256));
});

test('S3: a wrong secret, an absent bucket and a server that is down are errors, not missing blobs', async (t) => {
  const url = await startS3(t);
  const { sha256, path } = await makeFile(t, 10);
  const forger = openS3Store(t, `${url}/files`, { ...KEY, secretAccessKey: 'wrong' });
  await assert.rejects(forger.put(sha256, path), /403 SignatureDoesNotMatch/);
  await assert.rejects(forger.read(sha256), /403 SignatureDoesNotMatch/);
  await assert.rejects(forger.delete(sha256), /403 SignatureDoesNotMatch/);
  const lost = openS3Store(t, `${url}/absent`);
  await assert.rejects(lost.put(sha256, path), /404 NoSuchBucket/);
  await assert.rejects(lost.read(sha256), /404 NoSuchBucket/);
  await assert.rejects(lost.delete(sha256), /404 NoSuchBucket/);
  const down = openS3Store(t, 'http://127.0.0.1:1/files');
  await assert.rejects(down.put(sha256, path), /did not answer PUT/);
  await assert.rejects(down.read(sha256), /did not answer GET/);
  await assert.rejects(down.delete(sha256), /did not answer DELETE/);
});

test('S3: the hash of the content is signed, and its length announced', async (t) => {
  const server = await startFileServer(t, (request, response) => request.resume().on('end', () => response.end()));
  const { sha256, path } = await makeFile(t, 1234);
  await openS3Store(t, `${server.url}/files`).put(sha256, path);
  const { headers, url } = server.requests[0]!;
  assert.equal(url, `/files/${sha256}`);
  assert.equal(headers['x-amz-content-sha256'], sha256);
  assert.equal(headers['content-length'], '1234');
  assert.match(headers.authorization ?? '', /SignedHeaders=host;x-amz-content-sha256;x-amz-date,/);
});

test('S3: a file that cannot be read is an error, and the upload ends', async (t) => {
  const store = openS3Store(t, `${await startS3(t)}/files`);
  const { sha256, path } = await makeFile(t, 10);
  await assert.rejects(store.put(sha256, `${path}.absent`), { code: 'ENOENT' });
  await assert.rejects(store.read(sha256), BlobMissingError);
});

function openS3Store(t: TestContext, bucketUrl: string, key = KEY): BlobStore {
  const store = s3BlobStore({ bucketUrl, ...key });
  t.after(() => store.close());
  return store;
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-blobs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function makeFile(t: TestContext, bytes: number) {
  const content = randomBytes(bytes);
  const path = join(await makeFolder(t), 'file');
  await writeFile(path, content);
  return { content, path, sha256: createHash('sha256').update(content).digest('hex') };
}
