// biome-ignore-all lint/suspicious/noControlCharactersInRegex: printers take some control characters for commands.
import {
  assertBytes,
  cleanValue,
  DRAWING_COMMANDS,
  initialCommands,
  integerOf,
  MM_PER_INCH,
  Refused,
  refuse,
  refuseHostile,
  storedName,
  USUAL_MEDIA,
  ZPL_BYTES_MAX,
  type ZplMedia,
} from './zpl-commands.ts';
import { fillFormats, NO_SIGN, writeFieldData } from './zpl-field.ts';
import { assertGraphicBytes, GRAPHIC_BYTES_MAX, graphicField, readGraphic, type ZplGraphic } from './zpl-graphics.ts';

export const LABELS_MAX = 10;
/** The limit of commands in a file, and in all labels printed from it. A carrier's label has some hundred. */
export const COMMANDS_MAX = 20_000;
/** The limit of values of one command: `^CI` has at most 256 pairs. */
const VALUES_MAX = 513;
/** The longest text in front of the data of a graphic or font, such as `^GFA,1048576,1048576,100,`. */
const HEAD_LENGTH_MAX = 100;

/** Why a file is not printed. `not_zpl` has no label, or bytes that are not text; `incomplete` has no end. */
type ZplRefusal =
  | { kind: 'not_zpl' | 'incomplete' }
  | { kind: 'refused'; message: string; command?: string | undefined };
/** Labels to print, each in Latin-1 from `^XA` to `^XZ`. */
export type ZplReading = ZplRefusal | { kind: 'labels'; labels: readonly string[] };

const COMMAND = /[\^~\x1e\x10][A-Za-z]/;
const LABEL = /[\^\x1e]XA|[\^~\x1e\x10]C[CDT]/i;
const LABEL_ENDS = /[\^\x1e]XZ/gi;
/** Control characters that no text for printers has. Zeros and spaces may precede it. */
const NOT_TEXT = /[\0\x01\x04-\x08\x0e\x0f\x11-\x1a\x1c\x1d]/;
const BLANK_START = /^[\0-\x20\x7f]+/;
/** Marks of other languages that may quote ZPL: markup, JSON, RTF, PostScript. Drivers write `<xpml>`. */
const OTHER_LANGUAGE = /^(\u00ef\u00bb\u00bf)?\s*([[{%]|<(?!xpml>))/i;
const PREFIX_CHANGE = /^.C[CDT]$/;
const FONT_COMMAND = /^\^A[A-Z\d]$/;
const STORES = /(?:~DG|~DY|\^DF)([^,^~]{1,40})/gi;
const DATA_COMMAND = /^\^(F[DV]|S[NF])$/;
/** The second byte of a character may be `^` or `~` in these encodings: Shift-JIS, GB 18030 and Big 5. */
const PAIRS: Readonly<Record<string, string>> = {
  14: '[\\x81-\\xfe][\\x40-\\xfe]|',
  15: '[\\x81-\\x9f\\xe0-\\xfc][\\x40-\\xfc]|',
  26: '[\\x81-\\xfe][\\x40-\\xfe]|',
};
/** The values in front of the data of a graphic. */
const HEADS: Readonly<Record<string, readonly string[]>> = {
  '^GF': ['form', 'size', 'bytes', 'rowBytes'],
  '~DG': ['name', 'bytes', 'rowBytes'],
  '~DY': ['name', 'form', 'type', 'bytes', 'rowBytes'],
};

/**
 * Reads a file in ZPL II, the language of label printers, and writes its labels for a printer: only commands
 * that draw. It is as tolerant as printers are: unknown commands are ignored, and the printer itself reads
 * values. Runs in linear time.
 */
export function readZpl(bytes: Uint8Array, media = USUAL_MEDIA): ZplReading {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (OTHER_LANGUAGE.test(text) || !LABEL.test(text)) return { kind: 'not_zpl' };
  if (NOT_TEXT.test(text.slice(0, text.search(COMMAND)).replace(BLANK_START, ''))) return { kind: 'not_zpl' };
  try {
    if (bytes.length > ZPL_BYTES_MAX) refuse(`A label in ZPL may have at most ${ZPL_BYTES_MAX} bytes.`);
    return new ZplReader(fillFormats(text), media, namesStoredIn(text)).read();
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', message: error.message, command: error.command };
    throw error;
  }
}

/** Returns the names of the graphics and formats that a file stores, without their drives. */
function namesStoredIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(STORES), ([, name]) => storedName(cleanValue(name))));
}

