import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { until } from '../../test/support/platen-process.ts';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import type { JobState } from '../operations/metrics/platen-metrics.ts';
import { ofAnyClient } from '../platform/database/due-query.ts';
import { openPool } from '../platform/database/pool.ts';
import { FaultLog } from '../platform/observability/fault-log.ts';
import { type Job, JobQueue } from './job-queue.ts';

const TIMEOUT = { timeout: 30_000 };
const log = pino({ level: 'silent' });
const reporting = { log, faults: new FaultLog(log) };

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

const job = (name: string, changes: Partial<Job> = {}): Job => ({
  name,
  ...(!changes.findDue && { due: () => ({ text: `select '' as key where false`, values: [] }) }),
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
    () => new JobQueue(database.pool, [job('due', { findDue: async () => due, run })], reporting),
  );
  t.after(() => Promise.all(queues.map((queue) => queue.stop())));
  await Promise.all(queues.map((queue) => queue.start({ alone: false })));
  await finished.promise;
  assert.deepEqual([...new Set(done)].sort(), ['a', 'b']);
});

test('while a node is down, only the work of its clients waits', TIMEOUT, async (t) => {
  const names = ['near', 'far'];
  await database.pool.query(
    `insert into clients (client_id, name, mode, scope, status, created)
     select name, name, 'live', 'fulfillment', 'active', now() from unnest($1::text[]) as given (name)`,
    [names],
  );
  let isDown = true;
  // As Citus answers when a statement needs a node that is down.
  const pool = new Proxy(database.pool, {
    get: (target, name) =>
      name === 'query'
        ? (query: { text?: string; values?: unknown[] }, values?: unknown[]) => {
            const needsFar = query.text?.includes('true /* any') || query.values?.includes('far');
            const error = Object.assign(new Error('connection to the remote node failed'), { code: '08006' });
            return isDown && needsFar && query.text?.includes('order_marks')
              ? Promise.reject(error)
              : target.query(query as never, values as never);
          }
        : Reflect.get(target, name),
  });
  await database.pool.query(
    `insert into order_marks (client_id, order_id, tags, created) select name, 'x', '{}', now() from unnest($1::text[]) as given (name)`,
    [names],
  );
  const done: string[] = [];
  const marked = job('marked', {
    due: () => ({ text: `select client_id as key from order_marks where ${ofAnyClient()}`, values: [] }),
    run: async (key) => {
      await database.pool.query('delete from order_marks where client_id = $1', [key]);
      done.push(key);
    },
  });
  const local: string[] = [];
  const others = job('others', {
    due: () => ({ text: `select 'all' as key`, values: [] }),
    run: async (key) => void local.push(key),
  });
  const queue = new JobQueue(pool, [marked, others], reporting);
  t.after(() => queue.stop());
  await queue.start({ alone: true });
  await until(() => done.length > 0 && local.length > 0, 'other work is done');
  assert.deepEqual(done, ['near']);
  isDown = false;
  await until(() => done.length > 1, 'the work is done when the node is back');
  assert.deepEqual(done, names);
});

test('a key whose work is still due begins anew when it has rested', TIMEOUT, async (t) => {
  const found: number[] = [];
  const begun: number[] = [];
  const twice = Promise.withResolvers<void>();
  const intervalMs = 400;
  const findDue = async () => {
    found.push(performance.now());
    return begun.length < 2 ? ['a'] : [];
  };
  const run = async () => {
    if (begun.push(performance.now()) === 2) twice.resolve();
  };
  const queue = new JobQueue(database.pool, [job('rests', { findDue, run, intervalMs })], reporting);
  t.after(() => queue.stop());
  await queue.start({ alone: false });
  await twice.promise;
  // A busy machine may begin the first run late. The rest counts from its lease, after it was found.
  const rested = (begun[1] ?? 0) - (found[0] ?? 0);
  // Timers may come a millisecond early.
  assert.ok(rested >= intervalMs - 5, `${rested} ms`);
});

