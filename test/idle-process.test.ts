import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDataDir, startPlaten, until } from './support/platen-process.ts';
import { openTestDatabase } from './support/test-database.ts';

const STATEMENTS_PER_SECOND_MAX = 5;
/** The job runner searches for due work once per second. */
const LOOKS = 12;
/** Part of the statement that searches for due work. */
const LOOK = /'deliver' as kind/;

test('an idle server sends fewer than five statements per second', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const { url, proxy } = await database.openProxied();
  const server = await startPlaten(t, {
    BASE_URL: 'https://api.example.com',
    DATABASE_URL: url,
    DATA_DIR: await makeDataDir(t),
    BACKUP_DIR: await makeDataDir(t),
    RATE_LIMIT: '3000/60s',
  });
  const count = (pattern: RegExp) =>
    [...proxy.statements()].filter(([text]) => pattern.test(text)).reduce((sum, [, times]) => sum + times, 0);
  const look = async (times: number) => {
    const wanted = count(LOOK) + times;
    await until(() => count(LOOK) >= wanted, `${times} looks`);
  };
  // Wait for the jobs of the start to end.
  await look(5);
  const before = new Map(proxy.statements());
  const began = performance.now();
  await look(LOOKS);
  const seconds = (performance.now() - began) / 1_000;
  const sent = [...proxy.statements()]
    .map(([text, times]) => ({ times: times - (before.get(text) ?? 0), text }))
    .filter(({ times }) => times > 0);
  const total = sent.reduce((sum, { times }) => sum + times, 0);
  assert.ok(seconds > LOOKS - 2, `${LOOKS} looks took ${seconds} s`);
  assert.ok(total / seconds < STATEMENTS_PER_SECOND_MAX, `${total} in ${seconds} s: ${JSON.stringify(sent)}`);
  await server.end('SIGTERM');
});
