import { isStorable } from '../../platform/database/statement-parts.ts';
import {
  ApiError,
  invalidRequest,
  orderNotFound,
  VIOLATIONS_LISTED_MAX,
  type Violation,
} from '../../platform/errors/errors.ts';
import { nearestName } from '../../platform/errors/wording.ts';
import {
  CsvFault,
  type CsvRow,
  headingReader,
  isRounded,
  readCsv,
  roundedMessage,
  wholeNumber,
} from '../../platform/formats/read-csv.ts';
import type { ChangedOrder, ChangeOrderContext, OperateInput } from '../change/change-order.ts';
import { PARCELS_MAX, shipOrder, TRACKING_LENGTH_MAX, TRACKING_URL_LENGTH_MAX } from '../change/ship-order.ts';
import { type Parcel, type Pieces, type Tracking, trackingUrlViolations } from '../change/shipment-rules.ts';
import { type OrderStatus, QUANTITY_MAX } from '../document/order-fields.ts';
import type { OrderKey } from '../rows/order-row-store.ts';

/** Concurrent orders. The other connections stay free for other requests. */
const ORDERS_AT_ONCE = 4;
type Outcome = { status: OrderStatus } | { error: string; message: string };

export interface BulkRow extends OrderKey {
  isExpected?: NonNullable<OperateInput['isExpected']>;
}

/** Calls `change` for each order separately. Returns one result per row, in the order of the rows. */
export async function changeOrders(
  rows: readonly BulkRow[],
  change: (key: OrderKey, seen: Pick<OperateInput, 'isExpected'>) => Promise<Pick<ChangedOrder, 'status'>>,
): Promise<(OrderKey & Outcome)[]> {
  return runInParallel(rows, async ({ clientId, orderId, isExpected }) => {
    const key = { clientId, orderId };
    return { ...key, ...(await outcomeOf(key, () => change(key, isExpected ? { isExpected } : {}))) };
  });
}

interface ParcelsRow extends BulkRow {
  parcels: readonly Parcel[];
}

/**
 * Ships the given parcels of each order separately, rows of one order in turn. Returns a result for each row.
 */
export async function shipParcels(
  context: ChangeOrderContext,
  rows: readonly ParcelsRow[],
  { by }: OperateInput,
): Promise<(OrderKey & Outcome)[]> {
  const outcomes = new Map<ParcelsRow, Outcome>();
  await runInParallel(ordersOf(rows), async (ofOrder) => {
    for (const row of ofOrder) {
      const { clientId, orderId, parcels, isExpected } = row;
      const input = { by, parcels, ...(isExpected && { isExpected }) };
      const ship = () => shipOrder(context, { clientId, orderId }, input);
      outcomes.set(row, await outcomeOf({ clientId, orderId }, ship));
    }
  });
  return rows.map((row) => ({ clientId: row.clientId, orderId: row.orderId, ...(outcomes.get(row) as Outcome) }));
}

/** Ships each order separately, unless one of its rows is faulty. Returns one result for each row. */
export async function shipRowsOfFile(
  context: ChangeOrderContext,
  rows: readonly ShipRow[],
  input: OperateInput,
): Promise<(OrderKey & { line: number } & Outcome)[]> {
  const outcomes = new Map<ShipRow, Outcome>();
  await runInParallel(ordersOf(rows), async (ofOrder) => {
    const outcome = await shipRows(context, ofOrder, input);
    for (const row of ofOrder) outcomes.set(row, row.fault ? invalidOutcome(row.fault) : outcome);
  });
  return rows.map((row) => {
    const { line, clientId, orderId } = row;
    return { line, clientId, orderId, ...(outcomes.get(row) as Outcome) };
  });
}

function ordersOf<Row extends OrderKey>(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows, ({ clientId, orderId }) => `${clientId}\0${orderId}`).values()];
}

async function shipRows(context: ChangeOrderContext, rows: readonly ShipRow[], { by }: OperateInput): Promise<Outcome> {
  const faulty = rows.find(({ fault }) => fault !== undefined);
  if (faulty)
    return invalidOutcome(`Line ${faulty.line} of the same order is faulty, so nothing of this order was shipped.`);
  const { parcels, fault } = parcelsOf(rows);
  if (fault) return invalidOutcome(fault);
  if (parcels.length > PARCELS_MAX)
    return invalidOutcome(`At most ${PARCELS_MAX} parcels of an order can be reported at once.`);
  const { clientId, orderId } = rows[0] as ShipRow;
  return outcomeOf({ clientId, orderId }, () => shipOrder(context, { clientId, orderId }, { by, parcels }));
}

