import { formatAddress } from 'localized-address-format';
import type { OperatorOrder } from './order-api.ts';

export type Address = Extract<OperatorOrder['order']['shipping'], { address: unknown }>['address'];

interface AddressLines {
  /** The lines in the format of the destination, without the country. */
  lines: string[];
  /** The values that the format of the country has no place for. */
  rest: string[];
}

/** Country codes in orders, and the country whose address format applies to them. */
const WRITTEN_LIKE: Readonly<Record<string, string>> = { UK: 'GB', XI: 'GB', EL: 'GR', IC: 'ES', EA: 'ES' };
/** The scripts in which some countries write the largest part of an address first. */
const LOCAL_SCRIPT = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Formats an address for its country. Every value is in `lines` or in `rest`. */
export function addressLines(address: Address): AddressLines {
  const { street, addressLine2, city, postalCode, country, state } = address;
  const code = WRITTEN_LIKE[country] ?? country;
  const script = LOCAL_SCRIPT.test(`${street}${city}`) ? 'local' : 'latin';
  const write = (streetLines: readonly (string | undefined)[], postal = postalCode) =>
    joinContinuedLines(
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
  // Some formats have no city. It is added to the street lines.
  if (!contains(write(streetLines), city))
    streetLines = script === 'local' ? [city, ...streetLines] : [...streetLines, city];
  let lines = write(streetLines);
  // Some formats put the country code before the postal code, which may already contain it.
  const sign = new RegExp(`^${code}[-\\s]?`, 'i');
  const bare = postalCode?.replace(sign, '');
  if (bare !== postalCode && contains(lines, `${code}-${postalCode}`)) lines = write(streetLines, bare);
  const rest = [state, bare].filter((part) => !contains(lines, part)) as string[];
  return { lines, rest };
}

/** Joins lines that begin with a comma to the line before. Some formats continue the street that way. */
function joinContinuedLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    if (line.startsWith(',') && joined.length > 0) joined.push(`${joined.pop()}${line}`);
    else joined.push(line);
  }
  return joined;
}

/** Returns whether the lines contain a part. An absent part counts as contained. */
function contains(lines: readonly string[], part: string | undefined): boolean {
  return part === undefined || lines.join(' ').toLowerCase().includes(part.trim().toLowerCase());
}
