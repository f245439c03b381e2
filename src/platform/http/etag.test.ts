import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';

let server: TestServer;
let token: string;
before(async () => {
  server = await startTestServer({ RATE_LIMIT: '1000/60s' });
  ({ token } = await server.token());
});
after(() => server.close());

const get = (path: string, match?: string) =>
  server.send(path, { token, headers: match === undefined ? {} : { 'if-none-match': match } });

const LISTS = ['/v1/orders', '/v1/product-variants', '/v1/article-variants', '/v1/carriers'];

test('every read has an entity tag that stays the same while the answer does', async () => {
  for (const path of LISTS) {
    const [first, second] = [await get(path), await get(path)];
    assert.match(first.headers.get('etag') ?? '', /^"[\w-]+"$/);
    assert.equal(first.headers.get('etag'), second.headers.get('etag'));
    assert.equal(first.headers.get('cache-control'), 'private, no-cache');
  }
});

test('what the caller has already is answered with 304 and nothing else', async () => {
  for (const path of LISTS) {
    const { headers } = await get(path);
    const etag = headers.get('etag') ?? '';
    for (const match of [etag, `W/${etag}`, '*', ` ${etag} `, `"other", ${etag}`, `"a","b",W/${etag},"c"`]) {
      const answer = await get(path, match);
      assert.equal(answer.status, 304, match);
      assert.equal(answer.text, '');
      assert.equal(answer.headers.get('etag'), etag);
      assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
      assert.equal(answer.headers.get('content-type'), null);
      assert.match(answer.headers.get('ratelimit') ?? '', /^"api";r=\d+;t=\d+$/);
    }
  }
});

test('another tag, or none that can be read, is answered in full', async () => {
  const { headers, text } = await get('/v1/carriers');
  const etag = headers.get('etag') ?? '';
  const bare = etag.slice(1, -1);
  for (const match of ['', '"other"', bare, `"${bare}x"`, `w/${etag}`, `W/W/${etag}`, '**', `'${bare}'`]) {
    const answer = await get('/v1/carriers', match);
    assert.equal(answer.status, 200, match);
    assert.equal(answer.text, text);
  }
});

test('errors have no tag, and are not hidden behind one', async () => {
  for (const path of ['/v1/orders/absent', '/v1/products', '/v1/orders?limit=0']) {
    const answer = await get(path, '*');
    assert.ok(answer.status >= 400);
    assert.equal(answer.headers.get('etag'), null);
  }
});

test('the API document has a tag, too', async () => {
  const first = await get('/openapi.json');
  assert.equal((await get('/openapi.json', first.headers.get('etag') ?? '')).status, 304);
});
