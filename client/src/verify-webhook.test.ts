import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import {
  PlatenError,
  verifyWebhook,
  WebhookVerificationError,
  type WebhookVerificationProblem,
} from './platen-client.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const NOW = new Date('2026-01-31T12:00:00.000Z');
const ID = '0198c0df-11aa-7b22-8c33-d44e55f66071';
const EVENT = { type: 'order.shipped', timestamp: NOW.toISOString(), data: { orderId: 'Ä-1' } };
const BODY = JSON.stringify(EVENT);

function sign(secret: string, { id = ID, at = NOW, body = BODY } = {}): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${id}.${Math.floor(at.getTime() / 1000)}.${body}`;
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function headersOf(signature: string, at = NOW): Record<string, string> {
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  };
}

async function refused(
  verification: Partial<Parameters<typeof verifyWebhook>[0]>,
  problem: WebhookVerificationProblem,
): Promise<void> {
  const whole = { headers: headersOf(sign(SECRET)), body: BODY, secret: SECRET, now: NOW, ...verification };
  await assert.rejects(verifyWebhook(whole), (error) => {
    assert.ok(error instanceof WebhookVerificationError && error instanceof PlatenError);
    assert.equal(error.name, 'WebhookVerificationError');
    assert.equal(error.problem, problem);
    return true;
  });
}

test('a webhook is verified and parsed from text or bytes, with every kind of headers', async () => {
  const headers = headersOf(sign(SECRET));
  const foreign = { get: (name: string) => headers[name as keyof typeof headers] ?? null };
  const { buffer } = new TextEncoder().encode(BODY);
  for (const each of [
    headers,
    new Headers(headers),
    foreign as Headers,
    { ...headers, 'WEBHOOK-ID': ID, 'webhook-id': undefined },
  ])
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY), buffer, structuredClone(buffer)])
      assert.deepEqual(await verifyWebhook({ headers: present(each), body, secret: SECRET, now: NOW }), {
        id: ID,
        ...EVENT,
      });
});

test('the example of Standard Webhooks is verified', async () => {
  const event = await verifyWebhook({
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    now: new Date(1_614_265_330_000),
  }).catch((error) => error);
  // The signature is valid, but the body is not an event.
  assert.equal(event.problem, 'invalid_body');
});

test('during a rotation any valid signature by any secret is accepted', async () => {
  const both = headersOf(`${sign(OTHER_SECRET)} ${sign(SECRET)}`);
  for (const secret of [SECRET, OTHER_SECRET])
    assert.equal((await verifyWebhook({ headers: both, body: BODY, secret, now: NOW })).id, ID);
  const one = { headers: headersOf(sign(OTHER_SECRET)), body: BODY, now: NOW };
  assert.equal((await verifyWebhook({ ...one, secret: [SECRET, OTHER_SECRET] })).id, ID);
  await refused({ headers: one.headers }, 'invalid_signature');
});

test('an altered webhook is refused', async () => {
  const headers = headersOf(sign(SECRET));
  await refused({ body: BODY.replace('Ä-1', 'Ä-2') }, 'invalid_signature');
  await refused({ headers: { ...headers, 'webhook-id': 'another' } }, 'invalid_signature');
  await refused({ headers: headersOf(sign(SECRET), new Date(NOW.getTime() + 1000)) }, 'invalid_signature');
  for (const signature of ['v1,', 'v1,%%%', 'v1', 'v2,AAAA', sign(SECRET).replace('v1,', 'v1a,')])
    await refused({ headers: headersOf(signature) }, 'invalid_signature');
  for (const name of Object.keys(headers)) await refused({ headers: { ...headers, [name]: '' } }, 'missing_header');
});

test('a webhook with a timestamp too far in the past or future is refused', async () => {
  const shifted = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
  const verification = { headers: headersOf(sign(SECRET)), body: BODY, secret: SECRET };
  for (const seconds of [300, -300]) await verifyWebhook({ ...verification, now: shifted(seconds) });
  await refused({ now: shifted(301) }, 'too_old');
  await refused({ now: shifted(-301) }, 'too_new');
  await refused({ now: shifted(61), toleranceSeconds: 60 }, 'too_old');
  await refused({ headers: { ...verification.headers, 'webhook-timestamp': 'now' } }, 'invalid_timestamp');
});

test('a tolerance or a time that is not a number is a TypeError, and accepts no old webhook', async () => {
  const old = { headers: headersOf(sign(SECRET)), body: BODY, secret: SECRET, now: new Date(NOW.getTime() + 1e9) };
  for (const toleranceSeconds of [Number.NaN, -1])
    await assert.rejects(verifyWebhook({ ...old, toleranceSeconds }), { name: 'TypeError', message: /^tolerance/ });
  await assert.rejects(verifyWebhook({ ...old, now: new Date('x') }), { name: 'TypeError', message: /^now must/ });
});

test('an invalid secret is a TypeError', async () => {
  for (const secret of ['', 'whsec_', 'AAAA', 'whsec_%%', []])
    await assert.rejects(verifyWebhook({ headers: {}, body: '', secret }), TypeError);
});

test('a missing secret and a parsed body are a TypeError that says what to pass', async () => {
  const verification = { headers: headersOf(sign(SECRET)), body: BODY, secret: SECRET, now: NOW };
  const missing = { ...verification, secret: undefined as unknown as string };
  await assert.rejects(verifyWebhook(missing), { name: 'TypeError', message: /secret must be whsec_/ });
  const parsed = { ...verification, body: EVENT as unknown as string };
  await assert.rejects(verifyWebhook(parsed), { name: 'TypeError', message: /before it is parsed as JSON/ });
});

function present<T extends object>(headers: T): T {
  return 'get' in headers
    ? headers
    : (Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as T);
}
