import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openAgent, startFileServer } from '../../platform/files/test-support/file-server.ts';
import { FetchWatch, openFileFetcher } from './file-fetcher.ts';

const ROOM = { mayFetch: () => true, claim: () => true };

async function start(t: TestContext, { DEMO = true, disk = ROOM } = {}) {
  const server = await startFileServer(t, (request, response) => {
    if (request.url === '/images/moved') response.writeHead(302, { location: '/oauth/token' });
    response.end('content');
  });
  const folder = await mkdtemp(join(tmpdir(), 'platen-fetcher-'));
  t.after(() => rm(folder, { recursive: true }));
  // One that customers' files may come from.
  const outside = await startFileServer(t, (request, response) => {
    if (request.url === '/images/moved') response.writeHead(302, { location: '/art.svg' });
    if (request.url === '/to-our-images') response.writeHead(302, { location: `${server.url}/images/art.svg` });
    response.end('content');
  });
  const agent = openAgent(t, { allow: [outside.host] });
  const fetchFile = openFileFetcher({ BASE_URL: server.url, DEMO }, { agent, folder: async () => folder, disk });
  const fetched = async (url: string) => {
    const { signal } = new AbortController();
    const options = { signal, bytesMax: 1_000_000, validators: {}, onBytes: () => {} };
    const result = await fetchFile(url, options);
    return 'code' in result ? result.code : result.kind;
  };
  return { server, outside, fetched };
}

test("the demo's artwork is fetched from this server's /images/, and nothing else of it is", async (t) => {
  const { server, outside, fetched } = await start(t);
  const { url, port } = server;
  assert.equal(await fetched(`${url}/images/art.svg`), 'fetched');
  for (const other of [
    `${url}/`,
    `${url}/images`,
    `${url}/imagesque/art.svg`,
    `${url}/images/../oauth/token`,
    `${url}/images/%2e%2e/oauth/token`,
    `${url}/v1/orders?x=/images/`,
    `http://localhost:${port}/images/art.svg`,
    `http://127.0.0.1:1/images/art.svg`,
    `${outside.url}/to-our-images`,
  ])
    assert.equal(await fetched(other), 'file_address_refused', other);
  assert.deepEqual(
    server.requests.map((request) => request.url),
    ['/images/art.svg'],
  );
});

test('the address of an upload that does not exist is not found, and other hosts may have such paths', async (t) => {
  const { server, outside, fetched } = await start(t, { disk: { ...ROOM, mayFetch: () => false } });
  assert.equal(await fetched(`${server.url}/v1/files/Yk3nQ0bZ8sVtLw2eRr5uJx7oPa9cDf1g`), 'file_not_found');
  assert.equal(await fetched(`${outside.url}/v1/files/Yk3nQ0bZ8sVtLw2eRr5uJx7oPa9cDf1g`), 'storage_low');
  assert.equal(server.requests.length, 0);
});

test('the /images/ of other hosts have no special meaning', async (t) => {
  const { outside, fetched } = await start(t);
  assert.equal(await fetched(`${outside.url}/images/moved`), 'fetched');
});

test("a redirect from the demo's artwork is not followed", async (t) => {
  const { server, fetched } = await start(t);
  assert.equal(await fetched(`${server.url}/images/moved`), 'too_many_redirects');
  assert.equal(server.requests.length, 1);
});

test('without the demo no file of this server is fetched', async (t) => {
  const { server, fetched } = await start(t, { DEMO: false });
  assert.equal(await fetched(`${server.url}/images/art.svg`), 'file_address_refused');
  assert.equal(server.requests.length, 0);
});

test('while the disk is almost full nothing is requested, and a file without room is not kept', async (t) => {
  const low = await start(t, { disk: { mayFetch: () => false, claim: () => true } });
  assert.equal(await low.fetched(`${low.server.url}/images/art.svg`), 'storage_low');
  assert.equal(low.server.requests.length, 0);
  const full = await start(t, { disk: { mayFetch: () => true, claim: () => false } });
  assert.equal(await full.fetched(`${full.server.url}/images/art.svg`), 'storage_low');
});

test('fetches are counted while they run, and then by their result', async () => {
  const watch = new FetchWatch();
  const answers: { kind: string; code?: string }[] = [
    { kind: 'fetched' },
    { kind: 'temporary_failure', code: 'file_timeout' },
  ];
  const ready = Promise.withResolvers<void>();
  const fetchFile = watch.watch(async () => {
    await ready.promise;
    const answer = answers.shift();
    if (!answer) throw new Error('aborted');
    return answer;
  });
  const all = Promise.allSettled([fetchFile(), fetchFile(), fetchFile()]);
  assert.equal(watch.underWay, 3);
  ready.resolve();
  await all;
  assert.equal(watch.underWay, 0);
  assert.deepEqual(Object.fromEntries(watch.ended), { fetched: 1, file_timeout: 1, broken_off: 1 });
});
