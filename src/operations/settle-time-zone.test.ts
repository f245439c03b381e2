import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { settleTimeZone } from './settle-time-zone.ts';

const { pool, close } = await openTestDatabase();
const logged: string[] = [];
const log = { info: (line: string) => void logged.push(line), warn: (line: string) => void logged.push(line) };
beforeEach(async () => {
  logged.length = 0;
  await pool.query('delete from center');
});
after(close);

const settle = (given: string | undefined, machine: string) => settleTimeZone(pool, { given, machine, log });

test('the first start keeps the zone of its machine and says so, and a start on another machine counts the same days', async () => {
  const zones = await Promise.all([settle(undefined, 'Asia/Kathmandu'), settle(undefined, 'America/New_York')]);
  assert.equal(new Set(zones).size, 1, 'two first starts at once agree');
  assert.match(logged[0] ?? '', new RegExp(`counted in ${zones[0]}`));
  logged.length = 0;
  assert.equal(await settle(undefined, 'Europe/Berlin'), zones[0]);
  assert.deepEqual(logged, []);
});

test('the setting comes first, and its change is a warning', async () => {
  assert.equal(await settle('Europe/Berlin', 'UTC'), 'Europe/Berlin');
  assert.deepEqual(logged, []);
  assert.equal(await settle('Asia/Tokyo', 'UTC'), 'Asia/Tokyo');
  assert.match(logged[0] ?? '', /now Asia\/Tokyo, and was Europe\/Berlin.*orders recount/);
  assert.equal(await settle(undefined, 'UTC'), 'Asia/Tokyo', 'a process without the setting agrees');
});

test('a machine whose zone has no IANA name counts in UTC', async () => {
  assert.equal(await settle(undefined, '+02:00'), 'UTC');
});

test('a database whose days were counted by an earlier release keeps its UTC', async () => {
  const clientId = '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c';
  await pool.query(
    `insert into clients (client_id, name, mode, scope, created) values ($1, 'Shop', 'live', 'fulfillment', now())`,
    [clientId],
  );
  await pool.query(`insert into order_days values ($1, '2026-01-31', 1, 0, 0, 1)`, [clientId]);
  assert.equal(await settle(undefined, 'Asia/Kathmandu'), 'UTC');
  assert.match(logged[0] ?? '', /counted in UTC/);
});
