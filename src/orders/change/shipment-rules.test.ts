import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addShipments,
  changedShipments,
  listNonEmpty,
  newParcels,
  type Parcel,
  parcelViolations,
  remainingPieces,
  SHIPPED_LINES_MAX,
} from './shipment-rules.ts';

const NOW = new Date('2026-01-31T12:00:00.000Z');
const ITEMS = [
  { id: '1', quantity: 3 },
  { id: '2', quantity: 2 },
];
const item = (id: string, quantity: number) => ({ id, quantity });
const placed = (parcels: readonly Parcel[]) => parcels.map((parcel, place) => ({ ...parcel, place }));

/** An order in production of which the parcels have left. */
function after(...parcels: Parcel[]) {
  const items = ITEMS.map((one) => ({ ...one }));
  return { status: 'ACCEPTED' as const, items, shipments: addShipments({ items }, placed(parcels), NOW) };
}
const placesOf = (...given: Parameters<typeof newParcels>) => newParcels(...given).map(({ place }) => place);

test('a parcel with the tracking number, carrier and items of a shipped one is that parcel, in any order of items', () => {
  const order = after({ trackingNumber: 'T', trackingCarrier: 'DHL', items: [item('1', 1), item('2', 1)] });
  const again = { trackingNumber: 'T', trackingCarrier: 'DHL', items: [item('2', 1), item('1', 1)] };
  assert.deepEqual(placesOf(order, [again], false), []);
  assert.deepEqual(placesOf(order, [again], true), []);
  assert.deepEqual(placesOf(order, [{ ...again, trackingCarrier: 'UPS' }], false), [0]);
  assert.deepEqual(placesOf(order, [{ ...again, trackingNumber: 'T2' }, again], false), [0]);
  assert.deepEqual(placesOf(order, [{ ...again, items: [item('1', 1)] }], false), [0]);
});

test('a parcel with all reported pieces of its tracking number is that parcel, and only additional pieces are new', () => {
  const tracked = (...items: { id: string; quantity: number }[]) => ({ trackingNumber: 'T', items });
  const moreOf = (order: ReturnType<typeof after>, ...parcels: Parcel[]) =>
    newParcels(order, parcels, false).map(({ place, items }) => [place, items]);
  const order = after(tracked(item('1', 1)));
  assert.deepEqual(moreOf(order, tracked(item('1', 1), item('2', 2))), [[0, [item('1', 0), item('2', 2)]]]);
  assert.deepEqual(moreOf(order, tracked(item('1', 1), item('1', 1))), [[0, [item('1', 1), item('1', 0)]]]);
  assert.deepEqual(moreOf(order, tracked(item('1', 1)), tracked(item('1', 1), item('2', 1))), [
    [1, [item('1', 0), item('2', 1)]],
  ]);
  const inParts = after(tracked(item('1', 1)), tracked(item('2', 1)), tracked(item('1', 1), item('2', 1)));
  for (const known of [tracked(item('2', 1)), tracked(item('2', 1), item('1', 1)), tracked(item('1', 2), item('2', 2))])
    assert.deepEqual(moreOf(inParts, known), []);
  // Pointers count the lines of the report. Parcels that were reported before do not cause violations.
  const faults = parcelViolations(order, newParcels(order, [tracked(item('1', 1), item('2', 3))], false));
  assert.deepEqual(
    faults.map(({ pointer }) => pointer),
    ['/parcels/0/items/1/quantity'],
  );
  const added = addShipments(order, newParcels(order, [tracked(item('1', 1), item('2', 2))], false), NOW);
  assert.deepEqual(added.at(-1)?.items, [item('2', 2)]);
});

test('equal parcels in one report are one with a tracking number, and two without', () => {
  const order = after();
  const numbered = { trackingNumber: 'T', items: [item('1', 1)] };
  assert.deepEqual(placesOf(order, [numbered, numbered], false), [0]);
  assert.deepEqual(placesOf(order, [{ trackingNumber: 'T' }, { trackingNumber: 'T' }], false), [0]);
  const plain = { items: [item('1', 1)] };
  assert.deepEqual(placesOf(order, [plain, plain], false), [0, 1]);
});

