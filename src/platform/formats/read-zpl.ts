// biome-ignore-all lint/suspicious/noControlCharactersInRegex: printers take some control characters for commands.
import {
  DRAWING_COMMANDS,
  DROPPED_COMMANDS,
  LASTING_COMMANDS,
  type ZplCommand,
  type ZplParameter,
} from './zpl-commands.ts';
import {
  GRAPHIC_BYTES_MAX,
  readDownload,
  readFieldHead,
  readGraphic,
  storedName,
  type ZplGraphic,
} from './zpl-graphics.ts';

/** The limit of bytes of a file, and of all labels that are printed from the file. */
export const ZPL_BYTES_MAX = 8 * 1_048_576;
export const LABELS_MAX = 10;
/** The limit of commands in a file, and in all labels printed from it. A carrier's label has some hundred. */
export const COMMANDS_MAX = 20_000;
/** Printed for each label beside its body: lasting commands, `^XA`, `^PQ1` and `^XZ`. */
const FRAME_COMMANDS = LASTING_COMMANDS.length + 3;
const FRAME_BYTES_MAX = 256;
/** The limit of a field's data as bytes in the file: 3,072, each written as `_` and two digits. */
export const FIELD_BYTES_MAX = 3 * 3_072;

/** A label to print. It contains only commands of DRAWING_COMMANDS. */
export interface ZplLabel {
  /** The parameters of LASTING_COMMANDS in effect at the label's beginning, by command. */
  settings: ReadonlyMap<string, string>;
  body: string;
}

type ZplReading =
  | { kind: 'labels'; labels: readonly ZplLabel[] }
  /** The file has no label, or bytes that are not text. */
  | { kind: 'not_zpl' }
  /** A label has no end. */
  | { kind: 'incomplete' }
  /** The file must not be printed. `command` is the command at fault, if there is one. */
  | { kind: 'refused'; message: string; command?: string };

