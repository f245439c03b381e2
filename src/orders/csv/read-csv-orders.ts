import type { Violation } from '../../platform/errors/errors.ts';
import {
  AMBIGUOUS_NUMBER,
  type CsvRow,
  isRounded,
  roundedMessage,
  wholeNumber,
  withoutGrouping,
} from '../../platform/formats/read-csv.ts';
import { removeGuard } from '../../platform/formats/write-csv.ts';
import { minorUnits } from '../../shipping/currencies.ts';
import { ITEMS_MAX } from '../document/order-fields.ts';
import { type Column, columnAt, columnOf, type Decoration, plainName } from './order-columns-rules.ts';

/** Rows that are kept for one order. An order with more rows ends the import. */
export const ROWS_OF_ORDER_MAX = 5_000;
/** A spreadsheet that displays such a value as `4,00638E+12` has lost its digits. */
const CODES = new Set(['orderId', 'postalCode', 'phoneNumber', 'id', 'ean13', 'sku']);
/** Codes of digits alone. A program that reads them as numbers may write `1067.0`. */
const NUMERIC_CODES = new Set(['postalCode', 'ean13']);
/** Such as `24.90` and `24,90`. */
const DECIMAL = /^-?\d{1,12}(?:[.,]\d{1,20})?$/;
/** Programs that calculate with binary fractions write `14.309999999999999` for 14.31. */
const EXACT_DECIMALS = 10;
const NO_NUMBER_MESSAGE = 'The price must be a number without a currency sign, such as 24.90.';
const AMBIGUOUS_MESSAGE =
  'The number is ambiguous: its separator may be that of thousands or of decimals. Write it without separators of thousands and with a decimal point.';

/** A reason why an order was refused, with its place in the file. Never contains a value of the file. */
export interface Refusal {
  line: number;
  /** Absent: the whole row or order. */
  column?: string;
  code: string;
  message: string;
  allowed?: readonly string[];
}

export interface CsvOrder {
  orderId: string;
  body: Record<string, unknown>;
  /** Contradictions between the rows. */
  faults: readonly Refusal[];
  rows: readonly CsvRow[];
  placeOf: (pointer: string) => Pick<Refusal, 'line' | 'column'>;
}

export class TooManyRows extends Error {
  readonly line: number;

  constructor(line: number) {
    super('The order has too many rows.');
    this.line = line;
  }
}

/**
 * Groups consecutive rows with the same orderId into orders. `currency` applies to orders that name none.
 * Throws TooManyRows.
 */
export async function* readCsvOrders(
  header: readonly string[],
  rows: AsyncIterable<CsvRow>,
  currency?: string,
): AsyncGenerator<CsvOrder> {
  const columns = header.map(columnOf);
  const at = columns.findIndex((column) => column?.kind === 'order' && column.path[0] === 'orderId');
  let held: CsvRow[] = [];
  let heldId = '';
  for await (const row of rows) {
    const orderId = cellAt(row, at);
    // Rows without an orderId are refused one by one.
    if (held.length > 0 && (orderId !== heldId || orderId === '')) {
      yield orderOf(columns, heldId, held, currency);
      held = [];
    }
    heldId = orderId;
    if (held.push(row) > ROWS_OF_ORDER_MAX) throw new TooManyRows(held[0]?.line ?? row.line);
  }
  if (held.length > 0) yield orderOf(columns, heldId, held, currency);
}

type ItemPlaces = { line: number; prints: number[]; customizations: number[] };

function orderOf(
  columns: readonly (Column | undefined)[],
  orderId: string,
  rows: readonly CsvRow[],
  defaultCurrency = '',
): CsvOrder {
  const body: Record<string, unknown> = {};
  const faults: Refusal[] = [];
  const items: Record<string, unknown>[] = [];
  const places: ItemPlaces[] = [];
  const currencyAt = columns.findIndex((column) => column?.kind === 'order' && column.path[0] === 'unitPriceCurrency');
  const currency = rows.map((row) => cellAt(row, currencyAt)).find((cell) => cell !== '') ?? defaultCurrency;
  const decimals = minorUnits(currency);
  // One item above the limit makes the rules report too many items.
  for (const row of rows.slice(0, ITEMS_MAX + 1)) {
    if (row.cells.length > columns.length) {
      const message = `The row has ${row.cells.length} cells, and the header has ${columns.length}.`;
      faults.push({ line: row.line, code: 'wrong_cell_count', message });
    }
    for (const [index, column] of columns.entries()) {
      const cell = cellAt(row, index);
      if (cell === '' || !column) continue;
      const fault = column.kind === 'ignored' ? undefined : faultOf(column, cell, row, decimals);
      if (fault) faults.push({ line: row.line, ...fault });
      if (column.kind === 'order' && !setOnce(body, column.path, textOf(column.path.at(-1), cell))) {
        const message = 'All rows of an order must have the same value here. It may be empty after the first row.';
        faults.push({ line: row.line, column: column.path.join('.'), code: 'conflicting_value', message });
      }
    }
    const { item, prints, customizations } = itemOf(columns, row, decimals);
    items.push(item);
    places.push({ line: row.line, prints, customizations });
  }
  if (typeof body.metadata === 'string') body.metadata = metadataIn(body.metadata);
  // An empty object makes the rules report which fields are missing.
  body.shipping ??= {};
  const needsCurrency =
    items.some(({ unitPrice }) => unitPrice !== undefined) || !('shippingLabelUrl' in Object(body.shipping));
  if (needsCurrency && currency !== '') body.unitPriceCurrency ??= currency;
  body.items = items;
  return { orderId, body, faults, rows, placeOf: placeFinder(rows[0]?.line ?? 1, places) };
}

