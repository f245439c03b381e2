import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { formatCount } from '../errors/wording.ts';

/** The limit of the header and the lines before it. */
const HEAD_CHARACTERS_MAX = 65_536;
/**
 * Blank lines, and the line in which a spreadsheet names the delimiter. A program that does not know the line
 * puts it in quotes, and writes the delimiters of its empty cells.
 */
const BEFORE_HEADER = /^(?:[ \t]*\n)*(?:"?sep=(.)"?[ \t,;|]*\n)?(?:[ \t]*\n)*/i;
/** The number of columns in the widest sheet of Excel. */
const CELLS_MAX = 16_384;

/** The parser handles such a part at once, which blocks other work. */
const PARSED_AT_ONCE_CHARACTERS = 16_384;

const QUOTE = 0x22;
const EQUALS = 0x3d;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
export type CsvRow = { cells: string[]; line: number; delimiter: string };
type RowLimit = { rowCharactersMax: number };

/** Says why a CSV text cannot be read from the row at `line` on. */
export class CsvFault extends Error {
  readonly line: number;
  readonly code: 'too_long' | 'too_many_items' | 'invalid_csv';

  constructor(line: number, code: CsvFault['code'], message: string) {
    super(message);
    this.line = line;
    this.code = code;
  }
}

/**
 * Reads the rows of a CSV text: the header too, but no empty rows. A line `sep=` sets the delimiter; else it
 * is the semicolon, tab or comma of the header. Keeps one chunk in memory and lets other work run after each,
 * so callers pass small chunks. Throws CsvFault.
 */
export async function* readCsv(
  text: AsyncIterable<string> | Iterable<string>,
  { rowCharactersMax }: RowLimit,
): AsyncGenerator<CsvRow> {
  const chunks = replaceBreaks(text)[Symbol.asyncIterator]();
  const { linesBefore, delimiter, table } = await readHead(chunks);
  const parser = parse({
    delimiter,
    info: true,
    // Errors then contain the raw text of their row.
    raw: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  const bounded = limitRows(joinChunks(table, chunks), { linesBefore, delimiter, rowCharactersMax });
  // The loop below throws errors of the pipeline.
  pipeline(Readable.from(bounded), parser, () => {});
  let columns: number | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = linesBefore + info.lines - countBreaks(record.join());
      if (record.some((cell) => cell.includes('\0')))
        throw new CsvFault(line, 'invalid_csv', `Line ${line} has a zero character, which is no text.`);
      const cells = record.map(plainCell);
      // MS-DOS ends a text with this character.
      if (cells.join('') === '\x1a') continue;
      columns ??= widthOf(cells, 0);
      yield { cells: cells.slice(0, widthOf(cells, columns)), line, delimiter };
    }
  } catch (error) {
    throw faultOf(error as Error, linesBefore);
  }
}

/**
 * Replaces CRLF, because the parser counts it as two lines inside quotes. Keeps `=` and the next character in
 * one chunk.
 */
async function* replaceBreaks(text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of text) {
    const whole = held + chunk;
    // A line feed or a quote may follow in the next chunk.
    held = /[\r=]$/.exec(whole)?.[0] ?? '';
    yield whole.slice(0, whole.length - held.length).replaceAll(/\r\n?/g, '\n');
  }
  if (held) yield held.replace('\r', '\n');
}

interface Head {
  linesBefore: number;
  delimiter: string;
  /** The text read so far, from the header on. */
  table: string;
}

async function readHead(chunks: AsyncIterator<string>): Promise<Head> {
  let head = '';
  let before: RegExpExecArray | null = null;
  let isWhole = false;
  while (!isWhole && head.length < HEAD_CHARACTERS_MAX) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = (head + value).replace(/^\ufeff/, '');
    before = BEFORE_HEADER.exec(head.slice(0, HEAD_CHARACTERS_MAX));
    isWhole = head.slice(before?.[0].length).includes('\n');
  }
  const [skipped = '', separator] = before ?? [];
  const table = head.slice(skipped.length);
  const [header = ''] = table.split('\n', 1);
  // No column name contains one of these characters.
  const found = [';', '\t'].find((one) => header.includes(one)) ?? ',';
  return {
    linesBefore: countBreaks(skipped),
    delimiter: separator && header.includes(separator) ? separator : found,
    table,
  };
}