async function outcomeOf(
  { clientId, orderId }: OrderKey,
  change: () => Promise<Pick<ChangedOrder, 'status'>>,
): Promise<Outcome> {
  try {
    if (!isStorable(clientId) || !isStorable(orderId)) throw orderNotFound();
    const { status } = await change();
    return { status };
  } catch (error) {
    // Other errors fail the whole request, which can be sent again.
    if (!(error instanceof ApiError)) throw error;
    const { error: name, message } = error.error === 'order_not_found' ? orderNotFound() : error;
    return { error: name, message };
  }
}

function invalidOutcome(message: string): Outcome {
  const { error } = new ApiError('invalid_request', message);
  return { error, message };
}

/** Returns results in the order of `all`. Throws the first failure when the running work has ended. */
export async function runInParallel<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = all.entries();
  const failures: unknown[] = [];
  const takeNext = async () => {
    for (const [index, one] of waiting) {
      if (failures.length > 0) return;
      try {
        results[index] = await work(one);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: ORDERS_AT_ONCE }, takeNext));
  if (failures.length > 0) throw failures[0];
  return results;
}

/**
 * Groups the rows of one order into parcels by tracking number and carrier. Equal rows count once. `fault` is
 * set if an item is in a parcel twice with different quantities.
 */
function parcelsOf(rows: readonly ShipRow[]): { parcels: Parcel[]; fault?: string } {
  const parcels: Parcel[] = [];
  const byTracking = new Map<string, { parcel: Parcel; quantities: Map<string, number> }>();
  for (const { line, tracking, pieces } of rows) {
    if (!pieces) {
      parcels.push({ ...tracking });
      continue;
    }
    const { trackingNumber = '', trackingCarrier = '' } = tracking;
    const key = JSON.stringify([trackingNumber, trackingCarrier]);
    let known = byTracking.get(key);
    if (!known) {
      known = { parcel: { ...tracking, items: [] }, quantities: new Map() };
      byTracking.set(key, known);
      parcels.push(known.parcel);
    }
    const { parcel, quantities } = known;
    if (tracking.trackingUrl !== undefined) parcel.trackingUrl ??= tracking.trackingUrl;
    const before = quantities.get(pieces.id);
    if (before !== undefined && before !== pieces.quantity) {
      const item = JSON.stringify(pieces.id);
      return { parcels, fault: `Line ${line} names item ${item} of a parcel again, with another quantity.` };
    }
    if (before === undefined) parcel.items?.push(pieces);
    quantities.set(pieces.id, pieces.quantity);
  }
  return { parcels };
}

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
/** Prefix that keeps spreadsheets from taking a text as a formula, as in the console's template. */
const GUARD = /^'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

export interface ShipRow {
  /** Counted from 1; the line in which the row begins. */
  line: number;
  clientId: string;
  orderId: string;
  tracking: Tracking;
  /** Absent: everything that is left. */
  pieces?: Pieces;
  fault?: string;
}

/** Reads the rows of the CSV file. Throws `invalid_request` for a broken file or unknown columns. */
export async function readShipRows(text: AsyncIterable<string>): Promise<ShipRow[]> {
  const [header, ...rows] = await parseRows(text);
  const columns = (header?.cells ?? []).map(headingReader(COLUMNS));
  const violations = columnViolations(columns, header?.line ?? 1);
  if (violations.length > 0) throw invalidRequest(violations);
  if (rows.length === 0 || rows.length > BULK_SHIP_ROWS_MAX) {
    const code = rows.length === 0 ? 'too_few_items' : 'too_many_items';
    const message = `The file must have 1 to ${BULK_SHIP_ROWS_MAX} rows below its header.`;
    throw invalidRequest([{ pointer: '', code, message }]);
  }
  return rows.map((row) => shipRow(columns, row));
}

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
    const hint = nearest && !columns.includes(nearest) ? `Did you mean "${nearest}"?` : `Known: ${COLUMNS.join(', ')}.`;
    const message = `Column ${index + 1} is unknown, or occurs twice. ${hint}`;
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
  const quantity = wholeNumber(count) ?? 0;
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
