import { countryName, isoCountry, nearestCountry, normaliseCountry } from './countries.ts';
import { isInEuZone } from './eu-zone.ts';

/** Digits of a tariff number that are the same in all countries. The Union counts tariff lines by them. */
const TARIFF_DIGITS = 6;
/** Prices have at most four decimals. Sums use this part as integer unit, to be exact. */
const PARTS_OF_A_UNIT = 10_000;

/** Equal pieces in a parcel. */
export interface CustomsItem {
  itemId: string;
  /** SKU or EAN-13. */
  code: string;
  /** The article's title or the variant's name. */
  title: string;
  quantity: number;
  /** The price of one piece with VAT, in the currency of the order. */
  unitPrice?: number | undefined;
  /** The data of the variant, completed from its article or product. */
  customs: CustomsData;
  /** Added weight of each piece, such as of a neck label. */
  addedGrams?: number | undefined;
}

/** One line of a declaration: all pieces of one tariff number and origin. */
export interface CustomsLine {
  hsCode: string;
  countryOfOrigin: string;
  /** The different descriptions, joined. */
  description: string;
  quantity: number;
  netWeightGrams: number;
  /** In the currency of the declaration. */
  value: number;
}

/** Numbers of the sender for customs. */
export interface SenderTaxIds {
  eori?: string;
  vatNumber?: string;
  iossNumber?: string;
}

/** Returns each number with its kind, and the country that issued it, where the number begins with it. */
export function listTaxIds({ eori, vatNumber, iossNumber }: SenderTaxIds, senderCountry: string | undefined) {
  const numbers = [
    { kind: 'EORI', value: eori },
    { kind: 'VAT', value: vatNumber },
    { kind: 'IOSS', value: iossNumber },
  ];
  return numbers.flatMap(({ kind, value }) => {
    if (value === undefined) return [];
    const prefix = kind === 'IOSS' ? undefined : /^[A-Z]{2}/i.exec(value)?.[0].toUpperCase();
    return [{ kind, value, country: prefix ?? senderCountry }];
  });
}

/** A missing value that prevents the declaration. */
export interface CustomsGap {
  field: 'hsCode' | 'countryOfOrigin' | 'weightGrams' | 'unitPrice';
  /** SKU or EAN-13. */
  code: string;
  title: string;
  itemIds: string[];
  message: string;
}

export interface CustomsDeclaration {
  /** `none` for a destination in the EU zone. `unknown` if only the sender's label has the destination. */
  need: 'declared' | 'none' | 'unknown';
  /** ISO 4217. */
  currency?: string | undefined;
  lines: CustomsLine[];
  /** The number of different six-digit tariff numbers. Duties per tariff line depend on it. */
  tariffLines: number;
  totalNetWeightGrams: number;
  totalValue: number;
  /** Empty when the parcel can be declared. */
  gaps: CustomsGap[];
}

/** The destination; absent when the sender's label has it. */
type CustomsDestination = { country?: string | undefined; postalCode?: string | undefined } | undefined;

const FIELD_WORDS = {
  hsCode: 'the HS code',
  countryOfOrigin: 'the country of origin',
  weightGrams: 'the weight',
  unitPrice: 'a price above 0',
} as const;

/**
 * Returns the customs declaration of a parcel. A line sums all pieces of one tariff number and origin, in the
 * order of `items`. An item without an HS code, origin, weight or price is listed in `gaps` and left out of
 * the lines. The lines are complete only if `gaps` is empty.
 */
export function declareCustoms(
  items: readonly CustomsItem[],
  destination: CustomsDestination,
  currency?: string,
): CustomsDeclaration {
  const need = needOf(destination);
  const declared = need === 'declared' ? items.filter(({ quantity }) => quantity > 0) : [];
  const gaps = gapsOf(declared);
  const lines = linesOf(declared.filter((item) => missingOf(item).length === 0));
  return {
    need,
    ...(currency !== undefined && { currency }),
    lines: lines.map(({ parts, ...line }) => ({ ...line, value: inUnits(parts) })),
    tariffLines: new Set(lines.map(({ hsCode }) => hsCode.slice(0, TARIFF_DIGITS))).size,
    totalNetWeightGrams: lines.reduce((sum, { netWeightGrams }) => sum + netWeightGrams, 0),
    totalValue: inUnits(lines.reduce((sum, { parts }) => sum + parts, 0n)),
    gaps,
  };
}

function needOf(destination: CustomsDestination): CustomsDeclaration['need'] {
  const { country, postalCode } = destination ?? {};
  if (country === undefined) return 'unknown';
  return isInEuZone({ country, postalCode }) ? 'none' : 'declared';
}

