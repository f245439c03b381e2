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
  const { rows, lines } = await readSheet(bytes, form, (row) => priceOf(row, currency));
  return { prices: rows, lines };
}

function priceOf({ cell, fault }: SheetRow, currency: string): Price {
  const digits = minorUnits(currency);
  const kind = cell('kind').toUpperCase();
  if (!(PRICE_KINDS as readonly string[]).includes(kind))
    fault('kind', 'invalid', `"kind" is one of ${PRICE_KINDS.join(', ')}.`, PRICE_KINDS);
  const amount = (name: string) => {
    const { number, sign } = splitSign(cell(name));
    if (sign === '' || isSignOf(sign, currency)) return decimal(name, digits, number);
    return fault(name, 'invalid', `"${name}" must be a number, or one in the currency of the list, ${currency}.`);
  };
  const decimal = (name: string, of: number, text = cell(name)) => {
    if (text === '') return null;
    const plain = withoutGrouping(text);
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
    amount: amount('price'),
    plusBasisPoints: decimal('plusPercent', PERCENT_DIGITS),
    cost: amount('cost'),
  };
}

/** Splits a price such as `24,90 €` or `EUR 24.90` into its number and the sign of its currency. */
function splitSign(cell: string): { number: string; sign: string } {
  const { before = '', number = cell, behind = '' } = SIGNED.exec(cell)?.groups ?? {};
  return before === '' || behind === '' ? { number, sign: before || behind } : { number: cell, sign: '' };
}
const SIGNED = /^(?<before>[^\d\s-]*)\s*(?<number>-?\d(?:.*\d)?)\s*(?<behind>[^\d\s]*)$/;

/** Returns whether a text is the code of the currency, or a sign that English texts use for it. */
function isSignOf(sign: string, currency: string): boolean {
  const signs = (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay });
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
  });
  return sign.toUpperCase() === currency || signs.includes(sign);
}
