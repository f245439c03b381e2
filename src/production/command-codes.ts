import type { PaperLanguage } from '../papers/paper-types.ts';
import { scanCodeOf } from '../platform/text/scan-codes.ts';
import { REJECT_REASONS, type RejectReason } from './piece-states.ts';

/** Commands that say nothing more; their numbers count from 1 in this order. */
export const PLAIN = [
  'PASS',
  'UNDO',
  'NEXT_PARCEL',
  'NO_TRACKING',
  'HAND_OVER_TO_ME',
  'STOP_ORDER',
  'REPRINT_LABEL',
] as const;

/** What a code on the sheet of commands says. */
export type Command = { command: (typeof PLAIN)[number] } | { command: 'REJECT'; reason: RejectReason };

/** The first reason; the others follow in their order. */
const REJECT = 11;

/** The command of the number in a code; undefined: there is none. */
export function commandOf(number: number): Command | undefined {
  const plain = PLAIN[number - 1];
  if (plain) return { command: plain };
  const reason = REJECT_REASONS[number - REJECT];
  return reason && { command: 'REJECT', reason };
}

/** Every command with its code, for the sheet. */
export function commandSheet(): (Command & { code: string })[] {
  return [
    ...PLAIN.map((command, place) => ({ command, code: scanCodeOf('command', place + 1) })),
    ...REJECT_REASONS.map((reason, place) => ({
      command: 'REJECT' as const,
      reason,
      code: scanCodeOf('command', REJECT + place),
    })),
  ];
}

/** The commands of the sheet that say nothing more. */
type SheetCommand =
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
    reasons: {
      MISPLACED: 'Misplaced',
      COLOUR: 'Colour',
      SMEAR: 'Smear',
      WRONG_GARMENT: 'Wrong garment',
      HOLE: 'Hole',
      ARTWORK: 'Artwork',
      LOST: 'Lost',
      OTHER: 'Other',
    },
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
    reasons: {
      MISPLACED: 'Verrutscht',
      COLOUR: 'Farbe',
      SMEAR: 'Verschmiert',
      WRONG_GARMENT: 'Falsches Kleidungsstück',
      HOLE: 'Loch',
      ARTWORK: 'Druckdaten',
      LOST: 'Verloren',
      OTHER: 'Anderes',
    },
    scannerTest: 'Scannertest',
  },
};
