import type { Violation } from '../platform/errors/errors.ts';
import { problemMessage } from '../platform/errors/problem-messages.ts';
import { countryName, isoCountry, nearestCountry, normaliseCountry } from './countries.ts';

/**
 * Countries whose addresses need a postal code or a state, by ISO 3166-1 alpha-2 code.
 *
 * Sources: Google libaddressinput, cpp/src/region_data_constants.cc of 2025-06-05 (`require`, `fmt`), the
 * data of https://chromium-i18n.appspot.com/ssl-address; Shopify worldwide, data/regions of 2026-08-06
 * (`zip_requirement`, `zip_regex`, `zip_autofill_enabled`). A deliverable order must not be refused. A
 * country is therefore listed only where the sources agree as described below.
 */

/** libaddressinput requires a postal code. */
const REQUIRED_BY_THE_POST =
  'AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FM FR GB GF GG GL GP GR GU HU IM IN IT JE JP KR LI LT LU LV MF MH MP MQ MX MY ' +
  'NC NL NO NZ PF PL PM PR PT PW RE RO RU SE SG SJ SK SM TR TW UA US VI WF YT ZA';

/** libaddressinput prints a postal code without requiring it; Shopify requires it. */
const REQUIRED_BY_SHIPPERS = 'AD AR BA BG BM BN CY FO GE HR IS MC ME MG MK MT PH RS SI TH';

// Not listed although one source requires a postal code: IE, where the Eircode is optional, and FK, GI, GS,
// IO, PN, SH, TC, VA and others with one code for the whole territory. The list lacks countries without codes
// (AE, HK, PA, QA), and countries where Shopify only recommends them (CL, CO, IL, KE, MA, PE, SA, VN).
export const POSTAL_CODE_REQUIRED: ReadonlySet<string> = new Set(
  `${REQUIRED_BY_THE_POST} ${REQUIRED_BY_SHIPPERS}`.split(' '),
);

/**
 * Federations whose addresses have the state beside the city, as both sources require. The sources require a
 * province elsewhere too (ES, IT, JP, CN, AE). Postal code or city implies that province, and many shops
 * never collect it.
 */
export const STATE_REQUIRED: ReadonlySet<string> = new Set('AU BR CA IN MX US'.split(' '));

/** Forms of postal codes, with their countries, as in libaddressinput. Where codes vary, none is listed. */
const POSTAL_CODE_FORMS: Readonly<Record<string, string>> = {
  '999': 'FO IS',
  '9999': 'AL AM AT AU BD BE BG CH CY DK GE GL HU LI MK NO NZ PH SI SJ TN VE ZA',
  '99999':
    'AX BA BL CU DE DO DZ EE ES FI FR GF GP GT HR IQ IT JO KE KR KW LA LK MA MC ME MF MQ MX MY NC NP PF PK PM RE SM SN TH TR ' +
    'UA UY VA WF XK YT',
  '999999': 'BY CN CO EC KG NG RO RU SG TJ TM UZ',
  '999 999': 'IN',
  '999 99': 'CZ GR SE SK',
  '99999 or 99999-9999': 'AS GU MP PR SA US VI',
  '99999 or 9999999': 'IL',
  '99999 or 999999': 'RS',
  '999999 or A99A9A9': 'KZ',
  '999 or 99999 or 999999': 'TW',
  '99-999': 'PL',
  '9999-999': 'PT',
  '99999-999': 'BR',
  '999-9999': 'CL JP',
  AA999: 'AD',
  '9999 or AZ 9999': 'AZ',
  '9999 or L-9999': 'LU',
  '9999 or MD-9999': 'MD',
  'LV-9999 or 9999': 'LV',
  '99999 or LT-99999': 'LT',
  '9999 AA': 'NL',
  'A9A 9A9': 'CA',
  'A99 XXXX or A9X XXXX': 'IE',
  'AAA 9999': 'MT',
  'A9 9AA or A99 9AA or AA9 9AA or AA99 9AA or A9A 9AA or AA9A 9AA': 'GB GG IM JE',
};
/** Addresses of British forces, and the one postcode of another form. */
const OTHER_BRITISH_CODE = /^(?:BFPO \d{1,4}|GIR ?0AA)$/;
/** The country sign that people write in front, such as D-10115, FIN-00100 or SI-1000. */
const COUNTRY_SIGN = /^([A-Z]{1,3})[- ](?=\d)/;
/** Blanks and hyphens may be missing. */
const SIGNS: Readonly<Record<string, string>> = { 9: '\\d', A: '[A-Z]', X: '[A-Z\\d]', ' ': '[ -]?', '-': '[ -]?' };
const POSTAL_CODE_FORM_OF: ReadonlyMap<string, { form: string; pattern: RegExp }> = new Map(
  Object.entries(POSTAL_CODE_FORMS).flatMap(([form, countries]) => {
    const patterns = form.split(' or ').map((one) => one.replace(/[9AX -]/g, (sign) => SIGNS[sign] ?? ''));
    const pattern = patterns.join('|');
    return countries.split(' ').map((country) => [country, { form, pattern: new RegExp(`^(?:${pattern})$`) }] as const);
  }),
);

/** The recipient's address, with free text in any script. */
export interface Address {
  personName?: string | undefined;
  street?: string | undefined;
  addressLine2?: string | undefined;
  city?: string | undefined;
  postalCode?: string | undefined;
  /** ISO 3166-1 alpha-2 or one of UK, EL, XI, IC, EA, in any case. */
  country?: string | undefined;
  state?: string | undefined;
  phoneNumber?: string | undefined;
  email?: string | undefined;
  company?: string | undefined;
}

