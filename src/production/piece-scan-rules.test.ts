import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  decidePieceScan,
  type FloorPiece,
  PIECE_RULES,
  type PieceScan,
  type PieceState,
  type PieceWork,
} from './piece-scan-rules.ts';
import type { PieceState as State } from './piece-states.ts';
import type { Piece } from './piece-store.ts';
import { refuse } from './scan-rules.ts';

const NOW = new Date('2026-01-31T12:00:00Z');
const STEP = { kind: 'PRINT', technology: 'DTG', location: 'FRONT', place: 0 } as const;
const CODES = ['P1', 'P2', 'P3'];

function pieceOf(code: string, changes: Partial<Piece> = {}): Piece {
  return {
    ...{
      clientId: 'c',
      orderId: 'o',
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
      stepsDone: 0,
      state: 'TO_MAKE',
      stateSince: NOW,
      technology: 'DTG',
      batchId: '1',
      batchPlace: 1,
    },
    ...{ hasBlank: true, parcel: null, reason: null, replacedBy: null },
    ...changes,
  };
}

function found(code: string, changes: Partial<Piece> = {}, rest: Partial<FloorPiece> = {}): FloorPiece {
  const order = { clientId: 'c', orderId: 'o', code: 'R1' };
  return {
    piece: pieceOf(code, changes),
    order,
    refusal: undefined,
    living: 1,
    unchecked: 1,
    bin: null,
    nextBin: null,
    orderVersion: 1,
    ...rest,
  };
}

const stateOf = (work: PieceWork, rest: Partial<PieceState> = {}): PieceState => ({
  ...{ work, question: 'NONE', mayStop: true, newCode: 'P9', now: NOW, ...rest },
});
const STOPPED = refuse('STOPPED', 'order_stopped');
const UNKNOWN: PieceScan = { kind: 'UNKNOWN', refusal: refuse('UNKNOWN', 'piece_unknown') };

/** One line for each cell: its effect, or the kind of its refusal. */
function outcome(state: PieceState, scan: PieceScan): string {
  const decision = decidePieceScan(state, scan);
  if ('refusal' in decision) return decision.refusal.kind;
  const { changes, next } = decision;
  return [...changes.map(({ type }) => type), next.question ?? `${next.piece ?? '-'} ${next.last ?? '-'}`].join(' ');
}

const SCANS: readonly PieceScan[] = [
  { kind: 'PIECE', found: found('P2') },
  { kind: 'ORDER', meaning: 'BIN', order: { clientId: 'c', orderId: 'o', code: 'R1' } },
  { kind: 'PASS' },
  { kind: 'UNDO' },
  { kind: 'REJECT_PIECE' },
  { kind: 'REASON', reason: 'SMEAR' },
  { kind: 'STOP_ORDER' },
  { kind: 'OTHER_COMMAND' },
  UNKNOWN,
];
const open = (work: PieceWork, question: PieceState['question'] = 'NONE') =>
  stateOf(work, {
    question,
    inHand: found('P1'),
    last: found('P3', { state: work === 'CHECK' ? 'CHECKED' : 'MADE', stepsDone: 1 }),
  });

for (const [name, state, expected] of [
  [
    'MAKE with a piece in hand',
    open('MAKE'),
    [
      'PIECE BATCH_ENDED P2 P1',
      'P1 P3',
      'PIECE BATCH_ENDED - P1',
      'PIECE BATCH_OPEN P1 -',
      'REJECT_REASON',
      'REJECT - -',
      'STOP - -',
      'UNKNOWN',
      'UNKNOWN',
    ],
  ],
  [
    'CHECK with a piece in hand',
    open('CHECK'),
    [
      'CONFIRM_UNMADE',
      'P1 P3',
      'CONFIRM_UNMADE',
      'PIECE P1 -',
      'REJECT_REASON',
      'REJECT - -',
      'STOP - -',
      'UNKNOWN',
      'UNKNOWN',
    ],
  ],
  [
    'MAKE while it asks for a reason',
    open('MAKE', 'REJECT_REASON'),
    ['QUESTION', 'QUESTION', 'QUESTION', 'P1 P3', 'QUESTION', 'REJECT - -', 'STOP - -', 'QUESTION', 'UNKNOWN'],
  ],
  [
    'CHECK while it asks for a reason',
    open('CHECK', 'REJECT_REASON'),
    ['QUESTION', 'QUESTION', 'QUESTION', 'P1 P3', 'QUESTION', 'REJECT - -', 'STOP - -', 'QUESTION', 'UNKNOWN'],
  ],
  ['FIND', stateOf('FIND'), ['- -', '- -', ...Array(5).fill('NOTHING_IN_HAND'), 'UNKNOWN', 'UNKNOWN']],
  [
    'MAKE with nothing in hand',
    stateOf('MAKE'),
    ['P2 -', '- -', ...Array(5).fill('NOTHING_IN_HAND'), 'UNKNOWN', 'UNKNOWN'],
  ],
] as const)
  test(`each kind of scan at ${name} has its effect`, () => {
    assert.deepEqual(
      SCANS.map((scan) => outcome(state, scan)),
      expected,
    );
  });

