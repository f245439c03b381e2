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
} as const;
type PlainCommand = keyof typeof COMMAND_NUMBERS;
export const PLAIN_COMMANDS = Object.keys(COMMAND_NUMBERS) as PlainCommand[];

export type Command = { command: PlainCommand } | { command: 'REJECT'; reason: RejectReason };

const COMMANDS: readonly (Command & { number: number })[] = [
  ...PLAIN_COMMANDS.map((command) => ({ command, number: COMMAND_NUMBERS[command] })),
  ...REJECT_REASON_NAMES.map((reason) => ({
    command: 'REJECT' as const,
    reason,
    number: REJECT_REASONS[reason].command,
  })),
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
  groups: { commands: string; reasons: string };
  commands: Readonly<Record<PlainCommand, string>>;
  reasons: Readonly<Record<RejectReason, string>>;
  scannerTest: string;
}

export const SHEET_COPY: Readonly<Record<PaperLanguage, SheetCopy>> = {
  en: {
    groups: { commands: 'Commands', reasons: 'Not good: why' },
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
    },
    reasons: REJECT_REASON_WORDS.en,
    scannerTest: 'Scanner test',
  },
  de: {
    groups: { commands: 'Befehle', reasons: 'Nicht gut: warum' },
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
    },
    reasons: REJECT_REASON_WORDS.de,
    scannerTest: 'Scannertest',
  },
};