function linesOf(items: readonly CustomsItem[]) {
  const lines = new Map<string, Omit<CustomsLine, 'value'> & { parts: bigint; descriptions: Set<string> }>();
  for (const { quantity, unitPrice = 0, customs, title, addedGrams = 0 } of items) {
    const { hsCode = '', countryOfOrigin = '', weightGrams = 0, customsDescription = title } = customs;
    const key = `${hsCode} ${countryOfOrigin}`;
    const line = lines.get(key) ?? {
      hsCode,
      countryOfOrigin,
      description: '',
      quantity: 0,
      netWeightGrams: 0,
      parts: 0n,
      descriptions: new Set<string>(),
    };
    lines.set(key, line);
    line.descriptions.add(customsDescription);
    line.quantity += quantity;
    line.netWeightGrams += quantity * (weightGrams + addedGrams);
    line.parts += BigInt(Math.round(unitPrice * PARTS_OF_A_UNIT)) * BigInt(quantity);
  }
  return [...lines.values()].map(({ descriptions, ...line }) => {
    return { ...line, description: [...descriptions].join(', ') };
  });
}

/** Returns one gap for each variant and field, with all its items. */
function gapsOf(items: readonly CustomsItem[]): CustomsGap[] {
  const gaps = new Map<string, CustomsGap>();
  for (const item of items) {
    for (const field of missingOf(item)) {
      const key = `${field} ${item.code}`;
      const message = `Cannot be declared: ${FIELD_WORDS[field]} is missing for ${item.code} (${item.title}).`;
      const gap = gaps.get(key) ?? { field, code: item.code, title: item.title, itemIds: [], message };
      gap.itemIds.push(item.itemId);
      gaps.set(key, gap);
    }
  }
  return [...gaps.values()];
}

function missingOf({ customs, unitPrice = 0 }: CustomsItem): CustomsGap['field'][] {
  const known = knownCustoms(customs);
  const fields = (['hsCode', 'countryOfOrigin', 'weightGrams'] as const).filter((field) => known[field] === undefined);
  return unitPrice > 0 ? fields : [...fields, 'unitPrice'];
}

function inUnits(parts: bigint): number {
  return Number(parts) / PARTS_OF_A_UNIT;
}

/** The customs data of one piece. Unknown fields are absent. */
export interface CustomsData {
  /** The tariff number. Its first six digits are the same in all countries. */
  hsCode?: string | undefined;
  /** ISO 3166-1 alpha-2, in upper case. */
  countryOfOrigin?: string | undefined;
  /** The weight of a piece without packaging. */
  weightGrams?: number | undefined;
  /** The kind of goods, the material and the purpose. */
  customsDescription?: string | undefined;
}

export const CUSTOMS_FIELDS = [
  'hsCode',
  'countryOfOrigin',
  'weightGrams',
  'customsDescription',
] as const satisfies readonly (keyof CustomsData)[];

export const HS_CODE_DIGITS_MIN = 6;
export const HS_CODE_DIGITS_MAX = 10;
export const WEIGHT_GRAMS_MAX = 1_000_000;
export const CUSTOMS_DESCRIPTION_LENGTH_MAX = 200;

const HS_CODE = new RegExp(`^\\d{${HS_CODE_DIGITS_MIN},${HS_CODE_DIGITS_MAX}}$`);
/** Spreadsheets drop the leading zero of chapters 01 to 09. No tariff number has an odd number of digits. */
const ZERO_LOST = /^[1-9](\d{4}|\d{6}|\d{8})$/;

/** Returns a message about an invalid tariff number; undefined when it is valid. */
export function hsCodeFault(hsCode: string): string | undefined {
  if (HS_CODE.test(hsCode)) return undefined;
  const likely = hsCodeWithZero(hsCode);
  const bare = hsCode.replaceAll(/^HS\b|[\s.\p{Pd}]/giu, '');
  const hint =
    likely !== undefined
      ? ` Did you mean ${likely}? Spreadsheets drop leading zeros.`
      : bare !== hsCode && HS_CODE.test(bare)
        ? ` Write ${bare}.`
        : '';
  return `"hsCode" must be ${HS_CODE_DIGITS_MIN} to ${HS_CODE_DIGITS_MAX} digits without dots or spaces, such as 610910.${hint}`;
}

/** Returns the code with the leading zero that a spreadsheet dropped. Undefined if no zero is missing. */
export function hsCodeWithZero(hsCode: string): string | undefined {
  return ZERO_LOST.test(hsCode) ? `0${hsCode}` : undefined;
}

/** Returns the ISO 3166-1 alpha-2 code of a country code, also of UK, EL and others. Undefined if unknown. */
export function originCountry(country: string): string | undefined {
  const code = normaliseCountry(country);
  return code === undefined ? undefined : isoCountry(code);
}

/** Returns the message about a country of origin that `originCountry` does not know. */
export function originFault(country: string): string {
  const nearest = nearestCountry(country);
  const hint = nearest === undefined ? '' : ` Did you mean ${isoCountry(nearest)} (${countryName(nearest)})?`;
  return `"countryOfOrigin" must be an ISO 3166-1 alpha-2 code, such as BD.${hint}`;
}

/** Returns the customs fields that have a value. */
export function knownCustoms(customs: { [Field in keyof CustomsData]?: CustomsData[Field] | null }) {
  return Object.fromEntries(
    CUSTOMS_FIELDS.flatMap((field) => {
      const value = customs[field] ?? undefined;
      return value === undefined ? [] : [[field, value]];
    }),
  ) as CustomsData;
}
