import assert from 'node:assert/strict';
import { test } from 'node:test';
import { segmentName, segmentStart, segmentsBetween } from './wal-names.ts';

const SEGMENT = 16 * 1_048_576;

test('segment names are those of PostgreSQL', () => {
  // The results of pg_walfile_name for 0/16D5C08, 1/FF000000 and 2/0 on timelines 1 and 10.
  assert.equal(segmentName(0x16d5c08, 1, SEGMENT), '000000010000000000000001');
  assert.equal(segmentName(0x1_ff00_0000, 1, SEGMENT), '0000000100000001000000FF');
  assert.equal(segmentName(0x2_0000_0000, 10, SEGMENT), '0000000A0000000200000000');
});

test('segments follow each other over the end of a log', () => {
  const names = segmentsBetween(0x1_fe00_0001, 0x2_0000_0000, 1, SEGMENT);
  assert.deepEqual(names, ['0000000100000001000000FE', '0000000100000001000000FF', '000000010000000200000000']);
  assert.deepEqual(
    names.map((name) => segmentStart(name, SEGMENT)),
    [0x1_fe00_0000, 0x1_ff00_0000, 0x2_0000_0000],
  );
});
