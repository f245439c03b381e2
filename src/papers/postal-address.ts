import { formatAddress } from 'localized-address-format';
import type { Address } from '../shipping/address-rules.ts';
import { countryName, isoCountry, normaliseCountry } from '../shipping/countries.ts';
import { inFonts } from './paper-fonts.ts';
import { oneLine } from './text-lines.ts';

/** Scripts in which addresses are written from the largest part to the smallest. */
const LOCAL_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * The recipient's lines in the order of the country they go to, the country in capitals last. An address in Chinese, Japanese or Korean
 * characters is written their way, one of that country in Latin letters the other way round.
 */
export function postalLines(address: Address): string[] {
  const given = Object.fromEntries(
    Object.entries(address).map(([field, value]) => [field, oneLine(value ?? '')]),
  ) as { [field in keyof Address]?: string };
  const { personName = '', company = '', street = '', addressLine2 = '', city = '' } = given;
  const { postalCode = '', state = '', country = '' } = given;
  const code = normaliseCountry(country);
  const script = LOCAL_SCRIPT.test(`${street}${city}`) ? 'local' : 'latin';
  const written = (addressLines: readonly string[]) =>
    formatAddress(
      {
        postalCountry: code ? isoCountry(code) : '',
        name: personName,
        organization: company,
        addressLines: addressLines.filter((line) => line !== ''),
        locality: city,
        postalCode,
        // Berlin, Las Palmas and Beijing are both.
        administrativeArea: state === city ? '' : state,
      },
      script,
    )
      .join('\n')
      // What belongs behind the street stands below it where there are two lines for the street.
      .replace(/\n(?=,)/g, '')
      .split('\n')
      .filter((line) => line.trim() !== '');
  let lines = written([street, addressLine2]);
  // Some countries' forms have no place for a city: in Japan it belongs to the street, in Singapore it is the country.
  if (!holds(lines, city)) {
    const [first = '', ...more] = [street, addressLine2].filter((line) => line !== '').reverse();
    lines = written(script === 'local' ? [`${city}${street}`, addressLine2] : [...more, `${first}, ${city}`]);
  }
  if (!holds(lines, postalCode)) lines.push(postalCode);
  return [...lines, capitalCountry(code, country)].filter((line) => line !== '');
}

function holds(lines: readonly string[], part: string): boolean {
  return lines.join('\n').toLowerCase().includes(part.toLowerCase());
}

/** As sorters know them, where the list of countries has a name in full or turned round. */
const SORTED_AS: Readonly<Record<string, string>> = {
  CN: 'China',
  FM: 'Micronesia',
  MD: 'Moldova',
  MK: 'North Macedonia',
  TW: 'Taiwan',
  VA: 'Vatican City',
  VG: 'British Virgin Islands',
  VI: 'U.S. Virgin Islands',
};

/** In English, which posts everywhere read, in capitals. */
function capitalCountry(code: string | undefined, given: string): string {
  return (code ? (SORTED_AS[code] ?? countryName(code)) : given).toUpperCase();
}

/** Fields of the address with a character that no font here has: nobody could read them on a label. */
export function unprintableFields(address: Address): string[] {
  return Object.entries(address).flatMap(([field, value]) =>
    inFonts(oneLine(value ?? ''), true).some(({ missing }) => missing) ? [field] : [],
  );
}
