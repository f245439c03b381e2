import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import tls from 'node:tls';
import { request } from 'undici';
import { openAgent, scriptedLookup, startFileServer } from '../files/test-support/file-server.ts';
import { selfSignedCertificate } from '../files/test-support/self-signed-certificate.ts';
import { AddressRefusedError, safeAgent } from './safe-agent.ts';

const LOOPBACK_SPELLINGS: readonly string[] = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '017700000001',
  '0177.0.0.1',
  '127.000.000.001',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '①②⑦.0.0.1',
  '127。0。0。1',
  'localhost',
  'LOCALHOST',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
];

test('loopback is refused in every spelling, and nothing is connected to', async (t) => {
  const server = await startServer(t);
  const dispatcher = openAgent(t, { allow: [] });
  for (const host of LOOPBACK_SPELLINGS) {
    await assert.rejects(request(`http://${host}:${server.port}/`, { dispatcher }), AddressRefusedError, host);
    await assert.rejects(request(`https://${host}:${server.port}/`, { dispatcher }), AddressRefusedError, host);
  }
  assert.equal(server.requests.length, 0);
});

test('a name is refused when any address that it resolves to is not public', async (t) => {
  const server = await startServer(t);
  for (const addresses of [
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['::ffff:127.0.0.1'],
    ['2606:4700:4700::1111', '127.0.0.1'],
    ['10.0.0.1', '1.1.1.1'],
  ]) {
    const dispatcher = openAgent(t, { allow: [], lookup: scriptedLookup(addresses) });
    const url = `http://files.test:${server.port}/`;
    await assert.rejects(request(url, { dispatcher }), AddressRefusedError, addresses.join());
  }
  assert.equal(server.requests.length, 0);
});

test('a name that resolves differently the second time is connected to at the first address', async (t) => {
  const server = await startServer(t);
  const lookup = scriptedLookup(['127.0.0.1'], ['127.0.0.2']);
  const dispatcher = openAgent(t, { allow: [`files.test:${server.port}`], lookup });
  const { body } = await request(`http://files.test:${server.port}/`, { dispatcher });
  assert.equal(await body.text(), 'hello');
  assert.equal(lookup.calls, 1);
  assert.equal(server.requests[0]?.socket.localAddress, '127.0.0.1');
});

test('each new connection is checked anew, whatever the name resolved to before', async (t) => {
  const server = await startServer(t);
  const lookup = scriptedLookup(['127.0.0.1']);
  const dispatcher = openAgent(t, { allow: [`files.test:${server.port}`], lookup });
  await (await request(`http://files.test:${server.port}/`, { dispatcher })).body.dump();
  await assert.rejects(request('http://files.test:1/', { dispatcher }), AddressRefusedError);
});

test('only the host and port that are allowed may be private', async (t) => {
  const server = await startServer(t);
  for (const allow of [server.host, `[::1]:${server.port}`, `LOCALHOST:${server.port}`]) {
    const dispatcher = openAgent(t, { allow: [allow], lookup: scriptedLookup(['127.0.0.1']) });
    const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:${server.port}`);
    const reached = hosts.filter((host) => host === allow.toLowerCase());
    for (const host of hosts.filter((each) => !reached.includes(each))) {
      await assert.rejects(request(`http://${host}/`, { dispatcher }), AddressRefusedError, host);
    }
    for (const host of reached.filter((each) => !each.startsWith('['))) {
      const { body } = await request(`http://${host}/`, { dispatcher });
      assert.equal(await body.text(), 'hello');
    }
  }
  const dispatcher = openAgent(t, { allow: ['127.0.0.1:1'] });
  await assert.rejects(request(server.url, { dispatcher }), AddressRefusedError);
});

