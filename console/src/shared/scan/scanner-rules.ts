import { decodeScan, type ScannedKeys } from './decode-rules.ts';

/** A key event. */
export interface Key {
  /** Character by the layout of the computer, such as `z`, or `Enter`. */
  key: string;
  /** Position, named by the US layout, such as `KeyY`. */
  code: string;
  shift: boolean;
  ctrl?: boolean;
  alt?: boolean;
  /** Time in milliseconds. */
  at: number;
}

/** The keys of one scan. */
export interface Scan extends ScannedKeys {
  /** The key that ended the scan. Some scanners send none. */
  end: 'Enter' | 'Tab' | 'pause';
  /** The longest time between two keys, in milliseconds. */
  gapMs: number;
}

/** Longest gap between two keys of a scanner. People are slower. */
export const GAP_MS_MAX = 50;
/** Longest gap for a slow scanner, whose codes are recognised by their check digit. */
export const SLOW_GAP_MS_MAX = 120;
/** A scan without an end ends after this pause. */
export const PAUSE_MS = 150;
const SCAN_MS_MAX = 5_000;
const CHARACTERS_MIN = 4;
/** Minimum length without an end, because a person may hit a few keys at once. */
const CHARACTERS_WITHOUT_END_MIN = 8;
const CHARACTERS_MAX = 128;
/** Keys that some scanners send with Ctrl instead of Enter. */
const ENTER_WITH_CTRL = ['m', 'j'];
const PRINTABLE = /^[\x20-\x7E]$/;

/** The keys of a possible scan so far. */
export interface Reading {
  typed: string;
  physical: string;
  began: number;
  last: number;
  gapMs: number;
  /** Digits of a character that is typed as Alt and its number. */
  altDigits: string;
  /** Too long for a code. All keys are ignored until a pause. */
  isSpoilt: boolean;
}

/** Adds a key. Returns the reading, and the scan if Enter or Tab ended one. */
export function readKey(
  reading: Reading | undefined,
  { key, code, shift, ctrl = false, alt = false, at }: Key,
): { reading?: Reading; scan?: Scan } {
  const goesOn = reading && at - reading.last <= SLOW_GAP_MS_MAX ? reading : undefined;
  const isCommand = ctrl && !alt;
  if (key === 'Enter' || key === 'Tab' || (isCommand && ENTER_WITH_CTRL.includes(key))) {
    const end = key === 'Tab' ? 'Tab' : 'Enter';
    const scan = goesOn && scanOf(withGap(withAltSign(goesOn), at), end);
    return scan ? { scan } : {};
  }
  const altDigit = alt && !ctrl ? /^Numpad(\d)$/.exec(code)?.[1] : undefined;
  if (altDigit !== undefined) {
    const on = withGap(goesOn ?? begin(at), at);
    return { reading: { ...on, altDigits: on.altDigits + altDigit } };
  }
  if (isCommand) return goesOn ? { reading: { ...goesOn, last: at, isSpoilt: true } } : {};
  const before = goesOn && withAltSign(goesOn);
  const [typed, physical] = signOf(key, code, shift);
  // Modifier keys add no character.
  if (physical === '') return before ? { reading: before } : {};
  const on = withGap(before ?? begin(at), at);
  return { reading: append(on, typed, physical) };
}

/** Ends a reading after a pause. Returns the scan, or the single key that a person pressed. */
export function endByPause(reading: Reading): { scan?: Scan; key?: string } {
  const whole = withAltSign(reading);
  const scan = scanOf(whole, 'pause');
  if (scan) return { scan };
  return whole.typed.length === 1 && !whole.isSpoilt ? { key: whole.typed } : {};
}

function begin(at: number): Reading {
  return { typed: '', physical: '', began: at, last: at, gapMs: 0, altDigits: '', isSpoilt: false };
}

function withGap(reading: Reading, at: number): Reading {
  return { ...reading, last: at, gapMs: Math.max(reading.gapMs, at - reading.last) };
}

/** Converts a number that was typed with Alt into its character. */
function withAltSign(reading: Reading): Reading {
  if (reading.altDigits === '') return reading;
  const sign = String.fromCharCode(Number(reading.altDigits) % 256);
  const rest = { ...reading, altDigits: '' };
  return PRINTABLE.test(sign) ? append(rest, sign, sign) : rest;
}

function append(reading: Reading, typed: string, physical: string): Reading {
  const isSpoilt =
    reading.isSpoilt || reading.physical.length >= CHARACTERS_MAX || reading.last - reading.began > SCAN_MS_MAX;
  if (isSpoilt) return { ...reading, isSpoilt };
  return { ...reading, typed: reading.typed + typed, physical: reading.physical + physical };
}

function scanOf(reading: Reading, end: Scan['end']): Scan | undefined {
  const { typed, physical, gapMs, isSpoilt } = reading;
  const isFast = gapMs <= GAP_MS_MAX;
  if (isSpoilt || physical.length < CHARACTERS_MIN || !(isFast || isChecked(typed, physical))) return undefined;
  const isEnded = end !== 'pause' || physical.length >= CHARACTERS_WITHOUT_END_MIN;
  return isEnded || isChecked(typed, physical) ? { typed, physical, end, gapMs } : undefined;
}

/** Returns whether the text is a code with a check digit, correct or misread. */
const isChecked = (typed: string, physical: string) => decodeScan({ typed, physical }).kind !== 'other';

/** Returns the typed character of a key, and the one in the US layout; empty for keys without a character. */
function signOf(key: string, code: string, shift: boolean): [typed: string, physical: string] {
  // Without NumLock, the digits of the number pad move the cursor.
  const pad = /^Numpad(\d)$/.exec(code)?.[1];
  if (pad !== undefined) return [pad, pad];
  const place = usCharacter(code, shift);
  if ([...key].length === 1) return [key, place ?? key];
  return key === 'Dead' && place !== undefined ? [place, place] : ['', ''];
}

/** Returns the character of a key position in the US layout; undefined if there is none. */
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
