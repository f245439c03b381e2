// biome-ignore-all lint/suspicious/noControlCharactersInRegex: printers ignore some control characters.
import { inflateSync } from 'node:zlib';
import { refuse } from './zpl-commands.ts';

/** The limit of all decoded graphics of one label. A label of 4 x 6 inches at 600 dpi has half of that. */
export const GRAPHIC_BYTES_MAX = 2 * 1_048_576;
/** A row of 32,000 dots, the widest in ZPL. */
const ROW_BYTES_MAX = 4_000;

const RUN_LENGTHS = /^[\dA-Fa-fG-Yg-z,:!]+$/;
const PACKED = /^:(Z64|B64):([A-Za-z\d+/=]*):[\dA-Fa-f]{0,4}$/;
/** Printers ignore spaces, line breaks and control characters in the data of a graphic. */
const BLANK = /[\0-\x20\x7f]+/g;
/** Letters that repeat the digit after them, and the digits; or a sign for a row. */
const RUN = /([G-Yg-z]*)(?:([\dA-Fa-f]+)|([,!:])|$)/g;
/** A letter's place is its count: 1 to 19, and then 20 to 400. */
const RUN_LETTERS = ' GHIJKLMNOPQRSTUVWXYghijklmnopqrstuvwxyz';

/** One bit per dot. The last row may be shorter. */
export interface ZplGraphic {
  rows: Buffer;
  rowBytes: number;
}

/** Refuses more than GRAPHIC_BYTES_MAX. `labels` is how many labels share the bytes. */
export function assertGraphicBytes(command: string, bytes: number, labels = 1): void {
  if (bytes <= labels * GRAPHIC_BYTES_MAX) return;
  refuse(`A graphic of the label (${command}) has more than ${GRAPHIC_BYTES_MAX} bytes.`, command);
}

/** Reads a graphic of `bytes`. Undefined for data that no printer draws. Refuses a too large graphic. */
export function readGraphic(command: string, text: string, bytes: number, rowBytes: number): ZplGraphic | undefined {
  if (!(rowBytes >= 1 && rowBytes <= ROW_BYTES_MAX)) return undefined;
  const data = text.replaceAll(BLANK, '');
  // Older printers know neither base64 nor zlib, and the numbers and the checksum may be wrong.
  const isPacked = data.startsWith(':B') || data.startsWith(':Z');
  const rows = isPacked ? unpack(data) : undefined;
  assertGraphicBytes(command, isPacked ? (rows?.length ?? 0) : bytes);
  if (!isPacked && bytes >= 1 && RUN_LENGTHS.test(data)) return { rows: decodeRuns(data, bytes, rowBytes), rowBytes };
  return rows && { rows, rowBytes };
}

/** Decodes hexadecimal digits, base64 behind `:B64:`, or base64 of zlib behind `:Z64:`. */
export function unpack(text: string): Buffer | undefined {
  const data = text.replaceAll(BLANK, '');
  const [, packing, base64 = ''] = PACKED.exec(data) ?? [];
  if (packing === undefined) return /^([\dA-F]{2})+$/i.test(data) ? Buffer.from(data, 'hex') : undefined;
  const bytes = Buffer.from(base64, 'base64');
  if (packing === 'B64') return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: GRAPHIC_BYTES_MAX + 1 });
  } catch {
    return undefined;
  }
}

/**
 * Decodes hexadecimal digits with run lengths: `G` to `z` repeat the next digit, `,` fills a row with white
 * and `!` with black, and `:` repeats the row before. Missing digits are white.
 */
function decodeRuns(data: string, bytes: number, rowBytes: number): Buffer {
  const digits = Buffer.alloc(2 * bytes, '0');
  const row = 2 * rowBytes;
  let at = 0;
  for (const [, letters = '', hex = '', sign] of data.matchAll(RUN)) {
    const rowEnd = Math.min(at - (at % row) + row, digits.length);
    if (sign === ':') digits.copyWithin(at, Math.max(0, at - row), Math.max(0, rowEnd - row));
    else if (sign) digits.fill(sign === ',' ? '0' : 'F', at, rowEnd);
    const counts = Array.from(letters, (letter) => RUN_LETTERS.indexOf(letter));
    const run = counts.reduce((sum, count) => sum + (count < 20 ? count : 20 * (count - 19)), 0);
    const repeated = hex.charAt(0).repeat(Math.max(0, Math.min(run - 1, digits.length - at)));
    at = sign ? rowEnd : at + digits.write(repeated + hex, at, 'latin1');
  }
  return Buffer.from(digits.toString('latin1'), 'hex');
}

/** Returns a graphic. `isBlack` tells the dots, row by row. */
export function graphicOf(width: number, height: number, isBlack: (dot: number) => boolean): ZplGraphic {
  const rowBytes = Math.ceil(width / 8);
  const rows = Buffer.alloc(rowBytes * height);
  for (let dot = 0; dot < width * height; dot += 1) {
    const [column, row] = [dot % width, Math.floor(dot / width)];
    if (isBlack(dot)) rows[row * rowBytes + (column >> 3)]! |= 0x80 >> (column & 7);
  }
  return { rows, rowBytes };
}

/**
 * Writes a graphic as `^GF` in hexadecimal digits: `,` is a white rest of a row, and `:` repeats a row.
 * `across` and `down` magnify.
 */
export function graphicField({ rows, rowBytes }: ZplGraphic, across = 1, down = 1): string {
  const widened = Array.from({ length: 16 }, (_, digit) => {
    const bits = digit
      .toString(2)
      .padStart(4, '0')
      .replaceAll(/./g, (bit) => bit.repeat(across));
    return Number.parseInt(bits, 2).toString(16).toUpperCase().padStart(across, '0');
  });
  const hex = rows.toString('hex').toUpperCase();
  let [data, before] = ['', ''];
  for (let at = 0; at < hex.length; at += 2 * rowBytes) {
    const row = hex.slice(at, at + 2 * rowBytes);
    const wide = across === 1 ? row : row.replaceAll(/./g, (digit) => widened[Number.parseInt(digit, 16)]!);
    if (row === before) data += ':';
    else data += wide.endsWith('00') ? wide.replace(/(?<!0)(0?)(?:00)+$/, '$1,') : wide;
    data += ':'.repeat(down - 1);
    before = row;
  }
  const bytes = rows.length * across * down;
  return `^GFA,${bytes},${bytes},${rowBytes * across},${data}`;
}