/** ^ or ~, or the bytes that always mean them (RS and DLE), in front of a letter. */
const COMMAND = /[\^~\x1e\x10](?=[A-Za-z])/g;
const LABEL = /[\^\x1e]XA|[\^~\x1e\x10]C[CDT]/i;
const LABEL_ENDS = /[\^\x1e]XZ/gi;
/** Control characters that no text for printers has. */
const NOT_TEXT = /[\0\x01\x04-\x08\x0e\x0f\x11-\x1a\x1c\x1d]/;
/** Control characters that field data may not have: some begin or end a label or a command. */
const NOT_DATA = /[\0-\x08\x0e-\x1f\x7f]/;
/** The part of a too large file that shows whether it is text. */
const BEGINNING_BYTES = 4_096;
/** Marks of other languages that may quote ZPL: markup, JSON, RTF, PostScript. */
const OTHER_LANGUAGE = /^(\u00ef\u00bb\u00bf)?\s*[<{[%]/;
const DELIMITER = /[,\x1f]/;
const PREFIX_CHANGE = /^.C[CDT]$/;
const FONT = /^\^A[A-Z\d]$/;
const INDICATOR = /^[!-+\--/:-@[-\]_`{-}]$/;
const DEFAULT_INDICATOR = '_';
const REMEDY = 'Remove it, or send the label as PDF or PNG.';

/**
 * Parses a file in ZPL II, the language of label printers, into labels. Returns `refused` with the reason if
 * the file must not be printed, and `not_zpl` for another format. Each label contains the graphics that it
 * uses. Runs in linear time.
 */
export function readZpl(bytes: Uint8Array): ZplReading {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (OTHER_LANGUAGE.test(text) || !LABEL.test(text)) return { kind: 'not_zpl' };
  if (bytes.length > ZPL_BYTES_MAX) {
    if (NOT_TEXT.test(text.slice(0, BEGINNING_BYTES))) return { kind: 'not_zpl' };
    return { kind: 'refused', message: `A label in ZPL may have at most ${ZPL_BYTES_MAX} bytes.` };
  }
  try {
    return { kind: 'labels', labels: new ZplReader(text).read() };
  } catch (error) {
    if (error instanceof Unusable) return error.reading;
    throw error;
  }
}

class Unusable extends Error {
  readonly reading: Exclude<ZplReading, { kind: 'labels' }>;

  constructor(reading: Exclude<ZplReading, { kind: 'labels' }>) {
    super(reading.kind);
    this.reading = reading;
  }
}

function refuse(message: string, command?: string): never {
  throw new Unusable({ kind: 'refused', message: `${message} ${REMEDY}`, ...(command && { command }) });
}

function refuseCommand(command: string): never {
  refuse(`The ZPL command ${command} is not allowed: a label may only draw.`, command);
}

class ZplReader {
  readonly #text: string;
  readonly #labels: ZplLabel[] = [];
  /** The current parameters of lasting commands. */
  readonly #lasting = new Map<string, readonly string[]>(
    Object.entries(DRAWING_COMMANDS).flatMap(([name, { initial }]) =>
      initial === undefined ? [] : [[name, initial.split(',')]],
    ),
  );
  /** The graphics that the file has stored, by name. */
  readonly #graphics = new Map<string, ZplGraphic>();
  #open: { settings: Map<string, string>; body: string[]; draws: boolean; graphicBytes: number } | undefined;
  /** The sign that begins a byte in hexadecimal in the current field. */
  #indicator: string | undefined;
  readonly #printed = { bytes: 0, commands: 0 };

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly ZplLabel[] {
    const text = this.#text;
    let commands = 0;
    let at = this.#nextCommand(0);
    this.#assertText(text.slice(0, at));
    while (at < text.length) {
      commands += 1;
      if (commands > COMMANDS_MAX) refuse(`The label has more than ${COMMANDS_MAX} ZPL commands.`);
      const isFormat = text[at] === '^' || text[at] === '\x1e';
      const name = (isFormat ? '^' : '~') + text.slice(at + 1, at + 3).toUpperCase();
      at = name === '^GF' ? this.#drawField(at + 3) : this.#follow(name, at + 3);
    }
    if (this.#open) throw new Unusable({ kind: 'incomplete' });
    // A file that draws nothing becomes one empty label.
    return this.#labels.length > 0 ? this.#labels : [{ settings: this.#settings(), body: '' }];
  }

  #nextCommand(from: number): number {
    COMMAND.lastIndex = from;
    return COMMAND.exec(this.#text)?.index ?? this.#text.length;
  }

  #assertText(text: string): void {
    if (NOT_TEXT.test(text)) throw new Unusable({ kind: 'not_zpl' });
  }

  /** Executes the command with parameters at `from`. Returns the position of the next command. */
  #follow(name: string, from: number): number {
    const end = PREFIX_CHANGE.test(name) ? from + 1 : this.#nextCommand(from);
    const argument = this.#text.slice(from, end);
    if (name === '^XA') this.#begin();
    else if (name === '^XZ') this.#end(end);
    else if (name === '^FD' || name === '^FV') this.#writeField(name, argument);
    else if (name === '^FH') this.#setIndicator(argument);
    else if (name === '^PQ') this.#assertOneCopy(argument);
    else if (name === '~DG') this.#store(argument);
    else if (name === '^ID') this.#forget(argument);
    else if (name === '^XG' || name === '^IM') this.#recall(name, argument);
    else if (DROPPED_COMMANDS[name]) {
      if (!DROPPED_COMMANDS[name].test(argument.trim())) refuseCommand(name + argument.trim().slice(0, 1));
    } else this.#draw(name, argument);
    this.#assertText(argument);
    return PREFIX_CHANGE.test(name) ? this.#nextCommand(end) : end;
  }

  #begin(): void {
    this.#indicator = undefined;
    if (this.#open) return;
    this.#countPrinted(FRAME_BYTES_MAX, FRAME_COMMANDS);
    this.#open = { settings: this.#settings(), body: [], draws: false, graphicBytes: 0 };
  }

  #end(at: number): void {
    const label = this.#open;
    this.#open = undefined;
    if (!label?.draws) return;
    if (this.#labels.length === LABELS_MAX) {
      const count = LABELS_MAX + 1 + (this.#text.slice(at).match(LABEL_ENDS)?.length ?? 0);
      refuse(`The file has ${count} labels; at most ${LABELS_MAX} are printed.`);
    }
    this.#labels.push({ settings: label.settings, body: label.body.join('') });
  }

  #draw(name: string, argument: string): void {
    const command = DRAWING_COMMANDS[FONT.test(name) ? '^A' : name];
    if (!command) refuseCommand(name);
    if (name === '^FS') this.#indicator = undefined;
    const values = readParameters(name, command, argument);
    if (LASTING_COMMANDS.includes(name)) this.#set(name, values);
    else this.#write(name + values.join(','), command.draws);
  }

  /**
   * Changes a lasting setting: before the body of a label in its settings, later as a command of its body.
   */
  #set(name: string, values: readonly string[]): void {
    if (values.every((value) => value === '')) return;
    this.#lasting.set(name, mergedParameters(name, this.#lasting.get(name) ?? [], values));
    if (this.#open?.body.length === 0) this.#open.settings = this.#settings();
    else this.#write(name + values.join(','));
  }

  #settings(): Map<string, string> {
    return new Map([...this.#lasting].map(([name, values]) => [name, name + values.join(',')]));
  }

  /** Adds a command to the open label. Outside of labels nothing is printed. */
  #write(command: string, draws = false): void {
    if (!this.#open) return;
    this.#countPrinted(command.length, 1);
    this.#open.body.push(command);
    this.#open.draws ||= draws;
  }

  /** Keeps the printed labels within the limits of a file, so that they can be read again. */
  #countPrinted(bytes: number, commands: number): void {
    this.#printed.bytes += bytes;
    this.#printed.commands += commands;
    if (this.#printed.bytes > ZPL_BYTES_MAX) refuse(`The label has more than ${ZPL_BYTES_MAX} bytes in print.`);
    if (this.#printed.commands > COMMANDS_MAX) refuse(`The label has more than ${COMMANDS_MAX} ZPL commands in print.`);
  }

  /** Writes the data of a field with every ^ and ~ in hexadecimal, so that no part of it begins a command. */
  #writeField(name: string, argument: string): void {
    // Printers ignore line breaks. Without them, no line of the data can begin a command of another language.
    let data = argument.replaceAll(/[\r\n\v\f]/g, '');
    if (NOT_DATA.test(data)) refuse(`A field of the label has a control character: write it behind ^FH.`, name);
    if (/[\^~]/.test(data)) {
      if (this.#indicator === undefined) {
        this.#write(`^FH${DEFAULT_INDICATOR}`);
        data = data.replaceAll(DEFAULT_INDICATOR, `${DEFAULT_INDICATOR}5F`);
      }
      const indicator = this.#indicator ?? DEFAULT_INDICATOR;
      data = data.replaceAll('^', `${indicator}5E`).replaceAll('~', `${indicator}7E`);
    }
    if (data.length > FIELD_BYTES_MAX) refuse(`A field of the label has more than ${FIELD_BYTES_MAX} bytes.`, name);
    this.#write(name + data, true);
  }

  #setIndicator(argument: string): void {
    const indicator = argument.trim().slice(0, 1) || DEFAULT_INDICATOR;
    if (!INDICATOR.test(indicator)) refuse('In the ZPL command ^FH, the indicator must be a sign.', '^FH');
    this.#indicator = indicator;
    this.#write(`^FH${indicator}`);
  }

  #assertOneCopy(argument: string): void {
    const copies = argument.split(DELIMITER)[0]?.trim() ?? '';
    if (/^0*1?$/.test(copies)) return;
    refuse(`The ZPL command ^PQ asks for ${copies.slice(0, 20)} copies: a label is printed once.`, '^PQ');
  }

  /** Executes `^GF`, whose data may be binary. Returns the position of the next command. */
  #drawField(from: number): number {
    const head = readFieldHead(this.#text.slice(from, from + 100));
    if (!head || head.form === 'C') refuseGraphic('^GF');
    const begin = from + head.length;
    const end = head.form === 'B' ? begin + head.dataBytes : this.#nextCommand(begin);
    if (end > this.#text.length) throw new Unusable({ kind: 'incomplete' });
    const data = this.#text.slice(begin, end);
    if (head.form === 'A') this.#assertText(data);
    const digits = head.form === 'B' ? Buffer.from(data, 'latin1').toString('hex').toUpperCase() : data;
    const graphic = readGraphic(digits, head.bytes, head.rowBytes);
    if (!graphic) refuseGraphic('^GF');
    this.#writeGraphic('^GF', graphic);
    return this.#nextCommand(end);
  }

  #store(argument: string): void {
    const download = readDownload(argument);
    if (!download) refuseGraphic('~DG');
    this.#graphics.set(download.name, download.graphic);
  }

  /** Executes `^ID` for graphics of the file itself. They are not in the printer. */
  #forget(argument: string): void {
    const name = storedName(argument);
    if (name === undefined || !this.#graphics.delete(name)) {
      refuse('The ZPL command ^ID deletes what this file has not stored.', '^ID');
    }
  }

  #recall(command: string, argument: string): void {
    const [name = '', ...magnification] = argument.split(DELIMITER);
    const graphic = this.#graphics.get(storedName(name) ?? '');
    if (!graphic) refuse(`The ZPL command ${command} prints a graphic that this file does not store.`, command);
    if (magnification.slice(0, 2).some((one) => !['', '1'].includes(one.trim())))
      refuse(`The ZPL command ${command} may print a graphic in its own size alone.`, command);
    this.#writeGraphic(command, graphic);
  }

  #writeGraphic(command: string, { bytes, rowBytes, data }: ZplGraphic): void {
    if (this.#open) {
      this.#open.graphicBytes += bytes;
      if (this.#open.graphicBytes > GRAPHIC_BYTES_MAX) refuseGraphic(command);
    }
    this.#write(`^GFA,${bytes},${bytes},${rowBytes},${data}`, true);
  }
}

function refuseGraphic(command: string): never {
  const message = `A graphic of the label (${command}) is damaged, packed in a form that is not read, or has more than ${GRAPHIC_BYTES_MAX} bytes.`;
  refuse(message, command);
}

/** Returns the values of a command as they are printed. Further values are ignored, as printers do. */
function readParameters(name: string, { parameters }: ZplCommand, argument: string): string[] {
  if (parameters.length === 0) return [];
  const values = argument.split(DELIMITER, parameters.length).map((value) => value.trim());
  values.forEach((value, index) => {
    const { name: parameter, values: allowed, accepts } = parameters[index] as ZplParameter;
    if (value === '' || accepts(value)) return;
    refuse(`In the ZPL command ${name}, ${parameter} must be ${allowed}.`, name);
  });
  return values.map((value) => value.toUpperCase());
}

/** Merges parameters of a lasting command. An empty one keeps its value, except for the size of letters. */
function mergedParameters(name: string, before: readonly string[], given: readonly string[]): string[] {
  if (name === '^CF') return [given[0] || before[0] || '', ...given.slice(1)];
  const length = Math.max(before.length, given.length);
  return Array.from({ length }, (_, index) => given[index] || before[index] || '');
}