async function* joinChunks(table: string, chunks: AsyncIterator<string>): AsyncGenerator<string> {
  if (table) yield table;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

/**
 * Yields the text up to a row that is too long or wide for the parser's memory. Removes the `=` of a cell
 * `="…"`, which keeps a spreadsheet from changing the text. Throws CsvFault.
 */
async function* limitRows(
  text: AsyncIterable<string>,
  { linesBefore, delimiter, rowCharactersMax }: Pick<Head, 'linesBefore' | 'delimiter'> & RowLimit,
): AsyncGenerator<string> {
  const separator = delimiter.charCodeAt(0);
  let line = linesBefore + 1;
  let row = { line, characters: 0, cells: 1 };
  let isQuoted = false;
  let isBlank = true;
  for await (const given of text) {
    let chunk = '';
    let copied = 0;
    for (let at = 0; at < given.length; at++) {
      const code = given.charCodeAt(at);
      row.characters++;
      if (isBlank && code === EQUALS && given.charCodeAt(at + 1) === QUOTE) {
        chunk += given.slice(copied, at);
        copied = at + 1;
        continue;
      }
      // A doubled quote inside quotes ends them and begins them again.
      if (code === QUOTE) isQuoted = !isQuoted;
      else if (code === LINE_FEED) {
        line++;
        if (!isQuoted) row = { line, characters: 0, cells: 1 };
      } else if (code === separator && !isQuoted) row.cells++;
      isBlank = !isQuoted && (code === separator || code === LINE_FEED || (isBlank && code === SPACE));
      if (row.characters > rowCharactersMax) throw tooLong(row.line, rowCharactersMax);
      if (row.cells > CELLS_MAX) throw tooWide(row.line);
    }
    chunk += given.slice(copied);
    for (let at = 0; at < chunk.length; at += PARSED_AT_ONCE_CHARACTERS) {
      yield chunk.slice(at, at + PARSED_AT_ONCE_CHARACTERS);
      await nextTurn();
    }
  }
}

function tooLong(line: number, max: number): CsvFault {
  const message = `is longer than ${formatCount(max)} characters; is a quote not closed, or a line break missing?`;
  return new CsvFault(line, 'too_long', message);
}

function tooWide(line: number): CsvFault {
  const message = `has more than ${formatCount(CELLS_MAX)} cells; delete the empty columns at its end.`;
  return new CsvFault(line, 'too_many_items', message);
}

/** Counts the cells without the empty ones that spreadsheets write after the last column. */
function widthOf(cells: readonly string[], columns: number): number {
  const last = cells.findLastIndex((cell) => cell !== '');
  return Math.min(cells.length, Math.max(columns, last + 1));
}

function faultOf(error: Error, linesBefore: number): Error {
  if (!(error instanceof CsvError)) return error;
  const { lines = 1, raw = '' } = error as CsvError & { lines?: number; raw?: string };
  // `lines` does not include the line break at the end of the text.
  const line = linesBefore + lines - countBreaks(raw.trimStart().replace(/\n$/, ''));
  return new CsvFault(line, 'invalid_csv', 'cannot be read as CSV; check its quotes.');
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}

/** `4,00638E+12`: a long number in a spreadsheet, whose digits are lost. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;
/** Non-breaking spaces and line breaks around the text of a cell, which nobody sees in a spreadsheet. */
const OUTER_BLANKS = /^[\u00a0\u202f\n]+|[\u00a0\u202f\n]+$/g;

/** Returns whether a spreadsheet has rounded the code, as in `4,00638E+12`, so that digits are lost. */
export function isRounded(code: string): boolean {
  return SCIENTIFIC.test(code);
}

export function roundedMessage(name: string): string {
  return `"${name}" was taken for a number by a spreadsheet, which rounded it and wrote it with an exponent: its digits are lost. Give that column the format "Text" before its values are entered or imported, and save it again.`;
}

/**
 * Removes outer blanks, and the `="…"` or the apostrophe of a code (`'01067`) that keep a spreadsheet
 * from changing the cell.
 */
function plainCell(cell: string): string {
  const text = cell.replaceAll(OUTER_BLANKS, '');
  if (/^'\d{4,}$/.test(text)) return text.slice(1);
  return /^="[^"]*"$/.test(text) ? text.slice(2, -1) : text;
}

/** `1,200` and `1.200` are 1200 in one country and 1.2 in another. */
export const AMBIGUOUS_NUMBER = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** Numbers in which a sign surely separates thousands, such as `1 234,5`, `1.234,5` and `1.234.567`. */
const GROUPED =
  /^-?\d{1,3}(?:(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?|(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+|(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;

/** Writes such a number with a decimal point and without the signs of thousands. Other text stays. */
export function withoutGrouping(cell: string): string {
  if (!GROUPED.test(cell)) return cell;
  const signs: readonly string[] = cell.match(/[^\d-]/g) ?? [];
  const last = signs.at(-1) ?? '';
  const hasDecimals = /[.,]/.test(last) && signs.indexOf(last) === signs.length - 1;
  const decimals = hasDecimals ? cell.slice(cell.lastIndexOf(last) + 1) : '';
  const whole = hasDecimals ? cell.slice(0, cell.lastIndexOf(last)) : cell;
  return whole.replaceAll(/[^\d-]/g, '') + (decimals && `.${decimals}`);
}

/** Parses a number such as `1 200` or `1200,00`. Undefined for text and for `1.200`, which is ambiguous. */
export function wholeNumber(cell: string): number | undefined {
  const [, digits] = /^(-?\d{1,15})(?:[.,]0{1,2})?$/.exec(withoutGrouping(cell)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Returns a function that finds the column of `known` that a heading means, whatever its letter case, blanks,
 * hyphens and underscores. It returns other headings as they are.
 */
export function headingReader(known: readonly string[]): (heading: string) => string {
  const keyOf = (heading: string) => heading.toLowerCase().replaceAll(/[\s_-]/g, '');
  const columns = new Map(known.map((name) => [keyOf(name), name]));
  return (heading) => (known.includes(heading) ? heading : (columns.get(keyOf(heading)) ?? heading));
}
