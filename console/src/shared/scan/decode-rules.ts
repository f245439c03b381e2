import { isEan13, looksLikeOwnCode, type OwnKind, ownCodeAtEnd, readOwnCode } from './own-code-rules.ts';

/** The keys of a scan, read in two ways, because scanner and computer may have different layouts. */
export interface ScannedKeys {
  /** As the computer's layout reads them. */
  typed: string;
  /** As the US layout reads them by their position. */
  physical: string;
}

/** What is known of the scanner at this device; the page Scanner test finds it out. */
export interface ScannerSetup {
  /** How what has no check digit of ours is read. */
  reading?: Reading;
  /** What the scanner puts before and behind each code. */
  prefix?: string;
  suffix?: string;
}

/** What a scan says. */
export interface Decoded {
  /** What is sent to the server. */
  text: string;
  /** `own`: one of Platen's codes; `misread`: it looks like one, and its check digit is wrong; `other`: a tracking number, an SKU or the like. */
  kind: 'own' | 'ean13' | 'misread' | 'other';
  /** Of `own`. */
  own?: OwnKind;
  /** The way of reading in which it makes sense. */
  reading: Reading;
}

/** What scanners put before a code to say of which kind its bars are (AIM), such as ]C0. */
const SYMBOLOGY = /^\][A-Za-z]\d/;
const ADDRESS = /^https?/i;
/** What stands around a code, set at the scanner. */
const EDGES = /^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g;
/** What carriers and shops print: it was read with the right layout when nothing else came out. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 ./_:#|-]*$/;

/**
 * Says what a scan means. Our codes and EAN-13 are known by their check digit, so they are found whichever layout scanner and computer have. Anything else is
 * read as `setup` says, or as the computer did unless that makes no sense.
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
    if (looksLikeOwnCode(code)) return { text: code, kind: 'misread', reading };
  }
  const known = setup.reading && readingsOf(scan, setup, [setup.reading])[0];
  const [reading, text] =
    known ?? readings.find(([, one]) => PLAIN.test(one)) ?? readings[0] ?? (['typed', scan.typed] as const);
  return { text, kind: 'other', reading };
}

/** A badge, also one that was not read right: it signs somebody on, so it is neither kept nor shown. */
export const isBadge = ({ kind, own, text }: Decoded): boolean =>
  own === 'person' || (kind === 'misread' && text.startsWith('W'));

/** What a person typed into a field. */
export function decodeTyped(text: string): Decoded {
  return decodeScan({ typed: text.trim(), physical: text.trim() });
}

/** The ways to read it, each different text once. */
export function readingsOf(
  { typed, physical }: ScannedKeys,
  { prefix = '', suffix = '' }: ScannerSetup = {},
  ways: readonly Reading[] = ['typed', ...LAYOUTS],
): [Reading, string][] {
  const texts = new Map<string, Reading>();
  for (const reading of ways) {
    const text = bare(reading === 'typed' ? typed : inLayout(physical, reading), prefix, suffix);
    if (!texts.has(text)) texts.set(text, reading);
  }
  return [...texts].map(([text, reading]) => [reading, text]);
}

/**
 * What the page Scanner test learns of a scan whose text it knows: how to read what this scanner types, and what it puts around. Undefined: in no way of
 * reading the text is there.
 */
export function setupOf(scan: ScannedKeys, expected: string): Required<ScannerSetup> | undefined {
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

function bare(raw: string, prefix: string, suffix: string): string {
  let text = raw.trim().replace(SYMBOLOGY, '');
  if (prefix !== '' && text.startsWith(prefix)) text = text.slice(prefix.length);
  if (suffix !== '' && text.endsWith(suffix)) text = text.slice(0, -suffix.length);
  return text;
}

/** The keyboards that scanners are set to. */
export const LAYOUTS = ['us', 'german', 'french'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** How a scan was read: as the computer understood the keys, or by where they lie in a layout. */
type Reading = 'typed' | Layout;

/** What the same keys have in each layout, row by row; first plain, then with shift. */
const KEYS: Readonly<Record<Layout, string>> = {
  us: "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./" + '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
  german:
    '^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-' + '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_',
  french:
    '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!' + '~1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§',
};

/** Reads keys as a scanner with this layout typed them; `physical` has the keys by their place in the US layout. */
export function inLayout(physical: string, layout: Layout): string {
  if (layout === 'us') return physical;
  const of = KEYS[layout];
  return [...physical].map((one) => of[KEYS.us.indexOf(one)] ?? one).join('');
}
