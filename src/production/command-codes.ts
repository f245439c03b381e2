import type { PaperLanguage } from '../papers/paper-types.ts';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import { REJECT_REASON_WORDS } from './reject-reason-words.ts';
import { REJECT_REASON_NAMES, REJECT_REASONS, type RejectReason } from './reject-reasons.ts';

/** The number in the code of each command. Sheets of codes hang in the shop, so a number never changes. */
const COMMAND_NUMBERS = {
  PASS: 1,
  UNDO: 2,
  NEXT_PARCEL: 3,
  NO_TRACKING: 4,
  HAND_OVER_TO_ME: 5,
  STOP_ORDER: 6,
  REPRINT_LABEL: 7,
  REJECT_PIECE: 8,
  TAKE_BACK: 9,
  PUT_ASIDE: 10,
} as const;
type PlainCommand = keyof typeof COMMAND_NUMBERS;
export const PLAIN_COMMANDS = Object.keys(COMMAND_NUMBERS) as PlainCommand[];

/** Why a label is printed again. */
const LABEL_REASONS = { LABEL_DAMAGED: 21, LABEL_LOST: 22, PRINTER_FAULT: 23, LABEL_OTHER: 24 } as const;
export type LabelReason = keyof typeof LABEL_REASONS;
export const LABEL_REASON_NAMES = Object.keys(LABEL_REASONS) as LabelReason[];

export type Command =
  | { command: PlainCommand }
  | { command: 'REJECT'; reason: RejectReason }
  | { command: 'LABEL_REASON'; reason: LabelReason };

const COMMANDS: readonly (Command & { number: number })[] = [
  ...PLAIN_COMMANDS.map((command) => ({ command, number: COMMAND_NUMBERS[command] })),
  ...REJECT_REASON_NAMES.map((reason) => ({
    command: 'REJECT' as const,
    reason,
    number: REJECT_REASONS[reason].command,
  })),
  ...LABEL_REASON_NAMES.map((reason) => ({ command: 'LABEL_REASON' as const, reason, number: LABEL_REASONS[reason] })),
];

export function commandOf(number: number): Command | undefined {
  const found = COMMANDS.find((one) => one.number === number);
  if (!found) return undefined;
  const { number: _, ...command } = found;
  return command;
}

export function rejectCodeOf(reason: RejectReason): string {
  return scanCodeOf('command', REJECT_REASONS[reason].command);
}

/** Returns every command with its code, for the printed sheet. */
export function commandSheet(): (Command & { code: string })[] {
  return COMMANDS.map(({ number, ...command }) => ({ ...command, code: scanCodeOf('command', number) }));
}

interface SheetCopy {
  groups: { commands: string; reasons: string; labelReasons: string };
  commands: Readonly<Record<PlainCommand, string>>;
  reasons: Readonly<Record<RejectReason | LabelReason, string>>;
  scannerTest: string;
  packages: string;
}

export const SHEET_COPY: Readonly<Record<PaperLanguage, SheetCopy>> = {
  en: {
    groups: { commands: 'Commands', reasons: 'Not good: why', labelReasons: 'Reprint label: why' },
    commands: {
      PASS: 'Pass',
      UNDO: 'Undo',
      NEXT_PARCEL: 'Next parcel',
      NO_TRACKING: 'No tracking number',
      HAND_OVER_TO_ME: 'Take over parcel',
      STOP_ORDER: 'Stop the order: bad artwork',
      REPRINT_LABEL: 'Reprint label',
      REJECT_PIECE: 'Not good',
      TAKE_BACK: 'Take parcel back',
      PUT_ASIDE: 'Put parcel aside',
    },
    reasons: {
      ...REJECT_REASON_WORDS.en,
      ...{ LABEL_DAMAGED: 'Damaged', LABEL_LOST: 'Lost', PRINTER_FAULT: 'Printer fault', LABEL_OTHER: 'Other' },
    },
    scannerTest: 'Scanner test',
    packages: 'Packages',
  },
  de: {
    groups: { commands: 'Befehle', reasons: 'Nicht gut: warum', labelReasons: 'Etikett nachdrucken: warum' },
    commands: {
      PASS: 'Gut',
      UNDO: 'Zurücknehmen',
      NEXT_PARCEL: 'Nächstes Paket',
      NO_TRACKING: 'Keine Sendungsnummer',
      HAND_OVER_TO_ME: 'Paket übernehmen',
      STOP_ORDER: 'Auftrag stoppen: Druckdaten schlecht',
      REPRINT_LABEL: 'Etikett nachdrucken',
      REJECT_PIECE: 'Nicht gut',
      TAKE_BACK: 'Paket zurückholen',
      PUT_ASIDE: 'Paket zur Seite legen',
    },
    reasons: {
      ...REJECT_REASON_WORDS.de,
      ...{
        LABEL_DAMAGED: 'Beschädigt',
        LABEL_LOST: 'Verloren',
        PRINTER_FAULT: 'Druckerfehler',
        LABEL_OTHER: 'Anderes',
      },
    },
    scannerTest: 'Scannertest',
    packages: 'Verpackungen',
  },
};
