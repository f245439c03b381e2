import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FetchWatch } from './fetch-watch.ts';
import type { Job } from './job-queue.ts';
import { JobWatch } from './job-watch.ts';

const going = new AbortController().signal;

test('runs are counted by outcome, and a key fails until it succeeds', async () => {
  let fails = true;
  const watch = new JobWatch();
  const run = async () => {
    if (fails) throw new Error('no');
  };
  const [job] = watch.watch([newJob({ run })]) as [Job];
  const attempt = (key: string, signal = going) =>
    (job.run as (key: string, signal: AbortSignal) => Promise<void>)(key, signal).catch(() => {});
  await Promise.all([attempt('a'), attempt('a'), attempt('b')]);
  assert.partialDeepStrictEqual(watch.states(), [{ name: 'one', failed: 3, failingKeys: 2, running: 0 }]);
  await attempt('c', AbortSignal.abort());
  assert.partialDeepStrictEqual(watch.states(), [{ failed: 3, failingKeys: 2 }]);
  fails = false;
  await attempt('a');
  assert.partialDeepStrictEqual(watch.states(), [{ failed: 3, failingKeys: 1, done: 1 }]);
});

test('a look for due work counts when it has succeeded', async () => {
  const watch = new JobWatch();
  let answers = false;
  const findDue = async () => {
    if (!answers) throw new Error('no');
    return [];
  };
  const [job] = watch.watch([newJob({ findDue })]) as [Job];
  const before = watch.states()[0]!.lookedAt;
  await job.findDue().catch(() => {});
  assert.equal(watch.states()[0]!.lookedAt, before);
  answers = true;
  await job.findDue();
  assert.ok(watch.states()[0]!.lookedAt > before);
});

test('fetches are counted while they are under way, and then by what came of them', async () => {
  const watch = new FetchWatch();
  const answers: { kind: string; code?: string }[] = [
    { kind: 'fetched' },
    { kind: 'temporary_failure', code: 'file_timeout' },
  ];
  const ready = Promise.withResolvers<void>();
  const fetchFile = watch.watch(async () => {
    await ready.promise;
    const answer = answers.shift();
    if (!answer) throw new Error('aborted');
    return answer;
  });
  const all = Promise.allSettled([fetchFile(), fetchFile(), fetchFile()]);
  assert.equal(watch.underWay, 3);
  ready.resolve();
  await all;
  assert.equal(watch.underWay, 0);
  assert.deepEqual(Object.fromEntries(watch.ended), { fetched: 1, file_timeout: 1, broken_off: 1 });
});

function newJob(changes: Partial<Job>): Job {
  return { name: 'one', findDue: async () => [], run: async () => {}, concurrency: 1, ...changes };
}
