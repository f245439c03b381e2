import assert from 'node:assert/strict';
import { createPrivateKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { pino } from 'pino';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { readConfig } from '../platform/settings/config.ts';
import { buildApp } from '../server.ts';
import { createClient, type NewSecret } from './manage-clients.ts';
import { deleteSigningKeysExcept, listSigningKeys } from './signing-key-store.ts';
import { decryptPrivateKey, rotateSigningKey, SigningKeys } from './signing-keys.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const WITHIN_MS = 30_000;

interface Node {
  token(): Promise<string>;
  show(token: string): Promise<number>;
  keySet(): Promise<{ keys: { kid: string }[] }>;
}

let database: TestDatabase;
let dataDir: string;
let client: NewSecret;
let now: Date;
const closers: (() => Promise<unknown>)[] = [];
before(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'platen-data-'));
  client = await createClient(database.pool, {
    name: 'Test Shop',
    mode: 'live',
    scope: 'fulfillment',
    now: new Date(),
  });
});
after(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await deleteSigningKeysExcept(database.pool, 'none of them');
});

/** One of several processes on the same database. */
async function startNode(encryptionKey: Uint8Array = randomBytes(32)): Promise<Node> {
  const log = pino({ level: 'silent' });
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off', BASE_URL: 'http://platen.test' });
  const keys = new SigningKeys(database.pool, encryptionKey, () => now);
  await keys.start((error) => assert.ifError(error));
  const app = await buildApp({ config, pool: database.pool, keys, encryptionKey, log, clock: () => now });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  closers.push(async () => {
    await app.close();
    keys.stop();
  });
  const { clientId: client_id, clientSecret: client_secret } = client;
  return {
    token: async () => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
      const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body });
      assert.equal(answer.status, 200);
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    show: async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/v1/orders`, { headers });
      await answer.text();
      return answer.status;
    },
    keySet: async () => (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] },
  };
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (!(await holds())) assert.ok(Date.now() < deadline, `${what} not within ${WITHIN_MS} ms`);
}
const publishes = (node: Node, count: number) => async () => (await node.keySet()).keys.length === count;
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const later = (ms: number) => new Date(now.getTime() + ms);

test('processes with one encryption key sign with one key and take each other’s tokens', async () => {
  now = new Date();
  const encryptionKey = randomBytes(32);
  const nodes = await Promise.all([startNode(encryptionKey), startNode(encryptionKey)]);
  const [first, second] = nodes as [Node, Node];
  const tokens = [await first.token(), await second.token()];
  assert.equal(kidOf(tokens[0] ?? ''), kidOf(tokens[1] ?? ''));
  for (const node of nodes) for (const token of tokens) assert.equal(await node.show(token), 200);
  assert.equal((await listSigningKeys(database.pool)).length, 1);
});

test('processes with different encryption keys take each other’s tokens at once', async () => {
  now = new Date();
  const first = await startNode();
  const early = await first.token();
  // The first has read the keys a moment before the second makes one.
  const second = await startNode();
  assert.equal(await first.show(await second.token()), 200);
  assert.equal(await second.show(early), 200);
  assert.notEqual(kidOf(await second.token()), kidOf(early));
});

test('after a rotation the new key is published first and signs ten minutes later; old tokens hold', async () => {
  now = new Date();
  const encryptionKey = randomBytes(32);
  const node = await startNode(encryptionKey);
  const old = await node.token();
  await rotateSigningKey(database.pool, encryptionKey, { now, revokeOthers: false });
  await until('the next key is published', publishes(node, 2));
  assert.equal(kidOf(await node.token()), kidOf(old));
  now = later(10 * MINUTE_MS);
  const fresh = await node.token();
  assert.notEqual(kidOf(fresh), kidOf(old));
  for (const token of [old, fresh]) assert.equal(await node.show(token), 200);
  await jwtVerify(fresh, createLocalJWKSet(await node.keySet()), { currentDate: now });
});

test('a rotation that revokes the others ends their tokens within 5 seconds, and new ones are given', async () => {
  now = new Date();
  const encryptionKey = randomBytes(32);
  const node = await startNode(encryptionKey);
  const old = await node.token();
  assert.equal(await node.show(old), 200);
  const { keyId } = await rotateSigningKey(database.pool, encryptionKey, { now, revokeOthers: true });
  await until('old tokens are refused', async () => (await node.show(old)) === 401);
  const fresh = await node.token();
  assert.equal(kidOf(fresh), keyId);
  assert.equal(await node.show(fresh), 200);
  assert.deepEqual(
    (await node.keySet()).keys.map(({ kid }) => kid),
    [keyId],
  );
});

test('a key that is 90 days old is followed by the next one by itself, without an outage', async () => {
  now = new Date();
  const encryptionKey = randomBytes(32);
  const nodes = await Promise.all([startNode(encryptionKey), startNode(encryptionKey)]);
  const [node, other] = nodes as [Node, Node];
  const kid = kidOf(await node.token());
  now = later(91 * DAY_MS);
  await until('the next key is published', publishes(node, 2));
  await until('the next key is published by the other', publishes(other, 2));
  const old = await node.token();
  assert.equal(kidOf(old), kid, 'signs before others can know it');
  now = later(11 * MINUTE_MS);
  const fresh = await node.token();
  assert.notEqual(kidOf(fresh), kid);
  for (const token of [old, fresh]) for (const one of nodes) assert.equal(await one.show(token), 200);
  assert.equal((await listSigningKeys(database.pool)).length, 2);
});

test('keys that no token needs any more are deleted at the next rotation', async () => {
  now = new Date();
  const node = await startNode();
  const first = kidOf(await node.token());
  for (const keys of [2, 2]) {
    now = later(91 * DAY_MS);
    await until('the next key is published', publishes(node, keys));
    now = later(11 * MINUTE_MS);
  }
  await until('the first is gone', async () => (await node.keySet()).keys.every(({ kid }) => kid !== first));
});

test('a process whose key an operator retired publishes its next one before that signs', async () => {
  now = new Date();
  const node = await startNode();
  const old = kidOf(await node.token());
  // The operator's machine has another encryption key, so this process cannot use the key that comes of it.
  await rotateSigningKey(database.pool, randomBytes(32), { now, revokeOthers: false });
  await until('a third key is published', publishes(node, 3));
  assert.equal(kidOf(await node.token()), old);
  now = later(10 * MINUTE_MS);
  const fresh = await node.token();
  assert.notEqual(kidOf(fresh), old);
  assert.equal(await node.show(fresh), 200);
});

test('private keys are stored encrypted', async () => {
  now = new Date();
  const encryptionKey = randomBytes(32);
  await startNode(encryptionKey);
  const [stored] = await listSigningKeys(database.pool);
  assert.ok(stored && !('d' in stored.publicJwk));
  const key = stored.privateKeyEncrypted;
  assert.throws(() => createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  assert.ok(decryptPrivateKey(encryptionKey, stored));
  assert.equal(decryptPrivateKey(randomBytes(32), stored), undefined);
});
