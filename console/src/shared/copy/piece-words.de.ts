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

export const paperKinds = {
  SLIP: 'Lieferschein',
  LABEL: 'Etikett',
  CUSTOMS: 'Zollformular',
  RETURN_LABEL: 'Retourenetikett',
};

export const paperStates = {
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
