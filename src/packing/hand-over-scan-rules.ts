import type { ScanContext } from '../production/scan-answers.ts';
import { type Refusal, refuse } from '../production/scan-rules.ts';
import { listParams, type MissingParcels, parcelRefusalOf } from './hand-over-rules.ts';
import type { HandOver, LeavingParcel } from './hand-over-store.ts';

/** Parcels that a message names. */
const NAMED_MAX = 3;

/** The state of a station that gives parcels to drivers. */
export interface HandOverState {
  context: ScanContext;
  /** The locked list of the context, while it is open. */
  list?: HandOver | undefined;
  /** The list of the context, if somebody has closed it. */
  closed?: HandOver | undefined;
  /** For PASS: packed parcels of the carrier that are on no list. */
  missing?: MissingParcels | undefined;
  /** For UNDO: the last scanned parcel. */
  last?: LeavingParcel | undefined;
}

/** A scan after its code was looked up. */
export type HandOverScan =
  | {
      kind: 'PARCEL';
      meaning: 'PARCEL' | 'TRACKING';
      /** The parcels with this code or tracking number that can leave, else one that cannot. */
      parcels: readonly LeavingParcel[];
      /** The list that the first parcel is on. */
      on?: HandOver | undefined;
      /** Without an open list at the station: the open list of its carrier. */
      ofCarrier?: HandOver | undefined;
    }
  | { kind: 'PASS' | 'UNDO' | 'OTHER_COMMAND' }
  | { kind: 'UNKNOWN'; refusal: Refusal };
type ScanOf<K> = Extract<HandOverScan, { kind: K }>;

export type HandOverChange =
  | { type: 'PUT_ON'; parcel: LeavingParcel; list: HandOver | undefined }
  | { type: 'TAKE_OFF'; parcel: LeavingParcel; list: HandOver }
  | { type: 'CLOSE'; list: HandOver; missing: number };

interface Accepted {
  changes: readonly HandOverChange[];
  next: Pick<ScanContext, 'last' | 'question' | 'isClosing'>;
  leaving?: LeavingParcel;
  /** The question about missing parcels sounds like a refusal. */
  refusal?: Refusal;
}
type Refused = { refusal: Refusal; leaving?: LeavingParcel; changes?: undefined };
type HandOverDecision = Accepted | Refused;

/** NO_LIST: no list is open at the station. */
export type HandOverSituation = 'NO_LIST' | 'LIST' | 'CLOSE';
type ListState = HandOverState & { list: HandOver };

/** `effect` is the effect in docs/floor.md. Without it, the scan is refused. */
type Cell<State, K> = { effect?: string; decide: (state: State, scan: ScanOf<K>) => HandOverDecision };
type Row<State> = { [K in HandOverScan['kind']]: Cell<State, K> };

const NO_LIST_OPEN = {
  decide: ({ closed }: HandOverState) => ({
    refusal: closed
      ? refuse('ALREADY_DONE', 'list_closed', { who: closed.closedByName, ...listParams(closed) })
      : refuse('NO_PARCEL', 'no_list_open'),
  }),
};
const OTHER = { decide: () => ({ refusal: refuse('UNKNOWN', 'command_not_of_hand_over') }) };
const UNKNOWN = { decide: (_: HandOverState, { refusal }: ScanOf<'UNKNOWN'>) => ({ refusal }) };

const LIST: Row<ListState> = {
  PARCEL: { effect: 'puts it on the list', decide: putOnList },
  PASS: { effect: 'closes the list, or asks `CLOSE`', decide: closeOrAsk },
  UNDO: { effect: 'takes the last parcel off', decide: takeOff },
  OTHER_COMMAND: OTHER,
  UNKNOWN,
};

/** Every kind of scan in every situation. A missing cell does not compile. */
export const HAND_OVER_RULES: { [S in HandOverSituation]: Row<S extends 'NO_LIST' ? HandOverState : ListState> } = {
  NO_LIST: {
    PARCEL: { effect: 'puts it on a list of its carrier', decide: putOnList },
    PASS: NO_LIST_OPEN,
    UNDO: NO_LIST_OPEN,
    OTHER_COMMAND: NO_LIST_OPEN,
    UNKNOWN,
  },
  LIST,
  CLOSE: {
    ...LIST,
    PASS: { effect: 'closes the list', decide: closeList },
    UNDO: { effect: 'closes it', decide: ({ context: { last } }) => ({ changes: [], next: { last } }) },
  },
};

/** Decides the effect of a scan at HAND_OVER: changes, next context and display, or a refusal. */
export function decideHandOver(state: HandOverState, scan: HandOverScan): HandOverDecision {
  const isClosing = state.context.question === 'CLOSE' || state.context.isClosing;
  const situation = !state.list ? 'NO_LIST' : isClosing ? 'CLOSE' : 'LIST';
  // The compiler cannot follow that the row fits the situation and the cell fits the scan.
  const cell = HAND_OVER_RULES[situation][scan.kind] as Cell<HandOverState, HandOverScan['kind']>;
  return cell.decide(state, scan);
}

/** Decides to put the parcel on the list, unless it is on another one. */
function putOnList({ list: open }: HandOverState, scan: ScanOf<'PARCEL'>): HandOverDecision {
  const { parcels, on, ofCarrier } = scan;
  const [parcel] = parcels;
  if (!parcel) return { refusal: refuse('UNKNOWN', 'tracking_unknown') };
  const isOfOneOrder = parcels.every(
    ({ clientId, orderId }) => clientId === parcel.clientId && orderId === parcel.orderId,
  );
  const list = open ?? ofCarrier;
  const refusal = isOfOneOrder
    ? parcelRefusalOf(parcel, on, list)
    : refuse('UNKNOWN', 'tracking_of_several', { parcels: namesOf(parcels.slice(0, NAMED_MAX)) });
  if (refusal) return { refusal, leaving: parcel };
  return { changes: [{ type: 'PUT_ON', parcel, list }], next: { last: parcel.code }, leaving: parcel };
}

function takeOff({ list, last }: ListState): HandOverDecision {
  if (last?.handOverId !== list.handOverId) return { refusal: refuse('NOTHING_IN_HAND', 'nothing_on_list') };
  return { changes: [{ type: 'TAKE_OFF', parcel: last, list }], next: {}, leaving: last };
}

function closeOrAsk(state: ListState): HandOverDecision {
  const { list, missing, context } = state;
  if (list.parcels === 0 || !missing?.count) return closeList(state);
  const examples = missing.parcels.slice(0, NAMED_MAX);
  const more = missing.count > examples.length ? ` + ${missing.count - examples.length}` : '';
  const refusal = refuse('NOT_COMPLETE', 'list_incomplete', {
    ...listParams(list),
    parcels: `${namesOf(examples)}${more}`,
  });
  return { changes: [], next: { last: context.last, question: 'CLOSE', isClosing: true }, refusal };
}

function closeList({ list, missing }: ListState): HandOverDecision {
  if (list.parcels === 0) return { refusal: refuse('NOTHING_IN_HAND', 'list_empty', listParams(list)) };
  return { changes: [{ type: 'CLOSE', list, missing: missing?.count ?? 0 }], next: {} };
}

/** Returns codes and orders of parcels as a text that reads the same in each language. */
function namesOf(parcels: readonly LeavingParcel[]): string {
  return parcels.map(({ code, orderId }) => `${code} (${orderId})`).join(', ');
}
