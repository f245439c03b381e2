/** A key as the browser tells of it. */
export interface Key {
  /** What the layout of the computer makes of it, as `z` or `Enter`. */
  key: string;
  /** Where it lies, named by the US layout, as `KeyY` or `Enter`. */
  code: string;
  shift: boolean;
  /** Milliseconds. */
  at: number;
}

/** What a scanner typed, read in both ways: one whose layout is not that of the computer is understood by the second. */
export interface Scan {
  typed: string;
  /** As if both had the US layout. */
  physical: string;
}

/** Between two keys of a scanner; people are slower. */
export const GAP_MS_MAX = 50;
const SCAN_MS_MAX = 1_000;
const CHARACTERS_MIN = 4;
const CHARACTERS_MAX = 128;

/** The keys so far that may be the beginning of a scan. */
export interface Reading {
  typed: string;
  physical: string;
  began: number;
  last: number;
}

/** Takes one key into account: what is being read now, and the scan if Enter or Tab just ended one. */
export function readKey(
  reading: Reading | undefined,
  { key, code, shift, at }: Key,
): { reading?: Reading; scan?: Scan } {
  const goesOn = reading && at - reading.last <= GAP_MS_MAX && at - reading.began <= SCAN_MS_MAX;
  if (key === 'Enter' || key === 'Tab') {
    const isScan = goesOn && reading.typed.length >= CHARACTERS_MIN;
    return isScan ? { scan: { typed: reading.typed, physical: reading.physical } } : {};
  }
  // Shift and the like come between the characters, and are none.
  if ([...key].length !== 1) return goesOn ? { reading } : {};
  const before = goesOn ? reading : { typed: '', physical: '', began: at };
  if (before.typed.length >= CHARACTERS_MAX) return {};
  const physical = before.physical + (usCharacter(code, shift) ?? key);
  return { reading: { typed: before.typed + key, physical, began: before.began, last: at } };
}

/** The character that a place on the keyboard has in the US layout; undefined where it has none. */
export function usCharacter(code: string, shift: boolean): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shift ? letter : letter.toLowerCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit) return shift ? ')!@#$%^&*('[Number(digit)] : digit;
  const pad = /^Numpad(\d)$/.exec(code)?.[1];
  return pad ?? PUNCTUATION[code]?.[shift ? 1 : 0];
}

const PUNCTUATION: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Backquote: ['`', '~'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
  NumpadDecimal: ['.', '.'],
  NumpadSubtract: ['-', '-'],
};
