import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorOrder, OrderEvent } from './order-api.ts';
import { fileProblem, mergeHistory } from './order-rules.ts';

const ARTWORK = '/items/0/customProduct/prints/0/dataUrl';
const withReason = (statusReason: unknown) => ({ statusReason }) as OperatorOrder['order'];

test('the problem of a file belongs to that file only', () => {
  const details = [{ pointer: ARTWORK, code: 'file_not_found', message: 'There is no file at the URL.' }];
  const order = withReason({ code: 'file_not_found', message: 'See details.', details });
  assert.equal(fileProblem(order, ARTWORK), 'There is no file at the URL.');
  assert.equal(fileProblem(order, '/packingSlip'), undefined);
});

test('a reason about a single file has no details', () => {
  const order = withReason({ code: 'wrong_file_type', message: 'It must be PNG or PDF.', pointer: ARTWORK });
  assert.equal(fileProblem(order, ARTWORK), 'It must be PNG or PDF.');
  assert.equal(fileProblem(withReason(undefined), ARTWORK), undefined);
});

const events = (...versions: number[]) =>
  versions.map((version) => ({ version, type: 'order.updated', occurred: `2026-01-0${version}` }) as OrderEvent);

test('a merged history has each event once, newest first', () => {
  // A new event arrived while earlier ones were read.
  const merged = mergeHistory(events(4, 5, 6), events(3, 4, 5), events(2, 1));
  assert.deepEqual(
    merged.map(({ version }) => version),
    [6, 5, 4, 3, 2, 1],
  );
});

test('a return follows the event with the same version', () => {
  const back = { version: 2, type: 'order.returned', occurred: '2026-02-01' } as OrderEvent;
  const merged = mergeHistory(events(1, 2), [back], [back]);
  assert.deepEqual(
    merged.map(({ type }) => type),
    ['order.returned', 'order.updated', 'order.updated'],
  );
});