const ECHO_LENGTH_MAX = 40;
/** A shorter postal code is more likely incomplete than without its zeros. */
const SHORTENED_LENGTH_MIN = 3;

/**
 * Returns the violations that make an address undeliverable: `required` and `unknown_country`. Does not check
 * the formats of postal codes and states, since refusing a deliverable order is worse than a typo. Messages
 * have no personal data.
 */
export function addressViolations(address: Address, pointer: string): Violation[] {
  const country = address.country ?? '';
  const code = normaliseCountry(country);
  const violations: Violation[] = [];

  if (isBlank(address.personName) && isBlank(address.company)) {
    violations.push(missingField(`${pointer}/personName`, 'The address needs a "personName" or a "company".'));
  }
  if (isBlank(address.street)) violations.push(missingField(`${pointer}/street`, 'The address needs a "street".'));
  // Also in city states (SG, MC, HK), whose formats have no city: the label forms of all carriers need it.
  if (isBlank(address.city)) violations.push(missingField(`${pointer}/city`, 'The address needs a "city".'));
  if (isBlank(country)) {
    const message = 'The address needs a "country", as an ISO 3166-1 alpha-2 code such as "DE".';
    violations.push(missingField(`${pointer}/country`, message));
  } else if (code === undefined) {
    violations.push(unknownCountry(`${pointer}/country`, country));
  } else {
    violations.push(...countryFieldViolations(address, code, pointer));
  }
  return violations;
}

function countryFieldViolations(address: Address, code: string, pointer: string): Violation[] {
  const violations: Violation[] = [];
  const country = isoCountry(code);
  if (POSTAL_CODE_REQUIRED.has(country) && isBlank(address.postalCode)) {
    const message = `An address in ${countryName(code)} (${code}) needs a "postalCode".`;
    violations.push(missingField(`${pointer}/postalCode`, message));
  }
  if (STATE_REQUIRED.has(country) && isBlank(address.state)) {
    violations.push(missingField(`${pointer}/state`, `An address in ${countryName(code)} (${code}) needs a "state".`));
  }
  return violations;
}

/**
 * Returns likely mistakes that do not stop an order: a postal code in another form than its country's, and an
 * e-mail address without a domain. Messages have no personal data.
 */
export function addressWarnings({ postalCode = '', country = '', email = '' }: Address, pointer: string) {
  const warnings: Omit<Violation, 'allowed'>[] = [];
  const code = normaliseCountry(country);
  const known = code && POSTAL_CODE_FORM_OF.get(isoCountry(code));
  const written = writtenCode(postalCode);
  const forms = [written, withoutSign(written, country)];
  const isOther = code && isoCountry(code) === 'GB' && OTHER_BRITISH_CODE.test(written);
  if (known && written !== '' && !isOther && !forms.some((form) => known.pattern.test(form))) {
    const message = problemMessage('postal_code_format', { country: countryName(code), code, form: known.form });
    warnings.push({ pointer: `${pointer}/postalCode`, code: 'postal_code_format', message });
  }
  if (!isBlank(email) && !/@[^@\s]+\.[^@\s.]{2,}\s*$/.test(email)) {
    const message = problemMessage('email_without_domain');
    warnings.push({ pointer: `${pointer}/email`, code: 'email_without_domain', message });
  }
  return warnings;
}

/** Returns whether a postal code has the form of its country with one or two more zeros in front. */
export function hasLostZeros({ postalCode = '', country = '' }: Address): boolean {
  const known = POSTAL_CODE_FORM_OF.get(isoCountry(normaliseCountry(country) ?? ''));
  const written = writtenCode(postalCode);
  const isLong = written.length >= SHORTENED_LENGTH_MIN;
  return known !== undefined && isLong && ['0', '00'].some((zeros) => known.pattern.test(zeros + written));
}

/** Removes the sign of the country; the code of a sign begins like it or the other way round. */
function withoutSign(written: string, country: string): string {
  const code = isoCountry(country.toUpperCase());
  return written.replace(COUNTRY_SIGN, (all, sign: string) => {
    return sign.startsWith(code) || code.startsWith(sign) ? '' : all;
  });
}

function writtenCode(postalCode: string): string {
  return (
    postalCode
      .normalize('NFKC')
      .toUpperCase()
      // Japanese keyboards write a minus sign or a long vowel mark in place of a hyphen.
      .replaceAll(/[\p{Pd}\u2212\u30fc]/gu, '-')
      .replaceAll(/\s+/g, ' ')
      // Brazilians write 01.310-100.
      .replaceAll(/(?<=\d)\.(?=\d)/g, '')
      .replace(/^[^\p{L}\p{N}]+|\s+$/gu, '')
  );
}

/** Returns the violation of an unknown country, with the likely code. */
export function unknownCountry(pointer: string, country: string): Violation {
  const nearest = nearestCountry(country);
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  const message = `"${clip(country)}" is not a country code of ISO 3166-1 alpha-2 (two letters, such as "DE").${hint}`;
  return { pointer, code: 'unknown_country', message };
}

function missingField(pointer: string, message: string): Violation {
  return { pointer, code: 'required', message };
}

/** Returns true for an absent text, and for one of only spaces, control and invisible characters. */
export function isBlank(text: string | undefined): boolean {
  return !text || /^[\s\p{Cc}\p{Cf}]*$/u.test(text);
}

function clip(text: string): string {
  const characters = Array.from(text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\u{fffd}'));
  return characters.length > ECHO_LENGTH_MAX
    ? `${characters.slice(0, ECHO_LENGTH_MAX).join('')}…`
    : characters.join('');
}
