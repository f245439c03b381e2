// biome-ignore-all lint/suspicious/noControlCharactersInRegex: bar codes have control characters.
import { assertBytes, cleanValue, refuse, storedName } from './zpl-commands.ts';

/** The limit of a field's data as bytes in print: 3,072, each written as `_` and two digits. */
export const FIELD_BYTES_MAX = 3 * 3_072;
/** In place of the sign of `^FH`, for data that `^FH_` precedes only in print. */
export const NO_SIGN = '\uffff';

/** Characters that would begin a command, and control characters, which only bar codes have. */
const UNSAFE = /[\^~\x01-\x08\x0e-\x1f\x7f]/g;
const UNSAFE_OR_HIGH = /[\^~\x01-\x08\x0e-\x1f\x7f-\xff]/g;

const hexOf = (sign: string) => `_${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** Escapes text for `^FD` behind `^FH_`, so that no character begins a command. */
export function escapeFieldData(text: string): string {
  return text.replace(/[\^~\\_]/g, hexOf);
}

/**
 * Returns the data of a field with `^` and `~` in hexadecimal, behind its command. `^FH_` is in front if the
 * data needs it. `sign` is the one of `^FH` in the file. `isAscii` also writes bytes above 7F in hexadecimal.
 */
export function writeFieldData(command: string, argument: string, sign: string | undefined, isAscii: boolean): string {
  // Printers ignore line breaks. Without them, no line of the data can begin a command of another language.
  const data = argument.replaceAll(/[\r\n\v\f\0]/g, '');
  const unsafe = isAscii ? UNSAFE_OR_HIGH : UNSAFE;
  const isPlain = (sign === undefined && data.search(unsafe) < 0) || data.length > FIELD_BYTES_MAX;
  const escaped = new RegExp(`${RegExp.escape(sign ?? NO_SIGN)}([\\dA-Fa-f]{2})|_`, 'g');
  const inHex = (_: string, hex?: string) => (hex === undefined ? '_5F' : `_${hex}`);
  const written = isPlain ? data : data.replaceAll(escaped, inHex).replaceAll(unsafe, hexOf);
  if (written.length > FIELD_BYTES_MAX) refuse(`A field of the label has more than ${FIELD_BYTES_MAX} bytes.`, command);
  return `${isPlain ? '' : '^FH_'}${command}${written}`;
}

const STORE = /\^DF([^^]{0,40})/i;
const RECALL = /\^XF([^^]{0,40})/gi;
/** A field of a format, with its data if nothing else is given; and a field that gives data. */
const NUMBERED = /\^FN(\d{1,4})[^^]*(\^FH[^^]*)?(\^F[DV][^^]*)?/gi;
const GIVEN = /\^FN(\d{1,4})[^^]*((?:\^FH[^^]*)?\^F[DV][^^]*)\^FS/gi;

/** Writes the formats that a file stores (`^DF`) where it recalls them (`^XF`), with their data. */
export function fillFormats(text: string): string {
  if (text.search(RECALL) < 0) return text;
  const formats = new Map<string, string>();
  let bytes = 0;
  const count = (added: string) => {
    bytes += added.length;
    assertBytes(bytes);
    return added;
  };
  const labels = text.split(/\^XZ/i).map((label) => {
    const [store, name] = STORE.exec(label) ?? [];
    if (store !== undefined) {
      formats.set(storedName(cleanValue(name)), label.replace(store, ''));
      return '';
    }
    if (label.search(RECALL) < 0) return label;
    const given = new Map(Array.from(label.matchAll(GIVEN), ([, number, data]) => [number, data]));
    return label
      .replaceAll(GIVEN, '')
      .replaceAll(RECALL, (recall, recalled) =>
        count(formats.get(storedName(cleanValue(recalled))) ?? recall).replaceAll(
          NUMBERED,
          (_, number, begin = '', data = '') => begin + count(given.get(number) ?? data),
        ),
      );
  });
  return labels.join('^XZ');
}
