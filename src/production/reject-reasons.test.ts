import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandOf } from './command-codes.ts';
import { REJECT_REASONS } from './reject-reasons.ts';

test('no two reject reasons share a number or a key', () => {
  const entries: { command: number; key?: string }[] = Object.values(REJECT_REASONS);
  const numbers = entries.map(({ command }) => command);
  const keys = entries.flatMap(({ key }) => key ?? []);
  assert.deepEqual(
    [...new Set(numbers)],
    numbers.filter((number) => number > 10),
  );
  assert.deepEqual([...new Set(keys)], keys);
});

test('the codes on printed command sheets stay valid', () => {
  const printed = {
    MISPLACED: 11,
    COLOUR: 12,
    SMEAR: 13,
    WRONG_GARMENT: 14,
    HOLE: 15,
    ARTWORK: 16,
    LOST: 17,
    OTHER: 18,
  };
  for (const [reason, number] of Object.entries(printed)) {
    assert.deepEqual(commandOf(number), { command: 'REJECT', reason });
  }
});
