/** Kinds of codes. All letters but W have the same place on every keyboard layout of scanners. */
export const CODE_LETTERS = {
  piece: 'P',
  order: 'R',
  parcel: 'T',
  batch: 'B',
  bin: 'K',
  command: 'C',
  person: 'W',
  package: 'V',
  sheet: 'G',
} as const;
export type CodeKind = keyof typeof CODE_LETTERS;

/**
 * The number of digits after the letter. It is even, because Code 128 packs two digits into one symbol. No
 * code is as long as other scanned codes: EAN-8, UPC-A, EAN-13, GTIN-14, SSCC, tracking numbers.
 */
const DIGITS: Readonly<Record<CodeKind, number>> = {
  piece: 10,
  order: 10,
  parcel: 10,
  batch: 8,
  bin: 4,
  command: 4,
  person: 12,
  package: 10,
  sheet: 10,
};

export interface ScanCode {
  kind: CodeKind;
  /** From 1. */
  number: number;
}

const KINDS: ReadonlyMap<string, CodeKind> = new Map(
  Object.entries(CODE_LETTERS).map(([kind, letter]) => [letter, kind as CodeKind]),
);
const SHAPE = /^([A-Z])(\d{2,16})$/;

/** The quasigroup of Damm's algorithm, which detects every wrong digit and every swap of two neighbours. */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
].map((row) => [...row].map(Number));

/** Returns the code of a number, such as P0000000120 for piece 12. Throws RangeError for too many digits. */
export function scanCodeOf(kind: CodeKind, number: number): string {
  const digits = String(number).padStart(DIGITS[kind] - 1, '0');
  if (!Number.isSafeInteger(number) || number < 1 || digits.length >= DIGITS[kind])
    throw new RangeError(`There is no code of a ${kind} for ${number}.`);
  return `${CODE_LETTERS[kind]}${digits}${checkDigit(CODE_LETTERS[kind], digits)}`;
}

/** Parses a scanned code, ignoring case and blanks; undefined for a foreign or misread code. */
export function readScanCode(text: string): ScanCode | undefined {
  const [, letter = '', digits = ''] = SHAPE.exec(text.trim().toUpperCase()) ?? [];
  const kind = KINDS.get(letter);
  if (!kind || digits.length !== DIGITS[kind]) return undefined;
  const payload = digits.slice(0, -1);
  if (checkDigit(letter, payload) !== digits.at(-1)) return undefined;
  const number = Number(payload);
  return number === 0 ? undefined : { kind, number };
}

/** Returns whether the text looks like our code, even misread. Other codes come from elsewhere. */
export function looksLikeScanCode(text: string): boolean {
  const [, letter = '', digits = ''] = SHAPE.exec(text.trim().toUpperCase()) ?? [];
  const kind = KINDS.get(letter);
  return kind !== undefined && digits.length === DIGITS[kind];
}

/** Returns the check digit. It covers the letter, so a code with a wrong letter is invalid. */
function checkDigit(letter: string, digits: string): string {
  let interim = 0;
  for (const digit of `${letter.charCodeAt(0)}${digits}`) interim = DAMM[interim]?.[Number(digit)] ?? 0;
  return String(interim);
}
