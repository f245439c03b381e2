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
  /** The median time between two keys, in milliseconds. */
  usualMs: number;
}

/** How fast a scanner types. */
export interface ScannerTiming {
  /** The keys that the scanner sends after each code. Absent: not known yet. */
  end?: Scan['end'];
  /** The longest usual time between two keys, in milliseconds. People are slower. */
  gapMs: number;
  /** The longest pause inside a code, in milliseconds. */
  pauseMs: number;
}

/** Default for the usual time between two keys. */
export const GAP_MS = 100;
/** The longest pause inside a code, by default. It may be long, because the end key ends the code. */
export const PAUSE_MS = 1_000;
/** A scanner without an end key delays each code by this pause. */
export const PAUSE_WITHOUT_END_MS = 400;
/** The timing in the scanner test, which must also read scanners that the defaults do not fit. */
export const TEST_TIMING: ScannerTiming = { gapMs: 500, pauseMs: 2_000 };
/** The timing in a field. People type there, so only fast keys are a scan. */
export const FIELD_TIMING: ScannerTiming = { gapMs: 50, pauseMs: 150 };
/** A single key counts as a key press after this pause. */
const KEY_PAUSE_MS = 150;
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
  last: number;
  /** The times between the keys, in milliseconds. */
  gaps: readonly number[];
  /** Digits of a character that is typed as Alt and its number. */
  altDigits: string;
  /** Too long for a code, or interrupted by a shortcut. */
  isSpoilt: boolean;
  /** Number of characters that were reported as key presses. They may still begin a scan. */
  keys: number;
}

interface ReadKeys {
  reading?: Reading;
  scan?: Scan;
  /** Text that is not a scan. */
  unread?: Scan;
  /** Single keys that a person pressed. */
  keys?: string;
}

/** Returns the scanner timing of a device, with defaults for the settings that it lacks. */
export function timingOf({ end, gapMs = GAP_MS, pauseMs }: Partial<ScannerTiming>): ScannerTiming {
  return { ...(end && { end }), gapMs, pauseMs: pauseMs ?? (end === 'pause' ? PAUSE_WITHOUT_END_MS : PAUSE_MS) };
}

const MARGIN = 3;
const GAP_MS_MAX = 400;
const PAUSE_MS_MAX = 4_000;

/** Proposes the timing for a scanner that sent this scan. */
export function proposeTiming({ end, gapMs, usualMs }: Scan): Required<ScannerTiming> {
  const gap = Math.min(Math.max(GAP_MS, Math.ceil(usualMs * 2)), GAP_MS_MAX);
  const pause = Math.max(end === 'pause' ? PAUSE_WITHOUT_END_MS : PAUSE_MS, Math.ceil(gapMs * MARGIN));
  return { end, gapMs: gap, pauseMs: Math.min(pause, PAUSE_MS_MAX) };
}

/** Adds a key to the reading. Returns the reading, or if Enter or Tab ended it, a scan or unread text. */
export function readKey(
  reading: Reading | undefined,
  { key, code, shift, ctrl = false, alt = false, at }: Key,
  timing: ScannerTiming,
): ReadKeys {
  const goesOn = reading && at - reading.last <= timing.pauseMs ? reading : undefined;
  const isCommand = ctrl && !alt;
  if (key === 'Enter' || key === 'Tab' || (isCommand && ENTER_WITH_CTRL.includes(key))) {
    const end = key === 'Tab' ? 'Tab' : 'Enter';
    return goesOn ? endOf(withGap(withAltSign(goesOn), at), end, timing) : {};
  }
  const altDigit = alt && !ctrl ? /^Numpad(\d)$/.exec(code)?.[1] : undefined;
  if (altDigit !== undefined) {
    const on = withGap(goesOn ?? begin(at), at);
    return { reading: { ...on, altDigits: on.altDigits + altDigit } };
  }
  if (isCommand)
    return goesOn && goesOn.physical.length > 1 ? { reading: { ...goesOn, last: at, isSpoilt: true } } : {};
  const before = goesOn && withAltSign(goesOn);
  const [typed, physical] = signOf(key, code, shift);
  // Modifier keys add no character.
  if (physical === '') return before ? { reading: before } : {};
  const on = before ? withGap(before, at) : begin(at);
  return { reading: append(on, typed, physical) };
}