interface Label {
  /** The lasting commands in effect at its beginning. */
  begin: string;
  body: string;
  draws: boolean;
  copies: number;
  graphicBytes: number;
}

const newLabel = (): Label => ({ begin: '', body: '', draws: false, copies: 1, graphicBytes: 0 });

class ZplReader {
  readonly #text: string;
  readonly #media: ZplMedia;
  /** The names that the whole file stores. */
  readonly #ownNames: ReadonlySet<string>;
  readonly #labels: string[] = [];
  /** The lasting commands of the file by name. Each label begins with them, as the printer merges them. */
  readonly #lasting: ReadonlyMap<string, Set<string>>;
  /** The objects that the file has stored, by name. A graphic is undefined if it is damaged. */
  readonly #graphics = new Map<string, ZplGraphic | undefined>();
  /** The files of fonts by the letter that `^CW` gives them. */
  readonly #fontFiles = new Map<string, string>();
  readonly #signs = { C: '^', T: '~', D: ',' };
  #pairs = '';
  #command = /(?:)/g;
  #delimiter = /(?:)/;
  #dotsPerUnit = 1;
  #justification = '';
  /** The values of `^CF`. */
  #defaultFont: readonly string[] = [];
  #isOpen = false;
  #label = newLabel();
  #field: { sign?: string; hasFont?: boolean } = {};
  /** Why a part of a label is not printed. It counts if nothing else is. */
  #lost: string | undefined;
  readonly #count = { bytes: 0, commands: 0, graphicBytes: 0, labels: 0 };

  constructor(text: string, media: ZplMedia, ownNames: ReadonlySet<string>) {
    this.#text = text;
    this.#media = media;
    this.#ownNames = ownNames;
    this.#lasting = new Map(initialCommands(media).map((command) => [command.slice(0, 3), new Set([command])]));
    this.#setSigns();
  }

