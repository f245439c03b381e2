import { minorUnits } from '../orders/document/currencies.ts';

/** Which form a carrier wants; `BY_VALUE` is the rule of the posts: CN22 up to 300 SDR and 2 kg, else CN23. */
export type CustomsFormChoice = 'BY_VALUE' | 'CN22' | 'CN23';
export type CustomsForm = 'CN22' | 'CN23';

/** Above it letter post needs CN23. */
const CN22_GRAMS_MAX = 2_000;

/** One line of an order, as customs asks for it. */
export interface CustomsItem {
  description: string;
  quantity: number;
  /** Of one. */
  netWeightGrams: number;
  /** Of one, in the order's currency. */
  unitPrice: number;
  /** Six digits or more, dots and blanks between them do no harm. */
  hsCode: string;
  /** ISO 3166-1 alpha-2. */
  countryOfOrigin: string;
}

/** One tariff line: all items of one HS code and one country of origin. */
export interface CustomsLine {
  descriptions: string[];
  quantity: number;
  netWeightGrams: number;
  value: number;
  hsCode: string;
  countryOfOrigin: string;
}

export interface CustomsTotals {
  quantity: number;
  netWeightGrams: number;
  value: number;
}

/** The items merged by HS code and origin, in the order of the items. Amounts are added in the currency's smallest unit. */
export function customsLines(items: readonly CustomsItem[], currency: string): CustomsLine[] {
  const unit = 10 ** minorUnits(currency);
  const lines = new Map<string, CustomsLine & { units: number }>();
  for (const item of items) {
    const hsCode = item.hsCode.replace(/[^0-9]/g, '');
    const countryOfOrigin = item.countryOfOrigin.trim().toUpperCase();
    const units = Math.round(item.unitPrice * unit) * item.quantity;
    const key = `${hsCode} ${countryOfOrigin}`;
    const line = lines.get(key);
    if (line === undefined) {
      const { quantity, description } = item;
      const netWeightGrams = item.netWeightGrams * quantity;
      const value = units / unit;
      lines.set(key, {
        ...{ descriptions: [description], quantity, netWeightGrams, value, hsCode, countryOfOrigin, units },
      });
      continue;
    }
    if (!line.descriptions.includes(item.description)) line.descriptions.push(item.description);
    line.quantity += item.quantity;
    line.netWeightGrams += item.netWeightGrams * item.quantity;
    line.units += units;
    line.value = line.units / unit;
  }
  return [...lines.values()].map(({ units: _units, ...line }) => line);
}

export function customsTotals(lines: readonly CustomsLine[], currency: string): CustomsTotals {
  const unit = 10 ** minorUnits(currency);
  const sum = (of: (line: CustomsLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    quantity: sum(({ quantity }) => quantity),
    netWeightGrams: sum(({ netWeightGrams }) => netWeightGrams),
    value: Math.round(sum(({ value }) => value * unit)) / unit,
  };
}

/**
 * The form of a parcel. `cn22Limits` is what 300 SDR are in each currency, as the shop sets it. CN23 says all that CN22 does and more, so it is
 * taken where the limit of a currency is not known.
 */
export function customsForm(
  choice: CustomsFormChoice,
  parcel: { value: number; currency: string; grossWeightGrams: number },
  cn22Limits: ReadonlyMap<string, number>,
): CustomsForm {
  if (choice !== 'BY_VALUE') return choice;
  const limit = cn22Limits.get(parcel.currency) ?? 0;
  return parcel.value <= limit && parcel.grossWeightGrams <= CN22_GRAMS_MAX ? 'CN22' : 'CN23';
}
