import { isEan13, ownCodeAtEnd, readOwnCode } from './own-code-rules.ts';
import { type CodeKind, looksLikeScanCode } from './scan-codes.ts';

/** The keys of a scan. There are two readings because scanner and computer may have different layouts. */
export interface ScannedKeys {
  /** As the computer's layout reads them. */
  typed: string;
  /** As the US layout reads them by their position. */
  physical: string;
}

/** Settings of the scanner at this device. The scanner test finds them. */
export interface ScannerSetup {
  /** How to read codes without a check digit. */
  reading?: Reading;
  /** Text that the scanner adds before and after each code. */
  prefix?: string;
  suffix?: string;
  /** The timing of the scanner; see `ScannerTiming`. */
  end?: 'Enter' | 'Tab' | 'pause';
  gapMs?: number;
  pauseMs?: number;
}

/** The meaning of a scan. */
export interface Decoded {
  /** The text for the server. */
  text: string;
  /**
   * `own`: a Platen code. `misread`: a Platen code with a wrong check digit. `other`: for example a tracking
   * number or SKU.
   */
  kind: 'own' | 'ean13' | 'misread' | 'other';
  /** Set for `own`. */
  own?: CodeKind;
  /** The reading that gave a valid text. */
  reading: Reading;
}

/** Symbology identifier (AIM) that scanners put before a code, such as ]C0. */
const SYMBOLOGY = /^\][A-Za-z]\d/;
const ADDRESS = /^https?/i;
/** Characters around a code, added by the settings of the scanner. */
const EDGES = /^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g;
/** Characters that carriers and shops use. Text with others was probably read with the wrong layout. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 ./_:#|-]*$/;

/**
 * Decodes a scan. Platen codes and EAN-13 are found by their check digit in any layout. Other text is read as
 * `setup` says, else as typed if that is plausible.
 */
export function decodeScan(scan: ScannedKeys, setup: ScannerSetup = {}): Decoded {
  const readings = readingsOf(scan, setup);
  for (const [reading, text] of readings) {
    const own = ownCodeIn(text);
    if (own) return { text: own.code, kind: 'own', own: own.kind, reading };
  }
  for (const [reading, text] of readings) {
    const digits = text.replace(EDGES, '');
    if (isEan13(digits)) return { text: digits, kind: 'ean13', reading };
  }
  for (const [reading, text] of readings) {
    const code = text.replace(EDGES, '').toUpperCase();
    if (looksLikeScanCode(code)) return { text: code, kind: 'misread', reading };
  }
  const known = setup.reading && readingsOf(scan, setup, [setup.reading])[0];
  const [reading, text] =
    known ?? readings.find(([, one]) => PLAIN.test(one)) ?? readings[0] ?? (['typed', scan.typed] as const);
  return { text, kind: 'other', reading };
}

/**
 * Returns whether the scan is a badge, even a misread one. A badge signs a person on, so it is never stored
 * or shown.
 */
export const isBadge = ({ kind, own, text }: Decoded): boolean =>
  own === 'person' || (kind === 'misread' && text.startsWith('W'));

/** Decodes text that a person typed into a field. */
export function decodeTyped(text: string): Decoded {
  return decodeScan({ typed: text.trim(), physical: text.trim() });
}

/** Returns the possible readings, each different text once. */
export function readingsOf(
  { typed, physical }: ScannedKeys,
  { prefix = '', suffix = '' }: ScannerSetup = {},
  ways: readonly Reading[] = ['typed', ...LAYOUTS],
): [Reading, string][] {
  const texts = new Map<string, Reading>();
  for (const reading of ways) {
    const text = stripAffixes(reading === 'typed' ? typed : inLayout(physical, reading), prefix, suffix);
    if (!texts.has(text)) texts.set(text, reading);
  }
  return [...texts].map(([text, reading]) => [reading, text]);
}

/**
 * Finds the settings of a scanner from a scan of a known text. Returns undefined if no reading contains the
 * text.
 */
export function setupOf(
  scan: ScannedKeys,
  expected: string,
): Required<Pick<ScannerSetup, 'reading' | 'prefix' | 'suffix'>> | undefined {
  for (const [reading, text] of readingsOf(scan)) {
    const at = text.toUpperCase().indexOf(expected.toUpperCase());
    if (at >= 0) return { reading, prefix: text.slice(0, at), suffix: text.slice(at + expected.length) };
  }
  return undefined;
}

function ownCodeIn(text: string) {
  if (ADDRESS.test(text)) return ownCodeAtEnd(text.replace(/[?#].*$/, '').replace(EDGES, ''));
  return readOwnCode(text.replace(EDGES, ''));
}

function stripAffixes(raw: string, prefix: string, suffix: string): string {
  let text = raw.trim().replace(SYMBOLOGY, '');
  if (prefix !== '' && text.startsWith(prefix)) text = text.slice(prefix.length);
  if (suffix !== '' && text.endsWith(suffix)) text = text.slice(0, -suffix.length);
  return text;
}

/** The keyboard layouts that scanners support. */
export const LAYOUTS = ['us', 'german', 'french'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** The reading of a scan: as typed, or by key positions in a layout. */
type Reading = 'typed' | Layout;

/** The characters of the same keys in each layout, row by row: first plain, then with Shift. */
const KEYS: Readonly<Record<Layout, string>> = {
  us: "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./" + '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
  german: '^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-' + '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_',
  french: '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!' + '~1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§',
};

/**
 * Returns the text of a scanner with this layout. `physical` has the keys by their position in the US layout.
 */
export function inLayout(physical: string, layout: Layout): string {
  if (layout === 'us') return physical;
  const of = KEYS[layout];
  return [...physical].map((one) => of[KEYS.us.indexOf(one)] ?? one).join('');
}
