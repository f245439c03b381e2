import { isoCountry, normaliseCountry } from './countries.ts';

/**
 * The EU zone is where the customs rules and the VAT rules of the Union both apply. Data, as of 2026: European Commission,
 * Taxation and Customs Union, "Territorial status of EU countries and certain territories".
 */
const IN_THE_ZONE: ReadonlySet<string> = new Set([
  ...'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
  'MC', // Monaco belongs to the customs and VAT territory of France
]);

interface ZonedAddress {
  country: string;
  postalCode?: string | undefined;
}

/** Where an address lies, as customs and VAT see it. */
export interface EuZone {
  isInside: boolean;
  /** The place that is treated otherwise than the country it is addressed in, in English. */
  place?: string;
}

const INSIDE: EuZone = { isInside: true };
const OUTSIDE: EuZone = { isInside: false };
/** For goods. */
const NORTHERN_IRELAND: EuZone = { isInside: true, place: 'Northern Ireland' };

/** Codes that keep a place apart from the country whose address format it shares. */
const ZONE_OF_ALIAS: ReadonlyMap<string, EuZone> = new Map([
  ['XI', NORTHERN_IRELAND],
  ['IC', { isInside: false, place: 'Canary Islands' }],
  ['EA', { isInside: false, place: 'Ceuta and Melilla' }],
]);

/** Places outside the zone that are addressed as part of a member, by the beginnings of their postal codes. */
const OUTSIDE_BY_POSTAL_CODE: Readonly<
  Record<string, readonly { place: string; prefixes: readonly string[] }[]>
> = {
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
    // The first is the code before the renumbering, which senders still use.
    { place: 'Livigno', prefixes: ['23030', '23041'] },
    { place: "Campione d'Italia", prefixes: ['22060', '22061'] },
    // States of their own within the Italian postal code system.
    { place: 'San Marino', prefixes: ['4789'] },
    { place: 'Vatican City', prefixes: ['00120'] },
  ],
};

const NORTHERN_IRELAND_POSTCODE = /^BT/;

/** Whether a parcel to this place needs no customs papers from within the Union; an unknown country is outside. */
export function isInEuZone(address: ZonedAddress): boolean {
  return euZoneOf(address).isInside;
}

/** The same, with the place that decides it where its country does not. */
export function euZoneOf(address: ZonedAddress): EuZone {
  const code = normaliseCountry(address.country);
  if (code === undefined) return OUTSIDE;
  const ofAlias = ZONE_OF_ALIAS.get(code);
  if (ofAlias !== undefined) return ofAlias;
  const country = isoCountry(code);
  const postalCode = compact(address.postalCode ?? '');
  if (country === 'GB') {
    const isIrish = NORTHERN_IRELAND_POSTCODE.test(postalCode.replace(/^(GBR?|UK)/, ''));
    return isIrish ? NORTHERN_IRELAND : OUTSIDE;
  }
  if (!IN_THE_ZONE.has(country)) return OUTSIDE;
  // Members with exceptions have numeric codes: letters before them are a country sign (D-27498, FIN-22100, AX-22100).
  const digits = postalCode.replace(/^[A-Z]+/, '');
  const exception = OUTSIDE_BY_POSTAL_CODE[country]?.find(({ prefixes }) =>
    prefixes.some((prefix) => digits.startsWith(prefix)),
  );
  return exception ? { isInside: false, place: exception.place } : INSIDE;
}

/** Upper case, without the spaces, dashes and dots that people write into postal codes; full-width characters as ASCII. */
function compact(postalCode: string): string {
  return postalCode
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
}
