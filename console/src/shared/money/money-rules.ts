/** Currencies of ISO 4217 whose minor unit is not a hundredth, by their decimals. */
const DECIMALS: readonly (readonly [decimals: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/** Returns the decimals of the currency. */
export function decimalsOf(currency: string): number {
  return DECIMALS.find(([, codes]) => codes.split(' ').includes(currency))?.[0] ?? 2;
}

/** Returns the minor units of a typed amount with a point or a comma. Undefined for anything else. */
export function minorUnitsOf(typed: string, decimals: number): number | undefined {
  const [, sign, whole = '', rest = ''] = /^(-?)([0-9]{1,9})(?:[.,]([0-9]+))?$/.exec(typed.trim()) ?? [];
  if (whole === '' || rest.length > decimals) return undefined;
  const units = Number(whole + rest.padEnd(decimals, '0'));
  return sign === '-' ? -units : units;
}

/** Returns an amount as it is typed, such as 12.50. */
export function typedOf(amount: number | undefined, decimals: number): string {
  return amount === undefined ? '' : (amount / 10 ** decimals).toFixed(decimals);
}

/** Returns the month before or after, as YYYY-MM. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const place = year * 12 + number - 1 + months;
  return `${Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`;
}
