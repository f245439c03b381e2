import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { type Answer, startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { updateClientStatus } from '../../clients/client-store.ts';
import type { NewSecret } from '../../clients/manage-clients.ts';

let server: TestServer;
let client: NewSecret;
before(async () => {
  server = await startTestServer();
  client = await server.newClient();
});
after(() => server.close());

const GRANT = { grant_type: 'client_credentials' };
const credentials = () => ({ client_id: client.clientId, client_secret: client.clientSecret });
const basic = (id = client.clientId, secret = client.clientSecret) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

const askJson = (body: unknown, headers: Record<string, string> = {}) => server.send('/oauth/token', { body, headers });
const askForm = (form: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
  server.send('/oauth/token', { method: 'POST', body: new URLSearchParams(form), headers });

/** RFC 6749, 5.1. */
function assertToken(answer: Answer): void {
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(Object.keys(answer.json).sort(), ['access_token', 'expires_in', 'scope', 'token_type']);
  assert.equal(answer.json.token_type, 'Bearer');
  assert.equal(answer.json.expires_in, 3600);
  assert.equal(answer.json.scope, 'fulfillment');
  assert.match(answer.json.access_token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('pragma'), 'no-cache');
}

/** RFC 6749, 5.2, and the fields that every error has. */
function assertRefused(answer: Answer, status: number, error: string): void {
  assert.equal(answer.status, status, answer.text);
  const { json, headers } = answer;
  assert.equal(json.error, error);
  assert.equal(json.error_description, json.message);
  assert.ok(json.message.length > 10 && json.detail.length > 10);
  assert.equal(json.requestId, headers.get('x-request-id'));
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.ok(!answer.text.includes(client.clientSecret));
}

test('a token admits to the API', async () => {
  const { token } = await server.token();
  const answer = await server.send('/v1/carriers', { token });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.json, []);
});

test('a token is given for a JSON body, in any case and charset of its media type', async () => {
  assertToken(await askJson({ ...GRANT, ...credentials() }));
  for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json;v=1']) {
    assertToken(await askJson({ ...GRANT, ...credentials() }, { 'content-type': type }));
  }
});

test('a token is given for a form', async () => {
  assertToken(await askForm({ ...GRANT, ...credentials() }));
});

test('a token is given for HTTP Basic, with the grant in a form or in JSON', async () => {
  assertToken(await askForm(GRANT, { authorization: basic() }));
  assertToken(await askJson(GRANT, { authorization: basic().replace('Basic', 'basic') }));
  assertToken(await askForm({ ...GRANT, client_id: client.clientId }, { authorization: basic() }));
});

