import { type Question, type Refusal, refuse } from '../production/scan-rules.ts';
import {
  ask,
  askReprint,
  askTakeBack,
  closeQuestion,
  endParcel,
  openOrder,
  openOther,
  openParcel,
  packPiece,
  packProduct,
  packUnmade,
  reprint,
  scanOrderFirst,
  ship,
  shipOrAsk,
  shipOrDoubt,
  takeBack,
  takeOver,
  unpackLast,
} from './packing-rules.ts';
import type { OpenState, PackingDecision, PackingScan, PackingState, ScanOf } from './packing-state.ts';
import { isFull } from './parcel-rules.ts';

/** The situation of a station. CLOSED: no parcel is open. STOPPED: nobody may pack the open one here. */
export type Situation =
  | 'CLOSED'
  | 'STOPPED'
  | 'OPEN'
  | 'TRACKING'
  | 'CONFIRM_TRACKING'
  | 'CONFIRM_INCOMPLETE'
  | 'CONFIRM_UNMADE'
  | 'REPRINT_REASON'
  | 'CONFIRM_TAKE_BACK';

/** The state in a situation. It has an open parcel, except in these situations. */
type StateIn<S extends Situation> = S extends 'CLOSED' | 'STOPPED' | 'REPRINT_REASON' | 'CONFIRM_TAKE_BACK'
  ? PackingState
  : OpenState;
/** `does` is the effect in docs/floor.md. Without it, the scan is refused. */
type Cell<State, K> = { does?: string; decide: (state: State, scan: ScanOf<K>) => PackingDecision };
type Row<State> = { [K in PackingScan['kind']]: Cell<State, K> };

const refused = (...given: Parameters<typeof refuse>) => ({ decide: () => ({ refusal: refuse(...given) }) });
const ASKED = refused('QUESTION', 'answer_question_first');
const NOT_HERE = refused('UNKNOWN', 'command_not_of_packing');
const ORDER_FIRST = { decide: scanOrderFirst };
const UNKNOWN = { decide: (_: PackingState, { refusal }: ScanOf<'UNKNOWN'>) => ({ refusal }) };
const CLOSE_FIRST = {
  decide: ({ open }: OpenState) => ({ refusal: refuse('FOREIGN', 'close_parcel_first', { orderId: open.orderId }) }),
};
const STOPPED = { decide: ({ stopped }: PackingState) => ({ refusal: stopped as Refusal }) };
const CLOSE_QUESTION = { does: 'closes it', decide: closeQuestion };

const OPEN: Row<OpenState> = {
  PIECE: {
    does: 'packs it, or asks `CONFIRM_UNMADE`',
    decide: (state, { piece }) => packPiece(state, state.open, piece),
  },
  ORDER: CLOSE_FIRST,
  PARCEL: CLOSE_FIRST,
  PRODUCT: { does: 'packs it', decide: packProduct },
  TEXT: refused('UNKNOWN', 'code_or_product_unknown'),
  PASS: NOT_HERE,
  UNDO: { does: 'takes the last one out', decide: unpackLast },
  NEXT_PARCEL: { does: 'asks `TRACKING`', decide: endParcel },
  NO_TRACKING: refused('NOT_COMPLETE', 'parcel_not_complete'),
  HAND_OVER_TO_ME: NOT_HERE,
  REPRINT_LABEL: { does: 'asks `REPRINT_REASON`', decide: askReprint },
  TAKE_BACK: CLOSE_FIRST,
  REASON: NOT_HERE,
  OTHER_COMMAND: NOT_HERE,
  UNKNOWN,
};

const forAll = <C>(cell: C) =>
  Object.fromEntries(Object.keys(OPEN).map((kind) => [kind, cell])) as Record<PackingScan['kind'], C>;

/** A question blocks everything else: a person who scans on has not seen it. */
const BLOCKED: Row<PackingState> = { ...forAll(ASKED), UNDO: CLOSE_QUESTION, UNKNOWN };

const ASK_SHIP = 'ships it, asks `CONFIRM_…`, or prints void papers again';
const NO_NUMBER: Cell<OpenState, 'NO_TRACKING'> = { does: ASK_SHIP, decide: (state) => shipOrAsk(state, null) };

