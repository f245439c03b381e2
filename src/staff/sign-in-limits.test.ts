import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { Attempts, SignInLimits } from './sign-in-limits.ts';

const NETWORK = '192.0.2.1';
const MINUTE_MS = 60_000;

let database: TestDatabase;
let now = new Date();
let networks = 0;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

test('one browser has one count, however its cookie is written', async () => {
  const limits = newLimits();
  const device = limits.deviceOf('ada');
  const guess = (at: number) => outcome(limits.take({ loginKey: 'ada', network: NETWORK, device: `${device}.${at}` }));
  const outcomes = [];
  for (let at = 0; at < 12; at++) outcomes.push(await guess(at));
  assert.deepEqual(outcomes, [...Array(10).fill('taken'), 'rate_limited', 'rate_limited']);
});

test('a browser is known only for the account that signed in there', async () => {
  const limits = newLimits();
  const device = limits.deviceOf('ada');
  const askerOf = async (loginKey: string) => (await limits.take({ loginKey, network: NETWORK, device })).asker;
  assert.deepEqual(await askerOf('ada'), { party: 'ada', isKnown: true });
  assert.deepEqual(await askerOf('grace'), { party: NETWORK, isKnown: false });
});

test('a network beyond its limit stores no counts for further logins', async () => {
  const limits = newLimits();
  const network = newNetwork();
  const guess = (at: number) =>
    outcome(limits.take({ loginKey: `login ${network} ${at}`, network, device: undefined }));
  for (let at = 0; at < 100; at++) assert.equal(await guess(at), 'taken');
  const rows = await counted();
  for (let at = 100; at < 120; at++) assert.equal(await guess(at), 'rate_limited');
  assert.equal(await counted(), rows);
});

test('a login that reads like another count does not lock anybody out', async () => {
  const limits = newLimits();
  const network = newNetwork();
  const victim = `victim-${network}`;
  const pretenders = [
    `${victim} network ${network}`,
    `${victim}","${network}`,
    `${victim}\0${network}`,
    `network ${network}`,
    `device ${victim}`,
  ];
  for (const loginKey of pretenders)
    for (let at = 0; at < 10; at++)
      assert.equal(await outcome(limits.take({ loginKey, network: newNetwork(), device: undefined })), 'taken');
  assert.equal(await outcome(limits.take({ loginKey: victim, network, device: undefined })), 'taken');
});

test('concurrent processes share their counts, and the attempts that another gave back', async () => {
  const [one, other] = [newLimits(), newLimits()];
  const attempt = { loginKey: 'shared', network: newNetwork(), device: undefined };
  const both = Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? one : other).take(attempt));
  const taken = (await Promise.allSettled(both)).filter((one) => one.status === 'fulfilled');
  assert.equal(taken.length, 10);
  assert.equal(await outcome(newLimits().take(attempt)), 'rate_limited');
  await taken[0]!.value.giveBack();
  assert.equal(await outcome(newLimits().take(attempt)), 'taken');
  assert.equal(await outcome(newLimits().take(attempt)), 'rate_limited');
});

test('a window ends, and attempts of an ended window are not given back to the next', async (t) => {
  t.after(() => {
    now = new Date();
  });
  const limits = newLimits();
  const attempt = { loginKey: 'owner', network: newNetwork(), device: undefined };
  const first = await limits.take(attempt);
  for (let at = 1; at < 10; at++) await limits.take(attempt);
  const refused = await limits.take(attempt).catch((error) => error);
  assert.match(refused.message, /^Too many wrong passwords\. Try again in 15 minutes,/);
  assert.equal(refused.headers['Retry-After'], '900');
  now = new Date(now.getTime() + 14 * MINUTE_MS);
  assert.match((await limits.take(attempt).catch((error) => error)).message, /in 1 minute,/);
  now = new Date(now.getTime() + MINUTE_MS);
  for (let at = 0; at < 10; at++) assert.equal(await outcome(limits.take(attempt)), 'taken');
  await first.giveBack();
  assert.equal(await outcome(limits.take(attempt)), 'rate_limited');
});

test('an attempt that one limit refuses is not counted by the others', async () => {
  const limits = newLimits();
  const [busy, calm] = [newNetwork(), newNetwork()];
  const take = (network: string) => outcome(limits.take({ loginKey: 'many', network, device: undefined }));
  for (let at = 0; at < 40; at++) await take(busy);
  // Ten of the thirty that the account has from everywhere are gone, not forty.
  const outcomes = [];
  for (let at = 0; at < 10; at++) outcomes.push(await take(calm));
  assert.deepEqual(new Set(outcomes), new Set(['taken']));
});

/** Returns limits like those of another process. */
function newLimits(): SignInLimits {
  return new SignInLimits(new Attempts(database.pool, () => now), randomBytes(32));
}

function newNetwork(): string {
  return `198.51.100.${++networks}`;
}

async function counted(): Promise<number> {
  return (await database.pool.query('select from sign_in_attempts')).rowCount ?? 0;
}

/** The name of the error, if there is one. */
async function outcome(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'taken',
    (error) => (error instanceof ApiError ? error.error : String(error)),
  );
}
