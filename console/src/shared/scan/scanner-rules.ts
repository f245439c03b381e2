import { decodeScan, type ScannedKeys } from './decode-rules.ts';

/** A key as the browser tells of it. */
export interface Key {
  /** What the layout of the computer makes of it, as `z` or `Enter`. */
  key: string;
  /** Where it lies, named by the US layout, as `KeyY` or `Enter`. */
  code: string;
  shift: boolean;
  ctrl?: boolean;
  alt?: boolean;
  /** Milliseconds. */
  at: number;
}

/** The keys of one scan. */
export interface Scan extends ScannedKeys {
  /** What ended it; a scanner that sends nothing behind its codes just stops. */
  end: 'Enter' | 'Tab' | 'pause';
  /** The longest time between two of its keys, in milliseconds. */
  gapMs: number;
}

/** Between two keys of a scanner; people are slower. */
export const GAP_MS_MAX = 50;
/** Between two keys of a slow scanner, whose code is known as one by its check digit. */
export const SLOW_GAP_MS_MAX = 120;
/** After so long without a key nothing more comes. */
export const PAUSE_MS = 150;
const SCAN_MS_MAX = 5_000;
const CHARACTERS_MIN = 4;
/** Without an end, a few keys that were hit together are no scan. */
const CHARACTERS_WITHOUT_END_MIN = 8;
const CHARACTERS_MAX = 128;
/** What scanners that press Ctrl send for Enter: the control signs of a new line. */
const ENTER_WITH_CTRL = ['m', 'j'];
const PRINTABLE = /^[\x20-\x7E]$/;

/** The keys so far that may be the beginning of a scan. */
export interface Reading {
  typed: string;
  physical: string;
  began: number;
  last: number;
  gapMs: number;
  /** Digits of a sign that is typed as Alt and its number. */
  altDigits: string;
  /** Too long for a code: all of it is passed over until a pause. */
  isSpoilt: boolean;
}

/** Takes one key into account: what is being read now, and the scan if Enter or Tab just ended one. */
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
  // Shift and the like come between the characters, and are none.
  if (physical === '') return before ? { reading: before } : {};
  const on = withGap(before ?? begin(at), at);
  return { reading: grown(on, typed, physical) };
}

/** Nothing more comes: the scan, if it was one, or the one key that a person pressed. */
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

/** A number that was typed with Alt has become a sign. */
function withAltSign(reading: Reading): Reading {
  if (reading.altDigits === '') return reading;
  const sign = String.fromCharCode(Number(reading.altDigits) % 256);
  const rest = { ...reading, altDigits: '' };
  return PRINTABLE.test(sign) ? grown(rest, sign, sign) : rest;
}

function grown(reading: Reading, typed: string, physical: string): Reading {
  const isSpoilt =
    reading.isSpoilt ||
    reading.physical.length >= CHARACTERS_MAX ||
    reading.last - reading.began > SCAN_MS_MAX;
  if (isSpoilt) return { ...reading, isSpoilt };
  return { ...reading, typed: reading.typed + typed, physical: reading.physical + physical };
}

function scanOf(reading: Reading, end: Scan['end']): Scan | undefined {
  const { typed, physical, gapMs, isSpoilt } = reading;
  const isFast = gapMs <= GAP_MS_MAX;
  if (isSpoilt || physical.length < CHARACTERS_MIN || !(isFast || isChecked(typed, physical)))
    return undefined;
  const isEnded = end !== 'pause' || physical.length >= CHARACTERS_WITHOUT_END_MIN;
  return isEnded || isChecked(typed, physical) ? { typed, physical, end, gapMs } : undefined;
}

/** By its check digit, or as one that was not read right. */
const isChecked = (typed: string, physical: string) => decodeScan({ typed, physical }).kind !== 'other';

/** What a key adds to what is typed, and what it has in the US layout; empty where it is no character. */
function signOf(key: string, code: string, shift: boolean): [typed: string, physical: string] {
  // A digit of the number pad that moves the cursor, as it does without NumLock.
  const pad = /^Numpad(\d)$/.exec(code)?.[1];
  if (pad !== undefined) return [pad, pad];
  const place = usCharacter(code, shift);
  if ([...key].length === 1) return [key, place ?? key];
  return key === 'Dead' && place !== undefined ? [place, place] : ['', ''];
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
