import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LockedOrder } from '../orders/rows/order-row-store.ts';
import { sentence } from '../production/floor-sentences.ts';
import type { Piece } from '../production/piece-store.ts';
import { refuse } from '../production/scan-rules.ts';
import { withItems } from './packing-rules.ts';
import {
  type OrderParcel,
  type PackingOrder,
  type PackingScan,
  type PackingState,
  type PackingTable,
  packingStateOf,
  type ScanOf,
  type Situation,
} from './packing-state.ts';
import { decidePacking, PACKING_RULES } from './packing-table-rules.ts';
import type { PaperSources } from './parcel-paper-rules.ts';
import { isFull } from './parcel-rules.ts';
import type { FilledParcel } from './parcel-store.ts';

const NOW = new Date('2026-01-31T12:00:00Z');
const EAN = '4006381333931';
const HERE = { station: 'pack-1', stationId: null };
const STEP = { kind: 'PRINT', technology: 'DTG', location: 'FRONT', place: 0 } as const;

function orderOf(orderId: string, parcels: FilledParcel[] = [], status = 'ACCEPTED'): PackingOrder {
  const items = [
    { id: '1', quantity: 2, customProduct: { sku: 'TEE' } },
    { id: '2', quantity: 1, existingProduct: { ean13: EAN, name: 'Mug' } },
  ];
  const content = { items, shipping: { address: { country: 'DE' } } };
  const order = { orderId, status, carrier: null, content } as unknown as LockedOrder;
  return { clientId: 'c', orderId, code: `R-${orderId}`, run: 1, parcels, order };
}

function parcelOf(orderId: string, inside: FilledParcel['inside'], changes: Partial<FilledParcel> = {}): FilledParcel {
  return {
    ...{ clientId: 'c', orderId, parcel: 1, code: `T-${orderId}`, state: 'OPEN', opened: NOW, ...HERE },
    ...{ openedById: null, openedByName: null, trackingNumber: null, closed: null, packed: null, problem: null },
    ...{ problemDetails: null, problemSentences: null, inside },
    ...changes,
  };
}

function pieceOf(code: string, changes: Partial<Piece> = {}): Piece {
  return {
    ...{
      clientId: 'c',
      orderId: 'A',
      run: 1,
      position: 1,
      copy: 1,
      attempt: 0,
      code,
      itemId: '1',
      quantity: 1,
      sku: 'TEE',
    },
    ...{
      steps: [STEP],
      stepsDone: 1,
      state: 'CHECKED',
      stateSince: NOW,
      technology: 'DTG',
      batchId: null,
      batchPlace: null,
    },
    ...{ hasBlank: true, parcel: null, reason: null, replacedBy: null },
    ...changes,
  };
}

const papers: PaperSources = {
  ...{ kept: [], usedFiles: [], customsForm: 'NONE', variantOf: () => undefined },
  latest: [{ kind: 'SLIP', copy: 1, state: 'enqueued', madeOf: Buffer.from('earlier contents'), jobId: '1' }],
  printers: [{ printerId: 'p', mediaTypes: ['application/pdf'], kind: 'browser', dotsPerInch: null }] as never,
  hashOf: (text) => Buffer.from(text),
};

/** The open parcel of order A with these packed pieces and products. */
function opened(
  pieces: number,
  products: number,
  { status, ...changes }: Partial<FilledParcel> & { status?: string } = {},
): OrderParcel {
  const inside = [
    { itemId: '1', quantity: pieces },
    { itemId: '2', quantity: products },
  ];
  const parcel = parcelOf('A', inside, changes);
  return withItems(orderOf('A', [parcel], status), parcel);
}

function stateOf(found: OrderParcel | undefined, rest: Partial<PackingTable> = {}): PackingState {
  const context = { work: 'PACK' as const, ...(found && { parcel: found.parcel.code, last: 'P1' }) };
  const by = { kind: 'operator', id: null, name: null } as const;
  return packingStateOf({ context, requires: [], newCode: 'T-NEW', ...HERE, by, now: NOW, papers, ...rest }, found);
}