  read(): ZplReading {
    const text = this.#text;
    let at = this.#nextCommand(0);
    for (let commands = 1; at < text.length; commands += 1) {
      if (commands > COMMANDS_MAX) refuse(`The label has more than ${COMMANDS_MAX} ZPL commands.`);
      const isFormat = text[at] === this.#signs.C || text[at] === '\x1e';
      at = this.#follow((isFormat ? '^' : '~') + text.slice(at + 1, at + 3).toUpperCase(), at + 3);
    }
    if (this.#isOpen) return { kind: 'incomplete' };
    if (this.#labels.length === 0) {
      if (this.#lost) refuse(`The label prints nothing. ${this.#lost}`);
      // A file that draws nothing becomes one empty label.
      this.#isOpen = true;
      this.#write('', true);
      this.#end(text.length);
    }
    return { kind: 'labels', labels: this.#labels };
  }

  #setSigns(): void {
    const [format, control, delimiter] = Object.values(this.#signs).map((sign) => RegExp.escape(sign));
    this.#command = new RegExp(`${this.#pairs}(?:${format}|${control}|[\\x1e\\x10])(?=[A-Za-z])`, 'g');
    this.#delimiter = new RegExp(`${delimiter}|\\x1f`);
  }

  #nextCommand(from: number): number {
    this.#command.lastIndex = from;
    for (;;) {
      const found = this.#command.exec(this.#text);
      // Two characters are one of Shift-JIS, GB 18030 or Big 5.
      if (found?.[0].length !== 2) return found?.index ?? this.#text.length;
    }
  }

  /** Executes the command with parameters at `from`. Returns the position of the next command. */
  #follow(name: string, from: number): number {
    if (HEADS[name]) return this.#readObject(name, HEADS[name], from);
    if (PREFIX_CHANGE.test(name)) {
      const sign = this.#text.charAt(from);
      if (/[!-~]/.test(sign)) this.#signs[name.charAt(2) as 'C'] = sign;
      this.#setSigns();
      return this.#nextCommand(from + 1);
    }
    const end = this.#nextCommand(from);
    const argument = this.#text.slice(from, end);
    const values = argument.split(this.#delimiter, VALUES_MAX).map(cleanValue);
    if (DATA_COMMAND.test(name)) this.#writeField(name, argument);
    else if (name === '^FH') this.#field.sign = argument.trim().charAt(0) || '_';
    else if (name === '^XZ') this.#end(end);
    else (this.#special[name] ?? (() => this.#draw(name, values)))(values);
    return end;
  }

  /** The commands that are not written as they are read. */
  readonly #special: Readonly<Record<string, (values: string[]) => void>> = {
    '^XA': () => {
      if (!this.#isOpen) [this.#isOpen, this.#field, this.#label] = [true, {}, newLabel()];
    },
    '^PQ': ([number = '']) => {
      const copies = integerOf(number) || 1;
      const most = `at most ${LABELS_MAX} labels are printed`;
      if (copies > LABELS_MAX) refuse(`The ZPL command ^PQ asks for ${copies} copies; ${most}.`, '^PQ');
      this.#label.copies = Math.max(1, copies);
    },
    '^MU': ([unit = '', from, to]) => {
      const { dotsPerInch } = this.#media;
      const factor = Number(to) / Number(from);
      const converted = factor > 0 && factor < Number.POSITIVE_INFINITY ? factor : 1;
      this.#dotsPerUnit = { I: dotsPerInch, M: dotsPerInch / MM_PER_INCH }[unit] ?? converted;
    },
    '^CW': ([letter = '', file = '']) => {
      if (/^[A-Z\d]$/.test(letter) && file !== '') this.#fontFiles.set(letter, file);
    },
    // Drivers delete what they store, often before they store it.
    '^ID': ([name]) => {
      const stored = storedName(name);
      if (!this.#graphics.delete(stored) && !this.#ownNames.has(stored)) refuseHostile('^ID');
    },
    '^XG': (values) => this.#recall('^XG', values),
    '^IM': ([name = '']) => this.#recall('^IM', [name]),
    '^IL': ([name = '']) => {
      this.#write('^FO0,0');
      this.#recall('^IL', [name]);
      this.#write('^FS');
    },
  };

  #end(at: number): void {
    const { begin, body, draws, copies } = this.#label;
    [this.#isOpen, this.#label] = [false, newLabel()];
    if (!draws && body !== '') this.#lost ??= 'None of its fields has data.';
    if (!draws) return;
    this.#count.labels += copies;
    if (this.#count.labels > LABELS_MAX) {
      const count = this.#count.labels + (this.#text.slice(at).match(LABEL_ENDS)?.length ?? 0);
      refuse(`The file has ${count} labels; at most ${LABELS_MAX} are printed.`);
    }
    const written = `^XA${begin}${body}^PQ${copies}^XZ\n`;
    // The printed labels are within the limits of a file, so that they can be read again.
    this.#count.bytes += written.length;
    this.#count.commands += written.match(/[\^~]/g)?.length ?? 0;
    assertBytes(this.#count.bytes);
    if (this.#count.commands > COMMANDS_MAX) refuse(`The label has more than ${COMMANDS_MAX} ZPL commands in print.`);
    this.#labels.push(written);
  }

  /** Writes a drawing command. Refuses a hostile one, and drops any other. */
  #draw(name: string, given: readonly string[]): void {
    const isFont = FONT_COMMAND.test(name);
    const lengths = DRAWING_COMMANDS.get(isFont ? '^A' : name);
    if (lengths === undefined) {
      refuseHostile(name, given.join(','));
      return;
    }
    const values = given.map((value, at) => {
      const length = lengths.includes(String(at)) && Number(value) * this.#dotsPerUnit;
      return length && this.#dotsPerUnit !== 1 ? String(Math.round(length)) : value;
    });
    if (name === '^FS') this.#field = {};
    if ((name === '^FO' || name === '^FT') && this.#justification !== '') values[2] ||= this.#justification;
    const lasting = this.#lasting.get(name);
    if (lasting) this.#set(name, values, lasting);
    else if (isFont || name === '^A@') this.#setFont(name, values);
    else this.#write(name + values.join(','), name.startsWith('^G') && name !== '^GS');
  }

  /** Changes a lasting setting: in front of a label's body at its beginning, later in its body. */
  #set(name: string, values: string[], lasting: Set<string>): void {
    if (name === '^FW') this.#justification = values.splice(1)[0] || this.#justification;
    if (name === '^CF') this.#defaultFont = values;
    if (name === '^CI') this.#pairs = PAIRS[values[0] ?? ''] ?? '';
    this.#setSigns();
    const command = name + values.join(',');
    // The initial command ends the effect of every later one.
    if (lasting.values().next().value === command) lasting.clear();
    else lasting.delete(command);
    lasting.add(command);
    if (this.#label.body !== '') this.#write(command);
  }

  /** Writes `^A`. A letter of `^CW` becomes the name of its file, because a printer would keep the letter. */
  #setFont(name: string, values: readonly string[]): void {
    this.#field.hasFont = true;
    const file = this.#fontFiles.get(name.charAt(2));
    const [turn = '', height = '', width = ''] = values;
    this.#write(file === undefined ? name + values.join(',') : `^A@${turn},${height},${width},${file}`);
  }

  /** Adds a command to the open label. Outside of labels nothing is printed. */
  #write(command: string, draws = false): void {
    if (!this.#isOpen) return;
    const label = this.#label;
    if (label.body === '') label.begin = [...this.#lasting.values()].flatMap((commands) => [...commands]).join('');
    label.body += command;
    label.draws ||= draws;
    assertBytes(label.body.length);
  }

  /** Writes the data of a field. The font of `^CF` may be one that `^CW` names. */
  #writeField(name: string, argument: string): void {
    const [letter = '', ...size] = this.#defaultFont;
    if (this.#fontFiles.has(letter) && !this.#field.hasFont) this.#setFont(`^A${letter}`, ['', ...size]);
    const data = writeFieldData(name, argument, this.#field.sign, this.#pairs !== '');
    if (data.startsWith('^FH')) this.#field.sign ??= NO_SIGN;
    this.#write(data, true);
  }

  /** Executes a command with data, which may be binary. Returns the position of the next command. */
  #readObject(command: string, head: readonly string[], from: number): number {
    const parts = this.#text.slice(from, from + HEAD_LENGTH_MAX).split(this.#delimiter, head.length + 1);
    if (parts.length <= head.length) {
      this.#lose(command);
      return this.#nextCommand(from);
    }
    const begin = from + parts.slice(0, head.length).join(',').length + 1;
    const value = (key: string) => cleanValue(parts[head.indexOf(key)]);
    const [form, type] = [value('form'), value('type') || 'G'];
    const size = integerOf(value('size') || value('bytes'));
    const isBinary = form === 'B' || (type === 'P' && this.#text[begin] === '\x89');
    let end = isBinary ? begin + size : this.#nextCommand(begin);
    // Programs that convert line breaks change binary data. It ends at the next command then.
    const next = this.#nextCommand(end);
    if (next < end || this.#text.slice(end, next).trim() !== '') end = this.#nextCommand(begin);
    const data = this.#text.slice(begin, end);
    const text = isBinary ? Buffer.from(data, 'latin1').toString('hex') : data;
    if (type !== 'G' && type !== 'P') refuseHostile(command);
    // A PNG that is still in the file cannot be converted.
    const [bytes, rowBytes] = [integerOf(value('bytes')) || size, integerOf(value('rowBytes'))];
    const graphic = form === 'C' || type === 'P' ? undefined : readGraphic(command, text, bytes, rowBytes);
    // Damaged zlib data counts as the largest graphic, because it may take as long.
    this.#countGraphic(command, graphic?.rows.length ?? (text.includes(':Z') ? GRAPHIC_BYTES_MAX : 0));
    if (!graphic) this.#lose(command);
    if (command !== '^GF') this.#graphics.set(storedName(value('name')), graphic);
    else if (graphic) this.#writeGraphic(command, graphic);
    return this.#nextCommand(end);
  }

  #lose(command: string): void {
    this.#lost ??= `A graphic of the label (${command}) is damaged, missing, or packed in a form that is not read.`;
  }

  /** Prints a stored graphic as `^GF`. A missing one is left out. */
  #recall(command: string, [name = '', ...factors]: string[]): void {
    const graphic = this.#graphics.get(storedName(name));
    const [across = 1, down = 1] = factors.map((one) => Math.min(Math.max(integerOf(one), 1), 10));
    if (!graphic) this.#lose(command);
    else this.#writeGraphic(command, graphic, across, down);
  }

  #writeGraphic(command: string, graphic: ZplGraphic, across = 1, down = 1): void {
    const bytes = graphic.rows.length * across * down;
    this.#label.graphicBytes += bytes;
    assertGraphicBytes(command, this.#label.graphicBytes);
    this.#countGraphic(command, bytes);
    this.#write(graphicField(graphic, across, down), true);
  }

  #countGraphic(command: string, bytes: number): void {
    this.#count.graphicBytes += bytes;
    assertGraphicBytes(command, this.#count.graphicBytes, 2 * LABELS_MAX);
  }
}
