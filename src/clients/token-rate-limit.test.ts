import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import type { NewSecret } from './manage-clients.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ RATE_LIMIT: '5/60s', TOKEN_RATE_LIMIT: '3/600s' });
});
after(() => server.close());

const ask = ({ clientId, clientSecret }: NewSecret, more: object = {}) =>
  server.send('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...more },
  });

/** Name, rest and seconds of a RateLimit field. */
const parse = (header: string | null) => /^"(\w+)";r=(\d+);t=(\d+)$/.exec(header ?? '')?.slice(1) ?? [];

test('token requests are limited per client, and each answer has the rest of the quota', async () => {
  const client = await server.newClient();
  for (const left of ['2', '1', '0']) {
    const answer = await ask(client);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('ratelimit-policy'), '"token";q=3;w=600');
    const [name, rest, seconds] = parse(answer.headers.get('ratelimit'));
    assert.deepEqual([name, rest], ['token', left]);
    assert.ok(Number(seconds) > 590 && Number(seconds) <= 600, `${seconds} s`);
  }
  const refused = await ask(client);
  assert.equal(refused.status, 429);
  assert.equal(refused.json.error, 'rate_limited');
  assert.equal(refused.json.error_description, refused.json.message);
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(Number.isInteger(wait) && wait > 590 && wait <= 600);
  assert.deepEqual(parse(refused.headers.get('ratelimit')).slice(0, 2), ['token', '0']);
  assert.equal(refused.headers.get('cache-control'), 'no-store');
  assert.equal((await ask(await server.newClient())).status, 200, 'another client has a quota of its own');
});

test('wrong secrets do not use the quota of a client', async () => {
  const client = await server.newClient();
  for (let attempt = 0; attempt < 10; attempt++) {
    const answer = await ask({ ...client, clientSecret: 'guess' });
    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get('ratelimit'), null);
  }
  assert.equal((await ask(client)).headers.get('ratelimit')?.split(';')[1], 'r=2');
});

test('a refusal after the authentication counts, and has the rest of the quota', async () => {
  const client = await server.newClient();
  const answer = await ask(client, { scope: 'operator' });
  assert.equal(answer.json.error, 'invalid_scope');
  assert.deepEqual(parse(answer.headers.get('ratelimit')).slice(0, 2), ['token', '2']);
});

test('API requests are limited per client, and every authenticated answer has the rest of the quota', async () => {
  const { token } = await server.token();
  const answers = [
    await server.send('/v1/orders', { token }),
    await server.send('/v1/orders?limit=0', { token }),
    await server.send('/v1/orders/absent', { token }),
    await server.send('/v1/orders', { token, body: '{' }),
    await server.send('/v1/orders', { token, body: ' '.repeat(1_048_577) }),
    await server.send('/v1/orders', { token }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400, 404, 400, 413, 429],
  );
  assert.deepEqual(
    answers.map(({ headers }) => parse(headers.get('ratelimit')).slice(0, 2)),
    ['4', '3', '2', '1', '0', '0'].map((rest) => ['api', rest]),
  );
  for (const { headers } of answers) assert.equal(headers.get('ratelimit-policy'), '"api";q=5;w=60');
  const wait = Number(answers.at(-1)?.headers.get('retry-after'));
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60);
});

test('a token of the wrong scope counts, and an unauthenticated request has no quota', async () => {
  const { token } = await server.token({ scope: 'operator' });
  const forbidden = await server.send('/v1/orders', { token });
  assert.equal(forbidden.status, 403);
  assert.deepEqual(parse(forbidden.headers.get('ratelimit')).slice(0, 2), ['api', '4']);
  assert.equal((await server.send('/v1/orders')).headers.get('ratelimit'), null);
});
