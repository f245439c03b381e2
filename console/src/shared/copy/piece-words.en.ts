import type { Schemas } from '../api/operator-client.ts';
import { REJECT_REASON_WORDS } from '../api/reject-reasons.ts';

export const pieceStates: Record<Schemas['Piece']['state'], string> = {
  TO_MAKE: 'To make',
  MADE: 'Made',
  CHECKED: 'Checked',
  PACKED: 'Packed',
  REPLACED: 'Replaced',
  SCRAPPED: 'Scrapped',
  CANCELLED: 'Cancelled',
};

/** Why pieces were rejected, cancelled (`changed`), or packed without having been made (UNMADE). */
export const rejectReasons: Record<string, string> = {
  ...REJECT_REASON_WORDS.en,
  changed: 'Order changed',
  UNMADE: 'nobody had made it',
};

/** The events of a piece by type. The API does not list the types, so a test compares them. */
export const pieceEvents: Record<string, string> = {
  'piece.made': 'made',
  'piece.checked': 'checked',
  'piece.packed': 'packed',
  'piece.unmade': 'make undone',
  'piece.unchecked': 'check undone',
  'piece.unpacked': 'taken out of the parcel',
  'piece.rejected': 'rejected',
  'piece.scrapped': 'scrapped',
  'piece.cancelled': 'cancelled',
  'parcel.taken_back': 'parcel taken back',
  'parcel.handed_over': 'put on a hand-over list',
  'parcel.hand_over_undone': 'taken off the hand-over list',
  'parcel.hand_over_removed': 'taken off the hand-over list',
};

/** Why a packed parcel has no label. */
export const parcelProblems: Record<NonNullable<Schemas['PackedParcel']['problem']>, string> = {
  sender_missing: 'The sender’s address is missing',
  customs_data_missing: 'Customs data is missing',
  file_missing: 'A file from the client is missing',
  file_not_printable: 'A file from the client cannot be printed',
  label_used: 'The only label from the client is on another parcel',
  no_printer: 'No printer can print the label',
  address_not_printable: 'The address cannot be printed',
  paper_not_drawn: 'The label could not be made',
  label_no_service: 'No service fits this parcel',
  label_weight_missing: 'The weight is missing',
  label_not_printable: 'The bought label cannot be printed',
  label_is_test: 'The label is a test, not for shipping',
  label_refused: 'The label provider has refused',
  label_credentials_refused: 'The credentials of the label provider are wrong',
  label_provider_unreachable: 'The label provider cannot be reached',
  label_answer_unusable: 'The answer of the label provider is unusable',
};

export const paperKinds = {
  SLIP: 'Packing slip',
  LABEL: 'Label',
  CUSTOMS: 'Customs form',
  RETURN_LABEL: 'Return label',
};

export const paperStates = {
  here: 'printed here',
  drawing: 'being made',
  not_made: 'could not be made',
  void: 'void: destroy it',
  queued: 'waiting for the printer',
  sending: 'being printed',
  printed: 'printed',
  failed: 'failed',
  unknown: 'may have been printed',
  cancelled: 'cancelled',
};
