import ipaddr from 'ipaddr.js';
import { normalizedHostAndPort } from '../network/public-host.ts';

// Each function parses the value of a setting, or throws an error that says what it must be.

const PORT_MAX = 65_535;
const SECONDS_MAX = 604_800;
const TIME_ZONE_NAME = /^[A-Z]\w+(\/[\w+-]+)+$/;
const FILE_NAME_LENGTH_MAX = 100;
const FILE_NAME_PLACEHOLDER = /\{(?:code|orderId|sku|location|technology|batch)\}/g;
const PATH_SEGMENT = /^[\w.~-]+$/;
/** The first segments of our routes. */
const OWN_PATH = /^(v\d+|operator|oauth|docs|openapi\.json|images|console|health|\.well-known)$/;

export const WEEK = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEK)[number];
export type SlipTexts = { en?: string; de?: string };

/** Accepts any value. */
export function text(value: string): string {
  return value;
}

/** Checks the IANA name of a time zone. Refuses offsets such as +02:00, which PostgreSQL reverses. */
export function timeZone(value: string): string {
  if (value !== 'UTC' && !(TIME_ZONE_NAME.test(value) && isTimeZone(value)))
    throw new Error('must be a time zone by its IANA name, such as Europe/Berlin');
  return value;
}

/** Asks Intl itself: its list has only one of several names, such as Europe/Kiev without Europe/Kyiv. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const DAYS_MAX = 36_500;
const COUNT_MAX = 10_000;

/** Parses a number of days from `least` to DAYS_MAX; undefined for `off`. */
export function daysOrOff(value: string, least: number): number | undefined {
  return value === 'off' ? undefined : integer(value, least, DAYS_MAX);
}

/** Parses a whole number from 1 to 10000. */
export function count(value: string): number {
  return integer(value, 1, COUNT_MAX);
}

/** Parses a whole number from `min` to `max`. */
export function integer(value: string, min: number, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new Error(`must be a whole number from ${min} to ${max}`);
  }
  return number;
}

/** Parses a whole or decimal number of seconds, up to a week. */
export function seconds(value: string): number {
  const number = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || number > SECONDS_MAX)
    throw new Error(`must be a number of seconds, at most ${SECONDS_MAX}`);
  return number;
}

/** Parses a whole number of at least 1. */
export function bytes(value: string): number {
  return integer(value, 1, Number.MAX_SAFE_INTEGER);
}

export function hostAndPort(value: string): string {
  if (normalizedHostAndPort(value) === undefined) {
    throw new Error('must be host:port, with IPv6 addresses in brackets; separate several by commas');
  }
  return value;
}

/** Parses an IP address or network into address and prefix length in bits. IPv4 in IPv6 becomes IPv4. */
export function addressNetwork(value: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address = '', given] = value.split('/', 2);
  const isFour = ipaddr.IPv4.isValidFourPartDecimal(address);
  const text = given === undefined ? `${address}/${isFour ? 32 : 128}` : value;
  // Trusting all addresses would let anybody claim any address.
  if (!(isFour || ipaddr.IPv6.isValid(address)) || !ipaddr.isValidCIDR(text) || given === '0') {
    throw new Error('must be addresses or networks such as 10.0.0.5 or 10.0.0.0/8, separated by commas');
  }
  const [network, bits] = ipaddr.parseCIDR(text);
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits > 96;
  return isMapped ? [network.toIPv4Address(), bits - 96] : [network, bits];
}

/** Checks a file name with placeholders. It must have `{code}`, the piece's code, which makes it unique. */
export function fileNamePattern(value: string): string {
  const isKnown = value.replaceAll(FILE_NAME_PLACEHOLDER, '');
  if (!/^[\w.-]*$/.test(isKnown) || !value.includes('{code}') || value.length > FILE_NAME_LENGTH_MAX)
    throw new Error(
      `must have {code}, and besides letters, digits, ".", "_" and "-" only {orderId}, {sku}, {location}, {technology} and {batch}, at most ${FILE_NAME_LENGTH_MAX} characters`,
    );
  return value;
}

/** Splits a text at `separator`, and parses each element that is not empty by `read`. */
export function list<T>(value: string, read: (element: string) => T, separator = ','): T[] {
  return value
    .split(separator)
    .map((element) => element.trim())
    .filter(Boolean)
    .map(read);
}

/** Parses a port number; 0 selects a free port. */
export function port(value: string): number {
  return integer(value, 0, PORT_MAX);
}

export function oneOf<T extends string>(value: string, allowed: readonly T[]): T {
  if (!(allowed as readonly string[]).includes(value)) throw new Error(`must be one of ${allowed.join(', ')}`);
  return value as T;
}

/** Parses an http or https address, and removes slashes at its end. */
export function baseUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.includes('?') || url.href.includes('#')) {
    throw new Error('must be an address such as https://api.example.com');
  }
  if (url.username || url.password) throw new Error('must not contain a user or a password');
  return url.href.replace(/\/+$/, '');
}

/** Checks the address of a webhook, which may contain a secret. */
export function webhookUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an address such as https://hooks.slack.com/…');
  return url.href;
}

