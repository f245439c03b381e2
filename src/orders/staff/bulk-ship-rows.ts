import { CsvFault, type CsvRow, isRounded, readCsv, roundedMessage } from '../../platform/csv/read-csv.ts';
import { invalidRequest, VIOLATIONS_LISTED_MAX, type Violation } from '../../platform/errors/errors.ts';
import { nearestName } from '../../platform/text/wording.ts';
import { TRACKING_LENGTH_MAX, TRACKING_URL_LENGTH_MAX } from '../change/operate-order.ts';
import { type Pieces, type Tracking, trackingUrlViolations } from '../change/shipment-rules.ts';
import { QUANTITY_MAX } from '../document/order-fields.ts';

export const BULK_SHIP_ROWS_MAX = 2_000;
const ROW_CHARACTERS_MAX = 16_384;
const NOT_PRINTABLE = /[\p{Cc}\p{Cs}]/u;
const REQUIRED = ['clientId', 'orderId'];
const LENGTHS_MAX = {
  trackingNumber: TRACKING_LENGTH_MAX,
  trackingCarrier: TRACKING_LENGTH_MAX,
  trackingUrl: TRACKING_URL_LENGTH_MAX,
};
const COLUMNS = [...REQUIRED, ...Object.keys(LENGTHS_MAX), 'itemId', 'quantity'];
/** What a CSV file for spreadsheets has before a text that they would take for a formula, as the console's template does. */
const GUARD = /^'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const WHOLE_NUMBER = /^\d{1,9}$/;

/** One row of the file: a parcel, or pieces of an item in it. */
export interface ShipRow {
  /** The one that the row begins in, counted from 1. */
  line: number;
  clientId: string;
  orderId: string;
  tracking: Tracking;
  /** What it holds; absent: all that is left. */
  pieces?: Pieces;
  /** What is wrong with the row itself. */
  fault?: string;
}

/** The rows of the CSV file. Throws `invalid_request` when it is none, or its columns are not those that are known. */
export async function readShipRows(text: AsyncIterable<string>): Promise<ShipRow[]> {
  const [header, ...rows] = await parseRows(text);
  const columns = header?.cells ?? [];
  const violations = columnViolations(columns, header?.line ?? 1);
  if (violations.length > 0) throw invalidRequest(violations);
  if (rows.length === 0 || rows.length > BULK_SHIP_ROWS_MAX) {
    const code = rows.length === 0 ? 'too_few_items' : 'too_many_items';
    const message = `The file must have 1 to ${BULK_SHIP_ROWS_MAX} rows below its header.`;
    throw invalidRequest([{ pointer: '', code, message }]);
  }
  return rows.map((row) => shipRow(columns, row));
}

/** The header, and one row more than there may be at most. */
async function parseRows(text: AsyncIterable<string>): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  try {
    for await (const row of readCsv(text, { rowCharactersMax: ROW_CHARACTERS_MAX }))
      if (rows.push(row) > BULK_SHIP_ROWS_MAX + 1) break;
    return rows;
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const { line, code, message } = error;
    throw invalidRequest([{ pointer: `line ${line}`, code, message: `The row at line ${line} ${message}` }]);
  }
}

function columnViolations(columns: readonly string[], line: number): Violation[] {
  const violations: Violation[] = [];
  for (const name of REQUIRED) {
    if (columns.includes(name)) continue;
    const message = `The header must name the column "${name}".`;
    violations.push({ pointer: `line ${line}`, code: 'required', message });
  }
  for (const [index, name] of columns.entries()) {
    if (violations.length >= VIOLATIONS_LISTED_MAX) break;
    if (COLUMNS.includes(name) && columns.indexOf(name) === index) continue;
    const nearest = nearestName(name, COLUMNS);
    const hint =
      nearest && !columns.includes(nearest) ? `Did you mean "${nearest}"?` : `Known: ${COLUMNS.join(', ')}.`;
    const message = `Column ${index + 1} is unknown, or there twice. ${hint}`;
    violations.push({ pointer: `line ${line}`, code: 'unknown_property', message, allowed: COLUMNS });
  }
  return violations;
}

function shipRow(columns: readonly string[], { cells: record, line }: CsvRow): ShipRow {
  const cells = new Map(columns.map((name, index) => [name, (record[index] ?? '').replace(GUARD, '')]));
  const faults: string[] = [];
  if (record.length > columns.length) faults.push('The row has more cells than the header.');
  for (const name of REQUIRED) if (!cells.get(name)) faults.push(`"${name}" is required.`);
  const tracking: Tracking = {};
  for (const [name, lengthMax] of Object.entries(LENGTHS_MAX)) {
    const cell = cells.get(name);
    if (!cell) continue;
    if (name === 'trackingNumber' && isRounded(cell)) faults.push(roundedMessage(name));
    if (NOT_PRINTABLE.test(cell)) faults.push(`"${name}" must not hold control characters.`);
    if ([...cell].length > lengthMax) faults.push(`"${name}" must have at most ${lengthMax} characters.`);
    tracking[name as keyof typeof LENGTHS_MAX] = cell;
  }
  for (const { message } of trackingUrlViolations(tracking.trackingUrl, '')) faults.push(message);
  const [id = '', count = ''] = [cells.get('itemId'), cells.get('quantity')?.trim()];
  const quantity = WHOLE_NUMBER.test(count) ? Number(count) : 0;
  if ((id === '') !== (count === '')) faults.push('"itemId" and "quantity" are given together, or neither.');
  else if (count !== '' && (quantity < 1 || quantity > QUANTITY_MAX))
    faults.push(`"quantity" must be a whole number from 1 to ${QUANTITY_MAX}.`);
  return {
    line,
    clientId: cells.get('clientId') ?? '',
    orderId: cells.get('orderId') ?? '',
    tracking,
    ...(id !== '' && { pieces: { id, quantity } }),
    ...(faults.length > 0 && { fault: faults.join(' ') }),
  };
}
