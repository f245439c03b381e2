/**
 * Formats of tracking numbers, and the pages where recipients follow their parcels.
 *
 * Sources: UPU standard S10; GS1 General Specifications (SSCC); DPD Parcel Label Specification 2.4.1.
 * For UPS, FedEx, USPS and DHL Express: github.com/jkeen/tracking_number_data. For DHL Paket: paketda.de,
 * "Prüfziffern". A false alarm at each parcel is worse than a missed error. A format is therefore listed only
 * where it is certain.
 */

import { hasGs1CheckDigit } from '../platform/formats/gtin.ts';

/** How far a parcel has come. */
export const DELIVERY_STATUSES = ['IN_TRANSIT', 'DELIVERED', 'PROBLEM', 'RETURNED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** FORMAT: the carrier has no numbers of this length or with these characters. */
export type TrackingDoubt = 'CHECK_DIGIT' | 'FORMAT';

/** A carrier, whose id or name determines the formats of its tracking numbers and its tracking page. */
export interface TrackedCarrier {
  carrierId?: string | undefined;
  name?: string | undefined;
  /** The page that staff set, with `{trackingNumber}`. Empty: no page. Null: the page that Platen knows. */
  trackingUrlPattern?: string | null | undefined;
}

interface TrackingNumber {
  /** Without blanks and without the prefixes of the label's barcode. */
  number: string;
  doubt?: TrackingDoubt;
}

interface Format {
  form: RegExp;
  /** Tests the check digit. Absent: the form has none that is certain. */
  isRight?: (number: string) => boolean;
  /** The doubt if `isRight` returns false. Absent: CHECK_DIGIT. */
  doubt?: TrackingDoubt;
}

interface KnownCarrier {
  /** Matches the id or the name, in lower case. */
  namePattern: RegExp;
  page: string;
  /** Empty: every number is free text. */
  formats: readonly Format[];
  /** Returns the number in the barcode of a label. */
  shorten?: (scan: string) => string;
}

export const NUMBER_PLACE = '{trackingNumber}';
/** Numbers that any carrier can have on its parcels: S10, UPS, and SSCC with its prefix. */
const OF_EVERY_CARRIER: readonly Format[] = [
  { form: /^[A-Z]{2}\d{9}[A-Z]{2}$/, isRight: isS10 },
  { form: /^1Z[A-Z0-9]{15}\d$/, isRight: isUps },
  { form: /^00\d{18}$/, isRight: hasGs1CheckDigit },
];
const FREE_TEXT: Format = { form: /^/ };
/** SSCC without its prefix. With another first digit it may be none: the Swiss Post's begin with 98 or 99. */
const OF_UNKNOWN_CARRIERS: readonly Format[] = [{ form: /^[03]\d{17}$/, isRight: hasGs1CheckDigit }, FREE_TEXT];
/** Prefixes by which scanners and GS1 barcodes announce their content. */
const BARCODE_PREFIX = /^\][A-Za-z]\d|^%(?=\d{27}$)|[\s\p{Cc}]/gu;
/** The prefix of an SSCC as it is printed below its barcode. */
const BRACKETED_SSCC = /^\(00\)(?=\d{18}$)/;

const DHL_FORMATS: readonly Format[] = [
  { form: /^\d{12}$/, isRight: isIdentcode },
  // An 18-digit number with 00 is a torn one of 20 digits.
  { form: /^(?!00)\d{18}$/, isRight: hasGs1CheckDigit },
  { form: /^JD\d{18}$/ },
  { form: /^(?!JD\d)[A-Z0-9]*[A-Z][A-Z0-9]*$/ },
];
const DHL_PAGE = 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={trackingNumber}';

