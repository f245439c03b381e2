/** What can be commanded at a station, with the code that stands for it on the sheet of commands. */
export const COMMANDS = {
  PASS: 'C0018',
  UNDO: 'C0026',
  NEXT_PARCEL: 'C0039',
  NO_TRACKING: 'C0047',
  HAND_OVER_TO_ME: 'C0052',
  STOP_ORDER: 'C0060',
  REPRINT_LABEL: 'C0071',
} as const;

/** Why a piece is rejected, by the key that is pressed for it: their order is that of the sheet. */
export const REASONS = {
  MISPLACED: 'C0110',
  COLOUR: 'C0129',
  SMEAR: 'C0132',
  WRONG_GARMENT: 'C0141',
  HOLE: 'C0155',
  ARTWORK: 'C0164',
  LOST: 'C0178',
  OTHER: 'C0186',
} as const;

export type RejectReason = keyof typeof REASONS;

export const REASON_LIST = Object.keys(REASONS) as RejectReason[];

/** The reason for a key: `1` is the first. */
export const reasonOfKey = (key: string): RejectReason | undefined => REASON_LIST[Number(key) - 1];
