import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorOrder } from './order-api.ts';
import { piecesLeft } from './parcel-rules.ts';

const order = (shipments: object[]) =>
  ({
    items: [
      { id: '1', quantity: 3 },
      { id: '2', quantity: 1 },
    ],
    shipments,
  }) as unknown as OperatorOrder['order'];

test('what is in no parcel yet is left', () => {
  assert.deepEqual(piecesLeft(order([])), [
    { id: '1', quantity: 3 },
    { id: '2', quantity: 1 },
  ]);
  const parcels = [
    {
      items: [
        { id: '1', quantity: 1 },
        { id: '2', quantity: 1 },
      ],
    },
    { items: [{ id: '1', quantity: 1 }] },
  ];
  assert.deepEqual(piecesLeft(order(parcels)), [{ id: '1', quantity: 1 }]);
});
