import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorOrder } from './order-api.ts';
import { fileProblem } from './order-rules.ts';

const ARTWORK = '/items/0/customProduct/prints/0/dataUrl';
const withReason = (statusReason: unknown) => ({ statusReason }) as OperatorOrder['order'];

test('what is wrong with a file is told of that file, not of the others', () => {
  const details = [{ pointer: ARTWORK, code: 'file_not_found', message: 'There is no file at the URL.' }];
  const order = withReason({ code: 'file_not_found', message: 'See details.', details });
  assert.equal(fileProblem(order, ARTWORK), 'There is no file at the URL.');
  assert.equal(fileProblem(order, '/packingSlip'), undefined);
});

test('a reason of one file alone has no details', () => {
  const order = withReason({ code: 'wrong_file_type', message: 'It must be PNG or PDF.', pointer: ARTWORK });
  assert.equal(fileProblem(order, ARTWORK), 'It must be PNG or PDF.');
  assert.equal(fileProblem(withReason(undefined), ARTWORK), undefined);
});
