import type {
  pieceEvents as enEvents,
  rejectReasons as enReasons,
  pieceStates as enStates,
} from './piece-words.en.ts';

export const pieceStates: typeof enStates = {
  TO_MAKE: 'Zu machen',
  MADE: 'Gemacht',
  CHECKED: 'Geprüft',
  PACKED: 'Verpackt',
  REPLACED: 'Ersetzt',
  SCRAPPED: 'Ausschuss',
  CANCELLED: 'Storniert',
};

export const rejectReasons: typeof enReasons = {
  MISPLACED: 'verrutscht',
  COLOUR: 'Farbe',
  SMEAR: 'verschmiert',
  WRONG_GARMENT: 'falsches Textil',
  HOLE: 'Loch',
  ARTWORK: 'Druckdatei',
  LOST: 'verloren',
  OTHER: 'anderer Grund',
  changed: 'der Auftrag wurde geändert',
};

export const pieceEvents: typeof enEvents = {
  'piece.made': 'gemacht',
  'piece.checked': 'geprüft',
  'piece.packed': 'verpackt',
  'piece.unmade': 'zurückgenommen: neu zu machen',
  'piece.unchecked': 'zurückgenommen: neu zu prüfen',
  'piece.unpacked': 'aus der Sendung genommen',
  'piece.rejected': 'verworfen',
  'piece.scrapped': 'Ausschuss',
  'piece.cancelled': 'storniert',
};