function placeFinder(firstLine: number, places: readonly ItemPlaces[]): CsvOrder['placeOf'] {
  return (pointer) => {
    const place = places[Number(/^\/items\/(\d+)/.exec(pointer)?.[1] ?? Number.NaN)];
    const column = columnAt(pointer, (list, index) => place?.[list][index] ?? index + 1);
    const isColumn = columnOf(column) !== undefined;
    return { line: place?.line ?? firstLine, ...(isColumn && { column }) };
  };
}

function itemOf(columns: readonly (Column | undefined)[], row: CsvRow, decimals: number) {
  const item: Record<string, unknown> = {};
  const elements = { prints: new Map<number, object>(), customizations: new Map<number, object>() };
  for (const [index, column] of columns.entries()) {
    const cell = cellAt(row, index);
    if (cell === '' || !column) continue;
    if (column.kind === 'decoration') {
      const { list, place, field } = column;
      elements[list].set(place, { ...elements[list].get(place), [field]: cell });
    } else if (column.kind === 'item') {
      setOnce(item, column.path, itemValue(column.path.at(-1), cell, row, decimals));
    }
  }
  const [prints, customizations] = (['prints', 'customizations'] as const).map((list: Decoration) => {
    const found = [...elements[list]].sort(([one], [other]) => one - other);
    const decorations = found.map(([, element]) => element);
    if (decorations.length > 0) setOnce(item, ['customProduct', list], decorations);
    return found.map(([place]) => place);
  });
  return { item, prints: prints ?? [], customizations: customizations ?? [] };
}

function itemValue(name: string | undefined, cell: string, row: CsvRow, decimals: number): unknown {
  if (name === 'quantity') return wholeNumber(cell) ?? numberIn(cell, row, 0);
  if (name === 'metadata') return metadataIn(cell);
  return name === 'unitPrice' ? numberIn(cell, row, decimals) : textOf(name, cell);
}

/** Returns the text of a cell as it was before a spreadsheet took it for a number or a date. */
function textOf(name: string | undefined, cell: string): string {
  if (name === 'requestedDeliveryDate') return dayOf(cell);
  return NUMERIC_CODES.has(name ?? '') && /^\d+\.0$/.test(cell) ? cell.slice(0, -2) : cell;
}

/** Writes `24.12.2026`, `2026/12/24` and `2026-12-24 00:00:00` as `2026-12-24`. Other text stays. */
function dayOf(cell: string): string {
  const [, day, month, year] = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(cell) ?? [];
  if (day && month && year) return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return cell.replace(/^(\d{4})([-/])(\d{2})\2(\d{2})(?:[T ]00:00(?::00)?)?$/, '$1-$3-$4');
}

/** Keeps a cell without valid JSON as text, which the rules refuse. */
function metadataIn(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** Keeps an ambiguous number as text, which the rules refuse. */
function numberIn(cell: string, row: CsvRow, decimals: number): unknown {
  const plain = withoutGrouping(cell);
  if (!DECIMAL.test(plain) || isAmbiguous(plain, row, decimals)) return cell;
  return Number(Number(plain.replace(',', '.')).toFixed(EXACT_DECIMALS));
}

/**
 * Returns whether the separator may separate thousands. In a currency with three decimals, a comma in a file
 * with semicolons separates decimals, and so does a point in a file with commas.
 */
function isAmbiguous(cell: string, { delimiter }: CsvRow, decimals: number): boolean {
  const isOfDecimals =
    decimals === 3 && (delimiter === ';' ? cell.includes(',') : delimiter === ',' && cell.includes('.'));
  return AMBIGUOUS_NUMBER.test(cell) && !isOfDecimals;
}

function faultOf(
  column: Exclude<Column, { kind: 'ignored' }>,
  cell: string,
  row: CsvRow,
  decimals: number,
): Omit<Refusal, 'line'> | undefined {
  const name = column.kind === 'decoration' ? column.field : (column.path.at(-1) ?? '');
  if (column.kind === 'item' && name === 'unitPrice' && typeof numberIn(cell, row, decimals) !== 'number') {
    const message = isAmbiguous(cell, row, decimals) ? AMBIGUOUS_MESSAGE : NO_NUMBER_MESSAGE;
    return { column: nameOf(column), code: 'invalid', message };
  }
  if (!CODES.has(name) || !isRounded(cell)) return undefined;
  return { column: nameOf(column), code: 'invalid', message: roundedMessage(name) };
}

function nameOf(column: Exclude<Column, { kind: 'ignored' }>): string {
  if (column.kind === 'order') return column.path.join('.');
  if (column.kind === 'item') return plainName(['items', ...column.path].join('.'));
  return `items.${column.list}.${column.place}.${column.field}`;
}

/** Sets the value at a path, which comes from a known column. Returns false if it has another value. */
function setOnce(body: Record<string, unknown>, path: readonly string[], value: unknown): boolean {
  let object = body;
  for (const name of path.slice(0, -1)) {
    object[name] ??= {};
    object = object[name] as Record<string, unknown>;
  }
  const name = path.at(-1) as string;
  object[name] ??= value;
  return object[name] === value;
}

function cellAt({ cells }: CsvRow, index: number): string {
  return removeGuard(cells[index] ?? '');
}

export function refusalsOf({ placeOf }: CsvOrder, violations: readonly Violation[]): Refusal[] {
  return violations.map(({ pointer, code, message, allowed }) => ({
    ...placeOf(pointer),
    code,
    message,
    ...(allowed && { allowed }),
  }));
}
