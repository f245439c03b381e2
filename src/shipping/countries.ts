import { createRequire } from 'node:module';
import { closest, distance } from 'fastest-levenshtein';
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/** Codes in daily use that are not ISO 3166-1, and the ISO code whose address format holds there. */
const ISO_CODE_OF_ALIAS: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'], // reserved for the United Kingdom
  ['EL', 'GR'], // what the EU institutions write for Greece
  ['XI', 'GB'], // Northern Ireland in EU customs
  ['IC', 'ES'], // the Canary Islands in customs
  ['EA', 'ES'], // Ceuta and Melilla in customs
]);

/** Countries people write though ISO 3166-1 has no such name, and former names that are still written. */
const CODE_OF_OTHER_NAME: ReadonlyMap<string, string> = new Map([
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['northern ireland', 'XI'],
  ['canary islands', 'IC'],
  ['holland', 'NL'],
]);

countries.registerLocale(english);

// XK comes with the package. ISO leaves it to users, but carriers and the EU write it for Kosovo, and parcels go there.
const ISO_CODES: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()));

/** Every code that an address may name, in upper case, sorted. */
export const COUNTRY_CODES: readonly string[] = [...ISO_CODES, ...ISO_CODE_OF_ALIAS.keys()].sort();

const ENGLISH_NAMES = Object.values(countries.getNames('en', { select: 'official' })).map(fold);

const NAME_LENGTH_MAX = 60;
const TYPO_NAME_LENGTH_MIN = 5;
const TYPO_DISTANCE_MAX = 2;

/**
 * The code in upper case when it is ISO 3166-1 alpha-2 or one of UK, EL, XI, IC, EA, which stay as they are; else undefined.
 */
export function normaliseCountry(input: string): string | undefined {
  // Only ASCII letters: outside them upper case changes the word itself ("ß" becomes "SS", which is South Sudan).
  if (!/^[A-Za-z]{2}$/.test(input)) return undefined;
  const code = input.toUpperCase();
  return ISO_CODES.has(code) || ISO_CODE_OF_ALIAS.has(code) ? code : undefined;
}

/** The ISO 3166-1 alpha-2 code whose address format holds for a normalised code (UK -> GB); ISO codes are their own. */
export function isoCountry(code: string): string {
  return ISO_CODE_OF_ALIAS.get(code) ?? code;
}

/** The English name of the country of a normalised code, for messages. */
export function countryName(code: string): string {
  return countries.getName(isoCountry(code), 'en') ?? code;
}

/** The code that was probably meant by an unknown one: from a name in any language, an alpha-3 or a numeric code, or a typo. */
export function nearestCountry(input: string): string | undefined {
  if (input.length > NAME_LENGTH_MAX) return undefined;
  const wanted = fold(input.trim());
  return (
    normaliseCountry(wanted) ??
    (/^([a-z]{3}|\d{3})$/.test(wanted) ? countries.toAlpha2(wanted.toUpperCase()) : undefined) ??
    namesToCodes().get(wanted) ??
    codeOfMistypedName(wanted)
  );
}

/** Every name of every country in every language the package has, folded; loaded and made at the first mistake, since most orders have none. */
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

/** Without case and accents: "Österreich" and "osterreich" are one name. */
function fold(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
