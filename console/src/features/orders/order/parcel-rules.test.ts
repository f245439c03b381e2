import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorOrder, Piece } from './order-api.ts';
import { changedTracking, piecesLeft, shipmentIdAt, unmadePieces } from './parcel-rules.ts';

const order = (shipments: object[]) =>
  ({
    items: [
      { id: '1', quantity: 3 },
      { id: '2', quantity: 1 },
    ],
    shipments,
  }) as unknown as OperatorOrder['order'];

test('pieces that are in no parcel have not shipped', () => {
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

test('only changed tracking fields are sent, and emptied ones are removed', () => {
  const before = { trackingNumber: '0034', trackingCarrier: 'DHL' };
  const typed = { trackingNumber: ' 0035 ', trackingCarrier: 'DHL', trackingUrl: '' };
  assert.deepEqual(changedTracking(before, typed), { trackingNumber: '0035' });
  assert.deepEqual(changedTracking(before, { ...typed, trackingNumber: '0034', trackingCarrier: ' ' }), {
    trackingCarrier: '',
  });
  assert.deepEqual(changedTracking(before, { ...typed, trackingNumber: '0034' }), {});
});

test('a parcel without an ID is named by its position', () => {
  assert.equal(shipmentIdAt({}, 1), '2');
  assert.equal(shipmentIdAt({ shipmentId: 'P-7' }, 1), 'P-7');
});

test('unmade pieces leave only where too few of their item are made', () => {
  const piece = (code: string, state: string) => ({ code, itemId: '1', quantity: 1, state }) as unknown as Piece;
  const pieces = [piece('P1', 'PACKED'), piece('P2', 'MADE'), piece('P3', 'TO_MAKE')];
  const unmade = (quantity: number, shipments: object[] = []) =>
    unmadePieces(order(shipments), pieces, [{ id: '1', quantity }]).map(({ code }) => code);
  assert.deepEqual([unmade(2), unmade(3)], [[], ['P3']]);
  const left = [{ items: [{ id: '1', quantity: 1 }] }];
  assert.deepEqual([unmade(1, left), unmade(2, left)], [[], ['P3']]);
});
