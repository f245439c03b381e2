import { AMBIGUOUS_NUMBER, withoutGrouping } from '../../platform/formats/read-csv.ts';
import { readSheet, type SheetRow } from '../../platform/formats/read-sheet.ts';
import { writeCsv } from '../../platform/formats/write-csv.ts';
import { isoCountry, normaliseCountry } from '../../shipping/countries.ts';
import { minorUnits } from '../../shipping/currencies.ts';
import { decimalOf, minorUnitsOf, PRICE_KINDS, type Price, type PriceKind } from './price-list-rules.ts';

const COLUMNS = [
  ...['kind', 'code', 'technology', 'widthMm', 'heightMm', 'country', 'price', 'plusPercent', 'cost'],
] as const;
export const PRICES_MAX = 10_000;
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
export async function readPrices(
  bytes: Buffer,
  currency: string,
  mediaType?: string,
): Promise<{ prices: Price[]; lines: number[] }> {
  const form = { columns: COLUMNS, required: 'kind', rowsMax: PRICES_MAX, mediaType };
  const { rows, lines } = await readSheet(bytes, form, (row) => priceOf(row, minorUnits(currency)));
  return { prices: rows, lines };
}

function priceOf({ cell, fault }: SheetRow, digits: number): Price {
  const kind = cell('kind').toUpperCase();
  if (!(PRICE_KINDS as readonly string[]).includes(kind))
    fault('kind', 'invalid', `"kind" is one of ${PRICE_KINDS.join(', ')}.`, PRICE_KINDS);
  const decimal = (name: string, of: number) => {
    if (cell(name) === '') return null;
    const plain = withoutGrouping(cell(name));
    const units = of < 3 && AMBIGUOUS_NUMBER.test(plain) ? undefined : minorUnitsOf(plain, of);
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
