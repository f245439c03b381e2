import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { publicPathStripper } from '../src/platform/http/public-path.ts';
import { readConfig } from '../src/platform/settings/config.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const PATH = '/shops/platen';
const DISCOVERY = ['oauth2', 'oidc'] as const;

/** Two proxies, one that keeps the path of the public address and one that strips it. */
const proxies = { leaves: '', strips: '' };
let server: TestServer;
const closers: (() => void)[] = [];

before(async () => {
  let target = '';
  for (const kind of ['leaves', 'strips'] as const) {
    const proxy = createServer((incoming, outgoing) => {
      const url = kind === 'leaves' ? incoming.url! : incoming.url!.replace(PATH, '');
      const { method, headers } = incoming;
      const forwarded = request(target + url, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(forwarded);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    proxies[kind] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    closers.push(() => proxy.close());
  }
  server = await startTestServer({ BASE_URL: `http://platen.test${PATH}/` });
  target = server.url;
  await mkdir(join(server.config.DATA_DIR, 'images'), { recursive: true });
  await writeFile(join(server.config.DATA_DIR, 'images/a.png'), 'png');
});
after(async () => {
  for (const close of closers) close();
  await server.close();
});

/** Returns the public address through this proxy. */
const throughProxy = (proxy: string, url: string) => url.replace('http://platen.test', proxy);

for (const kind of ['leaves', 'strips'] as const) {
  test(`behind a proxy that ${kind} the path, an OAuth library and every link work`, async () => {
    const { clientId, clientSecret } = await server.newClient();
    const proxy = proxies[kind];
    const options = {
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url: string, init: object) => fetch(throughProxy(proxy, url), init),
    };
    const issuer = new URL(`http://platen.test${PATH}`);
    let token = '';
    for (const algorithm of DISCOVERY) {
      const found = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm, ...options }),
      );
      const answer = await oauth.clientCredentialsGrantRequest(
        found,
        { client_id: clientId },
        oauth.ClientSecretPost(clientSecret),
        {},
        options,
      );
      const given = await oauth.processClientCredentialsResponse(found, { client_id: clientId }, answer);
      token = given.access_token;
      assert.equal((await fetch(throughProxy(proxy, found.jwks_uri!))).status, 200);
    }
    const api = throughProxy(proxy, server.config.BASE_URL);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const made = await fetch(`${api}/v1/webhook-endpoints`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ url: 'https://shop.example.com/hook' }),
    });
    const location = made.headers.get('location')!;
    assert.ok(location.startsWith(`http://platen.test${PATH}/v1/webhook-endpoints/`), location);
    assert.equal((await fetch(throughProxy(proxy, location), { headers })).status, 200);
    assert.equal((await fetch(`${api}/v1/orders/a%2Fb?x`, { headers })).status, 400);
    assert.equal((await fetch(throughProxy(proxy, `${server.config.IMAGE_BASE_URL}a.png`))).status, 200);
    assert.equal((await fetch(`${api}/v1/nothing`, { headers })).status, 404);
  });

  test(`behind a proxy that ${kind} the path, the reference and its document are shown`, async () => {
    const api = throughProxy(proxies[kind], server.config.BASE_URL);
    const moved = await fetch(`${api}/docs`, { redirect: 'manual' });
    assert.equal(moved.headers.get('location'), `${PATH}/docs/`);
    const page = await fetch(`${api}/docs/reference`);
    const html = await page.text();
    const [, script] = /src="([^"]+)"/.exec(html)!;
    assert.equal((await fetch(new URL(script!, `${api}/docs/`), { method: 'HEAD' })).status, 200);
    const [, named] = /data-document="([^"]+)"/.exec(html)!;
    const document = (await (await fetch(new URL(named!, page.url))).json()) as Record<string, unknown>;
    assert.deepEqual(document.servers, [{ url: `http://platen.test${PATH}` }]);
  });
}

test('without a proxy everything is also found without the path', async () => {
  for (const path of ['/health/live', `${PATH}/health/live`, '/openapi.json', '/docs/']) {
    assert.equal((await fetch(server.url + path)).status, 200, path);
  }
});

test('only the path is removed, once, and only at the beginning', () => {
  const strip = publicPathStripper({ BASE_URL: 'https://h/a', AUTH_URL: 'https://h/a/auth' })!;
  const expected = {
    '/a/v1/orders?x=/a/': '/v1/orders?x=/a/',
    '/a': '/',
    '/a?b': '/?b',
    '/a/a/v1': '/a/v1',
    '/ab/v1': '/ab/v1',
    '/v1/orders/a': '/v1/orders/a',
    '/a/auth/oauth/token': '/oauth/token',
    '/a/v1/orders/%2Fa%2F': '/v1/orders/%2Fa%2F',
    '/.well-known/oauth-authorization-server/a/auth': '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration/a/auth?x': '/.well-known/openid-configuration?x',
    '/.well-known/oauth-authorization-server/a': '/.well-known/oauth-authorization-server/a',
  };
  for (const [target, path] of Object.entries(expected)) assert.equal(strip(target), path, target);
  assert.equal(publicPathStripper({ BASE_URL: 'https://h', AUTH_URL: 'https://a:1' }), undefined);
});

test("a path that begins like one of Platen's own is refused, because stripping would be ambiguous", async () => {
  const documents = [await server.send('/openapi.json'), await server.send('/operator/openapi.json')];
  const paths = documents.flatMap(({ json }) => Object.keys(json.paths));
  const firsts = new Set(paths.map((path) => path.split('/')[1]!));
  assert.ok(firsts.size >= 5, [...firsts].join());
  for (const first of [...firsts, 'docs', 'images', 'openapi.json', 'console', 'v2']) {
    for (const name of ['BASE_URL', 'AUTH_URL']) {
      const value = `https://shop.example/${first}/x`;
      assert.throws(() => readConfig({ [name]: value }), {
        message: `${name} must have a path that does not begin with /${first}, since Platen's own paths do. Given: "${value}".`,
      });
    }
  }
  for (const path of ['/a//b', '/a%20b', '//a', '/{a}', '/ü']) {
    assert.throws(() => readConfig({ BASE_URL: `https://h${path}` }), /^ConfigError|BASE_URL must have a path/);
  }
  assert.equal(readConfig({ BASE_URL: 'https://h/a/b.c/' }).BASE_URL, 'https://h/a/b.c');
});
