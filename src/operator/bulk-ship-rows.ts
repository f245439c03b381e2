import { CsvError, parse } from 'csv-parse/sync';
import { invalidRequest, type Violation } from '../errors.ts';
import { nearestName } from '../http/violations.ts';
import type { Parcel } from '../orders/operate-order-ship.ts';
import { TRACKING_LENGTH_MAX, TRACKING_URL_LENGTH_MAX } from './transition-schemas.ts';

export const BULK_SHIP_ROWS_MAX = 2_000;
const ROW_CHARACTERS_MAX = 16_384;
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
  /** Counted from 1, the header being the first. */
  line: number;
  clientId: string;
  orderId: string;
  parcel: Omit<Parcel, 'items'>;
  /** What is wrong with the row itself. */
  fault?: string;
}

interface Row {
  record: string[];
  info: { lines: number };
}

/** The rows of the CSV file. Throws `invalid_request` when it is none, or its columns are not those that are known. */
export function readShipRows(text: string): ShipRow[] {
  const [header, ...rows] = parseRows(text);
  const columns = header?.record ?? [];
  const violations = columnViolations(columns);
  if (violations.length > 0) throw invalidRequest(violations);
  if (rows.length === 0 || rows.length > BULK_SHIP_ROWS_MAX) {
    const code = rows.length === 0 ? 'too_few_items' : 'too_many_items';
    const message = `The file must have 1 to ${BULK_SHIP_ROWS_MAX} rows below its header.`;
    throw invalidRequest([{ pointer: '', code, message }]);
  }
  return rows.map((row) => shipRow(columns, row));
}

function parseRows(text: string): Row[] {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  try {
    return parse(text, {
      bom: true,
      delimiter: [';', '\t'].find((one) => firstLine.includes(one)) ?? ',',
      info: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: ROW_CHARACTERS_MAX,
    }) as unknown as Row[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = `Line ${error.lines} cannot be read as CSV; check its quotes.`;
    throw invalidRequest([{ pointer: `line ${error.lines}`, code: 'invalid', message }]);
  }
}

function columnViolations(columns: readonly string[]): Violation[] {
  const violations: Violation[] = [];
  for (const name of REQUIRED) {
    if (columns.includes(name)) continue;
    const message = `The first line must name the column "${name}".`;
    violations.push({ pointer: 'line 1', code: 'required', message });
  }
  for (const [index, name] of columns.entries()) {
    if (COLUMNS.includes(name) && columns.indexOf(name) === index) continue;
    const nearest = nearestName(name, COLUMNS);
    const hint =
      nearest && !columns.includes(nearest) ? `Did you mean "${nearest}"?` : `Known: ${COLUMNS.join(', ')}.`;
    const message = `Column ${index + 1} is unknown, or there twice. ${hint}`;
    violations.push({ pointer: 'line 1', code: 'unknown_property', message, allowed: COLUMNS });
  }
  return violations;
}

function shipRow(columns: readonly string[], { record, info }: Row): ShipRow {
  const cells = new Map(columns.map((name, index) => [name, record[index] ?? '']));
  const faults: string[] = [];
  if (record.length > columns.length) faults.push('The row has more cells than the first line.');
  for (const name of REQUIRED) if (!cells.get(name)) faults.push(`"${name}" is required.`);
  const parcel: ShipRow['parcel'] = {};
  for (const [name, lengthMax] of Object.entries(LENGTHS_MAX)) {
    const cell = cells.get(name);
    if (!cell) continue;
    if (NOT_PRINTABLE.test(cell)) faults.push(`"${name}" must not hold control characters.`);
    if ([...cell].length > lengthMax) faults.push(`"${name}" must have at most ${lengthMax} characters.`);
    parcel[name as keyof typeof LENGTHS_MAX] = cell;
  }
  return {
    line: info.lines,
    clientId: cells.get('clientId') ?? '',
    orderId: cells.get('orderId') ?? '',
    parcel,
    ...(faults.length > 0 && { fault: faults.join(' ') }),
  };
}