const lastShipped = opened(2, 1, { state: 'SHIPPED', closed: NOW });
const packed = { piece: pieceOf('P1', { state: 'PACKED', parcel: 1 }), before: undefined };
const other = orderOf('B');
const foreign = pieceOf('P8', { orderId: 'B' });
const SCANS: { [K in PackingScan['kind']]: ScanOf<K> } = {
  PIECE: { kind: 'PIECE', piece: pieceOf('P2'), order: orderOf('A', [parcelOf('A', [{ itemId: '1', quantity: 1 }])]) },
  ORDER: { kind: 'ORDER', meaning: 'ORDER', order: other },
  PARCEL: { kind: 'PARCEL', code: 'T-B', order: other, parcel: lastShipped },
  PRODUCT: { kind: 'PRODUCT', ean13: EAN },
  TEXT: { kind: 'TEXT', text: 'TRACK-1' },
  PASS: { kind: 'PASS', piece: pieceOf('P3', { state: 'TO_MAKE', stepsDone: 0 }), parcel: lastShipped },
  UNDO: { kind: 'UNDO', packed, parcel: lastShipped },
  NEXT_PARCEL: { kind: 'NEXT_PARCEL' },
  NO_TRACKING: { kind: 'NO_TRACKING' },
  HAND_OVER_TO_ME: { kind: 'HAND_OVER_TO_ME', order: undefined },
  REPRINT_LABEL: { kind: 'REPRINT_LABEL', parcel: lastShipped },
  TAKE_BACK: { kind: 'TAKE_BACK', parcel: lastShipped },
  PUT_ASIDE: { kind: 'PUT_ASIDE' },
  REASON: { kind: 'REASON', reason: 'SMEAR', parcel: lastShipped },
  OTHER_COMMAND: { kind: 'OTHER_COMMAND' },
  UNKNOWN: { kind: 'UNKNOWN', refusal: refuse('UNKNOWN', 'piece_unknown') },
};

function outcome(state: PackingState, scan: PackingScan): string {
  const decision = decidePacking(state, scan);
  if ('refusal' in decision) return decision.refusal.kind;
  const { changes, next } = decision;
  return [...changes.map(({ type }) => type), next.question ?? next.parcel ?? next.pending ?? '-'].join(' ');
}

const context = (question: string, rest: object = {}) =>
  ({ context: { work: 'PACK', parcel: 'T-A', last: 'P1', question, ...rest } }) as Partial<PackingTable>;
