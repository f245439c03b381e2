import { countryName, isoCountry, nearestCountry, normaliseCountry } from './countries.ts';
import { isInEuZone } from './eu-zone.ts';

/** Digits of a tariff number that hold in all countries, and by which the Union counts tariff lines. */
const TARIFF_DIGITS = 6;
/** Prices have at most four decimals; sums are exact in such parts. */
const PARTS_OF_A_UNIT = 10_000;

/** Some pieces that lie in the parcel. */
export interface CustomsItem {
  /** Of the order. */
  itemId: string;
  /** SKU or EAN-13, and the title or name of what it is. */
  code: string;
  title: string;
  quantity: number;
  /** Of one piece, in the currency of the order, with VAT. */
  unitPrice?: number | undefined;
  /** What holds for the variant: its own data, else that of its article or product. */
  customs: CustomsData;
  /** Grams that are added to each piece, such as a neck label. */
  addedGrams?: number | undefined;
}

/** One line of a declaration: all pieces of one tariff number and origin. */
export interface CustomsLine {
  hsCode: string;
  countryOfOrigin: string;
  /** Each description once. */
  description: string;
  quantity: number;
  netWeightGrams: number;
  /** In the currency of the declaration. */
  value: number;
}

/** Why something cannot be declared. */
export interface CustomsGap {
  field: 'hsCode' | 'countryOfOrigin' | 'weightGrams' | 'unitPrice';
  /** SKU or EAN-13. */
  code: string;
  title: string;
  itemIds: string[];
  /** A sentence. */
  message: string;
}

export interface CustomsDeclaration {
  /** The parcel stays in the EU zone: nothing is declared. `unknown`: its own label says where it goes, and that is not known here. */
  need: 'declared' | 'none' | 'unknown';
  /** ISO 4217. */
  currency?: string | undefined;
  lines: CustomsLine[];
  /** Different six-digit tariff numbers: what a duty for each tariff line is counted by. */
  tariffLines: number;
  totalNetWeightGrams: number;
  totalValue: number;
  /** None: it can be declared. */
  gaps: CustomsGap[];
}

/** Where a parcel goes; absent where it has its sender's own label. */
export type CustomsDestination =
  | { country?: string | undefined; postalCode?: string | undefined }
  | undefined;

const FIELD_WORDS = {
  hsCode: 'the HS code',
  countryOfOrigin: 'the country of origin',
  weightGrams: 'the weight',
  unitPrice: 'a price above 0',
} as const;

/**
 * What customs are told of a parcel: its pieces, merged by tariff number and origin in the order of their first item, and what is
 * missing. A piece with a gap is in no line, so lines are worth something only without gaps.
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

/** One for each variant and field, however many items name it. */
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
  const fields = (['hsCode', 'countryOfOrigin', 'weightGrams'] as const).filter(
    (field) => known[field] === undefined,
  );
  return unitPrice > 0 ? fields : [...fields, 'unitPrice'];
}

function inUnits(parts: bigint): number {
  return Number(parts) / PARTS_OF_A_UNIT;
}

/** What a customs declaration says of one piece; each part is absent where it is not known. */
export interface CustomsData {
  /** Tariff number: its first six digits hold in all countries. */
  hsCode?: string | undefined;
  /** Where it was made: ISO 3166-1 alpha-2, in upper case. */
  countryOfOrigin?: string | undefined;
  /** Of a piece as it is sold, without packaging. */
  weightGrams?: number | undefined;
  /** What it is, of what, for what. */
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
/** A ton: no piece is heavier. */
export const WEIGHT_GRAMS_MAX = 1_000_000;
export const CUSTOMS_DESCRIPTION_LENGTH_MAX = 200;

const HS_CODE = new RegExp(`^\\d{${HS_CODE_DIGITS_MIN},${HS_CODE_DIGITS_MAX}}$`);
/** Chapters 01 to 09 begin with a zero, which spreadsheets drop; no tariff has an odd number of digits. */
const ZERO_LOST = /^[1-9](\d{4}|\d{6}|\d{8})$/;

/** What is wrong with a tariff number, as a sentence; undefined: nothing. */
export function hsCodeFault(hsCode: string): string | undefined {
  if (HS_CODE.test(hsCode)) return undefined;
  const meant = hsCodeWithZero(hsCode);
  const bare = hsCode.replaceAll(/[\s.]/g, '');
  const hint =
    meant !== undefined
      ? ` Was ${meant} meant? Spreadsheets drop the zero that a number begins with.`
      : bare !== hsCode && HS_CODE.test(bare)
        ? ` Write ${bare}.`
        : '';
  return `"hsCode" must be ${HS_CODE_DIGITS_MIN} to ${HS_CODE_DIGITS_MAX} digits without dots or spaces, such as 610910.${hint}`;
}

/** The tariff number that was probably meant by one whose first zero a spreadsheet dropped; undefined: it looks whole. */
export function hsCodeWithZero(hsCode: string): string | undefined {
  return ZERO_LOST.test(hsCode) ? `0${hsCode}` : undefined;
}

/** The ISO 3166-1 alpha-2 code in upper case, also of UK, EL and the like; undefined: there is no such country. */
export function originCountry(country: string): string | undefined {
  const code = normaliseCountry(country);
  return code === undefined ? undefined : isoCountry(code);
}

/** Why `originCountry` knows no such country, as a sentence. */
export function originFault(country: string): string {
  const nearest = nearestCountry(country);
  const hint = nearest === undefined ? '' : ` Did you mean ${isoCountry(nearest)} (${countryName(nearest)})?`;
  return `"countryOfOrigin" must be an ISO 3166-1 alpha-2 code, such as BD.${hint}`;
}

/** Only the parts that are known. */
export function knownCustoms(customs: { [Field in keyof CustomsData]?: CustomsData[Field] | null }) {
  return Object.fromEntries(
    CUSTOMS_FIELDS.flatMap((field) => {
      const value = customs[field] ?? undefined;
      return value === undefined ? [] : [[field, value]];
    }),
  ) as CustomsData;
}
