import { REJECT_REASON_WORDS } from '../api/reject-reasons.ts';
import type { pieceEvents as enEvents, rejectReasons as enReasons, pieceStates as enStates } from './piece-words.en.ts';

export const pieceStates: typeof enStates = {
  TO_MAKE: 'Zu fertigen',
  MADE: 'Gefertigt',
  CHECKED: 'Geprüft',
  PACKED: 'Verpackt',
  REPLACED: 'Ersetzt',
  SCRAPPED: 'Ausschuss',
  CANCELLED: 'Storniert',
};

export const rejectReasons: typeof enReasons = {
  ...REJECT_REASON_WORDS.de,
  changed: 'Auftrag geändert',
  UNMADE: 'niemand hatte es gefertigt',
};

export const pieceEvents: typeof enEvents = {
  'piece.made': 'gefertigt',
  'piece.checked': 'geprüft',
  'piece.packed': 'verpackt',
  'piece.unmade': 'Fertigung zurückgenommen',
  'piece.unchecked': 'Prüfung zurückgenommen',
  'piece.unpacked': 'aus dem Paket genommen',
  'piece.rejected': 'verworfen',
  'piece.scrapped': 'Ausschuss',
  'piece.cancelled': 'storniert',
  'parcel.taken_back': 'Paket zurückgenommen',
  'parcel.handed_over': 'auf Übergabeliste gesetzt',
  'parcel.hand_over_undone': 'von Übergabeliste genommen',
  'parcel.hand_over_removed': 'von Übergabeliste genommen',
};

export const parcelProblems: typeof import('./piece-words.en.ts').parcelProblems = {
  sender_missing: 'Die Adresse des Absenders fehlt',
  customs_data_missing: 'Zolldaten fehlen',
  file_missing: 'Eine Datei vom Kunden fehlt',
  file_not_printable: 'Eine Datei vom Kunden kann nicht gedruckt werden',
  label_used: 'Das einzige Etikett vom Kunden klebt auf einem anderen Paket',
  no_printer: 'Kein Drucker kann das Etikett drucken',
  address_not_printable: 'Die Adresse kann nicht gedruckt werden',
  paper_not_drawn: 'Das Etikett konnte nicht erstellt werden',
  label_no_service: 'Kein Versandservice passt zu diesem Paket',
  label_weight_missing: 'Das Gewicht fehlt',
  label_not_printable: 'Das gekaufte Etikett kann nicht gedruckt werden',
  label_is_test: 'Das Etikett ist ein Test, nicht zum Versand',
  label_refused: 'Der Etikettenanbieter hat abgelehnt',
  label_credentials_refused: 'Die Zugangsdaten des Etikettenanbieters sind falsch',
  label_provider_unreachable: 'Der Etikettenanbieter ist nicht erreichbar',
  label_answer_unusable: 'Die Antwort des Etikettenanbieters ist unbrauchbar',
};

export const paperKinds = {
  SLIP: 'Lieferschein',
  LABEL: 'Etikett',
  CUSTOMS: 'Zollformular',
  RETURN_LABEL: 'Retourenetikett',
};

export const paperStates = {
  here: 'hier gedruckt',
  drawing: 'wird erstellt',
  not_made: 'konnte nicht erstellt werden',
  void: 'ungültig, vernichten',
  queued: 'wartet auf den Drucker',
  sending: 'wird gedruckt',
  printed: 'gedruckt',
  failed: 'fehlgeschlagen',
  unknown: 'vielleicht gedruckt',
  cancelled: 'abgebrochen',
};
