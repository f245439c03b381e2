import { CHARGE_KINDS } from '../../orders/document/order-schemas.ts';
import type { Violation } from '../../platform/errors/errors.ts';

/** The subject of a price. PACKING_ORDER: once for each order. STORAGE_…: for each month. */
export type PriceKind = Exclude<(typeof CHARGE_KINDS)[number], 'CORRECTION'>;
export const PRICE_KINDS = CHARGE_KINDS.filter((kind) => kind !== 'CORRECTION');

/** Amounts are in the minor unit of the currency of the list, such as cents. */
export interface Price {
  kind: PriceKind;
  /** SKU, manufacturerCode, EAN-13 or productId. Null: every other one. */
  code: string | null;
  technology: string | null;
  /** Largest print of this price, either way round. Null: every other size. */
  widthMm: number | null;
  heightMm: number | null;
  country: string | null;
  /** Price of one. Null: the cost of the label with `plusBasisPoints`. */
  amount: number | null;
  /** Hundredths of a percent. */
  plusBasisPoints: number | null;
  /** The cost of one to the center. */
  cost: number | null;
}

export interface PriceList {
  priceListId: string;
  name: string;
  currency: string;
  /** Days as YYYY-MM-DD. */
  validFrom: string;
  /** Null: without end. */
  validTo: string | null;
}

type Detail = 'code' | 'technology' | 'widthMm' | 'heightMm' | 'country' | 'plusBasisPoints';
const DETAILS: readonly Detail[] = ['code', 'technology', 'widthMm', 'heightMm', 'country', 'plusBasisPoints'];
const DETAILS_OF: Readonly<Record<PriceKind, readonly Detail[]>> = {
  ARTICLE: ['code'],
  PRINT: ['technology', 'widthMm', 'heightMm'],
  CUSTOMIZATION: ['code'],
  PACKING_ORDER: [],
  PACKING_PARCEL: [],
  PACKING_PIECE: [],
  POSTAGE: ['country', 'plusBasisPoints'],
  STORAGE_MONTH: [],
  STORAGE_PIECE: [],
};

/** The codes of the catalogue that prices may name. */
export interface KnownCodes {
  articles: ReadonlySet<string>;
  customizations: ReadonlySet<string>;
  technologies: ReadonlySet<string>;
}

/** Returns the faults of prices. `at` returns the pointer to a field of a price. */
export function priceFaults(
  prices: readonly Price[],
  known: KnownCodes,
  at: (index: number, field?: string) => string,
): Violation[] {
  const seen = new Map<string, number>();
  return prices.flatMap((price, index) => {
    const faults = detailFaults(price, (field) => at(index, field));
    const codes = price.kind === 'CUSTOMIZATION' ? known.customizations : known.articles;
    if (price.code !== null && faults.length === 0 && !codes.has(price.code)) {
      const message =
        price.kind === 'CUSTOMIZATION'
          ? 'The catalogue has no customization with this SKU or manufacturerCode.'
          : 'The catalogue has no article or product with this SKU, manufacturerCode, EAN-13 or productId.';
      faults.push({ pointer: at(index, 'code'), code: 'unknown_article', message });
    }
    if (price.technology !== null && !known.technologies.has(price.technology)) {
      const message = 'No article of the catalogue allows this technology.';
      const allowed = [...known.technologies].sort();
      faults.push({ pointer: at(index, 'technology'), code: 'unknown_technology', message, allowed });
    }
    const key = JSON.stringify([price.kind, ...DETAILS.slice(0, -1).map((field) => price[field])]);
    const first = seen.get(key);
    if (first !== undefined) {
      const message = `This is priced already, in place ${first + 1} of the list. Remove one of them.`;
      faults.push({ pointer: at(index), code: 'duplicate_price', message });
    }
    seen.set(key, index);
    return faults;
  });
}

function detailFaults(price: Price, at: (field: string) => string): Violation[] {
  const faults: Violation[] = [];
  for (const field of DETAILS) {
    if (price[field] === null || DETAILS_OF[price.kind].includes(field)) continue;
    const message = `"${field}" is not for prices of the kind ${price.kind}.`;
    faults.push({ pointer: at(field), code: 'not_allowed', message });
  }
  if ((price.widthMm === null) !== (price.heightMm === null)) {
    const missing = price.widthMm === null ? 'widthMm' : 'heightMm';
    faults.push({ pointer: at(missing), code: 'required', message: 'A size has a width and a height.' });
  }
  const isCost = price.plusBasisPoints !== null;
  if (isCost === (price.amount !== null)) {
    const message =
      price.kind === 'POSTAGE'
        ? 'Postage has either an "amount", or "plusBasisPoints" on the cost of the label.'
        : '"amount" is required. Free is 0.';
    faults.push({ pointer: at('amount'), code: isCost ? 'not_allowed' : 'required', message });
  }
  if (isCost && price.cost !== null)
    faults.push({ pointer: at('cost'), code: 'not_allowed', message: 'The label gives the cost of this postage.' });
  return faults;
}

