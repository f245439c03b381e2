import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuse } from '../production/scan-rules.ts';
import {
  decideHandOver,
  HAND_OVER_RULES,
  type HandOverScan,
  type HandOverSituation,
  type HandOverState,
} from './hand-over-scan-rules.ts';
import type { HandOver, LeavingParcel } from './hand-over-store.ts';

const NOW = new Date('2026-01-31T12:00:00Z');
const list: HandOver = {
  ...{ handOverId: '7', carrierId: 'dhl', carrierName: 'DHL', opened: NOW, openedById: null, openedByName: null },
  ...{ parcels: 1, closed: null, closedById: null, closedByName: null, missing: null },
};
const parcelOf = (orderId: string, changes: Partial<LeavingParcel> = {}): LeavingParcel => ({
  ...{ clientId: 'c', clientName: 'C', orderId, parcel: 1, code: `T-${orderId}`, state: 'SHIPPED', opened: NOW },
  ...{ trackingNumber: null, carrierId: 'dhl', carrierName: 'DHL', handOverId: null, handedOver: null },
  ...changes,
});
const missing = { count: 1, parcels: [parcelOf('B')] };
const last = parcelOf('L', { handOverId: '7' });

const SCANS: Record<HandOverScan['kind'], HandOverScan> = {
  PARCEL: { kind: 'PARCEL', meaning: 'PARCEL', parcels: [parcelOf('A')] },
  PASS: { kind: 'PASS' },
  UNDO: { kind: 'UNDO' },
  OTHER_COMMAND: { kind: 'OTHER_COMMAND' },
  UNKNOWN: { kind: 'UNKNOWN', refusal: refuse('UNKNOWN', 'parcel_unknown') },
};

function outcome(state: HandOverState, scan: HandOverScan): string {
  const { changes, refusal, ...decision } = decideHandOver(state, scan);
  if (!changes) return refusal?.kind ?? '';
  const question = 'next' in decision ? decision.next.question : undefined;
  return [...changes.map(({ type }) => type), question ?? '-'].join(' ');
}

const TABLE: Record<HandOverSituation, { state: HandOverState; expected: Record<HandOverScan['kind'], string> }> = {
  NO_LIST: {
    state: { context: { work: 'HAND_OVER' } },
    expected: {
      PARCEL: 'PUT_ON -',
      PASS: 'NO_PARCEL',
      UNDO: 'NO_PARCEL',
      OTHER_COMMAND: 'NO_PARCEL',
      UNKNOWN: 'UNKNOWN',
    },
  },
  LIST: {
    state: { context: { work: 'HAND_OVER' }, list, missing, last },
    expected: { PARCEL: 'PUT_ON -', PASS: 'CLOSE', UNDO: 'TAKE_OFF -', OTHER_COMMAND: 'UNKNOWN', UNKNOWN: 'UNKNOWN' },
  },
  CLOSE: {
    state: { context: { work: 'HAND_OVER', question: 'CLOSE' }, list, missing, last },
    expected: { PARCEL: 'PUT_ON -', PASS: 'CLOSE -', UNDO: '-', OTHER_COMMAND: 'UNKNOWN', UNKNOWN: 'UNKNOWN' },
  },
};

for (const situation of Object.keys(HAND_OVER_RULES) as HandOverSituation[])
  test(`each kind of scan in the situation ${situation} has its effect`, () => {
    const { state, expected } = TABLE[situation];
    const effects = Object.entries(SCANS).map(([kind, scan]) => [kind, outcome(state, scan)]);
    assert.deepEqual(Object.fromEntries(effects), expected);
  });

test('a list that somebody has closed lets the next parcel open another one, and parcels that cannot leave are refused', () => {
  const closed: HandOverState = { context: { work: 'HAND_OVER', handOver: '7' }, closed: { ...list, closed: NOW } };
  assert.equal(outcome(closed, SCANS.PARCEL), 'PUT_ON -');
  assert.equal(outcome(closed, SCANS.PASS), 'ALREADY_DONE');
  const state = TABLE.LIST.state;
  const scan = (...parcels: LeavingParcel[]) => outcome(state, { kind: 'PARCEL', meaning: 'TRACKING', parcels });
  assert.equal(scan(parcelOf('A', { state: 'OPEN' })), 'NOT_COMPLETE');
  assert.equal(scan(parcelOf('A', { carrierId: 'ups' })), 'FOREIGN');
  assert.equal(scan(parcelOf('A', { handOverId: '3' })), 'ALREADY_DONE');
  assert.equal(scan(parcelOf('A'), parcelOf('B')), 'UNKNOWN');
  const all = { ...state, missing: { count: 0, parcels: [] } };
  assert.equal(outcome(all, SCANS.PASS), 'CLOSE -');
  assert.equal(outcome({ ...all, list: { ...list, parcels: 0 } }, SCANS.PASS), 'NOTHING_IN_HAND');
});
