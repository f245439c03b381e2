import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ApiError } from '../errors.ts';
import { SignInLimits } from './sign-in-limits.ts';

const NETWORK = '192.0.2.1';

test('one browser counts as one, however what it shows is written', async () => {
  const limits = newLimits();
  const device = limits.deviceOf('ada');
  const guess = (at: number) =>
    outcome(limits.take({ loginKey: 'ada', network: NETWORK, device: `${device}.${at}` }));
  const outcomes = [];
  for (let at = 0; at < 12; at++) outcomes.push(await guess(at));
  assert.deepEqual(outcomes, [...Array(10).fill('taken'), 'rate_limited', 'rate_limited']);
});

test('a browser is known for the account alone that signed in there', async () => {
  const limits = newLimits();
  const device = limits.deviceOf('ada');
  const askerOf = async (loginKey: string) =>
    (await limits.take({ loginKey, network: NETWORK, device })).asker;
  assert.deepEqual(await askerOf('ada'), { party: 'ada', isKnown: true });
  assert.deepEqual(await askerOf('grace'), { party: NETWORK, isKnown: false });
});

test('a network that has tried enough leaves nothing in memory for further logins', async (t) => {
  const limits = newLimits();
  const guess = (at: number) =>
    outcome(limits.take({ loginKey: `login ${at}`, network: NETWORK, device: undefined }));
  for (let at = 0; at < 100; at++) assert.equal(await guess(at), 'taken');
  const consume = t.mock.method(RateLimiterMemory.prototype, 'consume');
  for (let at = 100; at < 120; at++) assert.equal(await guess(at), 'rate_limited');
  const keys = new Set(consume.mock.calls.map(({ arguments: [key] }) => key));
  assert.deepEqual([...keys], [NETWORK]);
});

function newLimits(): SignInLimits {
  return new SignInLimits(randomBytes(32));
}

/** The name of the error, if there is one. */
async function outcome(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'taken',
    (error) => (error instanceof ApiError ? error.error : String(error)),
  );
}