/** The first that matches decides. */
const CARRIERS: readonly KnownCarrier[] = [
  { namePattern: /(?<![a-z])dhl.?(?:freight|e-?commerce|global|parcel)/, page: DHL_PAGE, formats: [] },
  {
    namePattern: /(?<![a-z])dhl.*express/,
    page: DHL_PAGE,
    formats: [{ form: /^\d{10,11}$/, isRight: isMod7 }, ...DHL_FORMATS],
  },
  {
    namePattern: /(?<![a-z])dhl/,
    page: 'https://www.dhl.de/en/privatkunden/pakete-empfangen/verfolgen.html?piececode={trackingNumber}',
    formats: [
      // The Leitcode, the label's other barcode, has the postal code instead of a tracking number.
      { form: /^(?!003|34043)\d{14}$/, isRight: (number) => !isIdentcode(number), doubt: 'FORMAT' },
      // Numbers that begin as an SSCC of DHL Paket are torn ones of 18 or 20 digits.
      { form: /^(?!003)(?:\d{10,11}|(?!34043)\d{16})$/ },
      ...DHL_FORMATS,
    ],
  },
  {
    namePattern: /deutsche.?post/,
    page: 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode={trackingNumber}',
    formats: [],
  },
  {
    namePattern: /(?<![a-z])ups(?![a-z])(?!.*mail.?innovations)/,
    page: 'https://www.ups.com/track?tracknum={trackingNumber}',
    formats: [{ form: /^(?:\d{9}|\d{12}|[A-Z]\d{10}|\d{22}|\d{26})$/ }],
  },
  {
    namePattern: /fed.?ex(?!.*(?:freight|custom))/,
    page: 'https://www.fedex.com/fedextrack/?trknbr={trackingNumber}',
    formats: [
      { form: /^(?:\d{12}|\d{34})$/, isRight: isFedEx },
      { form: /^\d{15}$/, isRight: hasGs1CheckDigit },
      { form: /^96\d{20}$/, isRight: (number) => hasGs1CheckDigit(number.slice(-15)) },
      { form: /^(?:\d{14}|\d{20}|(?!96)\d{22}|DT\d{12})$/ },
    ],
    shorten: fedExNumber,
  },
  {
    namePattern: /(?<![a-z])usps(?![a-z])/,
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={trackingNumber}',
    formats: [
      // Older labels leave out the "91" that their check digit counts.
      { form: /^\d{20}$/, isRight: (number) => hasGs1CheckDigit(number) || hasGs1CheckDigit(`91${number}`) },
      {
        form: /^(?:420(?:\d{5}|\d{9}))?9[1-5](?:\d{20}|\d{24})$/,
        isRight: (scan) => hasGs1CheckDigit(uspsNumber(scan)),
      },
      { form: /^82\d{8}$/ },
    ],
    shorten: uspsNumber,
  },
  {
    namePattern: /(?<![a-z])dpd(?![a-z])/,
    page: 'https://tracking.dpd.de/status/en_US/parcel/{trackingNumber}',
    formats: [
      { form: /^(?:\d{9,11}|\d{13}[\dA-Z]|\d{27})$/ },
      { form: /^(?:\d{14}|\d{27})[\dA-Z]$/, isRight: isMod37 },
    ],
    shorten: dpdNumber,
  },
  {
    namePattern: /(?<![a-z])gls(?![a-z])/,
    page: 'https://gls-group.com/GROUP/en/parcel-tracking?match={trackingNumber}',
    formats: [{ form: /^(?:[A-Z0-9]{8,14}|[A-Z0-9]{20,})$/ }],
  },
  {
    namePattern: /(?<![a-z])hermes(?![a-z])/,
    page: 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#{trackingNumber}',
    formats: [],
  },
];

/**
 * Extracts the tracking number from a scan. Sets `doubt` if the number fits no known format of the carrier,
 * or has a wrong check digit. For a carrier without known formats, only a wrong check digit makes a number
 * doubtful. S10 (postal services), UPS and SSCC (GS1) have check digits.
 */
export function readTrackingNumber(carrier: TrackedCarrier, scan: string): TrackingNumber {
  const code = codeOf(scan);
  const { formats = [], shorten } = findCarrier(carrier) ?? {};
  const fits = ({ form }: Format) => form.test(code);
  const format = OF_EVERY_CARRIER.find(fits) ?? (formats.length > 0 ? formats : OF_UNKNOWN_CARRIERS).find(fits);
  if (!format) return { number: scan.trim(), doubt: 'FORMAT' };
  const number = format === FREE_TEXT ? scan.trim() : (shorten?.(code) ?? code);
  const isRight = format.isRight?.(code) ?? true;
  return { number, ...(!isRight && { doubt: format.doubt ?? 'CHECK_DIGIT' }) };
}

/** Lists the forms in which a scan may be stored as tracking number, such as an SSCC with and without 00. */
export function possibleNumbers(scan: string): string[] {
  const code = codeOf(scan);
  const short = CARRIERS.flatMap(({ shorten }) => shorten?.(code) ?? []);
  const [, sscc] = /^(?:00)?(\d{18})$/.exec(code) ?? [];
  // Swiss Post prints dots that its barcode does not have.
  const all = [scan, code, code.replaceAll(/(?<=\d)[.-](?=\d)/g, ''), ...short, ...(sscc ? [sscc, `00${sscc}`] : [])];
  return [...new Set(all.flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()]))];
}

