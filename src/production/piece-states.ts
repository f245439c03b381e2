export const PIECE_STATES = ['TO_MAKE', 'MADE', 'CHECKED', 'PACKED', 'REPLACED', 'SCRAPPED', 'CANCELLED'] as const;
export type PieceState = (typeof PIECE_STATES)[number];

interface PieceTransition {
  from: readonly PieceState[];
  to: PieceState;
  /** Type of the recorded event. */
  event: string;
}

/** On the floor, and not in a parcel. */
const UNPACKED = ['TO_MAKE', 'MADE', 'CHECKED'] as const;

/** The table of all changes of pieces. */
export const PIECE_TRANSITIONS = {
  // Not each station is used in each shop, so a piece may be checked or packed without an earlier scan.
  make: { from: ['TO_MAKE'], to: 'MADE', event: 'piece.made' },
  check: { from: ['TO_MAKE', 'MADE'], to: 'CHECKED', event: 'piece.checked' },
  pack: { from: UNPACKED, to: 'PACKED', event: 'piece.packed' },
  unmake: { from: ['MADE'], to: 'TO_MAKE', event: 'piece.unmade' },
  uncheck: { from: ['CHECKED'], to: 'MADE', event: 'piece.unchecked' },
  // Back to the state before it was packed.
  unpack: { from: ['PACKED'], to: 'CHECKED', event: 'piece.unpacked' },
  reject: { from: UNPACKED, to: 'REPLACED', event: 'piece.rejected' },
  scrap: { from: UNPACKED, to: 'SCRAPPED', event: 'piece.scrapped' },
  cancel: { from: UNPACKED, to: 'CANCELLED', event: 'piece.cancelled' },
} as const satisfies Record<string, PieceTransition>;
type PieceVerb = keyof typeof PIECE_TRANSITIONS;

/** The reason of a piece, and of its event, that was checked or packed although no station has made it. */
export const UNMADE = 'UNMADE';

/** Returns the transition of the verb; undefined if the state does not allow it. */
export function findPieceTransition(state: PieceState, verb: PieceVerb): PieceTransition | undefined {
  const transition: PieceTransition = PIECE_TRANSITIONS[verb];
  return transition.from.includes(state) ? transition : undefined;
}

export function isEnded(state: PieceState): boolean {
  return state === 'REPLACED' || state === 'SCRAPPED' || state === 'CANCELLED';
}
