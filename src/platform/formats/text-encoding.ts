/** The encodings that a person may name for a file that is in neither UTF-8 nor UTF-16. */
export const NAMED_ENCODINGS = [
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'macintosh',
] as const;
export type NamedEncoding = (typeof NAMED_ENCODINGS)[number];
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | NamedEncoding;

export const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1257': 'Windows-1257',
  macintosh: 'Mac OS Roman',
};

/** Reports bytes that are not text in any known encoding, or not in the expected one. */
export class UnknownEncoding extends Error {
  constructor(message = 'The file is not text in UTF-8. Save it as "CSV UTF-8" in your spreadsheet program.') {
    super(message);
  }
}

/** Reports a text with letters that differ between code pages, so that a guess would create wrong letters. */
class UncertainEncoding extends UnknownEncoding {
  constructor() {
    super(
      'The file is not text in UTF-8, and its encoding is uncertain: Windows-1250, Windows-1251, Windows-1252 or another one. Save it as "CSV UTF-8" in your spreadsheet program, or name its encoding, such as "windows-1250".',
    );
  }
}

/** Returns the encoding that the media type of a CSV file names, if it is in neither UTF-8 nor UTF-16. */
export function encodingOf(mediaType: string): NamedEncoding | undefined {
  const [, charset = ''] = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(mediaType) ?? [];
  const name = charset.toLowerCase().replace('iso-8859-1', 'windows-1252');
  return NAMED_ENCODINGS.find((one) => one === name);
}

const PIECE_BYTES = 65_536;

const CR = 0x0d;
const LF = 0x0a;
/** Control characters, which no text contains. */
const NO_TEXT = new Set([
  ...Array.from({ length: 0x20 }, (_, byte) => byte).filter((byte) => ![0x09, LF, 0x0c, CR].includes(byte)),
  0x7f,
]);
/** Characters with the same byte in the code pages of Western and Central Europe. */
const SURE = new Set('ÁÂÄÇÉËÍÎÓÔÖÚÜßáâäçéëíîóôöúü×÷§©«»®°±´·–—‘’“”„‚…•€™\u00a0');
/** Characters of these that only Western Europe has on a Mac. */
const UNSURE_ON_MAC = new Set('ÂÇËÎâçëî');

/** Splits bytes into pieces of at most 64 KiB. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/**
 * Detects the encoding of a text from a spreadsheet: UTF-16 by a byte order mark or a zero among the first
 * two bytes, else UTF-8 if the text is valid, else `named`. Otherwise Excel wrote it: Mac OS Roman if lines
 * end with CR, else Windows-1252. Throws UnknownEncoding, also if other code pages have other letters.
 */
export async function detectEncoding(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  given?: NamedEncoding,
): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const seen = new Uint8Array(256);
  let head = Buffer.alloc(0);
  let isUtf8 = true;
  for await (const chunk of chunks) {
    if (head.length < 3) {
      head = Buffer.concat([head, chunk.subarray(0, 3)]);
      const wide = head.length >= 2 ? wideEncoding(head) : undefined;
      if (wide) return wide;
    }
    isUtf8 &&= canDecode(utf8, chunk);
    for (const byte of chunk) seen[byte] = 1;
  }
  if (isUtf8 && canDecode(utf8)) return 'utf-8';
  const bytes = Uint8Array.from(seen.keys().filter((byte) => seen[byte] === 1));
  if (bytes.some((byte) => NO_TEXT.has(byte))) throw new UnknownEncoding();
  if (given) return given;
  const isMac = seen[CR] === 1 && seen[LF] === 0;
  const encoding = isMac ? 'macintosh' : 'windows-1252';
  const characters = new TextDecoder(encoding).decode(bytes.filter((byte) => byte >= 0x80));
  if ([...characters].some((one) => !SURE.has(one) || (isMac && UNSURE_ON_MAC.has(one)))) throw new UncertainEncoding();
  return encoding;
}

/** Decodes a text chunk by chunk. Throws UnknownEncoding if the bytes are invalid in `encoding`. */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? new UnknownEncoding() : error;
  }
}

function wideEncoding(head: Buffer): Encoding | undefined {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second !== 0) return 'utf-16be';
  return second === 0 && first !== 0 ? 'utf-16le' : undefined;
}

/** Returns whether the bytes are valid; without bytes, whether the text may end here. */
function canDecode(decoder: TextDecoder, bytes?: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}
