import { createRequire } from 'node:module';
import { closest, distance } from 'fastest-levenshtein';
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/** Codes in use that are not ISO 3166-1, with the ISO code of the same address format. */
const ISO_CODE_OF_ALIAS: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'], // reserved for the United Kingdom
  ['EL', 'GR'], // Greece, as EU institutions write it
  ['XI', 'GB'], // Northern Ireland in EU customs
  ['IC', 'ES'], // the Canary Islands in customs
  ['EA', 'ES'], // Ceuta and Melilla in customs
]);

/** Names that people write and ISO 3166-1 does not have. */
const CODE_OF_OTHER_NAME: ReadonlyMap<string, string> = new Map([
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['northern ireland', 'XI'],
  ['canary islands', 'IC'],
  ['islas canarias', 'IC'],
  ['canarias', 'IC'],
  ['ceuta', 'EA'],
  ['melilla', 'EA'],
  ['la reunion', 'RE'],
  ['hong kong sar', 'HK'],
  ['macao sar', 'MO'],
  ['macau sar', 'MO'],
  ['korea', 'KR'],
  ['holland', 'NL'],
  // ISO 3166-2: parts of a country that customs treats as another one.
  ['es-ic', 'IC'],
  ['es-cn', 'IC'],
  ['es-ce', 'EA'],
  ['es-ml', 'EA'],
  ['gb-nir', 'XI'],
  ['uk-nir', 'XI'],
]);

countries.registerLocale(english);

// The package includes XK. ISO reserves it for users; carriers and the EU write it for Kosovo.
const ISO_CODES: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()));

/** Every country code that an address may have, in upper case, sorted. */
export const COUNTRY_CODES: readonly string[] = [...ISO_CODES, ...ISO_CODE_OF_ALIAS.keys()].sort();

const ENGLISH_NAMES = Object.values(countries.getNames('en', { select: 'official' })).map(fold);

const NAME_LENGTH_MAX = 60;
const TYPO_NAME_LENGTH_MIN = 5;
const TYPO_DISTANCE_MAX = 2;

/** Returns the code in upper case if it is ISO 3166-1 alpha-2, UK, EL, XI, IC or EA; else undefined. */
export function normaliseCountry(input: string): string | undefined {
  // Only ASCII letters: outside them upper case changes the word itself ("ß" becomes "SS", which is South
  // Sudan).
  if (!/^[A-Za-z]{2}$/.test(input)) return undefined;
  const code = input.toUpperCase();
  return ISO_CODES.has(code) || ISO_CODE_OF_ALIAS.has(code) ? code : undefined;
}

/** Returns the ISO code for a code of `normaliseCountry`: UK becomes GB, and an ISO code stays. */
export function isoCountry(code: string): string {
  return ISO_CODE_OF_ALIAS.get(code) ?? code;
}

const SAME_COUNTRIES = [
  ['GB', 'UK'],
  ['GR', 'EL'],
];

/** Returns the codes of the same country for a code of `normaliseCountry`. Northern Ireland (XI) is apart. */
export function countrySynonyms(code: string): readonly string[] {
  return SAME_COUNTRIES.find((codes) => codes.includes(code)) ?? [code];
}

/** Returns the English name of the country for a code of `normaliseCountry`. */
export function countryName(code: string): string {
  return countries.getName(isoCountry(code), 'en') ?? code;
}

/** Returns the code for a code of `normaliseCountry` or a name in any language, without typos. */
export function countryOf(text: string): string | undefined {
  return normaliseCountry(text) ?? namesToCodes().get(fold(text));
}

/** Guesses the code that was meant by a name in any language, an alpha-3 or numeric code, or a typo. */
export function nearestCountry(input: string): string | undefined {
  if (input.length > NAME_LENGTH_MAX) return undefined;
  const wanted = fold(input.trim().replaceAll('.', ''));
  return (
    normaliseCountry(wanted) ??
    (/^([a-z]{3}|\d{3})$/.test(wanted) ? countries.toAlpha2(wanted.toUpperCase()) : undefined) ??
    namesToCodes().get(wanted) ??
    normaliseCountry(/^([a-z]{2})-[a-z\d]{1,3}$/.exec(wanted)?.[1] ?? '') ??
    codeOfMistypedName(wanted)
  );
}

/** The folded names of all countries in all languages, made at the first mistake: most orders have none. */
let codeOfName: ReadonlyMap<string, string> | undefined;

function namesToCodes(): ReadonlyMap<string, string> {
  if (codeOfName !== undefined) return codeOfName;
  const codes = new Map(CODE_OF_OTHER_NAME);
  // The package's own beginning, which reads the names in all languages.
  createRequire(import.meta.url)('i18n-iso-countries');
  // English first, for where one name means different countries in different languages.
  for (const language of ['en', ...countries.getSupportedLanguages()]) {
    for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' }))) {
      for (const name of names) if (!codes.has(fold(name))) codes.set(fold(name), code);
    }
  }
  codeOfName = codes;
  return codes;
}

function codeOfMistypedName(name: string): string | undefined {
  if (name.length < TYPO_NAME_LENGTH_MIN) return undefined;
  const nearest = closest(name, ENGLISH_NAMES);
  return distance(name, nearest) <= TYPO_DISTANCE_MAX ? namesToCodes().get(nearest) : undefined;
}

/** Removes case and accents, so that "Österreich" equals "osterreich". */
function fold(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
