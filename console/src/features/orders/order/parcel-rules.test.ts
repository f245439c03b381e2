import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorOrder } from './order-api.ts';
import { changedTracking, piecesLeft, shipmentIdAt } from './parcel-rules.ts';

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

test('of the tracking of a parcel only what was changed is sent, and what was emptied is taken away', () => {
  const before = { trackingNumber: '0034', trackingCarrier: 'DHL' };
  const typed = { trackingNumber: ' 0035 ', trackingCarrier: 'DHL', trackingUrl: '' };
  assert.deepEqual(changedTracking(before, typed), { trackingNumber: '0035' });
  assert.deepEqual(changedTracking(before, { ...typed, trackingNumber: '0034', trackingCarrier: ' ' }), {
    trackingCarrier: '',
  });
  assert.deepEqual(changedTracking(before, { ...typed, trackingNumber: '0034' }), {});
});

test('a parcel without an id is called by its place', () => {
  assert.equal(shipmentIdAt({}, 1), '2');
  assert.equal(shipmentIdAt({ shipmentId: 'P-7' }, 1), 'P-7');
});