const ASKED = 'QUESTION';
const blocked = {
  PIECE: ASKED,
  ORDER: ASKED,
  PARCEL: ASKED,
  PRODUCT: ASKED,
  TEXT: ASKED,
  PASS: ASKED,
  NEXT_PARCEL: ASKED,
};
const BLOCKED = {
  ...blocked,
  ...{
    NO_TRACKING: ASKED,
    HAND_OVER_TO_ME: ASKED,
    REPRINT_LABEL: ASKED,
    TAKE_BACK: ASKED,
    PUT_ASIDE: 'PARCEL -',
    REASON: ASKED,
    OTHER_COMMAND: ASKED,
    UNKNOWN: 'UNKNOWN',
  },
};
const STOPPED = Object.fromEntries(Object.keys(SCANS).map((kind) => [kind, 'STOPPED']));
const OPEN = {
  ...{
    PIECE: 'PIECE T-A',
    ORDER: 'FOREIGN',
    PARCEL: 'FOREIGN',
    PRODUCT: 'PRODUCT T-A',
    TEXT: 'UNKNOWN',
    PASS: 'UNKNOWN',
  },
  ...{ UNDO: 'PIECE T-A', NEXT_PARCEL: 'PAPERS TRACKING', NO_TRACKING: 'NOT_COMPLETE', HAND_OVER_TO_ME: 'UNKNOWN' },
  ...{
    REPRINT_LABEL: 'REPRINT_REASON',
    TAKE_BACK: 'FOREIGN',
    PUT_ASIDE: 'PARCEL -',
    REASON: 'UNKNOWN',
    OTHER_COMMAND: 'UNKNOWN',
    UNKNOWN: 'UNKNOWN',
  },
};
const NO_PARCEL = 'NO_PARCEL';
const FREE = {
  ...{
    PIECE: 'PIECE T-A',
    ORDER: 'PARCEL T-NEW',
    PARCEL: 'PARCEL T-NEW',
    PRODUCT: NO_PARCEL,
    TEXT: NO_PARCEL,
    PASS: NO_PARCEL,
  },
  ...{ UNDO: 'CONFIRM_TAKE_BACK', NEXT_PARCEL: NO_PARCEL, NO_TRACKING: NO_PARCEL, HAND_OVER_TO_ME: NO_PARCEL },
  ...{
    REPRINT_LABEL: 'REPRINT_REASON',
    TAKE_BACK: 'CONFIRM_TAKE_BACK',
    PUT_ASIDE: '-',
    REASON: NO_PARCEL,
    OTHER_COMMAND: NO_PARCEL,
    UNKNOWN: 'UNKNOWN',
  },
};

/** The effect of each kind of scan on a parcel with one of two pieces, and no product. */
const TABLE: { [S in Situation]: { state: PackingState; expected: Record<string, string> } } = {
  FREE: { state: stateOf(undefined), expected: FREE },
  CLOSED: {
    state: stateOf(opened(1, 0, { state: 'PACKED', closed: NOW })),
    expected: Object.fromEntries(
      Object.entries(FREE).map(([kind, effect]) => [kind, effect === NO_PARCEL ? 'NO_LABEL' : effect]),
    ),
  },
  STOPPED: {
    state: stateOf(opened(1, 0, { status: 'ERROR' })),
    expected: {
      ...{ ...STOPPED, PIECE: 'STOPPED', PUT_ASIDE: 'PARCEL -' },
      ...{ ORDER: 'PARCEL PARCEL T-NEW', PARCEL: 'PARCEL PARCEL T-NEW' },
    },
  },
  OPEN: { state: stateOf(opened(1, 0)), expected: OPEN },
  TRACKING: {
    state: stateOf(opened(1, 0), context('TRACKING')),
    expected: { ...OPEN, TEXT: 'CONFIRM_INCOMPLETE', NO_TRACKING: 'CONFIRM_INCOMPLETE', UNDO: 'VOID T-A' },
  },
  CONFIRM_TRACKING: {
    state: stateOf(opened(2, 1), context('CONFIRM_TRACKING', { pending: 'ODD-1' })),
    expected: { ...BLOCKED, TEXT: 'SHIP -', NO_TRACKING: 'SHIP -', PASS: 'SHIP -', UNDO: 'TRACKING' },
  },
  CONFIRM_INCOMPLETE: {
    state: stateOf(opened(1, 0), context('CONFIRM_INCOMPLETE')),
    expected: { ...BLOCKED, PASS: 'SHIP -', UNDO: 'T-A' },
  },
  CONFIRM_UNMADE: {
    state: stateOf(opened(1, 0), context('CONFIRM_UNMADE')),
    expected: { ...BLOCKED, PASS: 'PIECE T-A', UNDO: 'T-A' },
  },
  REPRINT_REASON: {
    state: stateOf(opened(1, 0), context('REPRINT_REASON', { reprint: 'T-A' })),
    expected: { ...BLOCKED, REASON: 'PAPERS REPRINT T-A', UNDO: 'T-A' },
  },
  CONFIRM_TAKE_BACK: {
    state: stateOf(undefined, { context: { work: 'PACK', question: 'CONFIRM_TAKE_BACK', pending: 'T-A' } }),
    expected: { ...BLOCKED, PARCEL: 'CONFIRM_TAKE_BACK', PASS: 'TAKE_BACK T-A', UNDO: '-', PUT_ASIDE: '-' },
  },
};

