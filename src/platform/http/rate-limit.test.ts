import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { openPool } from '../database/pool.ts';
import { RateLimiter, SharedQuotas } from './rate-limit.ts';

const QUOTA = { requests: 1_200, windowSeconds: 600 };
const PROCESSES = 3;
/** The allowed error of the sum over all processes. */
const PART = 0.02;

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
async function startProcesses(t: { after: (end: () => Promise<unknown>) => void }): Promise<Process[]> {
  const quotas = Array.from({ length: PROCESSES }, () => {
    const pool = openPool({ connectionString: database.url }, 2, () => {});
    let statements = 0;
    pool.on('acquire', () => {
      statements++;
    });
    return { pool, shared: new SharedQuotas(pool, assert.ifError), statements: () => statements };
  });
  t.after(async () => {
    await Promise.all(quotas.map(({ shared }) => shared.stop()));
    await Promise.all(quotas.map(({ pool }) => pool.end()));
  });
  for (const { shared } of quotas) await shared.start();
  // Each process must learn about the processes that came after it.
  for (const { shared } of quotas) await shared.start();
  return quotas.map(({ shared, statements }) => ({
    limiter: new RateLimiter('api', QUOTA, shared),
    statements,
  }));
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

function assertNearQuota(passed: number): void {
  assert.ok(Math.abs(passed - QUOTA.requests) <= QUOTA.requests * PART, `${passed} of ${QUOTA.requests}`);
}

test('a client that sends to all processes at once has one quota, and few requests cost a statement', async (t) => {
  const processes = await startProcesses(t);
  const before = processes.map(({ statements }) => statements());
  assertNearQuota(await send(processes, 'spread', 4 * QUOTA.requests, (request) => request % PROCESSES));
  const statements = processes.reduce((sum, one, index) => sum + one.statements() - (before[index] ?? 0), 0);
  assert.ok(statements < QUOTA.requests / 4, `${statements} statements`);
});

test('a client that sends to one process alone has its whole quota there, and then none elsewhere', async (t) => {
  const processes = await startProcesses(t);
  const passed = await send(processes, 'one', 2 * QUOTA.requests, () => 0);
  assert.equal(passed, QUOTA.requests);
  const elsewhere = await send(processes, 'one', QUOTA.requests, (request) => 1 + (request % 2));
  assertNearQuota(passed + elsewhere);
});

test('what is left of a small quota is known at each process', async (t) => {
  const [first, second] = await startProcesses(t);
  assert.match((await first!.limiter.consume('small', 1_000)).RateLimit, /r=200;/);
  // Waits until the others know of the thousand.
  await first!.limiter.consume('small', 1);
  // The first request anywhere is let through unasked.
  await second!.limiter.consume('small', 1);
  // It may not know yet of the last one of the other.
  assert.match((await second!.limiter.consume('small', 100)).RateLimit, /r=9[89];/);
  await assert.rejects(() => second!.limiter.consume('small', 100), { status: 429 });
});

test('what a client has used is known to processes that start later, and to those that had it forgotten', async (t) => {
  const [first] = await startProcesses(t);
  assert.equal(await send([first!], 'later', QUOTA.requests, () => 0), QUOTA.requests);
  const [later] = await startProcesses(t);
  const passed = await send([later!], 'later', QUOTA.requests, () => 0);
  assert.ok(passed <= QUOTA.requests * PART, `${passed} more`);
});

test('while the database does not answer each process counts for itself', async (t) => {
  const pool = openPool({ connectionString: 'postgresql://nobody@127.0.0.1:1/none' }, 1, () => {});
  t.after(() => pool.end());
  const limiter = new RateLimiter('api', QUOTA, new SharedQuotas(pool, () => {}));
  assert.equal(await send([{ limiter, statements: () => 0 }], 'away', 2 * QUOTA.requests, () => 0), QUOTA.requests);
});
