import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueLimitOf } from '../clients/due-rules.ts';
import { choosePiecesToLeave, orderKeyOf } from './batch-rules.ts';
import type { Piece } from './piece-store.ts';

test('a day of the center ends by its own clock, also where that is changed', () => {
  const now = new Date('2026-10-24T10:00:00Z');
  const until = (due: Parameters<typeof dueLimitOf>[0]) => dueLimitOf(due, now, 'Europe/Berlin').toISOString();
  assert.equal(until('LATE'), now.toISOString());
  assert.equal(until('TODAY'), '2026-10-24T21:59:59.999Z');
  assert.equal(until('TOMORROW'), '2026-10-25T22:59:59.999Z');
});

const pieceOf = (orderId: string, code: string, batchPlace: number, quantity = 1) =>
  ({ clientId: 'c', orderId, code, batchPlace, quantity }) as Piece;
const PIECES = [pieceOf('OLD', 'P1', 1), pieceOf('NEW', 'P2', 2), pieceOf('NEW', 'P3', 3), pieceOf('GONE', 'P4', 4)];
const ORDERS = new Map(
  (
    [
      ['OLD', 'ACCEPTED', 1],
      ['NEW', 'ACCEPTED', 2],
      ['GONE', 'CANCELLED', 3],
    ] as const
  ).map(([orderId, status, day]) => [
    orderKeyOf({ clientId: 'c', orderId }),
    { status, created: new Date(2026, 0, day), due: null, isRush: false },
  ]),
);
const leaving = (missing: number, pieces = PIECES) =>
  choosePiecesToLeave(pieces, ORDERS, missing).map(({ code }) => code);

test('the youngest orders in production leave a batch that lacks blanks, its last pieces first', () => {
  assert.deepEqual(leaving(1), ['P3']);
  assert.deepEqual(leaving(3), ['P3', 'P2', 'P1']);
});

test('a lot leaves as a whole', () => {
  assert.deepEqual(leaving(2, [pieceOf('NEW', 'LOT', 1, 300)]), ['LOT']);
});

test('more missing blanks than the batch needs are refused', () => {
  assert.throws(() => leaving(4), { name: 'ApiError' });
});