test('what waits in the queue goes on as soon as there is room, although it is due no more', {
  timeout: 15_000,
}, async (t) => {
  const due = ['a', 'b', 'c'];
  const done: string[] = [];
  const finished = Promise.withResolvers<void>();
  const findDue = async () => due.splice(0);
  const run = async (key: string) => {
    if (done.push(key) === 3) finished.resolve();
  };
  const queue = new JobQueue(
    database.pool,
    [job('once', { findDue, run, concurrency: 1, intervalMs: 60_000 })],
    reporting,
  );
  t.after(() => queue.stop());
  await queue.start({ alone: false });
  await finished.promise;
  assert.deepEqual(done.toSorted(), ['a', 'b', 'c']);
});

test('work that is asked for begins at once', TIMEOUT, async (t) => {
  const began = Promise.withResolvers<string>();
  const queue = new JobQueue(database.pool, [job('asked', { run: async (key) => began.resolve(key) })], reporting);
  t.after(() => queue.stop());
  await queue.start({ alone: false });
  queue.request('asked', 'shop');
  assert.equal(await began.promise, 'shop');
});

test('the work of a killed process is done at once by the next one that is alone', TIMEOUT, async (t) => {
  const [began, done] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const release = Promise.withResolvers<void>();
  const hanging = (key: string) => {
    began.resolve(key);
    return release.promise;
  };
  const killed = new JobQueue(database.pool, [job('orphan', { run: hanging })], reporting);
  await killed.start({ alone: true });
  killed.request('orphan', 'shop');
  await began.promise;
  const run = async (key: string) => done.resolve(key);
  const next = new JobQueue(database.pool, [job('orphan', { findDue: async () => ['shop'], run })], reporting);
  t.after(async () => {
    release.resolve();
    await Promise.all([killed.stop(), next.stop()]);
  });
  await next.start({ alone: true });
  assert.equal(await done.promise, 'shop');
});

test('a key that one process works on for long holds up no other at any process', TIMEOUT, async (t) => {
  const slow = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const waited = new Set(['a', 'b', 'c']);
  const finished = Promise.withResolvers<void>();
  let sweeps = 0;
  const run = async (key: string) => {
    if (key === 'slow') {
      began.resolve();
      await slow.promise;
    }
    waited.delete(key);
    if (waited.size === 0) finished.resolve();
  };
  // The others become due only when the second process has found the slow key due as well.
  const findDue = async () => (++sweeps > 4 ? ['slow', ...waited] : ['slow']);
  const queues = [0, 1].map(() => new JobQueue(database.pool, [job('long', { findDue, run })], reporting));
  t.after(async () => {
    slow.resolve();
    await Promise.all(queues.map((queue) => queue.stop()));
  });
  await Promise.all(queues.map((queue) => queue.start({ alone: false })));
  await began.promise;
  await finished.promise;
});

test('a run that fails is run again', TIMEOUT, async (t) => {
  let attempts = 0;
  const succeeded = Promise.withResolvers<void>();
  const run = async () => {
    attempts++;
    if (attempts === 1) throw new Error('broken for now');
    succeeded.resolve();
  };
  const queue = new JobQueue(database.pool, [job('failing', { run })], reporting);
  t.after(() => queue.stop());
  await queue.start({ alone: false });
  queue.request('failing', 'shop');
  await succeeded.promise;
  assert.equal(attempts, 2);
});

test('a key that takes long holds up no other', TIMEOUT, async (t) => {
  const slow = Promise.withResolvers<void>();
  const quick = Promise.withResolvers<void>();
  const run = (key: string) => (key === 'slow' ? slow.promise : Promise.resolve(quick.resolve()));
  const queue = new JobQueue(database.pool, [job('mixed', { run })], reporting);
  t.after(() => queue.stop());
  await queue.start({ alone: false });
  queue.request('mixed', 'slow');
  queue.request('mixed', 'quick');
  await quick.promise;
  slow.resolve();
});

