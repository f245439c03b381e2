import { formatAddress } from 'localized-address-format';
import type { Address } from '../shipping/address-rules.ts';
import { countryName, isoCountry, normaliseCountry } from '../shipping/countries.ts';
import { stateAsWritten } from '../shipping/states.ts';
import { splitByFont } from './paper-fonts.ts';
import { oneLine } from './text-lines.ts';

/** Scripts in which an address begins with its largest part. */
const LOCAL_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Returns the lines of an address in the order of its country, with the country in capitals as the last line.
 * An address in Chinese, Japanese or Korean characters has the order of its script.
 */
export function postalLines(address: Address): string[] {
  const given = Object.fromEntries(Object.entries(address).map(([field, value]) => [field, oneLine(value ?? '')])) as {
    [field in keyof Address]?: string;
  };
  const { personName = '', company = '', street = '', addressLine2 = '', city = '' } = given;
  const { postalCode = '', country = '' } = given;
  const code = normaliseCountry(country);
  const state = stateAsWritten(code ? isoCountry(code) : '', given.state ?? '');
  const script = LOCAL_SCRIPT.test(`${street}${city}`) ? 'local' : 'latin';
  const format = (addressLines: readonly string[]) =>
    formatAddress(
      {
        postalCountry: code ? isoCountry(code) : '',
        name: personName,
        organization: company,
        addressLines: addressLines.filter((line) => line !== ''),
        locality: city,
        postalCode,
        // Some cities have the name of their state, such as Berlin, Las Palmas and Beijing.
        administrativeArea: state === city ? '' : state,
      },
      script,
    )
      .join('\n')
      // If there are two lines for the street, the library puts a part that belongs behind the street on the
      // next line.
      .replace(/\n(?=,)/g, '')
      .split('\n')
      .filter((line) => line.trim() !== '');
  let lines = format([street, addressLine2]);
  // Some countries have no line for a city: in Japan it belongs to the street, in Singapore it is the
  // country.
  if (!includesPart(lines, city)) {
    const [first = '', ...more] = [street, addressLine2].filter((line) => line !== '').reverse();
    lines = format(script === 'local' ? [`${city}${street}`, addressLine2] : [...more, `${first}, ${city}`]);
  }
  if (!includesPart(lines, postalCode)) lines.push(postalCode);
  return [...lines, countryLine(code, country)].filter((line) => line !== '');
}

function includesPart(lines: readonly string[], part: string): boolean {
  return lines.join('\n').toLowerCase().includes(part.toLowerCase());
}

/** Short names that sorters know, where the list of countries has a long or inverted name. */
const SORTED_AS: Readonly<Record<string, string>> = {
  CN: 'China',
  FK: 'Falkland Islands',
  FM: 'Micronesia',
  IR: 'Iran',
  MD: 'Moldova',
  MK: 'North Macedonia',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  VA: 'Vatican City',
  VG: 'British Virgin Islands',
  VI: 'U.S. Virgin Islands',
};

/** Returns the country in English capitals, which every post office reads. */
function countryLine(code: string | undefined, given: string): string {
  return (code ? (SORTED_AS[code] ?? countryName(code)) : given).toUpperCase();
}

/** Lists the fields of the address that have a character without a font, and so are unreadable on a label. */
export function unprintableFields(address: Address): string[] {
  return Object.entries(address).flatMap(([field, value]) =>
    splitByFont(oneLine(value ?? ''), true).some(({ missing }) => missing) ? [field] : [],
  );
}
