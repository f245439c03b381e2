import type { Schemas } from '../api/operator-client.ts';

/** What becomes of pieces. */
export const pieceStates: Record<Schemas['Piece']['state'], string> = {
  TO_MAKE: 'To make',
  MADE: 'Made',
  CHECKED: 'Checked',
  PACKED: 'Packed',
  REPLACED: 'Replaced',
  SCRAPPED: 'Scrapped',
  CANCELLED: 'Cancelled',
};

/** Why pieces were rejected; of other codes the code itself is shown. */
export const rejectReasons: Record<string, string> = {
  MISPLACED: 'misplaced',
  COLOUR: 'colour',
  SMEAR: 'smear',
  WRONG_GARMENT: 'wrong garment',
  HOLE: 'hole',
  ARTWORK: 'artwork',
  LOST: 'lost',
  OTHER: 'other reason',
  changed: 'the order was changed',
};

/** What happened to pieces, by the type of the event. */
export const pieceEvents: Record<string, string> = {
  'piece.made': 'made',
  'piece.checked': 'checked',
  'piece.packed': 'packed',
  'piece.unmade': 'taken back: to be made again',
  'piece.unchecked': 'taken back: to be checked again',
  'piece.unpacked': 'taken out of the parcel',
  'piece.rejected': 'rejected',
  'piece.scrapped': 'scrapped',
  'piece.cancelled': 'cancelled',
};
