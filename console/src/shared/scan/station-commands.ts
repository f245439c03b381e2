import { REJECT_REASONS, type RejectReason } from '../api/reject-reasons.ts';

/** The codes of the commands, as on the command sheet. */
export const COMMANDS = {
  PASS: 'C0018',
  UNDO: 'C0026',
  NEXT_PARCEL: 'C0039',
  NO_TRACKING: 'C0047',
  HAND_OVER_TO_ME: 'C0052',
  STOP_ORDER: 'C0060',
  REPRINT_LABEL: 'C0071',
  REJECT_PIECE: 'C0083',
  TAKE_BACK: 'C0094',
} as const;

/** Stops the order while a station asks for a reject reason. No reason has this key. */
export const STOP_KEY = 'S';

/** The reject reasons in the order of the command sheet. A reason without a key is scanned or clicked. */
export const REASON_LIST: readonly { reason: RejectReason; code: string; key?: string }[] = Object.entries(
  REJECT_REASONS,
).map(([reason, entry]) => ({ reason: reason as RejectReason, ...entry }));