for (const situation of Object.keys(PACKING_RULES) as Situation[])
  test(`each kind of scan in the situation ${situation} has its effect`, () => {
    const { state, expected } = TABLE[situation];
    assert.equal(state.situation, situation);
    const effects = Object.entries(SCANS).map(([kind, scan]) => [kind, outcome(state, scan)]);
    assert.deepEqual(Object.fromEntries(effects), expected);
  });

test('the last piece prints the papers and asks for the tracking number, which ships the full parcel', () => {
  assert.equal(outcome(stateOf(opened(1, 1)), SCANS.PIECE), 'PIECE PAPERS TRACKING');
  assert.equal(outcome(stateOf(opened(2, 1)), SCANS.TEXT), 'SHIP -');
  const doubt = sentence('tracking_used');
  assert.equal(outcome(stateOf(opened(2, 1)), { kind: 'TEXT', text: 'ODD-1', doubt }), 'CONFIRM_TRACKING');
  assert.equal(outcome(stateOf(opened(2, 1)), { kind: 'TEXT', text: 'x' }), 'MISREAD');
});

test('a label that no printer takes is refused with the sentence of the cause', () => {
  const state = stateOf(opened(1, 0), { ...context('REPRINT_REASON'), papers: { ...papers, printers: [] } });
  const decision = decidePacking(state, SCANS.REASON);
  assert.ok('refusal' in decision);
  assert.deepEqual(decision.refusal, refuse('NO_LABEL', 'no_printer_of_label', { contentType: 'application/pdf' }));
});

test('a parcel with void papers does not ship: they are printed again, and the new tracking number is asked', () => {
  const latest = [{ kind: 'LABEL' as const, copy: 1, state: 'void' as const, madeOf: Buffer.of(), jobId: 'j' }];
  const isVoid = { papers: { ...papers, latest } };
  const confirming = { ...context('CONFIRM_TRACKING', { pending: 'ODD-1' }), ...isVoid };
  for (const [state, scan] of [
    [stateOf(opened(2, 1), isVoid), SCANS.TEXT],
    [stateOf(opened(2, 1), isVoid), SCANS.NO_TRACKING],
    [stateOf(opened(2, 1), confirming), SCANS.PASS],
    [stateOf(opened(1, 0), { ...context('CONFIRM_INCOMPLETE'), ...isVoid }), SCANS.PASS],
  ] as const) {
    assert.equal(outcome(state, scan), 'PAPERS TRACKING');
    const decision = decidePacking(state, scan);
    assert.ok('voided' in decision);
    assert.deepEqual([decision.voided, decision.doubt?.code], [['LABEL'], 'papers_void']);
  }
  // A customs form that the new country does not need is void for good.
  const unneeded = { papers: { ...papers, latest: latest.map((one) => ({ ...one, kind: 'CUSTOMS' as const })) } };
  assert.equal(outcome(stateOf(opened(2, 1), unneeded), SCANS.TEXT), 'SHIP -');
});

