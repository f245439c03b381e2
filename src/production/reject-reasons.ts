/**
 * The reasons for rejecting a piece. CONTRIBUTING.md has the steps for adding one.
 * - `command` is the number in the code on the command sheet. Sheets hang at the stations, so a number never
 *   changes and is never used again. Numbers up to 10 belong to the other commands.
 * - `key` chooses the reason on the keyboard of a station. A reason without a key is scanned or clicked.
 *   The keys S and 0 stop the order and close the choice.
 */
export const REJECT_REASONS = {
  MISPLACED: { command: 11, key: '1' },
  COLOUR: { command: 12, key: '2' },
  SMEAR: { command: 13, key: '3' },
  WRONG_GARMENT: { command: 14, key: '4' },
  HOLE: { command: 15, key: '5' },
  ARTWORK: { command: 16, key: '6' },
  LOST: { command: 17, key: '7' },
  OTHER: { command: 18, key: '8' },
} as const satisfies Record<string, RejectReasonEntry>;

type RejectReasonEntry = { command: number; key?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' };

export type RejectReason = keyof typeof REJECT_REASONS;

/** In the order in which lists, sheets and stations show them. */
export const REJECT_REASON_NAMES = Object.keys(REJECT_REASONS) as RejectReason[];
