import { inflateSync } from 'node:zlib';

/** The limit of all decoded graphics of one label. A label of 4 x 6 inches at 600 dpi has half of that. */
export const GRAPHIC_BYTES_MAX = 2 * 1_048_576;
/** A row of 32,000 dots, the widest in ZPL. */
const ROW_BYTES_MAX = 4_000;
/** The longest text in front of the data, such as `^GFA,1048576,1048576,100,`. */
const HEAD_LENGTH_MAX = 64;

const SEPARATOR = '\\s*[,\\x1f]\\s*';
const NUMBERS = `(\\d{1,8})${SEPARATOR}(\\d{1,8})${SEPARATOR}`;
const FIELD_HEAD = new RegExp(`^\\s*([ABC]?)${SEPARATOR}${NUMBERS}(\\d{1,8})${SEPARATOR}`, 'i');
const DOWNLOAD_HEAD = new RegExp(`^([^,\\x1f]{0,40})${SEPARATOR}${NUMBERS}`);
const STORED_NAME = /^(?:([A-Z]):)?([A-Z\d_-]{0,16})(?:\.GRF)?$/i;

const RUN_LENGTHS = /^[\dA-Fa-fG-Yg-z,:!\s]*$/;
const PACKED = /^\s*:(Z64|B64):([A-Za-z\d+/=\s]*):[\dA-Fa-f]{4}\s*$/;

export interface ZplGraphic {
  bytes: number;
  rowBytes: number;
  /** Hexadecimal digits with run lengths, or base64 behind `:B64:` or `:Z64:`. */
  data: string;
}

interface FieldHead {
  form: string;
  /** Characters in front of the data. */
  length: number;
  dataBytes: number;
  bytes: number;
  rowBytes: number;
}

/** Parses the parameters of `^GF` in front of its data. Returns undefined if they are damaged. */
export function readFieldHead(text: string): FieldHead | undefined {
  const found = FIELD_HEAD.exec(text.slice(0, HEAD_LENGTH_MAX));
  if (!found) return undefined;
  const [head, form, dataBytes, bytes, rowBytes] = found as unknown as [string, string, string, string, string];
  return {
    form: form.toUpperCase() || 'A',
    length: head.length,
    dataBytes: Number(dataBytes),
    bytes: Number(bytes),
    rowBytes: Number(rowBytes),
  };
}

/** Parses the argument of `~DG`. Undefined if name or graphic is damaged, or the graphic is too large. */
export function readDownload(argument: string): { name: string; graphic: ZplGraphic } | undefined {
  const head = DOWNLOAD_HEAD.exec(argument.slice(0, HEAD_LENGTH_MAX));
  if (!head) return undefined;
  const name = storedName(head[1] ?? '');
  if (name === undefined) return undefined;
  const graphic = readGraphic(argument.slice(head[0].length), Number(head[2]), Number(head[3]));
  return graphic && { name, graphic };
}

/** Returns the full name of a stored graphic, such as `R:LOGO.GRF` for `logo`; undefined for no name. */
export function storedName(text: string): string | undefined {
  const found = STORED_NAME.exec(text.trim());
  return found ? `${found[1] ?? 'R'}:${found[2] || 'UNKNOWN'}.GRF`.toUpperCase() : undefined;
}

/** Checks a graphic. Undefined if `data` is damaged or has more than GRAPHIC_BYTES_MAX decoded bytes. */
export function readGraphic(data: string, bytes: number, rowBytes: number): ZplGraphic | undefined {
  if (bytes < 1 || bytes > GRAPHIC_BYTES_MAX || rowBytes < 1 || rowBytes > ROW_BYTES_MAX) return undefined;
  const packed = PACKED.exec(data);
  if (!packed && !RUN_LENGTHS.test(data)) return undefined;
  const unpacked = packed ? countPacked(packed[1], packed[2]) : countRunLengths(data, rowBytes);
  if (unpacked === undefined || unpacked > GRAPHIC_BYTES_MAX) return undefined;
  return { bytes, rowBytes, data: data.replaceAll(/\s+/g, '') };
}

/**
 * Counts the bytes of hexadecimal digits. Letters in front of a digit repeat it: G to Y 1 to 19 times, g to z
 * 20 to 400 times. `,` and `!` fill the row, `:` repeats the row before.
 */
function countRunLengths(data: string, rowBytes: number): number {
  const rowDigits = 2 * rowBytes;
  let rows = 0;
  let digits = 0;
  let repeats = 0;
  for (let at = 0; at < data.length; at += 1) {
    const code = data.charCodeAt(at);
    if (code <= 0x20) continue;
    if (code >= 0x67) repeats += (code - 0x66) * 20;
    else if (code >= 0x47 && code <= 0x59) repeats += code - 0x46;
    else if (code === 0x2c || code === 0x21 || code === 0x3a) {
      rows += 1;
      digits = 0;
      repeats = 0;
    } else {
      digits += Math.max(1, repeats);
      repeats = 0;
      rows += Math.floor(digits / rowDigits);
      digits %= rowDigits;
    }
  }
  return rows * rowBytes + Math.ceil(digits / 2);
}

/** Counts the bytes of base64, and of zlib within it. Returns undefined if they are damaged or too many. */
function countPacked(packing = '', base64 = ''): number | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (packing === 'B64') return bytes.length;
  try {
    return inflateSync(bytes, { maxOutputLength: GRAPHIC_BYTES_MAX }).length;
  } catch {
    return undefined;
  }
}