test('a piece that nobody made asks once, says so in its event, and is refused if a step must precede', () => {
  const piece = pieceOf('P2', { state: 'TO_MAKE', stepsDone: 0 });
  assert.equal(outcome(stateOf(opened(0, 0)), { kind: 'PIECE', piece }), 'CONFIRM_UNMADE');
  const packed = decidePacking(stateOf(opened(0, 0), context('CONFIRM_UNMADE')), { kind: 'PASS', piece });
  assert.ok('changes' in packed && packed.changes?.[0]?.type === 'PIECE');
  const [change] = packed.changes;
  assert.deepEqual([change.reason, change.piece.stepsDone], ['UNMADE', 0]);
  const undo = { kind: 'UNDO', packed: { piece: change.piece, before: undefined } } as const;
  const unpacked = decidePacking(stateOf(opened(1, 0)), undo);
  assert.ok('done' in unpacked);
  assert.equal(unpacked.done?.piece.state, 'TO_MAKE');
  const made = pieceOf('P2', { state: 'MADE' });
  for (const [one, requires, expected] of [
    [piece, ['MADE'], 'NOT_MADE'],
    [made, ['MADE'], 'PIECE T-A'],
    [made, ['CHECKED'], 'NOT_MADE'],
    [pieceOf('P2'), ['MADE', 'CHECKED'], 'PIECE T-A'],
  ] as const)
    assert.equal(outcome(stateOf(opened(0, 0), { requires }), { kind: 'PIECE', piece: one }), expected);
});

test('UNDO gives a piece its state before packing, and takes the last product out', () => {
  for (const before of ['TO_MAKE', 'MADE', 'CHECKED', undefined] as const) {
    const decision = decidePacking(stateOf(opened(1, 0)), { kind: 'UNDO', packed: { ...packed, before } });
    assert.ok('done' in decision);
    assert.equal(decision.done?.piece.state, before ?? 'CHECKED');
  }
  const last = { context: { work: 'PACK', parcel: 'T-A', last: EAN } } as const;
  assert.equal(outcome(stateOf(opened(1, 1), last), { kind: 'UNDO' }), 'PRODUCT T-A');
  assert.equal(outcome(stateOf(opened(1, 0), last), { kind: 'UNDO' }), 'NOTHING_IN_HAND');
  const unmade = { kind: 'PIECE', piece: pieceOf('P2', { state: 'TO_MAKE', stepsDone: 0 }) } as const;
  const asked = decidePacking(stateOf(opened(1, 0)), unmade);
  assert.ok('next' in asked);
  assert.deepEqual([asked.next.question, asked.next.last], ['CONFIRM_UNMADE', 'P1']);
  const withProduct = decidePacking(stateOf(opened(1, 0)), SCANS.PRODUCT);
  assert.ok('next' in withProduct);
  assert.equal(withProduct.next.last, EAN);
});

test('the code of another order opens its parcel when nobody may pack the open one here', () => {
  const open = opened(1, 0, { status: 'CANCELLED' });
  const state = stateOf(open);
  assert.equal(outcome(state, { kind: 'PIECE', piece: foreign, order: other }), 'PARCEL PARCEL PIECE T-NEW');
  assert.equal(outcome(state, { kind: 'PIECE', piece: pieceOf('P2'), order: open }), 'CANCELLED');
});

test('an empty parcel ends at UNDO, at NEXT_PARCEL and at the code of another order, and is continued under its code', () => {
  const empty = stateOf(opened(0, 0));
  for (const scan of [{ kind: 'UNDO' } as const, SCANS.NEXT_PARCEL, SCANS.PUT_ASIDE]) {
    const decision = decidePacking(empty, scan);
    assert.ok('changes' in decision && decision.changes?.[0]?.type === 'PARCEL');
    assert.deepEqual([decision.changes[0].parcel.state, decision.changes[0].parcel.station], ['DROPPED', '']);
    assert.equal(outcome(empty, scan), 'PARCEL -');
  }
  assert.equal(outcome(empty, { kind: 'PIECE', piece: foreign, order: other }), 'PARCEL PARCEL PIECE T-NEW');
  assert.equal(outcome(empty, SCANS.ORDER), 'PARCEL PARCEL T-NEW');
  const left = orderOf('A', [parcelOf('A', [], { state: 'DROPPED', station: '' })]);
  assert.equal(outcome(stateOf(undefined), { kind: 'ORDER', meaning: 'ORDER', order: left }), 'PARCEL T-A');
});

