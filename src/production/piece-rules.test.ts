import assert from 'node:assert/strict';
import { test } from 'node:test';
import { materialOf, PIECES_OF_ITEM_MAX, planPieces, planRework, stepsAfter, stepsBefore } from './piece-rules.ts';

const print = (technology: string) => ({
  technology,
  location: 'FRONT',
  dataUrl: 'https://example.com/a.png',
});
const label = { technology: 'DTF', location: 'NECK', sku: 'LABEL' };
const itemOf = (quantity: number) =>
  [
    { id: '1', quantity, customProduct: { sku: 'TEE', prints: [print('DTG')], customizations: [label] } },
    { id: '2', quantity: 3, existingProduct: { ean13: '4006381333931' } },
  ] as unknown as Parameters<typeof planPieces>[0];

test('each custom piece is planned with its steps in the order of the shop', () => {
  const pieces = planPieces(itemOf(2), ['DTF', 'DTG']);
  assert.deepEqual(
    pieces.map(({ position, copy, quantity, steps }) => [
      position,
      copy,
      quantity,
      steps.map(({ technology }) => technology).join(),
    ]),
    [
      [1, 1, 1, 'DTF,DTG'],
      [1, 2, 1, 'DTF,DTG'],
    ],
  );
});

test('an item with more pieces than the limit becomes one lot', () => {
  const quantity = PIECES_OF_ITEM_MAX + 1;
  assert.deepEqual(
    planPieces(itemOf(quantity)).map((piece) => [piece.copy, piece.quantity]),
    [[1, quantity]],
  );
});

test('steps of one technology are done and undone together', () => {
  const steps = ['DTG', 'DTG', 'DTF'].map((technology, place) => ({
    ...{ kind: 'PRINT' as const, technology, location: 'FRONT', place },
  }));
  assert.equal(stepsAfter({ steps, stepsDone: 0 }), 2);
  assert.equal(stepsAfter({ steps, stepsDone: 2 }), 3);
  assert.equal(stepsBefore({ steps, stepsDone: 3 }), 2);
  assert.equal(stepsBefore({ steps, stepsDone: 2 }), 0);
});

test('a spoiled piece costs its blank and the customizations that were applied', () => {
  const [piece] = planPieces(itemOf(1), ['DTF', 'DTG']);
  assert.ok(piece);
  const codes = (stepsDone: number) => materialOf(piece, stepsDone).map(({ code }) => code);
  assert.deepEqual([codes(0), codes(1)], [['TEE'], ['TEE', 'LABEL']]);
});

test('a correction cancels the last unbegun pieces, replaces a lot that goes in part, and names an item with too few', () => {
  const prints = [{ dataUrl: 'https://files.example.com/a.png', location: 'FRONT', technology: 'DTG' }];
  const after = [
    { id: 'a', quantity: 1, customProduct: { sku: 'TEE', prints } },
    { id: 'lot', quantity: 250, customProduct: { sku: 'TEE', prints } },
  ];
  const piece = (itemId: string, copy: number, stepsDone = 0, quantity = 1) =>
    ({ itemId, copy, quantity, state: 'TO_MAKE', stepsDone }) as const;
  const pieces = [piece('a', 1, 1), piece('a', 2), piece('a', 3), piece('lot', 1, 0, 300)];
  const change = (itemId: string, fewer: number, more = 0) => ({
    itemId,
    fewer,
    more,
    hasPieces: true,
    getsPieces: true,
  });
  const plan = planRework(pieces, after, [change('a', 2), change('lot', 50)], []);
  assert.ok(!('short' in plan));
  assert.deepEqual(plan.cancelled, [piece('a', 3), piece('a', 2), piece('lot', 1, 0, 300)]);
  assert.deepEqual(
    plan.added.map(({ itemId, position, copy, quantity }) => [itemId, position, copy, quantity]),
    [['lot', 2, 2, 250]],
  );
  assert.deepEqual(planRework(pieces, after, [change('a', 3)], []), { short: 'a' });
});
