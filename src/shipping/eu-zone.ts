import { countryName, isoCountry, normaliseCountry } from './countries.ts';

export const EU_MEMBERS: readonly string[] =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');

/**
 * The countries where the customs rules and the VAT rules of the Union both apply. Data of 2026: European
 * Commission, Taxation and Customs Union, "Territorial status of EU countries and certain territories".
 */
const IN_THE_ZONE: ReadonlySet<string> = new Set([
  ...EU_MEMBERS,
  'MC', // Monaco belongs to the customs and VAT territory of France
]);

type ZonedAddress = { country: string; postalCode?: string | undefined };

/** The position of an address for customs and VAT. */
interface EuZone {
  isInside: boolean;
  /** The English name of a place that customs treat differently from its country. */
  place?: string;
}

const INSIDE: EuZone = { isInside: true };
const OUTSIDE: EuZone = { isInside: false };
/** Applies to goods. */
const NORTHERN_IRELAND: EuZone = { isInside: true, place: 'Northern Ireland' };

/** Codes of places that share the address format of another country. */
const ZONE_OF_ALIAS: ReadonlyMap<string, EuZone> = new Map([
  ['XI', NORTHERN_IRELAND],
  ['IC', { isInside: false, place: 'Canary Islands' }],
  ['EA', { isInside: false, place: 'Ceuta and Melilla' }],
]);

/** Places outside the zone that are addressed as part of a member, by prefixes of complete postal codes. */
const OUTSIDE_BY_POSTAL_CODE: Readonly<Record<string, readonly { place: string; prefixes: readonly string[] }[]>> = {
  DE: [
    { place: 'Helgoland', prefixes: ['27498'] },
    { place: 'Büsingen', prefixes: ['78266'] },
  ],
  // Danish codes do not begin with 39; a Greenlandic address often names Denmark.
  DK: [{ place: 'Greenland', prefixes: ['39'] }],
  ES: [
    { place: 'Canary Islands', prefixes: ['35', '38'] },
    { place: 'Ceuta', prefixes: ['51'] },
    { place: 'Melilla', prefixes: ['52'] },
  ],
  FI: [{ place: 'Åland', prefixes: ['22'] }],
  FR: [
    { place: 'Guadeloupe', prefixes: ['971'] },
    { place: 'Martinique', prefixes: ['972'] },
    { place: 'French Guiana', prefixes: ['973'] },
    { place: 'Réunion', prefixes: ['974'] },
    { place: 'Saint-Pierre-et-Miquelon', prefixes: ['975'] },
    { place: 'Mayotte', prefixes: ['976'] },
    { place: 'Saint-Barthélemy', prefixes: ['977'] },
    { place: 'Saint-Martin', prefixes: ['978'] },
    { place: 'French Southern Territories', prefixes: ['984'] },
    { place: 'Wallis and Futuna', prefixes: ['986'] },
    { place: 'French Polynesia', prefixes: ['987'] },
    { place: 'New Caledonia', prefixes: ['988'] },
  ],
  GR: [{ place: 'Mount Athos', prefixes: ['63086'] }],
  IT: [
    // The first code is the former one, which senders still use.
    { place: 'Livigno', prefixes: ['23030', '23041'] },
    { place: "Campione d'Italia", prefixes: ['22060', '22061'] },
    // Independent states within the Italian postal code system.
    { place: 'San Marino', prefixes: ['4789'] },
    { place: 'Vatican City', prefixes: ['00120'] },
  ],
};

const NORTHERN_IRELAND_POSTCODE = /^BT\d{2,3}[A-Z]{2}/;

/** Returns whether parcels from the EU to the address need no customs papers. False for unknown countries. */
export function isInEuZone(address: ZonedAddress): boolean {
  return euZoneOf(address).isInside;
}

/** Returns whether the address is in the EU zone. `place` names a place that differs from its country. */
export function euZoneOf(address: ZonedAddress): EuZone {
  const code = normaliseCountry(address.country);
  if (code === undefined) return OUTSIDE;
  const aliasZone = ZONE_OF_ALIAS.get(code);
  if (aliasZone !== undefined) return aliasZone;
  const country = isoCountry(code);
  const postalCode = compact(address.postalCode ?? '');
  if (country === 'GB') {
    const isIrish = NORTHERN_IRELAND_POSTCODE.test(postalCode.replace(/^(GBR?|UK)/, ''));
    return isIrish ? NORTHERN_IRELAND : OUTSIDE;
  }
  if (!IN_THE_ZONE.has(country)) return OUTSIDE;
  const sign = normaliseCountry(/^[A-Z]{2}(?=\d)/.exec(postalCode)?.[0] ?? '');
  // FO-100 is in the Faroe Islands and AD500 in Andorra, although addresses there may name Denmark or Spain.
  if (sign && isoCountry(sign) !== country && !IN_THE_ZONE.has(isoCountry(sign))) {
    return { isInside: false, place: countryName(sign) };
  }
  // Members with exceptions have numeric codes: letters before them are a country sign (D-27498, FIN-22100,
  // AX-22100). A shorter code has lost its leading zeros: 3801 is 03801 in Alicante, not 38001 on Tenerife.
  const length = country === 'DK' ? 4 : 5;
  const digits = (/^[A-Z]*(\d+)/.exec(postalCode)?.[1] ?? '').padStart(length, '0');
  const exception = OUTSIDE_BY_POSTAL_CODE[country]?.find(
    ({ prefixes }) => digits.length === length && prefixes.some((prefix) => digits.startsWith(prefix)),
  );
  return exception ? { isInside: false, place: exception.place } : INSIDE;
}

/** Converts to upper-case ASCII, without spaces, dashes and dots. */
function compact(postalCode: string): string {
  return postalCode
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
}
