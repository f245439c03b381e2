import assert from 'node:assert/strict';
import { test } from 'node:test';
import { risingId } from './rising-ids.ts';

test('each id is a UUIDv7 of the present, and greater than the one before, however many a millisecond has', () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, risingId);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids.map((id) => id.slice(19))).size, ids.length, 'the rest is random');
  const ms = Number.parseInt((ids[0] as string).slice(0, 13).replace('-', ''), 16);
  assert.ok(ms >= before && ms <= Date.now());
});