/** Returns the URL pattern of the carrier's tracking pages. Empty if the carrier has none. */
export function trackingPatternOf(carrier: TrackedCarrier): string {
  return carrier.trackingUrlPattern ?? findCarrier(carrier)?.page ?? '';
}

/** Returns the URL of a parcel's tracking page. Undefined if the carrier has none. */
export function trackingUrlOf(carrier: TrackedCarrier, trackingNumber: string): string | undefined {
  const { number } = readTrackingNumber(carrier, trackingNumber);
  const url = trackingPatternOf(carrier).replaceAll(NUMBER_PLACE, () => encodeURIComponent(number.toWellFormed()));
  return url || undefined;
}

function codeOf(scan: string): string {
  return scan.replace(BARCODE_PREFIX, '').replace(BRACKETED_SSCC, '00').toUpperCase();
}

function findCarrier({ carrierId = '', name = '' }: TrackedCarrier): KnownCarrier | undefined {
  const texts = [carrierId.toLowerCase(), name.toLowerCase()];
  return CARRIERS.find(({ namePattern }) => texts.some((text) => namePattern.test(text)));
}

/** Returns the number at the end of a FedEx label's barcode, where it is padded to 14 digits. */
function fedExNumber(scan: string): string {
  return scan.length === 34 ? scan.slice(-14).replace(/^00/, '') : scan;
}

/** Returns the number in a USPS barcode, which begins with 420 and the ZIP code of 5 or 9 digits. */
function uspsNumber(scan: string): string {
  const numbers = [8, 12].map((start) => scan.slice(start)).filter((rest) => /^9[1-5](?:\d{20}|\d{24})$/.test(rest));
  return (scan.startsWith('420') && (numbers.find(hasGs1CheckDigit) ?? numbers[0])) || scan;
}

/** Returns the number in a DPD barcode, between postal code and service. */
function dpdNumber(scan: string): string {
  if (scan.length === 15) return scan.slice(0, 14);
  return scan.length > 15 ? scan.slice(7, 21) : scan;
}

export function isS10(number: string): boolean {
  const check = 11 - (weightedSum(digitsOf(number.slice(2, 10)), [8, 6, 4, 2, 3, 5, 9, 7]) % 11);
  return Number(number[10]) === (check === 10 ? 0 : check === 11 ? 5 : check);
}

/** Checks the check digit. In the sum, a letter counts as its code minus 3, modulo 10: A is 2. */
function isUps(number: string): boolean {
  const values = [...number.slice(2)].map((one) => (/\d/.test(one) ? Number(one) : (one.charCodeAt(0) - 3) % 10));
  const check = values.pop();
  return (10 - (weightedSum(values, [1, 2]) % 10)) % 10 === check;
}

/** Checks the check digit of DHL's Identcode and Leitcode: mod 10 with the weights 4 and 9. */
function isIdentcode(number: string): boolean {
  return (weightedSum(digitsOf(number.slice(0, -1)), [4, 9]) + Number(number.at(-1))) % 10 === 0;
}

function isMod7(number: string): boolean {
  return Number(number.slice(0, -1)) % 7 === Number(number.at(-1));
}

/** Checks the last 12 to 14 digits: mod 11, then mod 10, with the weights 1, 3 and 7 from the right. */
function isFedEx(number: string): boolean {
  const [check, ...digits] = digitsOf(number.slice(-14)).reverse();
  return (weightedSum(digits, [1, 3, 7]) % 11) % 10 === check;
}

/** Checks the check character of ISO/IEC 7064, mod 37/36. */
function isMod37(number: string): boolean {
  let rest = 36;
  for (const one of number.slice(0, -1)) rest = (((rest + Number.parseInt(one, 36)) % 36 || 36) * 2) % 37;
  return (rest + Number.parseInt(number.slice(-1), 36)) % 36 === 1;
}

function digitsOf(number: string): number[] {
  return [...number].map(Number);
}

/** Returns the sum of weighted values. The weights repeat. */
function weightedSum(values: readonly number[], weights: readonly number[]): number {
  return values.reduce((sum, value, place) => sum + value * (weights[place % weights.length] ?? 0), 0);
}
