import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { changeOrders } from './bulk-orders.ts';

test('after an internal failure no other order starts, and running work ends first', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => ({ clientId: 'c', orderId: String(index) }));
  const begun: string[] = [];
  let ended = 0;
  const changed = changeOrders(rows, async ({ orderId }) => {
    begun.push(orderId);
    if (orderId === '1') throw new Error('The database is away.');
    await setImmediate();
    ended += 1;
    return { status: 'ACCEPTED' };
  });
  await assert.rejects(changed, /The database is away/);
  assert.deepEqual([begun.length, ended], [4, 3]);
});
