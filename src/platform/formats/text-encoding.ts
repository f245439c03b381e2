export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'macintosh';

export const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac OS Roman',
};

/** Reports bytes that are not text in any known encoding, or not in the expected one. */
export class UnknownEncoding extends Error {}

const PIECE_BYTES = 65_536;

const CR = 0x0d;
const LF = 0x0a;
/** Control characters, which no text contains. */
const NO_TEXT = new Set([
  ...Array.from({ length: 0x20 }, (_, byte) => byte).filter((byte) => ![0x09, LF, 0x0c, CR].includes(byte)),
  0x7f,
]);
const NOT_IN_WINDOWS_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Splits bytes into pieces of at most 64 KiB. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/**
 * Detects the encoding of a text from a spreadsheet: UTF-16 by a byte order mark or a zero among the first
 * two bytes, else UTF-8 if the text is valid. Otherwise Excel wrote it: Mac OS Roman if lines end with CR,
 * else Windows-1252. Throws UnknownEncoding.
 */
export async function detectEncoding(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let head = Buffer.alloc(0);
  let isUtf8 = true;
  let isText = true;
  let isInWindows1252 = true;
  let hasLineFeed = false;
  let hasReturn = false;
  for await (const chunk of chunks) {
    if (head.length < 3) {
      head = Buffer.concat([head, chunk.subarray(0, 3)]);
      const wide = head.length >= 2 ? wideEncoding(head) : undefined;
      if (wide) return wide;
    }
    isUtf8 &&= canDecode(utf8, chunk);
    for (const byte of chunk) {
      if (byte === LF) hasLineFeed = true;
      else if (byte === CR) hasReturn = true;
      if (NO_TEXT.has(byte)) isText = false;
      else if (NOT_IN_WINDOWS_1252.has(byte)) isInWindows1252 = false;
    }
  }
  if (isUtf8 && canDecode(utf8)) return 'utf-8';
  if (!isText) throw new UnknownEncoding();
  if (hasReturn && !hasLineFeed) return 'macintosh';
  if (!isInWindows1252) throw new UnknownEncoding();
  return 'windows-1252';
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
