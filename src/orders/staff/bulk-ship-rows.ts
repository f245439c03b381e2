import { CsvError, parse } from 'csv-parse/sync';
import { invalidRequest, type Violation } from '../../errors.ts';
import { nearestName } from '../../nearest-name.ts';
import {
  type Parcel,
  parcelViolations,
  TRACKING_LENGTH_MAX,
  TRACKING_URL_LENGTH_MAX,
} from '../change/operate-order-ship.ts';

export const BULK_SHIP_ROWS_MAX = 2_000;
const ROW_BYTES_MAX = 16_384;
/** What may stand before the header: blank lines, and Excel's line that names the delimiter. */
const BEFORE_HEADER = /^\ufeff?(?:[ \t]*\n)*(?:sep=.\n)?(?:[ \t]*\n)*/i;
const NOT_PRINTABLE = /[\p{Cc}\p{Cs}]/u;
const REQUIRED = ['clientId', 'orderId'];
const LENGTHS_MAX = {
  trackingNumber: TRACKING_LENGTH_MAX,
  trackingCarrier: TRACKING_LENGTH_MAX,
  trackingUrl: TRACKING_URL_LENGTH_MAX,
};
const COLUMNS = [...REQUIRED, ...Object.keys(LENGTHS_MAX)];

/** One row of the file: one parcel. */
export interface ShipRow {
  /** The one that the row begins in, counted from 1. */
  line: number;
  clientId: string;
  orderId: string;
  parcel: Omit<Parcel, 'items'>;
  /** What is wrong with the row itself. */
  fault?: string;
}

interface Row {
  record: string[];
  /** The first of those it takes. */
  line: number;
}

/** The rows of the CSV file. Throws `invalid_request` when it is none, or its columns are not those that are known. */
export function readShipRows(text: string): ShipRow[] {
  const [header, ...rows] = parseRows(text);
  const columns = header?.record ?? [];
  const violations = columnViolations(columns, header?.line ?? 1);
  if (violations.length > 0) throw invalidRequest(violations);
  if (rows.length === 0 || rows.length > BULK_SHIP_ROWS_MAX) {
    const code = rows.length === 0 ? 'too_few_items' : 'too_many_items';
    const message = `The file must have 1 to ${BULK_SHIP_ROWS_MAX} rows below its header.`;
    throw invalidRequest([{ pointer: '', code, message }]);
  }
  return rows.map((row) => shipRow(columns, row));
}

function parseRows(text: string): Row[] {
  // The parser counts a line break of two characters inside quotes as two lines.
  const unixText = text.replaceAll(/\r\n?/g, '\n');
  const before = BEFORE_HEADER.exec(unixText)?.[0] ?? '';
  const table = unixText.slice(before.length);
  const linesBefore = countBreaks(before);
  const [firstLine = ''] = table.split('\n', 1);
  try {
    const parsed = parse(table, {
      delimiter: [';', '\t'].find((one) => firstLine.includes(one)) ?? ',',
      info: true,
      // An error then tells how far back its row began.
      raw: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: ROW_BYTES_MAX,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return parsed.map(({ record, info }) => ({
      record,
      line: linesBefore + info.lines - countBreaks(record.join()),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines, raw } = error as CsvError & { lines: number; raw: string };
    const line = linesBefore + lines - countBreaks(raw.trimStart());
    const [code, fault] =
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? ['too_long', `is longer than ${ROW_BYTES_MAX.toLocaleString('en')} bytes; is a quote not closed?`]
        : ['invalid', 'cannot be read as CSV; check its quotes.'];
    throw invalidRequest([{ pointer: `line ${line}`, code, message: `The row at line ${line} ${fault}` }]);
  }
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}

function columnViolations(columns: readonly string[], line: number): Violation[] {
  const violations: Violation[] = [];
  for (const name of REQUIRED) {
    if (columns.includes(name)) continue;
    const message = `The header must name the column "${name}".`;
    violations.push({ pointer: `line ${line}`, code: 'required', message });
  }
  for (const [index, name] of columns.entries()) {
    if (COLUMNS.includes(name) && columns.indexOf(name) === index) continue;
    const nearest = nearestName(name, COLUMNS);
    const hint =
      nearest && !columns.includes(nearest) ? `Did you mean "${nearest}"?` : `Known: ${COLUMNS.join(', ')}.`;
    const message = `Column ${index + 1} is unknown, or there twice. ${hint}`;
    violations.push({ pointer: `line ${line}`, code: 'unknown_property', message, allowed: COLUMNS });
  }
  return violations;
}

function shipRow(columns: readonly string[], { record, line }: Row): ShipRow {
  const cells = new Map(columns.map((name, index) => [name, record[index] ?? '']));
  const faults: string[] = [];
  if (record.length > columns.length) faults.push('The row has more cells than the header.');
  for (const name of REQUIRED) if (!cells.get(name)) faults.push(`"${name}" is required.`);
  const parcel: ShipRow['parcel'] = {};
  for (const [name, lengthMax] of Object.entries(LENGTHS_MAX)) {
    const cell = cells.get(name);
    if (!cell) continue;
    if (NOT_PRINTABLE.test(cell)) faults.push(`"${name}" must not hold control characters.`);
    if ([...cell].length > lengthMax) faults.push(`"${name}" must have at most ${lengthMax} characters.`);
    parcel[name as keyof typeof LENGTHS_MAX] = cell;
  }
  for (const { message } of parcelViolations([], [parcel])) faults.push(message);
  return {
    line,
    clientId: cells.get('clientId') ?? '',
    orderId: cells.get('orderId') ?? '',
    parcel,
    ...(faults.length > 0 && { fault: faults.join(' ') }),
  };
}