/** Every kind of scan in every situation. A missing cell does not compile. */
export const PACKING_RULES: { [S in Situation]: Row<StateIn<S>> } = {
  CLOSED: {
    PIECE: { does: 'opens its parcel, and packs it', decide: openOrder },
    ORDER: { does: 'opens its parcel', decide: openOrder },
    PARCEL: { does: 'opens it, or shows it if it has left', decide: openParcel },
    PRODUCT: ORDER_FIRST,
    TEXT: ORDER_FIRST,
    PASS: ORDER_FIRST,
    UNDO: { does: 'asks `CONFIRM_TAKE_BACK`', decide: askTakeBack },
    NEXT_PARCEL: ORDER_FIRST,
    NO_TRACKING: ORDER_FIRST,
    HAND_OVER_TO_ME: { does: 'takes over the parcel in use', decide: takeOver },
    REPRINT_LABEL: { does: 'asks `REPRINT_REASON`', decide: askReprint },
    TAKE_BACK: { does: 'asks `CONFIRM_TAKE_BACK`', decide: askTakeBack },
    REASON: ORDER_FIRST,
    OTHER_COMMAND: ORDER_FIRST,
    UNKNOWN,
  },
  STOPPED: {
    ...forAll(STOPPED),
    PIECE: { does: 'as `CLOSED` for another order', decide: openOther },
    ORDER: { does: 'as `CLOSED` for another order', decide: openOther },
    PARCEL: { does: 'as `CLOSED` for another order', decide: openOther },
    HAND_OVER_TO_ME: { does: 'takes over the parcel in use', decide: takeOver },
  },
  OPEN,
  TRACKING: {
    ...OPEN,
    TEXT: { does: ASK_SHIP, decide: shipOrDoubt },
    NO_TRACKING: NO_NUMBER,
    UNDO: {
      does: 'takes the last one out, or closes an early `TRACKING`',
      decide: (state) => (isFull(state.open.items) ? unpackLast(state) : closeQuestion(state)),
    },
  },
  CONFIRM_TRACKING: {
    ...BLOCKED,
    // The second scan replaces the doubtful one, so a torn scan is mended by scanning again.
    TEXT: { does: ASK_SHIP, decide: shipOrDoubt },
    NO_TRACKING: NO_NUMBER,
    PASS: { does: ASK_SHIP, decide: (state) => shipOrAsk(state, state.context.pending ?? null) },
    UNDO: { does: 'asks `TRACKING`', decide: (state) => ask(state, { question: 'TRACKING' }) },
  },
  CONFIRM_INCOMPLETE: {
    ...BLOCKED,
    PASS: {
      does: 'ships it, or prints void papers again',
      decide: (state) => ship(state, state.context.pending ?? null),
    },
  },
  CONFIRM_UNMADE: {
    ...BLOCKED,
    PASS: { does: 'packs it', decide: packUnmade },
  },
  REPRINT_REASON: {
    ...BLOCKED,
    REASON: { does: 'prints the label again', decide: reprint },
  },
  CONFIRM_TAKE_BACK: {
    ...BLOCKED,
    PARCEL: { does: 'asks about this one', decide: askTakeBack },
    PASS: { does: 'opens it again', decide: takeBack },
  },
};

/** Decides what a scan at PACK does: changes, next context and display, or a refusal. */
export function decidePacking(state: PackingState, scan: PackingScan): PackingDecision {
  // The compiler cannot follow that the row fits the situation and the cell fits the scan.
  const cell = PACKING_RULES[situationOf(state)][scan.kind] as Cell<PackingState, PackingScan['kind']>;
  return cell.decide(state, scan);
}

/** Returns the situation of the station. A full parcel always waits for its tracking number. */
export function situationOf({ context, open, stopped }: PackingState): Situation {
  const { question, reprint: code } = context;
  if (question === 'REPRINT_REASON' || question === 'CONFIRM_TAKE_BACK') return question;
  if (code !== undefined) return 'REPRINT_REASON';
  if (!open) return 'CLOSED';
  if (stopped) return 'STOPPED';
  if (question === 'CONFIRM_TRACKING' || question === 'CONFIRM_INCOMPLETE' || question === 'CONFIRM_UNMADE')
    return question;
  return question === 'TRACKING' || isFull(open.items) ? 'TRACKING' : 'OPEN';
}

/** Returns what the station asks in this situation. */
export function questionOf(situation: Situation): Question | undefined {
  return situation === 'CLOSED' || situation === 'STOPPED' || situation === 'OPEN' ? undefined : situation;
}
