import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { insertSigningKey } from './signing-key-store.ts';

const KEY_ID = 'key-of-this-test';
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

let server: TestServer;
/** One that the server made. */
let token: string;
before(async () => {
  server = await startTestServer();
  ({ token } = await server.token());
  await publish(KEY_ID, publicKey);
});
after(() => server.close());

/** Makes the server trust a key whose private part the test knows. */
async function publish(keyId: string, key: KeyObject): Promise<void> {
  const publicJwk = { ...key.export({ format: 'jwk' }), kid: keyId, alg: 'ES256', use: 'sig' };
  const past = new Date(Date.now() - 60_000);
  const privateKeyEncrypted = Buffer.alloc(64);
  const times = { created: past, signsFrom: past, retired: past };
  await insertSigningKey(server.pool, { keyId, publicJwk, privateKeyEncrypted, ...times });
}

const HEADER = { alg: 'ES256', typ: 'at+jwt', kid: KEY_ID };
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const es256 = (text: string, key: KeyObject = privateKey) =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');

/** A token like the server's own, with some of its parts changed; `undefined` leaves a part out. */
function forge(header: object = {}, claims: object = {}, signer = (text: string) => es256(text)): string {
  const text = `${encode({ ...HEADER, ...header })}.${encode({ ...decodeJwt(token), ...claims })}`;
  return `${text}.${signer(text)}`;
}

const show = (shown: string) => server.send('/v1/carriers', { token: shown });
async function assertRefused(name: string, shown: string): Promise<void> {
  const answer = await show(shown);
  assert.equal(answer.status, 401, `${name} is let in`);
  assert.equal(answer.json.error, 'invalid_token', name);
  assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer error="invalid_token"/, name);
}

test('an unchanged token is valid', async () => {
  assert.equal((await show(forge())).status, 200);
  assert.equal((await show(forge({ typ: 'application/at+jwt' }))).status, 200, 'RFC 9068, 2.1');
});

test('a token with a wrong or missing header parameter is refused', async () => {
  const headers = {
    'typ JWT': { typ: 'JWT' },
    'no typ': { typ: undefined },
    'no kid': { kid: undefined },
    'kid that is a number': { kid: 1 },
    'kid that is an object': { kid: { toString: 1 } },
    'kid of a property': { kid: '__proto__' },
    'unknown kid': { kid: 'nobody' },
    'kid of another key': { kid: decodeProtectedHeader(token).kid },
    'critical extension': { crit: ['exp'] },
    'unencoded payload': { b64: false, crit: ['b64'] },
    'alg ES384': { alg: 'ES384' },
    'no alg': { alg: undefined },
  };
  for (const [name, header] of Object.entries(headers)) await assertRefused(name, forge(header));
});

test('a token of another issuer, for another audience, or without a claim is refused', async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    'other issuer': { iss: 'http://elsewhere.test' },
    'issuer with a slash': { iss: 'http://platen.test/' },
    'no issuer': { iss: undefined },
    'other audience': { aud: 'http://elsewhere.test' },
    'no audience': { aud: undefined },
    expired: { exp: now - 1 },
    'no exp': { exp: undefined },
    'exp that is text': { exp: String(now + 600) },
    'not yet valid': { nbf: now + 600 },
    'no sub': { sub: undefined },
    'no client_id': { client_id: undefined },
    'unknown client': { client_id: 'nobody' },
    'client_id that is a list': { client_id: [decodeJwt(token).sub] },
    'no scope': { scope: undefined },
    'scope of an operator': { scope: 'operator' },
    'two scopes': { scope: 'fulfillment operator' },
    'no secret_id': { secret_id: undefined },
    'unknown secret': { secret_id: 'ffffffff-ffff-4fff-8fff-ffffffffffff' },
  };
  for (const [name, claim] of Object.entries(claims)) await assertRefused(name, forge({}, claim));
});

test('a token for several audiences that include this API is valid', async () => {
  assert.equal((await show(forge({}, { aud: ['http://x.test', 'http://platen.test'] }))).status, 200);
});

test('a token without a signature, or with another algorithm or key, is refused', async () => {
  const pem = publicKey.export({ format: 'pem', type: 'spki' });
  const jwk = JSON.stringify(publicKey.export({ format: 'jwk' }));
  const hmac = (secret: string | Buffer) => (text: string) =>
    createHmac('sha256', secret).update(text).digest('base64url');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = { jwk: other.publicKey.export({ format: 'jwk' }), jku: 'http://x.test/jwks', kid: KEY_ID };
  const forged = {
    'alg none': forge({ alg: 'none' }, {}, () => ''),
    'alg nOnE': forge({ alg: 'nOnE' }, {}, () => ''),
    'no signature': forge({}, {}, () => ''),
    'HS256 with the public key as PEM': forge({ alg: 'HS256' }, {}, hmac(pem)),
    'HS256 with the public key as JWK': forge({ alg: 'HS256' }, {}, hmac(jwk)),
    'HS256 with nothing': forge({ alg: 'HS256' }, {}, hmac('')),
    RS256: forge({ alg: 'RS256' }, {}, (text) => sign('sha256', Buffer.from(text), rsa).toString('base64url')),
    'a key of its own': forge(own, {}, (text) => es256(text, other.privateKey)),
    'signature of zeros': forge({}, {}, () => Buffer.alloc(64).toString('base64url')),
    'signature in DER': forge({}, {}, (text) => sign('sha256', Buffer.from(text), privateKey).toString('base64url')),
    'signature of another text': forge({}, {}, () => es256('x')),
  };
  for (const [name, shown] of Object.entries(forged)) await assertRefused(name, shown);
});

test('a token with a changed payload, and a token of another server, are refused', async () => {
  const [header, , signature] = token.split('.');
  const changed = encode({ ...decodeJwt(token), exp: 4_102_444_800 });
  await assertRefused('changed payload', `${header}.${changed}.${signature}`);
  const elsewhere = await startTestServer();
  try {
    await assertRefused('another server', (await elsewhere.token()).token);
  } finally {
    await elsewhere.close();
  }
});

test('text that is not a token is refused', async () => {
  const shown = [
    'x',
    '..',
    '...',
    'a.b.c',
    'e30.e30.e30',
    `${token}.x`,
    `${token}=`,
    token.slice(0, -1),
    token.slice(1),
    token.split('.').slice(0, 2).join('.'),
    `${encode([])}.${encode({})}.x`,
    `${Buffer.from('null').toString('base64url')}.e30.e30`,
    `"${token}"`,
    `${token} ${token}`,
    `${token},${token}`,
    'a'.repeat(4_097),
    'a'.repeat(12_000),
    `${token.split('.')[0]}.${'a'.repeat(5_000)}.a`,
  ];
  for (const one of shown) await assertRefused(one.slice(0, 40), one);
});

test('a token ends at its exp, to the second, also when it was used before', async () => {
  const { exp = 0 } = decodeJwt(token);
  try {
    server.time.now = new Date(exp * 1000 - 1);
    assert.equal((await show(token)).status, 200);
    server.time.now = new Date(exp * 1000);
    await assertRefused('used before', token);
    server.time.now = new Date(exp * 1000 + 86_400_000);
    await assertRefused('long ended', token);
  } finally {
    server.time.now = undefined;
  }
  assert.equal((await show(token)).status, 200);
});
