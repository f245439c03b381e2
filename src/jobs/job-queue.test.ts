import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { type Job, JobQueue } from './job-queue.ts';

const TIMEOUT = { timeout: 30_000 };
const log = pino({ level: 'silent' });

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

const job = (name: string, changes: Partial<Job>): Job => ({
  name,
  findDue: async () => [],
  run: async () => {},
  concurrency: 4,
  ...changes,
});

test('work that is due is done without being asked for, and once per key at a time', TIMEOUT, async (t) => {
  let due = ['a', 'b'];
  const running = new Set<string>();
  const done: string[] = [];
  const finished = Promise.withResolvers<void>();
  const run = async (key: string) => {
    assert.ok(!running.has(key), 'twice at once');
    running.add(key);
    await database.pool.query('select pg_sleep(0.05)');
    due = due.filter((one) => one !== key);
    running.delete(key);
    done.push(key);
    if (due.length === 0) finished.resolve();
  };
  const queues = [0, 1].map(
    () => new JobQueue(database.pool, [job('due', { findDue: async () => due, run })], log),
  );
  t.after(() => Promise.all(queues.map((queue) => queue.stop())));
  await Promise.all(queues.map((queue) => queue.start()));
  await finished.promise;
  assert.deepEqual([...new Set(done)].sort(), ['a', 'b']);
});

test('work that is asked for begins at once', TIMEOUT, async (t) => {
  const began = Promise.withResolvers<string>();
  const queue = new JobQueue(database.pool, [job('asked', { run: async (key) => began.resolve(key) })], log);
  t.after(() => queue.stop());
  await queue.start();
  queue.request('asked', 'shop');
  assert.equal(await began.promise, 'shop');
});

test('a run that fails is run again', TIMEOUT, async (t) => {
  let attempts = 0;
  const succeeded = Promise.withResolvers<void>();
  const run = async () => {
    attempts++;
    if (attempts === 1) throw new Error('broken for now');
    succeeded.resolve();
  };
  const queue = new JobQueue(database.pool, [job('failing', { run })], log);
  t.after(() => queue.stop());
  await queue.start();
  queue.request('failing', 'shop');
  await succeeded.promise;
  assert.equal(attempts, 2);
});

test('a key that takes long holds up no other', TIMEOUT, async (t) => {
  const slow = Promise.withResolvers<void>();
  const quick = Promise.withResolvers<void>();
  const run = (key: string) => (key === 'slow' ? slow.promise : Promise.resolve(quick.resolve()));
  const queue = new JobQueue(database.pool, [job('mixed', { run })], log);
  t.after(() => queue.stop());
  await queue.start();
  queue.request('mixed', 'slow');
  queue.request('mixed', 'quick');
  await quick.promise;
  slow.resolve();
});