test('without a tracking number, equal parcels are repeated reports up to the shipped number, unless the caller has seen them', () => {
  const plain = { items: [item('1', 1)] };
  const order = after(plain);
  assert.deepEqual(placesOf(order, [plain], false), []);
  assert.deepEqual(placesOf(order, [plain, plain], false), [1]);
  assert.deepEqual(placesOf(order, [plain], true), [0]);
});

test('a parcel without items is new while pieces remain, and a repeated report afterwards', () => {
  const rest = { trackingNumber: 'T' };
  const order = after({ trackingNumber: 'T', items: [item('1', 1)] });
  assert.deepEqual(placesOf(order, [rest], false), [0]);
  const shipped = { ...order, status: 'SHIPPED' as const };
  assert.deepEqual(placesOf(shipped, [rest], false), []);
  assert.deepEqual(placesOf(shipped, [{ trackingNumber: 'X' }], false), [0]);
});

test('the remaining pieces are the ordered ones minus the shipped ones, and a parcel without items takes all', () => {
  const order = after({ items: [item('1', 1)] }, { items: [item('1', 1), item('2', 2)] });
  assert.deepEqual(listNonEmpty(remainingPieces(order)), [item('1', 1)]);
  const shipments = addShipments(order, placed([{ trackingNumber: 'T' }]), NOW);
  assert.deepEqual(
    shipments.map(({ shipmentId, items }) => [shipmentId, items]),
    [
      ['1', [item('1', 1)]],
      ['2', [item('1', 1), item('2', 2)]],
      ['3', [item('1', 1)]],
    ],
  );
  assert.deepEqual(changedShipments(order.shipments, shipments), [shipments[2]]);
});

test('a parcel with too many pieces is refused with the remaining pieces, also counting other parcels of the report', () => {
  const order = after({ items: [item('1', 2)] });
  const faults = (...parcels: Parcel[]) =>
    parcelViolations(order, placed(parcels)).map(({ pointer, message }) => [pointer, message]);
  const left = 'Left of the order: 1 of item "1", 2 of item "2".';
  assert.deepEqual(faults({ items: [item('1', 2)] }), [
    ['/parcels/0/items/0/quantity', `No more than 1 of this item is left to ship. ${left}`],
  ]);
  assert.deepEqual(faults({ items: [item('1', 1)] }, { items: [item('2', 1), item('1', 1)] }), [
    ['/parcels/1/items/1/quantity', `Nothing of this item is left to ship. ${left}`],
  ]);
});

test('the lines of items in all parcels of an order are limited, and one more parcel can ship the rest', () => {
  const items = [{ id: '1', quantity: 100_000 }];
  const one = { items: [item('1', 1)] };
  const shipments = addShipments({ items }, placed(Array(SHIPPED_LINES_MAX).fill(one)), NOW);
  const faults = parcelViolations({ items, shipments }, placed([one]));
  assert.deepEqual(
    faults.map(({ pointer, code }) => [pointer, code]),
    [['/parcels', 'too_many_items']],
  );
  assert.deepEqual(parcelViolations({ items, shipments }, placed([{}])), []);
});

test('an order that ships in parts ships each piece once', () => {
  const part = fc.array(fc.tuple(fc.constantFrom('1', '2'), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      let order = after();
      for (const [index, lines] of parts.entries()) {
        const items = lines.map(([id, quantity]) => item(id, quantity));
        const parcels = placed([{ trackingNumber: `T-${index}`, items }]);
        if (parcelViolations(order, parcels).length > 0) continue;
        order = { ...order, shipments: addShipments(order, parcels, NOW) };
      }
      const left = remainingPieces(order);
      const shipments = addShipments(order, placed([{}]), NOW);
      assert.ok([...left.values()].every((pieces) => pieces >= 0));
      assert.deepEqual(listNonEmpty(remainingPieces({ ...order, shipments })), []);
      const sums = new Map<string, number>();
      for (const { items } of shipments)
        for (const { id, quantity } of items) sums.set(id, (sums.get(id) ?? 0) + quantity);
      assert.deepEqual(
        [...sums].sort(),
        ITEMS.map(({ id, quantity }) => [id, quantity]),
      );
    }),
  );
});
