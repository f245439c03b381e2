import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { chooseTimeZone } from './choose-time-zone.ts';

const { pool, close } = await openTestDatabase();
beforeEach(async () => {
  await pool.query('delete from center');
});
after(close);

const settle = (given: string | undefined, machine: string) => chooseTimeZone(pool, { given, machine });

test('the first start keeps the zone of its machine and says so, and a start on another machine counts the same days', async () => {
  const first = await Promise.all([settle(undefined, 'Asia/Kathmandu'), settle(undefined, 'America/New_York')]);
  const [{ timeZone, notice }] = first;
  assert.equal(new Set(first.map((one) => one.timeZone)).size, 1, 'two first starts at once agree');
  assert.match(notice, new RegExp(`time zone ${timeZone}; TIME_ZONE changes it`));
  assert.deepEqual(await settle(undefined, 'Europe/Berlin'), { timeZone, notice, isChanged: false });
});

test('the setting comes first, and its change is reported', async () => {
  assert.equal((await settle('Europe/Berlin', 'UTC')).isChanged, false);
  const { timeZone, notice, isChanged } = await settle('Asia/Tokyo', 'UTC');
  assert.deepEqual([timeZone, isChanged], ['Asia/Tokyo', true]);
  assert.match(notice, /Asia\/Tokyo; it was Europe\/Berlin.*counted again/);
  assert.equal((await settle(undefined, 'UTC')).timeZone, 'Asia/Tokyo', 'a process without the setting agrees');
});

test('a machine whose zone has no IANA name counts in UTC', async () => {
  assert.equal((await settle(undefined, '+02:00')).timeZone, 'UTC');
});

test('a database of an earlier release keeps its UTC', async () => {
  await pool.query(
    `insert into clients (client_id, name, mode, scope, created) values ('shop', 'Shop', 'live', 'fulfillment', now())`,
  );
  assert.equal((await settle(undefined, 'Asia/Kathmandu')).timeZone, 'UTC');
});
