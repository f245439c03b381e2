/**
 * Which countries need a postal code or a state in an address, by ISO 3166-1 alpha-2 code.
 *
 * Sources: Google libaddressinput, cpp/src/region_data_constants.cc of 2025-06-05 (`require`, `fmt`), the data behind
 * https://chromium-i18n.appspot.com/ssl-address; Shopify worldwide, data/regions of 2026-08-06 (`zip_requirement`, `zip_regex`,
 * `zip_autofill_enabled`). An order that could be delivered must not be refused, so a country is listed only where they agree as below.
 */

/** libaddressinput requires the postal code. */
const REQUIRED_BY_THE_POST =
  'AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FM FR GB GF GG GL GP GR GU HU IM IN IT JE JP KR LI LT LU LV MF MH MP MQ MX MY ' +
  'NC NL NO NZ PF PL PM PR PT PW RE RO RU SE SG SJ SK SM TR TW UA US VI WF YT ZA';

/** libaddressinput prints the postal code and leaves open whether it may be missing; Shopify does not ship without it. */
const REQUIRED_BY_SHIPPERS = 'AD AR BA BG BM BN CY FO GE HR IS MC ME MG MK MT PH RS SI TH';

// Not listed, though one of the sources requires them: IE, where the Eircode is optional, and FK, GI, GS, IO, PN, SH, TC, VA and
// others whose one code for the whole territory tells the carrier nothing. Countries without codes (AE, HK, PA, QA …), or where
// Shopify only recommends them (CL, CO, IL, KE, MA, PE, SA, VN …), are not listed either.
export const POSTAL_CODE_REQUIRED: ReadonlySet<string> = new Set(
  `${REQUIRED_BY_THE_POST} ${REQUIRED_BY_SHIPPERS}`.split(' '),
);

/**
 * Federations whose addresses carry the state beside the city; both sources require it. Elsewhere (ES, IT, JP, CN, AE …) they ask for a
 * province or an emirate too, but the postal code or the city already says it, and many shops never collect it.
 */
export const STATE_REQUIRED: ReadonlySet<string> = new Set('AU BR CA IN MX US'.split(' '));
