import { inflateSync } from 'node:zlib';

const NESTING_MAX = 100;
/** The limit of all object streams of a file, decoded. */
const UNPACKED_BYTES_MAX = 64 * 1_048_576;
/** Each byte of a normal file is read about once. */
const READ_AGAIN_MAX = 4;
/** Characters of an object number and a generation in front of `obj`. */
const NUMBER_LENGTH_MAX = 40;

/** Holds a name in a PDF, such as `/Type`, without the slash and with `#` escapes decoded. */
export class PdfName {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

/** Refers to a numbered object of a PDF, as `12 0 R` does. */
export class PdfRef {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** Holds a string in parentheses without its escapes; empty if it is long. */
export class PdfText {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

export type PdfDictionary = Map<string, PdfValue>;
/** A value in a PDF. The inspection does not use hexadecimal strings, booleans and null: undefined. */
export type PdfValue = PdfName | PdfText | PdfRef | PdfDictionary | PdfValue[] | number | undefined;

type OnEntry = (key: string, value: PdfValue) => void;

interface PdfObject {
  /** 0 for a trailer. Undefined if a comment hides the number. */
  number: number | undefined;
  value: PdfValue;
  isStream: boolean;
}

/** Reports a PDF that is damaged (`unreadable`), or takes too much time or memory to read (`too_complex`). */
export class PdfObjectsError extends Error {
  readonly fault: 'unreadable' | 'too_complex';

  constructor(fault: 'unreadable' | 'too_complex') {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Iterates over every object of an unencrypted PDF, including replaced versions and objects in streams.
 * Ignores the cross-reference tables, because viewers differ in which objects they use. Calls `onEntry` for
 * every entry of a dictionary, also where a key is there twice. The iteration throws PdfObjectsError.
 */
export class PdfObjects {
  readonly #bytes: Buffer;
  readonly #onEntry: OnEntry;
  #toRead: number;
  #toUnpack = UNPACKED_BYTES_MAX;

  constructor(bytes: Buffer, onEntry: OnEntry) {
    this.#bytes = bytes;
    this.#onEntry = onEntry;
    this.#toRead = READ_AGAIN_MAX * bytes.length + UNPACKED_BYTES_MAX;
  }

  *[Symbol.iterator](): Generator<PdfObject> {
    const bytes = this.#bytes;
    for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
      if (!isSpace(bytes[at - 1]) && !isDigit(bytes[at - 1])) continue;
      yield* this.#readObject(at + 3, this.#numberBefore(at));
    }
    for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 7)) {
      yield* this.#readObject(at + 7, 0);
    }
  }

  #numberBefore(at: number): number | undefined {
    const text = this.#bytes.toString('latin1', Math.max(0, at - NUMBER_LENGTH_MAX), at);
    const found = /(\d{1,10})[\0\s]+\d{1,10}[\0\s]*$/.exec(text);
    return found ? Number(found[1]) : undefined;
  }

  *#readObject(from: number, number: number | undefined): Generator<PdfObject> {
    const reader = this.#readerOf(this.#bytes, from);
    const value = reader.readValue();
    const isStream = value instanceof Map && reader.next() === 'stream';
    this.#count(reader.at - from);
    yield { number, value, isStream };
    if (isStream && value.has('First') && value.has('N')) yield* this.#readPacked(value, reader.at);
  }

  /** Reads an object stream (ISO 32000-1, 7.5.7). Viewers do not check its `Type`. */
  *#readPacked(dictionary: PdfDictionary, keywordEnd: number): Generator<PdfObject> {
    const unpacked = this.#unpack(dictionary, keywordEnd);
    const [first, count] = [dictionary.get('First'), dictionary.get('N')];
    if (!isInteger(first) || !isInteger(count)) throw new PdfObjectsError('unreadable');
    const head = this.#readerOf(unpacked, 0);
    for (let index = 0; index < count; index += 1) {
      const [number, offset] = [head.next(), head.next()];
      if (typeof number !== 'number' || typeof offset !== 'number') return;
      const reader = this.#readerOf(unpacked, first + offset);
      const value = reader.readValue();
      this.#count(reader.at - first - offset);
      yield { number, value, isStream: false };
    }
  }

  #unpack(dictionary: PdfDictionary, keywordEnd: number): Buffer {
    const bytes = this.#bytes;
    let from = keywordEnd;
    if (bytes[from] === 0x0d) from += 1;
    if (bytes[from] === 0x0a) from += 1;
    const end = bytes.indexOf('endstream', from);
    const packed = bytes.subarray(from, end < 0 ? bytes.length : end);
    // Viewers accept short names too.
    const valuesOf = (...names: string[]) =>
      names.flatMap((name) => dictionary.get(name)).filter((one) => one !== undefined);
    const filters = valuesOf('Filter', 'F');
    if (filters.length === 0) return this.#countUnpacked(packed);
    const [filter] = filters;
    const isDeflated = filter instanceof PdfName && /^(FlateDecode|Fl)$/.test(filter.value);
    const isPlain = valuesOf('DecodeParms', 'DP').every(
      (one) => one instanceof Map && (one.get('Predictor') ?? 1) === 1,
    );
    // No generator uses another compression for objects. It would hide them from this check.
    if (!isDeflated || filters.length > 1 || !isPlain) throw new PdfObjectsError('unreadable');
    try {
      return this.#countUnpacked(inflateSync(bytes.subarray(from), { maxOutputLength: this.#toUnpack + 1 }));
    } catch (error) {
      const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw error instanceof PdfObjectsError ? error : new PdfObjectsError(isLarge ? 'too_complex' : 'unreadable');
    }
  }

  #countUnpacked(unpacked: Buffer): Buffer {
    this.#toUnpack -= unpacked.length;
    if (this.#toUnpack < 0) throw new PdfObjectsError('too_complex');
    return unpacked;
  }

  #count(read: number): void {
    this.#toRead -= read;
    if (this.#toRead < 0) throw new PdfObjectsError('too_complex');
  }

  #readerOf(bytes: Buffer, from: number): PdfReader {
    return new PdfReader(bytes, from, this.#onEntry);
  }
}

