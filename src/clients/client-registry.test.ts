import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { ClientRegistry, DISABLED_WITHIN_MS, READ_MS_MAX, STATE_MS_MAX } from './client-registry.ts';
import { createClient } from './manage-clients.ts';

/** Time that the test itself may take between two looks on a busy machine. */
const SLACK_MS = 3_000;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

test('the tokens of a disabled client end within 5 seconds', () => {
  assert.equal(DISABLED_WITHIN_MS, 5_000);
});

test('a state is forgotten, and a read fails, in time when the database does not answer', async () => {
  const client = { name: 'Shop', mode: 'live', scope: 'fulfillment', now: new Date() } as const;
  const { clientId } = await createClient(database.pool, client);
  const registry = new ClientRegistry(database.pool, () => {});
  const loaded = performance.now();
  assert.equal((await registry.load(clientId))?.status, 'active');
  const blocker = await database.pool.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table clients in access exclusive mode');
    registry.start();
    const began = performance.now();
    await assert.rejects(registry.load(clientId));
    assert.ok(performance.now() - began <= READ_MS_MAX + SLACK_MS);
    // A busy machine may come too late to look.
    if (performance.now() - loaded < STATE_MS_MAX)
      assert.equal(registry.get(clientId)?.status, 'active', 'the read failed before the state is too old');
    while (registry.get(clientId)) await nextTurn();
    const elapsed = performance.now() - loaded;
    assert.ok(elapsed >= READ_MS_MAX && elapsed <= STATE_MS_MAX + SLACK_MS, `${elapsed} ms`);
  } finally {
    registry.stop();
    await blocker.query('rollback');
    blocker.release();
  }
  assert.equal((await registry.load(clientId))?.status, 'active');
});
