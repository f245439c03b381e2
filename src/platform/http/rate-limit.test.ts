import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { openPool } from '../database/pool.ts';
import { RateLimiter } from './rate-limit.ts';

const QUOTA = { requests: 1_200, windowSeconds: 600 };
const PROCESSES = 3;
/** Points that one process may hold without using them. */
const LEASE = QUOTA.requests / 100;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

interface Process {
  limiter: RateLimiter;
  statements: () => number;
}

/** The processes that share the database, each with its own connections. */
function startProcesses(t: { after: (end: () => Promise<unknown>) => void }): Process[] {
  return Array.from({ length: PROCESSES }, () => {
    const pool = openPool({ connectionString: database.url }, 2, () => {});
    t.after(() => pool.end());
    let statements = 0;
    pool.on('acquire', () => {
      statements++;
    });
    const limiter = new RateLimiter('api', QUOTA, { pool, onError: assert.ifError });
    return { limiter, statements: () => statements };
  });
}

/**
 * Sends `count` requests, some at once, each to the process that `which` chooses. Returns the number that
 * passed.
 */
async function send(
  processes: readonly Process[],
  clientId: string,
  count: number,
  which: (request: number) => number,
): Promise<number> {
  let passed = 0;
  let next = 0;
  const sendOn = async () => {
    while (next < count) {
      // Requests arrive one per turn of the event loop.
      await nextTurn();
      const { limiter } = processes[which(next++)] as Process;
      await limiter.consume(clientId).then(
        () => passed++,
        (error) => assert.equal(error.status, 429),
      );
    }
  };
  await Promise.all(Array.from({ length: 60 }, sendOn));
  return passed;
}

/** The quota is never exceeded, and each other process may hold a lease. */
function assertNearQuota(passed: number): void {
  assert.ok(passed <= QUOTA.requests, `${passed} of ${QUOTA.requests}`);
  assert.ok(passed > QUOTA.requests - PROCESSES * LEASE, `${passed} of ${QUOTA.requests}`);
}

test('a client that sends to all processes at once has one quota, and few requests cost a statement', async (t) => {
  const processes = startProcesses(t);
  assertNearQuota(await send(processes, 'spread', 4 * QUOTA.requests, (request) => request % PROCESSES));
  const statements = processes.reduce((sum, one) => sum + one.statements(), 0);
  assert.ok(statements < QUOTA.requests / 4, `${statements} statements`);
});

test('a client that sends to one process alone has its whole quota there, and then none elsewhere', async (t) => {
  const processes = startProcesses(t);
  assert.equal(await send(processes, 'one', 2 * QUOTA.requests, () => 0), QUOTA.requests);
  assert.equal(await send(processes, 'one', QUOTA.requests, (request) => 1 + (request % 2)), 0);
});

test('the rest of a quota is known at each process, less what the others hold', async (t) => {
  const [first, second] = startProcesses(t) as [Process, Process];
  assert.match((await first.limiter.consume('small', 1_000)).RateLimit, /r=200;/);
  assert.match((await first.limiter.consume('small')).RateLimit, /r=199;/);
  assert.match((await second.limiter.consume('small', 100)).RateLimit, /r=88;/);
  await assert.rejects(() => second.limiter.consume('small', 100), { status: 429 });
  assert.match((await second.limiter.consume('small', 88)).RateLimit, /r=0;/);
  await assert.rejects(() => second.limiter.consume('small'), { status: 429 });
  for (let count = 1; count < LEASE; count++) await first.limiter.consume('small');
  await assert.rejects(() => first.limiter.consume('small'), { status: 429 });
});

test('after its first refusal, a client is refused without asking until its window ends', async (t) => {
  const [first, second] = startProcesses(t) as [Process, Process];
  await first.limiter.consume('over', QUOTA.requests);
  for (const { limiter } of [first, second]) {
    assert.equal(limiter.findRefusal('over'), undefined, 'the first refusal is in the log');
    await assert.rejects(() => limiter.consume('over'), { status: 429 });
    assert.equal(limiter.findRefusal('over')?.error, 'rate_limited');
  }
});

test('a window that has ended begins again', async (t) => {
  const pool = openPool({ connectionString: database.url }, 1, () => {});
  t.after(() => pool.end());
  const limiter = new RateLimiter('api', { requests: 1, windowSeconds: 1 }, { pool, onError: assert.ifError });
  await limiter.consume('again');
  await assert.rejects(() => limiter.consume('again'), { status: 429 });
  while (limiter.findRefusal('again')) await nextTurn();
  await limiter.consume('again');
});

test('while the database does not answer, each process counts for itself', async (t) => {
  const pool = openPool({ connectionString: 'postgresql://nobody@127.0.0.1:1/none' }, 1, () => {});
  t.after(() => pool.end());
  let errors = 0;
  const limiter = new RateLimiter('api', QUOTA, { pool, onError: () => errors++ });
  assert.equal(await send([{ limiter, statements: () => 0 }], 'away', 2 * QUOTA.requests, () => 0), QUOTA.requests);
  assert.ok(errors > 0);
});