type Validity = Pick<PriceList, 'priceListId' | 'name' | 'validFrom' | 'validTo'>;

/** Returns the faults of the days of a list, which must not overlap with the other lists of the client. */
export function validityFaults(list: Validity, others: readonly Validity[]): Violation[] {
  if (list.validTo !== null && list.validTo < list.validFrom)
    return [{ pointer: '/validTo', code: 'too_small', message: 'The last day is before the first.' }];
  const overlapping = others.find(
    (other) =>
      other.priceListId !== list.priceListId &&
      (other.validTo === null || other.validTo >= list.validFrom) &&
      (list.validTo === null || list.validTo >= other.validFrom),
  );
  if (!overlapping) return [];
  const { name, validFrom, validTo } = overlapping;
  const days = validTo === null ? `from ${validFrom} without end` : `from ${validFrom} to ${validTo}`;
  const pointer = overlapping.validFrom > list.validFrom ? '/validTo' : '/validFrom';
  const message = `The list "${name}" is valid ${days}. Give it a last day before this list begins, or choose other days.`;
  return [{ pointer, code: 'overlapping', message }];
}

/** Returns the list that is valid on this day. */
export function listOn<List extends Validity>(lists: readonly List[], day: string): List | undefined {
  return lists.find(({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo));
}

/** Returns the price of the first code that has one, else the price of all other codes. */
export function priceOfCode(prices: readonly Price[], kind: PriceKind, codes: readonly string[]): Price | undefined {
  const ofKind = prices.filter((price) => price.kind === kind);
  const ofCode = codes.map((code) => ofKind.find((price) => price.code === code)).find((found) => found !== undefined);
  return ofCode ?? ofKind.find(({ code }) => code === null);
}

/** Returns the price of the smallest size that holds the print, or the one without a size. */
export function priceOfPrint(
  prices: readonly Price[],
  technology: string,
  size: { widthMm: number; heightMm: number } | undefined,
): Price | undefined {
  const prints = prices.filter(({ kind }) => kind === 'PRINT');
  const ofTechnology = prints.filter((price) => price.technology === technology);
  const candidates = ofTechnology.length > 0 ? ofTechnology : prints.filter((price) => price.technology === null);
  const area = ({ widthMm, heightMm }: Price) => (widthMm ?? Infinity) * (heightMm ?? Infinity);
  return candidates.filter((price) => holds(price, size)).sort((one, other) => area(one) - area(other))[0];
}

/** Files are measured in pixels, so a print may exceed its format by this much. */
const TOLERANCE_MM = 1;

function holds({ widthMm, heightMm }: Price, size: { widthMm: number; heightMm: number } | undefined): boolean {
  if (widthMm === null || heightMm === null) return true;
  if (!size) return false;
  const [short, long] = [Math.min(widthMm, heightMm), Math.max(widthMm, heightMm)];
  const [printShort, printLong] = [Math.min(size.widthMm, size.heightMm), Math.max(size.widthMm, size.heightMm)];
  return printShort <= short + TOLERANCE_MM && printLong <= long + TOLERANCE_MM;
}

const COST_DIGITS = 4;
const BASIS = 10_000n;

/**
 * Returns the cost of a label plus basis points, in minor units with `digits` decimals. Half a unit is
 * rounded up. `cost` is a decimal text with at most four decimals, as PostgreSQL returns it.
 */
export function labelAmount(cost: string, plusBasisPoints: number, digits: number): number {
  const [whole = '0', decimals = ''] = cost.split('.');
  const scaled = BigInt(whole + decimals.padEnd(COST_DIGITS, '0').slice(0, COST_DIGITS));
  const dividend = scaled * (BASIS + BigInt(plusBasisPoints)) * 10n ** BigInt(digits);
  const divisor = 10n ** BigInt(COST_DIGITS) * BASIS;
  return Number((2n * dividend + divisor) / (2n * divisor));
}

/** Returns an amount as a decimal, such as 12.50 for 1250 with two digits. */
export function decimalOf(amount: number, digits: number): string {
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const decimals = digits > 0 ? `.${text.slice(-digits)}` : '';
  return `${amount < 0 ? '-' : ''}${digits > 0 ? text.slice(0, -digits) : text}${decimals}`;
}

/** Returns the minor units of a decimal with a point or a comma. Undefined for anything else. */
export function minorUnitsOf(text: string, digits: number): number | undefined {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)([0-9]{1,9})(?:[.,]([0-9]+))?$/.exec(text.trim()) ?? [];
  if (whole === '' || decimals.replace(/0+$/, '').length > digits) return undefined;
  const units = Number(whole + decimals.slice(0, digits).padEnd(digits, '0'));
  return sign === '' ? units : -units;
}
