import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS_LABELS, carrierOrLabels, HAND_OVER_PARCELS_MAX, parcelRefusalOf } from './hand-over-rules.ts';
import type { HandOver, LeavingParcel } from './hand-over-store.ts';

const parcel = {
  ...{ code: 'T1', orderId: 'A', state: 'SHIPPED', carrierId: 'dhl', carrierName: 'DHL', handOverId: null },
} as LeavingParcel;
const list = { handOverId: '7', carrierId: 'dhl', carrierName: 'DHL', parcels: 0, closed: null } as HandOver;
const codeOf = (changes: Partial<LeavingParcel>, on?: HandOver, open: HandOver | undefined = list) =>
  parcelRefusalOf({ ...parcel, ...changes }, on, open)?.code;

test('a labelled parcel may go on the list of its carrier', () => {
  assert.equal(codeOf({}), undefined);
});

test('a parcel that is not ready to leave is refused by its state', () => {
  assert.deepEqual(
    (['OPEN', 'PACKED', 'DROPPED'] as const).map((state) => codeOf({ state })),
    ['parcel_being_packed', 'parcel_unlabelled', 'parcel_given_up'],
  );
});

test('a parcel that is on a list already is refused, also if that list is closed', () => {
  assert.equal(codeOf({ handOverId: '7' }, list), 'parcel_on_list');
  assert.equal(codeOf({ handOverId: '7' }, { ...list, closed: new Date() }), 'parcel_on_closed_list');
});

test('a parcel of another carrier is refused, and one of an unknown carrier is not', () => {
  assert.equal(codeOf({ carrierId: 'ups' }), 'parcel_of_other_carrier');
  assert.equal(codeOf({ carrierId: '' }), undefined);
});

test('parcels with our address label go on their own list only, which takes no others', () => {
  const own = { ...list, carrierId: ADDRESS_LABELS, carrierName: null };
  assert.equal(codeOf({ carrierId: ADDRESS_LABELS, carrierName: null }, undefined, own), undefined);
  assert.equal(codeOf({ carrierId: ADDRESS_LABELS, carrierName: null }), 'parcel_of_other_carrier');
  for (const carrierId of ['dhl', '']) assert.equal(codeOf({ carrierId }, undefined, own), 'parcel_of_other_carrier');
  assert.deepEqual(['dhl', '', ADDRESS_LABELS].map(carrierOrLabels), [
    { carrierId: 'dhl' },
    { labels: 'CLIENT' },
    { labels: 'ADDRESS' },
  ]);
});

test('a full list takes no more parcels', () => {
  assert.equal(codeOf({}, undefined, { ...list, parcels: HAND_OVER_PARCELS_MAX }), 'list_full');
});
