import type { Violation } from '../platform/errors/errors.ts';
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
// IO, PN, SH, TC, VA and others with one code for the whole territory. Countries without codes (AE, HK, PA,
// QA) are not listed either, nor those where Shopify only recommends them (CL, CO, IL, KE, MA, PE, SA, VN).
export const POSTAL_CODE_REQUIRED: ReadonlySet<string> = new Set(
  `${REQUIRED_BY_THE_POST} ${REQUIRED_BY_SHIPPERS}`.split(' '),
);

/**
 * Federations whose addresses have the state beside the city; both sources require it. Elsewhere (ES, IT, JP,
 * CN, AE) they require a province too, but the postal code or the city implies it, and many shops never
 * collect it.
 */
export const STATE_REQUIRED: ReadonlySet<string> = new Set('AU BR CA IN MX US'.split(' '));

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

/**
 * Returns all violations that make the address undeliverable: `required` and `unknown_country`. Formats of
 * postal codes and states are not checked, since refusing a deliverable order is worse than a typo. Messages
 * have no personal data.
 */
export function addressViolations(address: Address, pointer: string): Violation[] {
  const country = address.country ?? '';
  const code = normaliseCountry(country);
  const violations: Violation[] = [];

  if (isBlank(address.personName) && isBlank(address.company)) {
    violations.push(required(`${pointer}/personName`, 'The address needs a "personName" or a "company".'));
  }
  if (isBlank(address.street)) violations.push(required(`${pointer}/street`, 'The address needs a "street".'));
  // Also in city states (SG, MC, HK), whose formats have no city: the label forms of all carriers need it.
  if (isBlank(address.city)) violations.push(required(`${pointer}/city`, 'The address needs a "city".'));
  if (isBlank(country)) {
    const message = 'The address needs a "country", as an ISO 3166-1 alpha-2 code such as "DE".';
    violations.push(required(`${pointer}/country`, message));
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
    violations.push(required(`${pointer}/postalCode`, message));
  }
  if (STATE_REQUIRED.has(country) && isBlank(address.state)) {
    violations.push(required(`${pointer}/state`, `An address in ${countryName(code)} (${code}) needs a "state".`));
  }
  return violations;
}

function unknownCountry(pointer: string, country: string): Violation {
  const nearest = nearestCountry(country);
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  const message = `"${clip(country)}" is not a country code of ISO 3166-1 alpha-2 (two letters, such as "DE").${hint}`;
  return { pointer, code: 'unknown_country', message };
}

function required(pointer: string, message: string): Violation {
  return { pointer, code: 'required', message };
}

/** Returns true for an absent text, and for one of only spaces, control and invisible characters. */
function isBlank(text: string | undefined): boolean {
  return !text || /^[\s\p{Cc}\p{Cf}]*$/u.test(text);
}

function clip(text: string): string {
  const characters = Array.from(text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\u{fffd}'));
  return characters.length > ECHO_LENGTH_MAX
    ? `${characters.slice(0, ECHO_LENGTH_MAX).join('')}…`
    : characters.join('');
}
