import { type Question, refuse } from '../production/scan-rules.ts';
import { askReprint, askTakeBack, confirmTakeBack, reprintLabel } from './left-parcel-rules.ts';
import {
  closeFirst,
  closeQuestion,
  continueParcel,
  endParcel,
  expectScan,
  openOrder,
  openOther,
  openParcel,
  packPiece,
  packProduct,
  packUnmade,
  putAside,
  refuseWithoutParcel,
  ship,
  shipOrAsk,
  shipOrDoubt,
  takeOver,
  unpackLast,
} from './packing-rules.ts';
import type {
  OpenState,
  PackingDecision,
  PackingScan,
  PackingScans,
  PackingState,
  PackingStates,
  ScanKind,
  ScanOf,
  Situation,
} from './packing-state.ts';
import { isEmpty, isFull } from './parcel-rules.ts';

/** `effect` is the effect in docs/floor.md. Without it, the scan is refused. */
type Cell<State, K extends ScanKind> = {
  effect?: string;
  decide: (state: State, scan: PackingScans[K]) => PackingDecision;
};
type Row<State> = { [K in ScanKind]: Cell<State, K> };

const refusalCell = (...given: Parameters<typeof refuse>) => ({ decide: () => ({ refusal: refuse(...given) }) });
const QUESTION_FIRST = refusalCell('QUESTION', 'answer_question_first');
const NOT_HERE = refusalCell('UNKNOWN', 'command_not_of_packing');
const ORDER_FIRST = { decide: refuseWithoutParcel };
const UNKNOWN = { decide: (_: PackingState, { refusal }: ScanOf<'UNKNOWN'>) => ({ refusal }) };
const CLOSE_FIRST = { decide: ({ open }: OpenState) => ({ refusal: closeFirst(open) }) };
const OPEN_OTHER = {
  effect: 'opens its parcel if the open one is empty',
  decide: (state: OpenState, scan: ScanOf<'ORDER' | 'PARCEL'>) =>
    isEmpty(state.open.parcel) ? openOther(state, scan) : CLOSE_FIRST.decide(state),
};
const PUT_ASIDE = { effect: 'frees the table', decide: putAside };
const STOPPED = { decide: ({ stopped }: PackingStates['STOPPED']) => ({ refusal: stopped }) };
const CLOSE_QUESTION = { effect: 'closes it', decide: closeQuestion };

const OPEN: Row<OpenState> = {
  PIECE: {
    effect: 'packs it, or asks `CONFIRM_UNMADE`',
    decide: (state, scan) => {
      const isOther = scan.piece.orderId !== state.open.orderId || scan.piece.clientId !== state.open.clientId;
      const leaves = isOther && isEmpty(state.open.parcel);
      return leaves ? openOther(state, scan) : packPiece(state, state.open, scan.piece);
    },
  },
  ORDER: OPEN_OTHER,
  PARCEL: OPEN_OTHER,
  PRODUCT: { effect: 'packs it', decide: packProduct },
  TEXT: refusalCell('UNKNOWN', 'code_or_product_unknown'),
  PASS: NOT_HERE,
  UNDO: { effect: 'takes the last one out, or leaves an empty parcel', decide: unpackLast },
  NEXT_PARCEL: { effect: 'asks `TRACKING`, or leaves an empty parcel', decide: endParcel },
  NO_TRACKING: refusalCell('NOT_COMPLETE', 'parcel_not_complete'),
  HAND_OVER_TO_ME: NOT_HERE,
  REPRINT_LABEL: { effect: 'asks `REPRINT_REASON`', decide: askReprint },
  TAKE_BACK: CLOSE_FIRST,
  PUT_ASIDE,
  REASON: NOT_HERE,
  OTHER_COMMAND: NOT_HERE,
  UNKNOWN,
};

const forAll = <C>(cell: C) => Object.fromEntries(Object.keys(OPEN).map((kind) => [kind, cell])) as Record<ScanKind, C>;

/** A question blocks everything else: a person who scans on has not seen it. */
const BLOCKED: Row<PackingState> = { ...forAll(QUESTION_FIRST), UNDO: CLOSE_QUESTION, PUT_ASIDE, UNKNOWN };

const ASK_SHIP = 'ships it, asks `CONFIRM_…`, or prints void papers again';
const NO_NUMBER: Cell<OpenState, 'NO_TRACKING'> = { effect: ASK_SHIP, decide: (state) => shipOrAsk(state, null) };

