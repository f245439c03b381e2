import { invalidRequest, type Violation } from '../errors/errors.ts';
import { CsvFault, headingReader, readCsv } from './read-csv.ts';
import { decodeText, detectEncoding, encodingOf, piecesOf, UnknownEncoding } from './text-encoding.ts';
import { removeGuard } from './write-csv.ts';

const ROW_CHARACTERS_MAX = 10_000;

interface SheetForm {
  columns: readonly string[];
  /** The column that a file must have. */
  required: string;
  rowsMax: number;
  /** The media type of the request, which may name the encoding: `text/csv; charset=windows-1250`. */
  mediaType?: string | undefined;
}

export interface SheetRow {
  /** Returns the trimmed cell of a column; an empty text without it. */
  cell: (column: string) => string;
  /** Whether the file has the column. */
  has: (column: string) => boolean;
  line: number;
  /** Adds a violation of the cell, and returns null. */
  fault: (column: string, code: string, message: string, allowed?: readonly string[]) => null;
}

/**
 * Reads a CSV file whose first line names the columns, with the line of each row. Throws `invalid_request`
 * with the line and column of each faulty cell.
 */
export async function readSheet<Row>(
  bytes: Buffer,
  { columns: known, required, rowsMax, mediaType = '' }: SheetForm,
  readRow: (row: SheetRow) => Row,
): Promise<{ rows: Row[]; lines: number[] }> {
  const faults: Violation[] = [];
  const rows: Row[] = [];
  const lines: number[] = [];
  try {
    const encoding = await detectEncoding(piecesOf(bytes), encodingOf(mediaType));
    let columns: string[] | undefined;
    const read = readCsv(decodeText(piecesOf(bytes), encoding), { rowCharactersMax: ROW_CHARACTERS_MAX });
    for await (const { cells, line } of read) {
      if (!columns) {
        columns = cells.map((cell) => cell.trim()).map(headingReader(known));
        const isUnknown = columns.some((name) => name !== '' && !known.includes(name));
        if (isUnknown || !columns.includes(required))
          throw refusal(`${line}`, 'unknown_column', `The first line names the columns: ${known.join(', ')}.`);
        continue;
      }
      if (lines.push(line) > rowsMax) throw refusal(`${line}`, 'too_many', `A file has at most ${rowsMax} rows.`);
      const row = new Map(columns.map((name, index) => [name, removeGuard(cells[index] ?? '').trim()]));
      const fault: SheetRow['fault'] = (column, code, message, allowed) => {
        const pointer = `${line}/${column}`;
        faults.push({ pointer, code, message: `Line ${line}: ${message}`, ...(allowed && { allowed }) });
        return null;
      };
      rows.push(readRow({ cell: (name) => row.get(name) ?? '', has: (name) => row.has(name), line, fault }));
    }
  } catch (error) {
    if (error instanceof CsvFault) throw refusal(`${error.line}`, error.code, error.message);
    if (error instanceof UnknownEncoding) throw refusal('', 'invalid_encoding', error.message);
    throw error;
  }
  if (faults.length > 0) throw invalidRequest(faults);
  if (rows.length === 0) throw refusal('1', 'required', `The file has no rows. Its columns are ${known.join(', ')}.`);
  return { rows, lines };
}

const refusal = (pointer: string, code: string, message: string) => invalidRequest([{ pointer, code, message }]);
