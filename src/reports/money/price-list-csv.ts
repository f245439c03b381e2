import { invalidRequest, type Violation } from '../../platform/errors/errors.ts';
import { CsvFault, readCsv } from '../../platform/formats/read-csv.ts';
import { decodeText, detectEncoding, piecesOf, UnknownEncoding } from '../../platform/formats/text-encoding.ts';
import { removeGuard, writeCsv } from '../../platform/formats/write-csv.ts';
import { isoCountry, normaliseCountry } from '../../shipping/countries.ts';
import { minorUnits } from '../../shipping/currencies.ts';
import { decimalOf, minorUnitsOf, PRICE_KINDS, type Price, type PriceKind } from './price-list-rules.ts';

const COLUMNS = [
  ...['kind', 'code', 'technology', 'widthMm', 'heightMm', 'country', 'price', 'plusPercent', 'cost'],
] as const;
export const PRICES_MAX = 10_000;
const ROW_CHARACTERS_MAX = 10_000;
const PERCENT_DIGITS = 2;

/** Writes prices as CSV, with decimal amounts in the currency of the list. */
export function writePrices(prices: readonly Price[], currency: string): string {
  const digits = minorUnits(currency);
  const decimal = (value: number | null, of = digits) => (value === null ? '' : decimalOf(value, of));
  const rows = prices.map((price) => [
    ...[price.kind, price.code ?? '', price.technology ?? '', price.widthMm ?? '', price.heightMm ?? ''],
    ...[
      price.country ?? '',
      decimal(price.amount),
      decimal(price.plusBasisPoints, PERCENT_DIGITS),
      decimal(price.cost),
    ],
  ]);
  return writeCsv([[...COLUMNS], ...rows]);
}

/**
 * Reads prices from CSV, with the line of each. Throws `invalid_request` with the line and column of each
 * faulty cell.
 */
export async function readPrices(bytes: Buffer, currency: string): Promise<{ prices: Price[]; lines: number[] }> {
  const faults: Violation[] = [];
  const prices: Price[] = [];
  const lines: number[] = [];
  try {
    const encoding = await detectEncoding(piecesOf(bytes));
    let columns: string[] | undefined;
    const rows = readCsv(decodeText(piecesOf(bytes), encoding), { rowCharactersMax: ROW_CHARACTERS_MAX });
    for await (const { cells, line } of rows) {
      if (!columns) {
        columns = cells.map((cell) => cell.trim());
        requireColumns(columns, line);
        continue;
      }
      if (lines.push(line) > PRICES_MAX)
        throw refusal(`${line}`, 'too_many', `A list has at most ${PRICES_MAX} prices.`);
      const row = new Map(columns.map((name, index) => [name, removeGuard(cells[index] ?? '').trim()]));
      prices.push(priceOf(row, line, minorUnits(currency), faults));
    }
  } catch (error) {
    if (error instanceof CsvFault) throw refusal(`${error.line}`, error.code, error.message);
    if (error instanceof UnknownEncoding) throw refusal('', 'invalid_encoding', error.message);
    throw error;
  }
  if (faults.length > 0) throw invalidRequest(faults);
  if (prices.length === 0)
    throw refusal('1', 'required', `The file has no prices. Its columns are ${COLUMNS.join(', ')}.`);
  return { prices, lines };
}

const refusal = (pointer: string, code: string, message: string) => invalidRequest([{ pointer, code, message }]);

function requireColumns(found: readonly string[], line: number): void {
  const unknown = found.find((name) => name !== '' && !(COLUMNS as readonly string[]).includes(name));
  if (unknown !== undefined || !found.includes('kind')) {
    const message = `The first line names the columns: ${COLUMNS.join(', ')}.`;
    throw refusal(`${line}`, 'unknown_column', message);
  }
}

function priceOf(row: ReadonlyMap<string, string>, line: number, digits: number, faults: Violation[]): Price {
  const cell = (name: string) => row.get(name) ?? '';
  const fault = (name: string, code: string, message: string, allowed?: readonly string[]) => {
    faults.push({ pointer: `${line}/${name}`, code, message: `Line ${line}: ${message}`, ...(allowed && { allowed }) });
    return null;
  };
  const kind = cell('kind').toUpperCase();
  if (!(PRICE_KINDS as readonly string[]).includes(kind))
    fault('kind', 'invalid', `"kind" is one of ${PRICE_KINDS.join(', ')}.`, PRICE_KINDS);
  const decimal = (name: string, of: number) => {
    if (cell(name) === '') return null;
    const units = minorUnitsOf(cell(name), of);
    if (units === undefined)
      return fault(name, 'invalid', `"${name}" must be a number with at most ${of} decimals, such as 12.5.`);
    return units < 0 ? fault(name, 'too_small', `"${name}" must be at least 0.`) : units;
  };
  const size = (name: string) => {
    if (cell(name) === '') return null;
    const value = /^[1-9][0-9]{0,4}$/.test(cell(name)) ? Number(cell(name)) : undefined;
    return value ?? fault(name, 'invalid', `"${name}" must be a whole number of millimeters.`);
  };
  const country = cell('country') === '' ? undefined : normaliseCountry(cell('country'));
  if (country === undefined && cell('country') !== '')
    fault('country', 'unknown_country', '"country" must be a country code, such as DE.');
  return {
    kind: kind as PriceKind,
    code: cell('code') || null,
    technology: cell('technology') || null,
    widthMm: size('widthMm'),
    heightMm: size('heightMm'),
    country: country === undefined ? null : isoCountry(country),
    amount: decimal('price', digits),
    plusBasisPoints: decimal('plusPercent', PERCENT_DIGITS),
    cost: decimal('cost', digits),
  };
}
