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
  PUT_ASIDE: 'C0107',
} as const;

/** Stops the order while a station asks for a reject reason. No reason has this key. */
export const STOP_KEY = 'S';

/** The reject reasons in the order of the command sheet. A reason without a key is scanned or clicked. */
export const REASON_LIST: readonly { reason: RejectReason; code: string; key?: string }[] = Object.entries(
  REJECT_REASONS,
).map(([reason, entry]) => ({ reason: reason as RejectReason, ...entry }));

/** The codes of the reasons why a label is printed again, with their keys. */
export const LABEL_REASONS = {
  LABEL_DAMAGED: { code: 'C0212', key: '1' },
  LABEL_LOST: { code: 'C0220', key: '2' },
  PRINTER_FAULT: { code: 'C0236', key: '3' },
  LABEL_OTHER: { code: 'C0248', key: '4' },
} as const;
export type LabelReason = keyof typeof LABEL_REASONS;