/** A name, text, integer, keyword or delimiter; HEXADECIMAL for such a string; undefined at the end. */
type Token = PdfName | PdfText | number | string | undefined;
const HEXADECIMAL = '(';
const TEXT_BYTES_MAX = 500;
const REAL = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** Parses values from a position (ISO 32000-1, 7.2 and 7.3). */
class PdfReader {
  at: number;
  readonly #bytes: Buffer;
  readonly #onEntry: OnEntry;

  constructor(bytes: Buffer, at: number, onEntry: OnEntry) {
    this.#bytes = bytes;
    this.at = Math.min(at, bytes.length);
    this.#onEntry = onEntry;
  }

  readValue(): PdfValue {
    return this.#valueOf(this.next(), 0);
  }

  #valueOf(token: Token, depth: number): PdfValue {
    if (depth > NESTING_MAX) throw new PdfObjectsError('too_complex');
    if (token instanceof PdfName || token instanceof PdfText) return token;
    if (typeof token === 'number') return this.#refOf(token) ?? token;
    if (token === '<<') return this.#dictionary(depth + 1);
    if (token === '[') return this.#array(depth + 1);
    return token !== undefined && REAL.test(token) ? Number(token) : undefined;
  }

  #dictionary(depth: number): PdfDictionary {
    const entries: PdfDictionary = new Map();
    for (let token = this.next(); !isEnd(token, '>>'); token = this.next()) {
      // Viewers skip everything but a name in place of a key.
      if (!(token instanceof PdfName)) continue;
      const value = this.next();
      if (isEnd(value, '>>')) break;
      const entry = this.#valueOf(value, depth);
      this.#onEntry(token.value, entry);
      entries.set(token.value, entry);
    }
    return entries;
  }

  #array(depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    for (let token = this.next(); !isEnd(token, ']'); token = this.next()) values.push(this.#valueOf(token, depth));
    return values;
  }

  /** Parses the rest of `12 0 R` after its first number. */
  #refOf(number: number): PdfRef | undefined {
    const from = this.at;
    if (isSpace(this.#bytes[from]) && typeof this.next() === 'number' && this.next() === 'R') {
      return new PdfRef(number);
    }
    this.at = from;
    return undefined;
  }

  next(): Token {
    const bytes = this.#bytes;
    this.#skipSpace();
    const begin = this.at;
    const byte = bytes[begin];
    if (byte === undefined) return undefined;
    this.at += 1;
    if (byte === SLASH) return this.#name();
    if (byte === PAREN_OPEN) return this.#text();
    if (byte === LESS && bytes[this.at] !== LESS) return this.#hexadecimal();
    if ((byte === LESS || byte === GREATER) && bytes[this.at] === byte) {
      this.at += 1;
      return byte === LESS ? '<<' : '>>';
    }
    if (isDelimiter(byte)) return String.fromCharCode(byte);
    this.#skipRegular();
    const word = bytes.toString('latin1', begin, this.at);
    return /^[+-]?\d{1,15}$/.test(word) ? Number(word) : word;
  }

  #name(): PdfName {
    const begin = this.at;
    this.#skipRegular();
    const written = this.#bytes.toString('latin1', begin, this.at);
    const name = written.replaceAll(/#([\da-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
    return new PdfName(name);
  }

  #text(): PdfText {
    const begin = this.at;
    for (let depth = 1; depth > 0 && this.at < this.#bytes.length; this.at += 1) {
      const byte = this.#bytes[this.at];
      if (byte === BACKSLASH) this.at += 1;
      else if (byte === PAREN_OPEN) depth += 1;
      else if (byte === PAREN_CLOSE) depth -= 1;
    }
    const end = this.at - 1;
    const written = end - begin > TEXT_BYTES_MAX ? '' : this.#bytes.toString('latin1', begin, end);
    return new PdfText(written.replaceAll(/\\([()\\])/g, '$1'));
  }

  #hexadecimal(): Token {
    const end = this.#bytes.indexOf('>', this.at);
    this.at = end < 0 ? this.#bytes.length : end + 1;
    return HEXADECIMAL;
  }

  #skipRegular(): void {
    const bytes = this.#bytes;
    while (this.at < bytes.length && !isSpace(bytes[this.at]) && !isDelimiter(bytes[this.at])) this.at += 1;
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    for (; this.at < bytes.length; this.at += 1) {
      if (bytes[this.at] === PERCENT) {
        while (this.at < bytes.length && bytes[this.at] !== 0x0a && bytes[this.at] !== 0x0d) this.at += 1;
      } else if (!isSpace(bytes[this.at])) return;
    }
  }
}

const [SLASH, PERCENT, BACKSLASH] = [0x2f, 0x25, 0x5c];
const [PAREN_OPEN, PAREN_CLOSE, LESS, GREATER] = [0x28, 0x29, 0x3c, 0x3e];
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));
const SPACES = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

const isInteger = (value: PdfValue): value is number => Number.isInteger(value);
const isDelimiter = (byte: number | undefined) => byte !== undefined && DELIMITERS.has(byte);
const isSpace = (byte: number | undefined) => byte !== undefined && SPACES.has(byte);
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Returns whether a token ends a dictionary or array, even if its own end is missing. */
function isEnd(token: Token, end: string): boolean {
  return token === end || token === undefined || token === 'endobj' || token === 'stream';
}