/** Checks the address of a mail server: smtp:// with STARTTLS if the server offers it, or smtps://. */
export function mailUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('must be an address such as smtp://user:password@mail.example.com:587');
  return value;
}

/** Parses an OpenID Connect issuer: https, or http on this machine. Plain HTTP allows forged sign-ins. */
export function issuerUrl(value: string): string {
  const address = baseUrl(value);
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLoopback = host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback');
  if (protocol === 'http:' && !isLoopback)
    throw new Error(
      'must be an https:// address of the provider; http:// is allowed only for localhost, 127.0.0.0/8 and [::1]',
    );
  return address;
}

/** Parses the public URL of this server. Its path must differ from our routes, since a proxy may keep it. */
export function publicUrl(value: string): string {
  const address = baseUrl(value);
  const [first = '', ...others] = new URL(address).pathname.slice(1).split('/');
  if (first === '' && others.length === 0) return address;
  if (![first, ...others].every((segment) => PATH_SEGMENT.test(segment))) {
    throw new Error('must have a path of letters, digits and ._~- between single slashes, or none');
  }
  if (OWN_PATH.test(first)) {
    throw new Error(`must have a path that does not begin with /${first}, since Platen's own paths do`);
  }
  return address;
}

export function imagePath(value: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(value)) {
    throw new Error(
      'must be the path of a file in DATA_DIR/images such as logo.svg, of letters, digits, ".", "_", "-" and "/"',
    );
  }
  return value;
}

/** Parses an address, and adds the slash that makes it a base for relative addresses. */
export function imageBaseUrl(value: string): string {
  return `${baseUrl(value)}/`;
}

export function databaseUrl(value: string): string {
  // WHATWG does not accept libpq's addresses without a host (user@/database?host=/folder) or with several
  // hosts.
  const [scheme, hosts = ''] = /^postgres(?:ql)?:\/\/(?:[^@/]*@)?([^/?]*)/.exec(value) ?? [];
  const urls = hosts.split(',').map((host) => value.replace(hosts, host).replace('@/', '@localhost/'));
  if (scheme === undefined || !urls.every((url) => URL.canParse(url))) {
    throw new Error('must be an address such as postgresql://user:password@host:5432/database');
  }
  return value;
}

export function encryptionKey(value: string): Uint8Array {
  // Buffer ignores invalid characters.
  if (!/^[\w+/-]{43}=?$/.test(value)) {
    throw new Error('must be 32 bytes in base64url or base64, such as "openssl rand -base64 32" prints');
  }
  return Buffer.from(value, 'base64url');
}

/** Parses a limit such as 3000/60s; undefined for `off`. */
export function rateLimit(value: string): { requests: number; windowSeconds: number } | undefined {
  if (value === 'off') return undefined;
  const match = /^([1-9]\d{0,8})\/([1-9]\d{0,4})s$/.exec(value);
  if (!match) throw new Error('must be requests per seconds such as 3000/60s, or off');
  return { requests: Number(match[1]), windowSeconds: Number(match[2]) };
}

const ROLE_MAPPING = /^([^=,]+)=(admin|office|floor|viewer)$/;

/** Parses pairs of a claim's value and a role, such as `print-admins=admin,print-office=office`. */
export function roleMapping(value: string): Map<string, 'admin' | 'office' | 'floor' | 'viewer'> {
  const pairs = list(value, (element): [string, 'admin' | 'office' | 'floor' | 'viewer'] => {
    const [, claimValue, role] = ROLE_MAPPING.exec(element) ?? [];
    if (!claimValue)
      throw new Error('must be claim=role pairs, separated by commas; roles are admin, office, floor, viewer');
    return [claimValue.trim(), role as 'admin'];
  });
  return new Map(pairs);
}

type Setting<T> = { doc: string; default: string | undefined; read: (value: string) => T };

export function setting<T, D extends string | undefined>(doc: string, fallback: D, read: (value: string) => T) {
  return { doc, default: fallback, read } satisfies Setting<T> as {
    doc: string;
    default: D;
    read: (value: string) => T;
  };
}

const PAIR = /^([\w.!#$%&'*+^`|~-]+)=(.*)$/;

/** Parses `key=value,other=value` with percent-encoded values (W3C Baggage, as in OpenTelemetry). */
export function keyValues(value: string): Record<string, string> {
  const pairs = list(value, (element): [string, string] => {
    const [, key, given] = PAIR.exec(element) ?? [];
    if (key === undefined || given === undefined || !isPercentEncoded(given))
      throw new Error('must be key=value pairs, separated by commas, with percent-encoded values');
    return [key.trim(), decodeURIComponent(given.trim())];
  });
  return Object.fromEntries(pairs);
}

function isPercentEncoded(value: string): boolean {
  try {
    // Header fields of a request cannot contain control characters.
    return !/\p{Cc}/u.test(decodeURIComponent(value));
  } catch {
    return false;
  }
}

/** Parses a fraction from 0 to 1. */
export function ratio(value: string): number {
  const number = Number(value);
  if (!/^(0|1|0?\.\d+|1\.0*|0\.\d*)$/.test(value) || number > 1)
    throw new Error('must be a fraction from 0 to 1, such as 0.01');
  return number;
}
