import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderEvent } from './order-api.ts';
import { mergeHistory } from './order-rules.ts';

const events = (...versions: number[]) =>
  versions.map(
    (version) => ({ version, type: 'order.updated', occurred: `2026-01-0${version}` }) as OrderEvent,
  );

test('a history has each event once, the newest first, however its parts came', () => {
  // While earlier ones were read, the order's latest moved on by one.
  const merged = mergeHistory(events(4, 5, 6), events(3, 4, 5), events(2, 1));
  assert.deepEqual(
    merged.map(({ version }) => version),
    [6, 5, 4, 3, 2, 1],
  );
});

test('what came back stands after the event whose version it has', () => {
  const back = { version: 2, type: 'order.returned', occurred: '2026-02-01' } as OrderEvent;
  const merged = mergeHistory(events(1, 2), [back], [back]);
  assert.deepEqual(
    merged.map(({ type }) => type),
    ['order.returned', 'order.updated', 'order.updated'],
  );
});