test('a parcel that was put aside opens at any table with one of its pieces, and is not packed twice', () => {
  const aside = orderOf('A', [parcelOf('A', [{ itemId: '1', quantity: 1 }], { station: '' })]);
  const inside = pieceOf('P1', { state: 'PACKED', parcel: 1 });
  assert.equal(outcome(stateOf(undefined), { kind: 'PIECE', piece: inside, order: aside }), 'PARCEL T-A');
  assert.equal(outcome(stateOf(undefined), { kind: 'PIECE', piece: pieceOf('P2'), order: aside }), 'PARCEL PIECE T-A');
  const elsewhere = stateOf(opened(1, 0, { station: 'pack-2' }));
  assert.equal(elsewhere.situation, 'STOPPED');
  assert.equal(outcome(elsewhere, SCANS.PUT_ASIDE), '-');
});

const questions = [
  undefined,
  'TRACKING',
  'CONFIRM_TRACKING',
  'CONFIRM_INCOMPLETE',
  'CONFIRM_UNMADE',
  'REPRINT_REASON',
  'CONFIRM_TAKE_BACK',
] as const;
const anyScan: fc.Arbitrary<PackingScan> = fc.oneof(
  fc.constantFrom(...Object.values(SCANS)),
  fc
    .record({ state: fc.constantFrom('TO_MAKE', 'MADE', 'CHECKED', 'PACKED', 'REPLACED'), isForeign: fc.boolean() })
    .map(({ state, isForeign }) => ({
      kind: 'PIECE' as const,
      piece: pieceOf('P7', { state: state as Piece['state'], ...(isForeign && { orderId: 'B' }) }),
    })),
  fc.constant({ kind: 'TEXT' as const, text: 'ODD-2', doubt: sentence('tracking_used') }),
);

/** Runs random scans on a station in memory, with the next context of each answer. */
test('a refused scan changes nothing, a question is answered first, and nothing ships unasked', () => {
  const property = fc.property(
    fc.integer({ min: 0, max: 2 }),
    fc.integer({ min: 0, max: 1 }),
    fc.constantFrom(...questions),
    fc.boolean(),
    anyScan,
    (pieces, products, question, isStopped, scan) => {
      const open = opened(pieces, products, isStopped ? { status: 'ERROR' } : {});
      const asked = question && {
        ...context(question, { pending: 'ODD-1', ...(question === 'REPRINT_REASON' && { reprint: 'T-A' }) }),
      };
      const state = stateOf(open, asked || {});
      const before = JSON.stringify(state);
      const decision = decidePacking(state, scan);
      assert.equal(JSON.stringify(state), before);
      // One scan frees the table in every state.
      const freed = decidePacking(state, SCANS.PUT_ASIDE);
      assert.ok('next' in freed);
      assert.deepEqual(freed.next, {});
      if ('refusal' in decision) return assert.equal(decision.changes, undefined);
      const types = decision.changes.map(({ type }) => type);
      const { situation } = state;
      if (types.includes('SHIP')) {
        assert.ok(['TRACKING', 'CONFIRM_TRACKING', 'CONFIRM_INCOMPLETE'].includes(situation));
        assert.ok(isFull(open.items) || situation === 'CONFIRM_INCOMPLETE');
        assert.ok(scan.kind !== 'TEXT' || !scan.doubt);
        assert.ok(!isStopped);
      }
      if (types.includes('PIECE') && scan.kind === 'PIECE')
        assert.ok(['OPEN', 'TRACKING', 'STOPPED'].includes(situation));
      if (situation.startsWith('CONFIRM_') || situation === 'REPRINT_REASON')
        assert.ok(['PASS', 'UNDO', 'PUT_ASIDE', 'REASON', 'TEXT', 'NO_TRACKING', 'PARCEL'].includes(scan.kind));
    },
  );
  fc.assert(property, { numRuns: 3_000 });
});