test('credentials in HTTP Basic are form-decoded', async () => {
  const encode = (text: string) =>
    [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  const authorization = basic(encode(client.clientId), encode(client.clientSecret));
  assertToken(await askForm(GRANT, { authorization }));
});

test('HTTP Basic that cannot be read is a failed authentication', async () => {
  for (const authorization of [
    'Basic',
    'Basic %%%',
    basic('', client.clientSecret),
    basic(client.clientId, ''),
    basic(client.clientId, '%zz'),
    `Basic ${Buffer.from(client.clientId).toString('base64')}`,
  ]) {
    assertRefused(await askForm(GRANT, { authorization }), 401, 'invalid_client');
  }
});

test('credentials in the body and by HTTP Basic at once are refused', async () => {
  assertRefused(await askForm({ ...GRANT, ...credentials() }, { authorization: basic() }), 400, 'invalid_request');
  assertRefused(await askJson({ ...GRANT, client_id: 'another' }, { authorization: basic() }), 400, 'invalid_request');
});

test('an unknown client, a wrong secret and absent credentials are all invalid_client', async () => {
  const wrong = { client_secret: `${client.clientSecret.slice(0, -1)}_` };
  for (const body of [
    { ...credentials(), ...wrong },
    { ...credentials(), client_id: 'nobody' },
    { ...credentials(), client_id: 'x'.repeat(7_000) },
    { ...credentials(), client_secret: 'x'.repeat(7_000) },
    { client_id: client.clientId },
    { client_secret: client.clientSecret },
    { client_id: null, client_secret: null },
    {},
  ]) {
    assertRefused(await askJson({ ...GRANT, ...body }), 401, 'invalid_client');
  }
  const told = async (body: object) => (await askJson({ ...GRANT, ...credentials(), ...body })).json.message;
  assert.equal(await told(wrong), await told({ client_id: 'nobody' }), 'the answer tells who exists');
});

test('a refusal has a challenge only for HTTP Basic', async () => {
  const wrong = basic(client.clientId, 'wrong');
  for (const answer of [
    await askForm(GRANT, { authorization: wrong }),
    await askForm(GRANT, { authorization: 'Basic x' }),
  ]) {
    const challenge = answer.headers.get('www-authenticate') ?? '';
    assert.match(challenge, /^Basic realm="platen", error="invalid_client", error_description="[^"]+"$/);
    assert.ok(challenge.includes(answer.json.message));
  }
  const inBody = { ...GRANT, ...credentials(), client_secret: 'wrong' };
  for (const answer of [await askForm(inBody), await askJson(inBody), await askJson(GRANT)]) {
    assertRefused(answer, 401, 'invalid_client');
    assert.equal(answer.headers.get('www-authenticate'), null);
  }
});

test('a disabled client gets no token, and gets one again when it is enabled', async () => {
  const { clientId, clientSecret } = await server.newClient();
  const body = { ...GRANT, client_id: clientId, client_secret: clientSecret };
  await updateClientStatus(server.pool, clientId, 'disabled');
  assertRefused(await askJson(body), 401, 'invalid_client');
  await updateClientStatus(server.pool, clientId, 'active');
  assertToken(await askJson(body));
});

test('a missing or empty grant_type is invalid_request, another one unsupported_grant_type', async () => {
  for (const body of [credentials(), { ...credentials(), grant_type: '' }, [], 'x', 1, null]) {
    assertRefused(await askJson(JSON.stringify(body)), 400, 'invalid_request');
  }
  assertRefused(await server.send('/oauth/token', { method: 'POST' }), 400, 'invalid_request');
  for (const grant_type of ['password', 'refresh_token', 'Client_Credentials']) {
    assertRefused(await askJson({ grant_type, ...credentials() }), 400, 'unsupported_grant_type');
  }
});

test('the scope of the client may be requested, and no other', async () => {
  for (const scope of ['fulfillment', '', null, 'fulfillment fulfillment']) {
    assertToken(await askJson({ ...GRANT, ...credentials(), scope }));
  }
  for (const scope of ['operator', 'fulfillment operator', 'Fulfillment', ' ']) {
    assertRefused(await askJson({ ...GRANT, ...credentials(), scope }), 400, 'invalid_scope');
  }
});

test('a parameter that is given twice is refused', async () => {
  for (const name of ['grant_type', 'client_id', 'client_secret', 'scope']) {
    const once: [string, string][] = Object.entries({ ...GRANT, ...credentials(), scope: 'fulfillment' });
    const again = once.filter(([one]) => one === name);
    assertRefused(await askForm([...once, ...again]), 400, 'invalid_request');
    assertRefused(await askForm([...once, [name, '']]), 400, 'invalid_request');
  }
  const twice = JSON.stringify({ ...GRANT, ...credentials() }).replace('{', '{"client_id":"other",');
  assertRefused(await askJson(twice), 400, 'invalid_json');
});

test('values that are no strings are refused', async () => {
  for (const name of ['grant_type', 'client_id', 'client_secret', 'scope']) {
    for (const value of [1, true, {}, ['client_credentials']]) {
      assertRefused(await askJson({ ...GRANT, ...credentials(), [name]: value }), 400, 'invalid_request');
    }
  }
});

test('parameters that are not known are ignored', async () => {
  const unknown = { audience: 'https://api.example.com', resource: 'x', __proto__x: '1' };
  assertToken(await askForm({ ...GRANT, ...credentials(), ...unknown }));
  assertToken(await askJson({ ...GRANT, ...credentials(), ...unknown, nested: { a: [1] } }));
});

test('bodies that cannot be read are refused in the form of a token error', async () => {
  for (const body of ['{', '', '\ufffe', '{"client_secret":"s3cr3t",}']) {
    const answer = await askJson(body);
    assertRefused(answer, 400, 'invalid_json');
    assert.ok(!answer.text.includes('s3cr3t'));
  }
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16']) {
    assertRefused(await askJson('{}', { 'content-type': type }), 415, 'unsupported_media_type');
  }
  const form = 'application/x-www-form-urlencoded';
  for (const type of ['application/json', form]) {
    const compressed = { 'content-type': type, 'content-encoding': 'gzip' };
    assertRefused(await askJson('grant_type=x', compressed), 415, 'unsupported_media_type');
  }
  assertRefused(await askJson('%ff&&=&%', { 'content-type': form }), 400, 'invalid_request');
});

test('a body of 8 KiB is read, and one byte more is refused, in whatever form and pieces it comes', async () => {
  for (const [type, text] of [
    ['application/json', JSON.stringify({ ...GRANT, ...credentials() })],
    ['application/x-www-form-urlencoded', new URLSearchParams({ ...GRANT, ...credentials() }).toString()],
  ] as const) {
    const filler = type === 'application/json' ? ' ' : '&';
    const headers = { 'content-type': type };
    assertToken(await askJson(text.padEnd(8_192, filler), headers));
    const refused = await askJson(text.padEnd(8_193, filler), headers);
    assertRefused(refused, 413, 'body_too_large');
    assert.match(refused.json.message, /8 KiB/);
    const sending = request(`${server.url}/oauth/token`, { method: 'POST', headers, agent: false });
    for (const piece of text.padEnd(8_193, filler).match(/.{1,1000}/g) ?? []) sending.write(piece);
    const [chunked] = await once(sending.end(), 'response');
    assert.equal(chunked.statusCode, 413);
    chunked.resume();
  }
});

test('a body of nothing but separators or names is refused as any other', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  assertRefused(await askJson('a&'.repeat(4_000), form), 400, 'invalid_request');
  const names = Array.from({ length: 1_000 }, (_, i) => `"${i}":0`).join(',');
  assertRefused(await askJson(`{${names}}`), 400, 'invalid_request');
});

test('the token endpoint takes POST only', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await server.send('/oauth/token', { method });
    assert.equal(answer.status, 405);
    assert.equal(answer.json.error, 'method_not_allowed');
    assert.equal(answer.headers.get('allow'), 'POST');
  }
});

test('neither secrets nor tokens are logged', async () => {
  const { json } = await askJson({ ...GRANT, ...credentials() });
  const log = server.logged.join('');
  assert.match(log, /\/oauth\/token/);
  assert.ok(!log.includes(client.clientSecret) && !log.includes(json.access_token));
});