test('a URL without a port has that of its scheme', async (t) => {
  for (const [allow, url] of [
    ['files.test:443', 'http://files.test/'],
    ['files.test:80', 'https://files.test/'],
  ] as const) {
    const dispatcher = openAgent(t, { allow: [allow], lookup: scriptedLookup(['127.0.0.1']) });
    await assert.rejects(request(url, { dispatcher }), AddressRefusedError, url);
  }
});

test('an entry of the allow list that is not host:port is refused at once', () => {
  for (const entry of ['', 'files', 'http://files:80', 'files:80/path', 'user@files:80', '::1:80', 'a:99999']) {
    assert.throws(() => safeAgent({ allow: [entry] }), /is not host:port/, entry);
  }
});

test('TLS asks for the name and verifies its certificate, although the address is connected to', async (t) => {
  const certificate = selfSignedCertificate('files.test');
  const server = await startFileServer(t, (_request, response) => response.end('hello'), certificate);
  const lookup = scriptedLookup(['127.0.0.1']);
  const allow = [`files.test:${server.port}`, `other.test:${server.port}`];
  const url = `https://files.test:${server.port}/`;

  const distrustful = openAgent(t, { allow, lookup });
  await assert.rejects(request(url, { dispatcher: distrustful }), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });

  const before = tls.getCACertificates();
  tls.setDefaultCACertificates([...before, certificate.cert]);
  t.after(() => tls.setDefaultCACertificates(before));
  const dispatcher = openAgent(t, { allow, lookup });
  const { body } = await request(url, { dispatcher });
  assert.equal(await body.text(), 'hello');
  await assert.rejects(request(`https://other.test:${server.port}/`, { dispatcher }), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

test('a name whose resolution never ends is given up', async (t) => {
  const dispatcher = openAgent(t, { allow: [], lookup: () => {}, connectTimeoutMs: 20 });
  await assert.rejects(request('http://files.test/', { dispatcher }), { code: 'UND_ERR_CONNECT_TIMEOUT' });
});

test('a server that takes the connection and never greets by TLS is given up', async (t) => {
  const mute = createServer(() => {});
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as { port: number };
  const dispatcher = openAgent(t, { allow: [`127.0.0.1:${port}`], connectTimeoutMs: 50 });
  const connected = once(mute, 'connection');
  await assert.rejects(request(`https://127.0.0.1:${port}/`, { dispatcher }), {
    code: 'UND_ERR_CONNECT_TIMEOUT',
  });
  const [socket] = await connected;
  socket.destroy();
  mute.close();
});

test('proxies of the environment are ignored', async (t) => {
  const proxy = await startServer(t);
  process.env.HTTP_PROXY = process.env.http_proxy = proxy.url;
  t.after(() => {
    delete process.env.HTTP_PROXY;
    delete process.env.http_proxy;
  });
  const dispatcher = openAgent(t, { allow: [proxy.host], lookup: scriptedLookup(['10.0.0.1']) });
  await assert.rejects(request('http://files.test/', { dispatcher }), AddressRefusedError);
  assert.equal(proxy.requests.length, 0);
});

function startServer(t: TestContext) {
  return startFileServer(t, (_request, response) => response.end('hello'));
}

test('names of one party whose name server does not answer hold up no other party, nor all threads', async (t) => {
  const asked: string[] = [];
  let party = 'one';
  const agent = safeAgent({
    allow: [],
    party: () => party,
    connectTimeoutMs: 60_000,
    lookup: (hostname) => void asked.push(hostname),
  });
  t.after(() => agent.destroy());
  const ask = (host: string) => void request(`http://${host}.example/`, { dispatcher: agent }).catch(() => {});
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  for (let number = 0; number < 40; number++) ask(`slow-${number}`);
  await settled();
  assert.equal(asked.length, 4);
  party = 'other';
  ask('good');
  await settled();
  assert.equal(asked.at(-1), 'good.example');
  for (let number = 0; number < 40; number++) {
    party = `party-${number}`;
    ask(`of-party-${number}`);
  }
  await settled();
  assert.equal(asked.length, 16);
});