const FREE: Row<PackingStates['FREE' | 'CLOSED']> = {
  PIECE: { effect: 'opens its parcel, and packs it', decide: openOrder },
  ORDER: { effect: 'opens its parcel', decide: openOrder },
  PARCEL: { effect: 'opens it, or shows it if it has left', decide: openParcel },
  PRODUCT: ORDER_FIRST,
  TEXT: ORDER_FIRST,
  PASS: ORDER_FIRST,
  UNDO: { effect: 'asks `CONFIRM_TAKE_BACK`', decide: askTakeBack },
  NEXT_PARCEL: ORDER_FIRST,
  NO_TRACKING: ORDER_FIRST,
  HAND_OVER_TO_ME: { effect: 'takes over the parcel in use', decide: takeOver },
  REPRINT_LABEL: { effect: 'asks `REPRINT_REASON`', decide: askReprint },
  TAKE_BACK: { effect: 'asks `CONFIRM_TAKE_BACK`', decide: askTakeBack },
  PUT_ASIDE,
  REASON: ORDER_FIRST,
  OTHER_COMMAND: ORDER_FIRST,
  UNKNOWN,
};

/** Every kind of scan in every situation. A missing cell does not compile. */
export const PACKING_RULES: { [S in Situation]: Row<PackingStates[S]> } = {
  FREE,
  CLOSED: FREE,
  STOPPED: {
    ...forAll(STOPPED),
    PIECE: { effect: 'as `FREE` for another order', decide: openOther },
    ORDER: { effect: 'as `FREE` for another order', decide: openOther },
    PARCEL: { effect: 'as `FREE` for another order', decide: openOther },
    HAND_OVER_TO_ME: { effect: 'takes over the parcel in use', decide: takeOver },
    PUT_ASIDE,
  },
  OPEN,
  TRACKING: {
    ...OPEN,
    TEXT: { effect: ASK_SHIP, decide: shipOrDoubt },
    NO_TRACKING: NO_NUMBER,
    UNDO: {
      effect: 'takes the last one out, or closes an early `TRACKING`',
      decide: (state, scan) => (isFull(state.open.items) ? unpackLast(state, scan) : continueParcel(state)),
    },
  },
  CONFIRM_TRACKING: {
    ...BLOCKED,
    // The second scan replaces the doubtful one, so a torn scan is mended by scanning again.
    TEXT: { effect: ASK_SHIP, decide: shipOrDoubt },
    NO_TRACKING: NO_NUMBER,
    PASS: { effect: ASK_SHIP, decide: (state) => shipOrAsk(state, state.context.pending ?? null) },
    UNDO: { effect: 'asks `TRACKING`', decide: (state) => expectScan(state, { question: 'TRACKING' }) },
  },
  CONFIRM_INCOMPLETE: {
    ...BLOCKED,
    PASS: {
      effect: 'ships it, or prints void papers again',
      decide: (state) => ship(state, state.context.pending ?? null),
    },
  },
  CONFIRM_UNMADE: {
    ...BLOCKED,
    PASS: { effect: 'packs it', decide: packUnmade },
  },
  REPRINT_REASON: {
    ...BLOCKED,
    REASON: { effect: 'prints the label again', decide: reprintLabel },
  },
  CONFIRM_TAKE_BACK: {
    ...BLOCKED,
    PARCEL: { effect: 'asks about this one', decide: askTakeBack },
    PASS: { effect: 'opens it again', decide: confirmTakeBack },
  },
};

/** Decides the effect of a scan at PACK: changes, next context and display, or a refusal. */
export function decidePacking(state: PackingState, scan: PackingScan): PackingDecision {
  return decideCell(state.situation, scan.kind, state, scan);
}

/** The type parameters let the compiler check that the cell fits the situation and the scan. */
function decideCell<S extends Situation, K extends ScanKind>(
  situation: S,
  kind: K,
  state: PackingStates[S],
  scan: PackingScans[K],
): PackingDecision {
  const row: Row<PackingStates[S]> = PACKING_RULES[situation];
  const cell: Cell<PackingStates[S], K> = row[kind];
  return cell.decide(state, scan);
}

/** Returns what the station asks in this situation. */
export function questionOf({ situation }: PackingState): Question | undefined {
  switch (situation) {
    case 'FREE':
    case 'CLOSED':
    case 'STOPPED':
    case 'OPEN':
      return undefined;
    default:
      return situation;
  }
}
