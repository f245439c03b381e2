import { closest, distance } from 'fastest-levenshtein';
import type { Violation } from '../platform/errors/errors.ts';

/**
 * The currencies of ISO 4217 List One as of 2026-01-01, by minor units. It is SIX's list of 2024-06-25, with
 * amendments 176 (XCG for ANG), 179 (XAD) and 180 (EUR for BGN), and without CUC. Codes without a minor unit
 * are in NOT_FOR_PRICES.
 */
const CODES_BY_MINOR_UNITS: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP ' +
      'CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD ' +
      'KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR ' +
      'PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU ' +
      'UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/** Metals, units of account and test codes, which have no minor unit in List One. */
const NOT_FOR_PRICES: ReadonlySet<string> = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '));

const MINOR_UNITS: ReadonlyMap<string, number> = new Map(
  CODES_BY_MINOR_UNITS.flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits] as const)),
);

/** The codes of all currencies that a price may have, sorted. */
export const CURRENCY_CODES: readonly string[] = [...MINOR_UNITS.keys()].sort();

/** The largest number of decimals of any currency. */
export const MINOR_UNITS_MAX = Math.max(...MINOR_UNITS.values());

/** Withdrawn codes that are still used, with their successors. */
const SUCCESSORS: ReadonlyMap<string, string> = new Map([
  ['ANG', 'XCG'],
  ['BGN', 'EUR'],
  ['BYR', 'BYN'],
  ['CUC', 'CUP'],
  ['HRK', 'EUR'],
  ['MRO', 'MRU'],
  ['SLL', 'SLE'],
  ['STD', 'STN'],
  ['VEF', 'VES'],
  ['ZWL', 'ZWG'],
]);

/** Preferred as corrections of typos. */
const COMMON_FIRST = [...new Set(['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK', 'PLN', ...MINOR_UNITS.keys()])];

/** Returns `unknown_currency` unless the value is a current ISO 4217 code, in upper case, for prices. */
export function currencyViolation(value: string, pointer: string): Violation | undefined {
  if (MINOR_UNITS.has(value)) return undefined;
  const nearest = nearestCurrency(value);
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  const message = `The currency must be a current ISO 4217 code in upper case, such as "EUR".${hint}`;
  return { pointer, code: 'unknown_currency', message };
}

/** Returns the number of decimals of the currency, or the largest number for an unknown code. */
export function minorUnits(currency: string): number {
  return MINOR_UNITS.get(currency) ?? MINOR_UNITS_MAX;
}

/** Returns whether the decimal notation of the number has more than `digits` decimals. */
export function hasMoreDecimalsThan(value: number, digits: number): boolean {
  const [coefficient = '', exponent = '0'] = String(value).split('e');
  const fraction = coefficient.split('.')[1] ?? '';
  return fraction.length - Number(exponent) > digits;
}

function nearestCurrency(value: string): string | undefined {
  const code = value.trim().slice(0, 10).toUpperCase();
  if (MINOR_UNITS.has(code)) return code;
  const successor = SUCCESSORS.get(code);
  if (successor !== undefined) return successor;
  if (NOT_FOR_PRICES.has(code)) return undefined;
  const nearest = closest(code, COMMON_FIRST);
  return distance(code, nearest) === 1 ? nearest : undefined;
}
