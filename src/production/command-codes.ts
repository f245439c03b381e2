import type { PaperLanguage } from '../papers/paper-types.ts';
import { scanCodeOf } from '../platform/text/scan-codes.ts';
import type { RejectReason } from './piece-states.ts';

/** The number in the code of each command. Sheets of codes hang in the shop, so a number never changes. */
const COMMAND_NUMBERS = {
  PASS: 1,
  UNDO: 2,
  NEXT_PARCEL: 3,
  NO_TRACKING: 4,
  HAND_OVER_TO_ME: 5,
  STOP_ORDER: 6,
  REPRINT_LABEL: 7,
} as const;
type PlainCommand = keyof typeof COMMAND_NUMBERS;
export const PLAIN_COMMANDS = Object.keys(COMMAND_NUMBERS) as PlainCommand[];

/** The number in the code of each reason to reject a piece. */
const REASON_NUMBERS: Readonly<Record<RejectReason, number>> = {
  MISPLACED: 11,
  COLOUR: 12,
  SMEAR: 13,
  WRONG_GARMENT: 14,
  HOLE: 15,
  ARTWORK: 16,
  LOST: 17,
  OTHER: 18,
};

export type Command = { command: PlainCommand } | { command: 'REJECT'; reason: RejectReason };

const COMMANDS: readonly (Command & { number: number })[] = [
  ...PLAIN_COMMANDS.map((command) => ({ command, number: COMMAND_NUMBERS[command] })),
  ...(Object.keys(REASON_NUMBERS) as RejectReason[]).map((reason) => ({
    command: 'REJECT' as const,
    reason,
    number: REASON_NUMBERS[reason],
  })),
];

/** Returns the command with this number in its code. */
export function commandOf(number: number): Command | undefined {
  const found = COMMANDS.find((one) => one.number === number);
  if (!found) return undefined;
  const { number: _, ...command } = found;
  return command;
}

/** Returns every command with its code, for the printed sheet. */
export function commandSheet(): (Command & { code: string })[] {
  return COMMANDS.map(({ number, ...command }) => ({ ...command, code: scanCodeOf('command', number) }));
}

interface SheetCopy {
  groups: { commands: string; reasons: string };
  commands: Readonly<Record<PlainCommand, string>>;
  reasons: Readonly<Record<RejectReason, string>>;
  scannerTest: string;
}

/** The words on sheets of codes. */
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
