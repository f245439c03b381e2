import type { PaperLanguage } from '../../papers/paper-types.ts';
import { REJECT_REASON_WORDS } from '../reject-reason-words.ts';
import type { RejectReason } from '../reject-reasons.ts';

/** The commands of the sheet that say nothing more. */
export type SheetCommand =
  | 'PASS'
  | 'UNDO'
  | 'NEXT_PARCEL'
  | 'NO_TRACKING'
  | 'HAND_OVER_TO_ME'
  | 'STOP_ORDER'
  | 'REPRINT_LABEL';

interface SheetCopy {
  groups: { commands: string; reasons: string };
  commands: Readonly<Record<SheetCommand, string>>;
  reasons: Readonly<Record<RejectReason, string>>;
  scannerTest: string;
}

/** What stands on sheets of codes. */
export const SHEET_COPY: Readonly<Record<PaperLanguage, SheetCopy>> = {
  en: {
    groups: { commands: 'Commands', reasons: 'Not good: why' },
    commands: {
      PASS: 'Pass',
      UNDO: 'Undo',
      NEXT_PARCEL: 'Next parcel',
      NO_TRACKING: 'No tracking number',
      HAND_OVER_TO_ME: 'Hand over to me',
      STOP_ORDER: 'Stop the order: bad artwork',
      REPRINT_LABEL: 'Reprint label',
    },
    reasons: REJECT_REASON_WORDS.en,
    scannerTest: 'Scanner test',
  },
  de: {
    groups: { commands: 'Befehle', reasons: 'Nicht gut: warum' },
    commands: {
      PASS: 'Gut',
      UNDO: 'Zurück',
      NEXT_PARCEL: 'Nächstes Paket',
      NO_TRACKING: 'Keine Sendungsnummer',
      HAND_OVER_TO_ME: 'An mich übergeben',
      STOP_ORDER: 'Auftrag anhalten: Druckdaten schlecht',
      REPRINT_LABEL: 'Etikett nachdrucken',
    },
    reasons: REJECT_REASON_WORDS.de,
    scannerTest: 'Scannertest',
  },
};