test('a run that takes long is told when its key is asked for again', TIMEOUT, async (t) => {
  const [began, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const run: Job['run'] = async (_key, _signal, waitForRequest) => {
    const next = waitForRequest();
    began.resolve();
    await next;
    told.resolve();
  };
  const queue = new JobQueue(database.pool, [job('long-one', { run })], reporting);
  t.after(() => queue.stop());
  await queue.start({ alone: false });
  queue.request('long-one', 'shop');
  await began.promise;
  queue.request('long-one', 'shop');
  await told.promise;
});

test('a run that fails says of which key, and one that met no database is found again at once', TIMEOUT, async (t) => {
  const lines: string[] = [];
  const written = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const again = Promise.withResolvers<void>();
  const runs = { broken: 0, away: 0 };
  const run = async (key: string) => {
    const count = ++runs[key as keyof typeof runs];
    if (key === 'broken') throw new Error('broken');
    // Waits that double would be long by now.
    if (count > 4) again.resolve();
    throw Object.assign(new Error('away'), { code: '57P01' });
  };
  const findDue = async () => ['broken', 'away'];
  const queue = new JobQueue(database.pool, [job('failing-keys', { findDue, run })], {
    log: written,
    faults: new FaultLog(written),
  });
  t.after(() => queue.stop());
  await queue.start({ alone: false });
  await again.promise;
  assert.ok(runs.broken < runs.away, JSON.stringify(runs));
  const [first] = lines.map((line) => JSON.parse(line)).filter(({ key }) => key === 'broken');
  assert.deepEqual([first.job, first.failures], ['failing-keys', 1]);
});

test('the work of one client leaves connections to that of others', TIMEOUT, async (t) => {
  const pool = openPool({ connectionString: database.url }, 4, () => {}, {
    shares: { parties: 3 / 4, party: 1 / 2 },
  });
  const [greedy, modest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const run = async (key: string) => {
    if (key === 'greedy shop') {
      const held = Array.from({ length: 8 }, async () => {
        const connection = await pool.connect();
        await modest.promise;
        connection.release();
      });
      greedy.resolve();
      await Promise.all(held);
    } else {
      await greedy.promise;
      await pool.query('select 1');
      modest.resolve();
    }
  };
  const queue = new JobQueue(pool, [job('shared', { run })], reporting);
  t.after(async () => {
    await queue.stop();
    await pool.end();
  });
  await queue.start({ alone: false });
  queue.request('shared', 'greedy shop');
  queue.request('shared', 'modest');
  await modest.promise;
});

test('runs are counted by outcome, and a key fails until a run of it succeeds', TIMEOUT, async (t) => {
  const outcomes = [new Error('no'), undefined];
  const queue = new JobQueue(
    database.pool,
    [
      job('counted', {
        run: async () => {
          const failure = outcomes.shift();
          if (failure) throw failure;
        },
      }),
    ],
    reporting,
  );
  t.after(() => queue.stop());
  await queue.start({ alone: false });
  const state = () => queue.states()[0] as JobState;
  queue.request('counted', 'shop');
  await until(() => state().failed === 1 && state().running === 0, 'it has failed');
  assert.partialDeepStrictEqual(state(), { name: 'counted', done: 0, failingKeys: 1 });
  await until(() => state().done === 1, 'it has succeeded');
  assert.partialDeepStrictEqual(state(), { failed: 1, failingKeys: 0 });
});

test('a look for due work counts when it has succeeded', TIMEOUT, async (t) => {
  let fails = true;
  const findDue = async () => {
    if (fails) throw new Error('no');
    return [];
  };
  const queue = new JobQueue(database.pool, [job('searching', { findDue }), job('other')], reporting);
  t.after(() => queue.stop());
  const searchedAt = () => queue.states().map((state) => state.searchedAt);
  const [before = 0] = searchedAt();
  await queue.start({ alone: false });
  await until(() => (searchedAt()[1] ?? 0) > before + 1_000, 'the other job is looked at for the second time');
  assert.equal(searchedAt()[0], before);
  fails = false;
  await until(() => (searchedAt()[0] ?? 0) > before, 'the job is looked at');
});
