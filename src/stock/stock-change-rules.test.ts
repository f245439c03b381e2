import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../platform/audit/actor.ts';
import { ApiError } from '../platform/errors/errors.ts';
import {
  checkAdjustment,
  decideMissing,
  decideReplacement,
  decideReservationEnd,
  decideReservations,
  decideReturn,
  decideTaking,
  decideTrim,
  ON_HAND_MAX,
} from './stock-change-rules.ts';
import type { LockedStock, OrderStock, StockQuantity } from './stock-rules.ts';

const CONTEXT = { clientId: 'client', occurred: new Date(0) };
const pieces = (code: string, quantity: number): StockQuantity => ({ kind: 'ARTICLE', code, quantity });
const held = (orderId: string, code: string, quantity: number): OrderStock => ({
  ...pieces(code, quantity),
  orderId,
});
const level = (code: string, onHand: number, reserved: number): LockedStock => ({
  kind: 'ARTICLE',
  code,
  onHand,
  reserved,
  isRetired: false,
  ownerId: null,
});
const by = (orderId: string) => ({ orderId, by: SYSTEM });
const refusal = (name: string) => (error: unknown) => error instanceof ApiError && error.error === name;

test('releasing reservations ends them, keeps the shelf as it is and wakes waiting orders', () => {
  const state = { held: [held('o1', 'A', 2), held('o2', 'A', 1)], levels: [level('A', 5, 3)] };
  const change = decideReservationEnd(state, [by('o1'), by('o2')], 'release', CONTEXT);
  assert.deepEqual(change.levels, [{ kind: 'ARTICLE', code: 'A', onHandChange: 0, reservedChange: -3 }]);
  assert.deepEqual(
    change.reservations.map(({ orderId, left }) => [orderId, left]),
    [
      ['o1', 0],
      ['o2', 0],
    ],
  );
  assert.deepEqual(
    change.movements.map(({ reason, orderId, reservedChange }) => [reason, orderId, reservedChange]),
    [
      ['released', 'o1', -2],
      ['released', 'o2', -1],
    ],
  );
  assert.equal(change.wakes.length, 1);
});

test('shipping more pieces than were counted adds the difference to the ledger first', () => {
  const state = { held: [held('o1', 'A', 3)], levels: [level('A', 1, 3)] };
  const change = decideReservationEnd(state, [by('o1')], 'consume', CONTEXT);
  assert.deepEqual(change.levels, [{ kind: 'ARTICLE', code: 'A', onHandChange: -1, reservedChange: -3 }]);
  assert.deepEqual(
    change.movements.map(({ reason, onHandChange, reservedChange }) => [reason, onHandChange, reservedChange]),
    [
      ['adjusted', 2, 0],
      ['shipped', -3, -3],
    ],
  );
  assert.deepEqual(change.wakes, []);
});

test('trimming releases only the pieces beyond the needs', () => {
  const reserved = [held('o1', 'A', 3), held('o1', 'B', 1)];
  const change = decideTrim(reserved, [{ ...by('o1'), needs: [pieces('A', 2), pieces('B', 1)] }], CONTEXT);
  assert.deepEqual(
    change.reservations.map(({ code, left }) => [code, left]),
    [['A', 2]],
  );
  assert.equal(change.levels[0]?.reservedChange, -1);
});

test('an order takes no more pieces than it has reserved, and each entry has its own movement', () => {
  const leaving = [
    { ...pieces('A', 1), reason: 'shipped' as const },
    { ...pieces('A', 5), reason: 'scrapped' as const, note: 'Torn.' },
    { ...pieces('B', 1), reason: 'shipped' as const },
  ];
  const state = { held: [held('o1', 'A', 3)], levels: [level('A', 9, 3)] };
  const { movements, reservations, levels } = decideTaking(state, [{ ...by('o1'), leaving }], CONTEXT);
  assert.deepEqual(
    movements.map(({ reason, onHandChange }) => [reason, onHandChange]),
    [
      ['shipped', -1],
      ['scrapped', -2],
    ],
  );
  assert.equal(reservations[0]?.left, 0);
  assert.deepEqual(levels, [{ kind: 'ARTICLE', code: 'A', onHandChange: -3, reservedChange: -3 }]);
});

test('returned waste is recorded twice and changes no level, and unknown codes are ignored', () => {
  const returned = [
    { ...pieces('A', 2), isWaste: false, note: 'Too small.' },
    { ...pieces('A', 1), isWaste: true, note: 'Worn.' },
    { ...pieces('gone', 1), isWaste: false, note: 'Too small.' },
  ];
  const change = decideReturn([level('A', 4, 0)], by('o1'), returned, CONTEXT);
  assert.deepEqual(change.levels, [{ kind: 'ARTICLE', code: 'A', onHandChange: 2, reservedChange: 0 }]);
  assert.deepEqual(
    change.movements.map(({ reason, onHandChange }) => [reason, onHandChange]),
    [
      ['returned', 2],
      ['returned', 1],
      ['scrapped', -1],
    ],
  );
  const full = [level('A', ON_HAND_MAX - 1, 0)];
  assert.throws(() => decideReturn(full, by('o1'), returned, CONTEXT), refusal('too_much_stock'));
});

