/** Of a physical piece. */
export const PIECE_STATES = [
  'TO_MAKE',
  'MADE',
  'CHECKED',
  'PACKED',
  'REPLACED',
  'SCRAPPED',
  'CANCELLED',
] as const;
export type PieceState = (typeof PIECE_STATES)[number];

/** What can happen to a piece, and the type of the event that is recorded of it. */
export const PIECE_VERBS = [
  'make',
  'check',
  'pack',
  'unmake',
  'uncheck',
  'unpack',
  'reject',
  'scrap',
  'cancel',
] as const;
export type PieceVerb = (typeof PIECE_VERBS)[number];

interface PieceTransition {
  from: readonly PieceState[];
  to: PieceState;
  /** What is recorded. */
  event: string;
}

/** Still on the floor, and not yet in a parcel. */
const UNPACKED = ['TO_MAKE', 'MADE', 'CHECKED'] as const;

/** The one table of how pieces change. */
export const PIECE_TRANSITIONS: Readonly<Record<PieceVerb, PieceTransition>> = {
  // A piece can be made at once that has no step left, and checked or packed by whoever does not scan at each station.
  make: { from: ['TO_MAKE'], to: 'MADE', event: 'piece.made' },
  check: { from: ['TO_MAKE', 'MADE'], to: 'CHECKED', event: 'piece.checked' },
  pack: { from: UNPACKED, to: 'PACKED', event: 'piece.packed' },
  unmake: { from: ['MADE'], to: 'TO_MAKE', event: 'piece.unmade' },
  uncheck: { from: ['CHECKED'], to: 'MADE', event: 'piece.unchecked' },
  unpack: { from: ['PACKED'], to: 'CHECKED', event: 'piece.unpacked' },
  reject: { from: UNPACKED, to: 'REPLACED', event: 'piece.rejected' },
  scrap: { from: UNPACKED, to: 'SCRAPPED', event: 'piece.scrapped' },
  cancel: { from: UNPACKED, to: 'CANCELLED', event: 'piece.cancelled' },
};

/** Where the verb leads from the state; undefined when it is not possible. */
export function findPieceTransition(state: PieceState, verb: PieceVerb): PieceTransition | undefined {
  const transition = PIECE_TRANSITIONS[verb];
  return transition.from.includes(state) ? transition : undefined;
}

/** Nothing happens to it any more. */
export function isEnded(state: PieceState): boolean {
  return state === 'REPLACED' || state === 'SCRAPPED' || state === 'CANCELLED';
}