test('a refused code does not finish the piece in hand, and an order that stopped does not hold the station', () => {
  const state = open('MAKE');
  const made = found('P2', { state: 'MADE', stepsDone: 1 });
  for (const scan of [
    UNKNOWN,
    { kind: 'PIECE', found: made },
    { kind: 'PIECE', found: found('P2', {}, { refusal: STOPPED }) },
  ] as const)
    assert.ok('refusal' in decidePieceScan(state, scan));
  const blocked = { ...state, inHand: found('P1', {}, { refusal: STOPPED }) };
  assert.equal(outcome(blocked, { kind: 'PASS' }), 'STOPPED');
  const next = decidePieceScan(blocked, { kind: 'PIECE', found: found('P2') });
  assert.ok(!('refusal' in next));
  assert.deepEqual([next.changes, next.next.piece, next.unfinished?.refusal], [[], 'P2', STOPPED]);
});

test('the first checked piece of several takes the free bin, and a piece waits for its blank', () => {
  const check = (isFree: boolean) => {
    const nextBin = { bin: 7, clientId: null, orderId: null, isFree };
    const inHand = found('P1', { state: 'MADE', stepsDone: 1 }, { living: 2, unchecked: 2, nextBin });
    return outcome(stateOf('CHECK', { inHand }), { kind: 'PASS' });
  };
  assert.equal(check(true), 'PIECE TAKE_BIN - P1');
  assert.equal(check(false), 'BINS_FULL');
  const short = found('P2', { hasBlank: false });
  const needs = [{ kind: 'ARTICLE' as const, code: 'TEE', quantity: 1 }];
  assert.equal(outcome(stateOf('MAKE'), { kind: 'PIECE', found: short }), 'NO_BLANK');
  assert.equal(outcome(stateOf('MAKE'), { kind: 'PIECE', found: short, needs }), 'RESERVE P2 -');
});

const states: State[] = ['TO_MAKE', 'MADE', 'CHECKED', 'PACKED', 'REPLACED', 'CANCELLED'];
const anyPiece = fc
  .record({
    code: fc.constantFrom(...CODES),
    state: fc.constantFrom(...states),
    hasBlank: fc.boolean(),
    isStopped: fc.boolean(),
    living: fc.integer({ min: 1, max: 3 }),
    quantity: fc.constantFrom(1, 300),
  })
  .map(({ code, living, isStopped, ...piece }) =>
    found(code, piece, { living, refusal: isStopped ? STOPPED : undefined }),
  );
const anyScan: fc.Arbitrary<PieceScan> = fc.oneof(
  anyPiece.map((one) => ({ kind: 'PIECE' as const, found: one })),
  fc.constantFrom(...SCANS),
);

test('a refused scan has no change, and an accepted one changes only pieces of the station', () => {
  const works = Object.keys(PIECE_RULES) as PieceWork[];
  const property = fc.property(
    fc.constantFrom(...works),
    fc.constantFrom('NONE' as const, 'REJECT_REASON' as const),
    fc.option(anyPiece, { nil: undefined }),
    fc.option(anyPiece, { nil: undefined }),
    anyScan,
    (work, question, inHand, last, scan) => {
      const decision = decidePieceScan(stateOf(work, { question, inHand, last }), scan);
      if ('refusal' in decision) return assert.equal('changes' in decision, false);
      const known = [inHand, last].map((one) => one?.piece.code);
      for (const change of decision.changes)
        if (change.type === 'PIECE' || change.type === 'REJECT') assert.ok(known.includes(change.before.code));
      if (question === 'REJECT_REASON' && work !== 'FIND')
        assert.ok(['UNDO', 'REASON', 'STOP_ORDER'].includes(scan.kind));
      if (work === 'FIND') assert.deepEqual(decision.changes, []);
    },
  );
  fc.assert(property, { numRuns: 2_000 });
});