/** Turns a scan after unread text into unread text, as its torn rest, unless the check digit is right. */
export function rejectTornRest(read: ReadKeys, isAfterUnread: boolean): ReadKeys {
  const { scan, ...others } = read;
  return scan && isAfterUnread && decodeScan(scan).kind === 'other' ? { ...others, unread: scan } : read;
}

/** Returns after how many milliseconds without a key `readPause` is due, if `silentMs` have passed. */
export function waitAfter(silentMs: number, timing: ScannerTiming): number {
  const first = keyPauseOf(timing);
  return silentMs < first ? first : timing.pauseMs;
}

/** Ends a reading after `silentMs` without a key, or returns the reading again if it may go on. */
export function readPause(reading: Reading, silentMs: number, timing: ScannerTiming): ReadKeys {
  const whole = withAltSign(reading);
  const isOver = silentMs >= timing.pauseMs;
  if (isOfPerson(whole, timing)) {
    const keys = whole.typed.slice(whole.keys);
    const rest = isOver ? {} : { reading: { ...whole, keys: whole.typed.length } };
    return { ...rest, ...(keys !== '' && { keys }) };
  }
  // The check digit shows that the code is whole. A scanner with an end key may be about to send it.
  const isSure = timing.end !== 'Enter' && timing.end !== 'Tab' && decodeScan(whole).kind === 'own';
  if (!isOver && !isSure) return { reading };
  return endOf(whole, 'pause', timing);
}

const keyPauseOf = ({ gapMs }: ScannerTiming) => Math.max(KEY_PAUSE_MS, gapMs * 1.5);

/** Slow keys are key presses of a person. */
function isOfPerson({ gaps, isSpoilt }: Reading, { gapMs }: ScannerTiming): boolean {
  return !isSpoilt && gaps.every((gap) => gap > gapMs);
}

function begin(at: number): Reading {
  return { typed: '', physical: '', last: at, gaps: [], altDigits: '', isSpoilt: false, keys: 0 };
}

function withGap(reading: Reading, at: number): Reading {
  return { ...reading, last: at, gaps: [...reading.gaps, at - reading.last] };
}

/** Converts a number that was typed with Alt into its character. */
function withAltSign(reading: Reading): Reading {
  if (reading.altDigits === '') return reading;
  const sign = String.fromCharCode(Number(reading.altDigits) % 256);
  const rest = { ...reading, altDigits: '' };
  return PRINTABLE.test(sign) ? append(rest, sign, sign) : rest;
}

function append(reading: Reading, typed: string, physical: string): Reading {
  if (reading.physical.length >= CHARACTERS_MAX) return { ...reading, isSpoilt: true };
  return { ...reading, typed: reading.typed + typed, physical: reading.physical + physical };
}

/** Ends a reading. */
function endOf(reading: Reading, end: Scan['end'], timing: ScannerTiming): ReadKeys {
  const { typed, physical, gaps, isSpoilt, keys } = reading;
  if (physical.length <= keys && (end === 'pause' || physical.length < CHARACTERS_MIN)) return {};
  const sorted = [...gaps].sort((one, other) => one - other);
  const usualMs = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const scan = { typed, physical, end, gapMs: sorted.at(-1) ?? 0, usualMs };
  if (isSpoilt) return { unread: scan };
  const { kind } = decodeScan(scan);
  if (end !== 'pause' ? kind !== 'other' : kind === 'own') return { scan };
  if (keys > 0) {
    // Keys that a person pressed, and then a scan. Without a check digit, they may as well be its beginning.
    const rest = { ...scan, typed: typed.slice(keys), physical: physical.slice(keys) };
    return ['own', 'ean13'].includes(decodeScan(rest).kind) ? { scan: rest } : { unread: scan };
  }
  const isEnded = end !== 'pause' || (timing.end !== 'Enter' && timing.end !== 'Tab');
  const lengthMin = end === 'pause' ? CHARACTERS_WITHOUT_END_MIN : CHARACTERS_MIN;
  const isScan = isEnded && (kind !== 'other' || (physical.length >= lengthMin && usualMs <= timing.gapMs));
  return isScan ? { scan } : { unread: scan };
}

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
