import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { grouped } from '../text/wording.ts';

/** What may stand before the header, and the header itself, at most; a longer line is no header. */
const HEAD_CHARACTERS_MAX = 65_536;
/** Blank lines, and the line by which a spreadsheet names the delimiter. */
const BEFORE_HEADER = /^(?:[ \t]*\n)*(?:sep=(.)\n)?(?:[ \t]*\n)*/i;
/** Cells of one row: as many columns as the widest sheet of Excel has. */
const CELLS_MAX = 16_384;

/** The parser keeps all rows of what it is given at once, and nothing else runs meanwhile. */
const PARSED_AT_ONCE_CHARACTERS = 16_384;

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

export interface CsvRow {
  cells: string[];
  /** The one that the row begins in, counted from 1 in the file. */
  line: number;
}

/** The limit of one row. */
interface RowLimit {
  rowCharactersMax: number;
}

/** What makes the rest of the text unreadable. */
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
 * Reads the rows of a CSV text that are not empty, with the header. Separated by what `sep=` names, or else by the
 * semicolon, tab or comma of the header. Keeps a chunk of the text and its rows in memory, and lets other work run
 * between chunks, so chunks are to be small. Throws CsvFault.
 */
export async function* readCsv(
  text: AsyncIterable<string> | Iterable<string>,
  { rowCharactersMax }: RowLimit,
): AsyncGenerator<CsvRow> {
  const chunks = withUnixBreaks(text)[Symbol.asyncIterator]();
  const { linesBefore, delimiter, table } = await readHead(chunks);
  const parser = parse({
    delimiter,
    info: true,
    // An error then tells how far back its row began.
    raw: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  const bounded = withinLimits(joined(table, chunks), { linesBefore, delimiter, rowCharactersMax });
  // The loop throws what goes wrong.
  pipeline(Readable.from(bounded), parser, () => {});
  let columns: number | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      const line = linesBefore + info.lines - countBreaks(record.join());
      const cells = record.map(plainCell);
      columns ??= widthOf(cells, 0);
      yield { cells: cells.slice(0, widthOf(cells, columns)), line };
    }
  } catch (error) {
    throw faultOf(error as Error, linesBefore);
  }
}

/** The parser counts a line break of two characters inside quotes as two lines. */
async function* withUnixBreaks(text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of text) {
    const whole = held + chunk;
    // Its second half may be the first character of the next chunk.
    held = whole.endsWith('\r') ? '\r' : '';
    yield whole.slice(0, whole.length - held.length).replaceAll(/\r\n?/g, '\n');
  }
  if (held) yield '\n';
}

interface Head {
  linesBefore: number;
  delimiter: string;
  /** What was read of the table, from its header on. */
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
  const [skipped = '', named] = before ?? [];
  const table = head.slice(skipped.length);
  const [header = ''] = table.split('\n', 1);
  // No column has a name with one of them in it.
  const found = [';', '\t'].find((one) => header.includes(one)) ?? ',';
  return {
    linesBefore: countBreaks(skipped),
    delimiter: named && header.includes(named) ? named : found,
    table,
  };
}

async function* joined(table: string, chunks: AsyncIterator<string>): AsyncGenerator<string> {
  if (table) yield table;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

/** Passes the text on up to a row that is too long or too wide, of which the parser would keep every cell. Throws CsvFault. */
async function* withinLimits(
  text: AsyncIterable<string>,
  { linesBefore, delimiter, rowCharactersMax }: Pick<Head, 'linesBefore' | 'delimiter'> & RowLimit,
): AsyncGenerator<string> {
  const separator = delimiter.charCodeAt(0);
  let line = linesBefore + 1;
  let row = { line, characters: 0, cells: 1 };
  let isQuoted = false;
  for await (const chunk of text) {
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      row.characters++;
      // A quote within quotes is doubled, so it ends them and begins them again.
      if (code === QUOTE) isQuoted = !isQuoted;
      else if (code === LINE_FEED) {
        line++;
        if (!isQuoted) row = { line, characters: 0, cells: 1 };
      } else if (code === separator && !isQuoted) row.cells++;
      if (row.characters > rowCharactersMax) throw tooLong(row.line, rowCharactersMax);
      if (row.cells > CELLS_MAX) throw tooWide(row.line);
    }
    for (let at = 0; at < chunk.length; at += PARSED_AT_ONCE_CHARACTERS) {
      yield chunk.slice(at, at + PARSED_AT_ONCE_CHARACTERS);
      await nextTurn();
    }
  }
}

function tooLong(line: number, max: number): CsvFault {
  const message = `is longer than ${grouped(max)} characters; is a quote not closed, or a line break missing?`;
  return new CsvFault(line, 'too_long', message);
}

function tooWide(line: number): CsvFault {
  const message = `has more than ${grouped(CELLS_MAX)} cells; delete the empty columns at its end.`;
  return new CsvFault(line, 'too_many_items', message);
}

/** Spreadsheets write empty cells behind the last column, where something once stood; those of the columns themselves count. */
function widthOf(cells: readonly string[], columns: number): number {
  const last = cells.findLastIndex((cell) => cell !== '');
  return Math.min(cells.length, Math.max(columns, last + 1));
}

function faultOf(error: Error, linesBefore: number): Error {
  if (!(error instanceof CsvError)) return error;
  const { lines = 1, raw = '' } = error as CsvError & { lines?: number; raw?: string };
  // The break at the very end of a text is not in `lines`.
  const line = linesBefore + lines - countBreaks(raw.trimStart().replace(/\n$/, ''));
  return new CsvFault(line, 'invalid_csv', 'cannot be read as CSV; check its quotes.');
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}

/** What spreadsheets make of cells: pure rules, for every table that is read. */

/** `4,00638E+12`: a long number as a spreadsheet shows it, digits lost. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;
/** Spaces that do not break, which are the thousands' separator in some languages. */
const OUTER_FIXED_SPACES = /^[\u00a0\u202f]+|[\u00a0\u202f]+$/g;

/** Whether a spreadsheet took the code for a number and rounded it. */
export function isRounded(code: string): boolean {
  return SCIENTIFIC.test(code);
}

/** What to say of such a code. */
export function roundedMessage(name: string): string {
  return `"${name}" was taken for a number by a spreadsheet, which rounded it and wrote it with an exponent: its digits are lost. Give that column the format "Text" before its values are entered or imported, and save anew.`;
}

/** The cell without spaces of a fixed width around it, and without the `="…"` by which people keep a spreadsheet from changing it. */
function plainCell(cell: string): string {
  const text = cell.replaceAll(OUTER_FIXED_SPACES, '');
  return /^="[^"]*"$/.test(text) ? text.slice(2, -1) : text;
}

/** A whole number as spreadsheets write it: `1 200`, `1200,00`. Undefined where it is none, or might mean another one, as `1.200` might. */
export function wholeNumber(cell: string): number | undefined {
  const [, digits] = /^(-?\d{1,3}(?:[ \u00a0\u202f']\d{3})+|-?\d{1,15})(?:[.,]0{1,2})?$/.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(/[^\d-]/g, ''));
}

/** The EAN-13 that was probably meant by 11 or 12 digits: spreadsheets drop the zeros that a number begins with. Undefined: none. */
export function eanWithZeros(digits: string): string | undefined {
  if (!/^\d{11,12}$/.test(digits)) return undefined;
  const ean = digits.padStart(13, '0');
  const sum = [...ean].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? ean : undefined;
}
