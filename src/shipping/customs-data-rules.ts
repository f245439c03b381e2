import { countryName, isoCountry, nearestCountry, normaliseCountry } from './countries.ts';

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
