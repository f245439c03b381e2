import { formatAddress } from 'localized-address-format';
import type { OperatorOrder } from './order-api.ts';

export type Address = Extract<OperatorOrder['order']['shipping'], { address: unknown }>['address'];

interface AddressLines {
  /** As it is written where it goes, without the country. */
  lines: string[];
  /** What the form of that country has no place for; it may matter all the same. */
  rest: string[];
}

/** Codes that orders may use for a country, or a part of one, whose addresses are written like these. */
const WRITTEN_LIKE: Readonly<Record<string, string>> = { UK: 'GB', XI: 'GB', EL: 'GR', IC: 'ES', EA: 'ES' };
/** Scripts in which some countries write the largest part of an address first. */
const LOCAL_SCRIPT = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** The address in its country's form. Nothing of it is lost. */
export function addressLines(address: Address): AddressLines {
  const { street, addressLine2, city, postalCode, country, state } = address;
  const code = WRITTEN_LIKE[country] ?? country;
  const script = LOCAL_SCRIPT.test(`${street}${city}`) ? 'local' : 'latin';
  const write = (streetLines: readonly (string | undefined)[], postal = postalCode) =>
    joinLoose(
      formatAddress(
        {
          postalCountry: code,
          name: address.personName ?? '',
          organization: address.company ?? '',
          addressLines: streetLines.filter((line) => line !== undefined && line !== '') as string[],
          locality: city ?? '',
          postalCode: postal ?? '',
          administrativeArea: state ?? '',
        },
        script,
      ),
    );
  let streetLines = [street, addressLine2];
  // Some forms have no city, since people there write it into the lines of the street.
  if (!holds(write(streetLines), city))
    streetLines = script === 'local' ? [city, ...streetLines] : [...streetLines, city];
  let lines = write(streetLines);
  // Some forms put the country's sign before the code, which is often there already.
  const sign = new RegExp(`^${code}[-\\s]?`, 'i');
  const bare = postalCode?.replace(sign, '');
  if (bare !== postalCode && holds(lines, `${code}-${postalCode}`)) lines = write(streetLines, bare);
  const rest = [state, bare].filter((part) => !holds(lines, part)) as string[];
  return { lines, rest };
}

/** Of forms that let the lines of the street go on in the next one. */
function joinLoose(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    if (line.startsWith(',') && joined.length > 0) joined.push(`${joined.pop()}${line}`);
    else joined.push(line);
  }
  return joined;
}

/** What is not there is held. */
function holds(lines: readonly string[], part: string | undefined): boolean {
  return part === undefined || lines.join(' ').toLowerCase().includes(part.trim().toLowerCase());
}

/** Its name in this language. */
export function nameOfCountry(code: string, language: string): string {
  // What the names of regions do not know.
  const known = code === 'XI' || code === 'EL' ? WRITTEN_LIKE[code] : code;
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(known ?? code) ?? code;
  } catch {
    return code;
  }
}