test('missing blanks reduce the shelf to the reservations of other orders', () => {
  const reserved = [
    { ...held('o1', 'A', 3), clientId: 'c1' },
    { ...held('o2', 'A', 1), clientId: 'c2' },
  ];
  const missing = [
    { clientId: 'c1', orderId: 'o1', quantity: 2 },
    { clientId: 'c2', orderId: 'o2', quantity: 1 },
  ];
  const note = 'Short.';
  const change = decideMissing(level('A', 9, 5), reserved, missing, { by: SYSTEM, now: new Date(0), note });
  assert.deepEqual(change.level, { onHand: 2, reserved: 2 });
  assert.deepEqual(
    change.reservations.map(({ clientId, left }) => [clientId, left]),
    [
      ['c1', 1],
      ['c2', 0],
    ],
  );
  assert.deepEqual(
    change.movements.map(({ reason }) => reason),
    ['released', 'released', 'set'],
  );
  const tooMany = [{ clientId: 'c1', orderId: 'o1', quantity: 4 }];
  const by = { by: SYSTEM, now: new Date(0), note };
  assert.throws(() => decideMissing(level('A', 9, 5), reserved, tooMany, by), /reserved fewer pieces/);
});

test('an adjustment leaves at least the reserved pieces, and at most the largest quantity', () => {
  const stock = { onHand: 5, reserved: 3 };
  checkAdjustment(stock, -2);
  assert.throws(() => checkAdjustment(stock, -3), refusal('not_enough_stock'));
  assert.throws(() => checkAdjustment(stock, ON_HAND_MAX - 4), refusal('too_much_stock'));
});

test('a preferred order comes before an older one, and keeps all of its needs while it waits', () => {
  const order = (orderId: string, day: number, ...needs: StockQuantity[]) => ({
    orderId,
    created: new Date(day),
    needs,
  });
  const orders = [order('old', 1, pieces('A', 2)), order('preferred', 2, pieces('A', 2), pieces('B', 1))];
  const state = { held: [], claims: [], woken: new Set<string>(), preferred: new Set(['preferred']) };
  const plenty = decideReservations('c', orders, { ...state, levels: [level('A', 2, 0), level('B', 1, 0)] });
  assert.deepEqual(
    plenty.filled.map(({ orderId }) => orderId),
    ['preferred'],
  );
  const short = decideReservations('c', orders, { ...state, levels: [level('A', 2, 0), level('B', 0, 0)] });
  assert.deepEqual(
    short.waits.map(({ orderId, code }) => [orderId, code]),
    [
      ['preferred', 'A'],
      ['preferred', 'B'],
      ['old', 'A'],
    ],
  );
});

test('an order that has not waited leaves new pieces to the orders that have', () => {
  const orders = [{ orderId: 'new', created: new Date(1), needs: [pieces('A', 1)] }];
  const state = { held: [], levels: [level('A', 5, 0)], claims: [], preferred: new Set<string>() };
  const woken = new Set(['ARTICLE A']);
  assert.equal(decideReservations('c', orders, { ...state, woken }).waiting.length, 1);
  assert.equal(decideReservations('c', orders, { ...state, woken: new Set() }).filled.length, 1);
});

test('spoiled pieces are scrapped, and replaced only if all of them are available', () => {
  const replace = (levels: LockedStock[], reserved: OrderStock[], ...spoiled: StockQuantity[]) => {
    const { change, isReplaced } = decideReplacement({ held: reserved, levels }, by('o1'), spoiled, {
      ...CONTEXT,
      note: 'SMEAR',
    });
    const { levels: changed, reservations, movements } = change;
    return {
      isReplaced,
      levels: changed.map(({ onHandChange, reservedChange }) => [onHandChange, reservedChange]),
      left: reservations.map(({ left }) => left),
      movements: movements.map(({ reason, note }) => [reason, note]),
    };
  };
  assert.deepEqual(replace([level('A', 5, 3)], [held('o1', 'A', 2)], pieces('A', 1)), {
    isReplaced: true,
    levels: [[-1, 0]],
    left: [2],
    movements: [
      ['scrapped', 'SMEAR'],
      ['reserved', undefined],
    ],
  });
  assert.deepEqual(replace([level('A', 3, 3)], [held('o1', 'A', 1)], pieces('A', 1)), {
    isReplaced: false,
    levels: [[-1, -1]],
    left: [0],
    movements: [['scrapped', 'SMEAR']],
  });
  const both = [level('A', 5, 1), level('B', 1, 1)];
  const spoiled = [pieces('A', 1), pieces('B', 1)];
  const outcome = replace(both, [held('o1', 'A', 1), held('o1', 'B', 1)], ...spoiled);
  assert.deepEqual([outcome.isReplaced, outcome.left], [false, [0, 0]]);
  // The order had reserved nothing of it.
  assert.deepEqual(replace([], [], pieces('A', 1)), { isReplaced: false, levels: [], left: [], movements: [] });
});
