import ipaddr from 'ipaddr.js';
import { normalizedHostAndPort } from '../network/public-host.ts';

// Each reads what was given for a setting, or throws what it must be.

const PORT_MAX = 65_535;
const SECONDS_MAX = 604_800;
const TIME_ZONE_NAME = /^[A-Z]\w+(\/[\w+-]+)+$/;
const FILE_NAME_LENGTH_MAX = 100;
const FILE_NAME_PLACEHOLDER = /\{(?:code|orderId|sku|location|technology|batch)\}/g;
const PATH_SEGMENT = /^[\w.~-]+$/;
/** What the paths of routes begin with. */
const OWN_PATH = /^(v\d+|operator|oauth|docs|openapi\.json|images|console|health|\.well-known)$/;

/** As it is. */
export function text(value: string): string {
  return value;
}

/** A time zone that both Node and PostgreSQL know by this name; an offset such as +02:00 means the opposite to PostgreSQL. */
export function timeZone(value: string): string {
  if (value !== 'UTC' && !(TIME_ZONE_NAME.test(value) && isTimeZone(value)))
    throw new Error('must be a time zone by its IANA name, as Europe/Berlin');
  return value;
}

/** Intl.supportedValuesOf lists one name of each, which may be the older one: Europe/Kiev, and not Europe/Kyiv. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Days that anything is kept at most. */
export const DAYS_MAX = 36_500;
const COUNT_MAX = 10_000;

/** Days, from `least` on; undefined is `off`. */
export function daysOrOff(value: string, least: number): number | undefined {
  return value === 'off' ? undefined : integer(value, least, DAYS_MAX);
}

/** 1 to 10000. */
export function count(value: string): number {
  return integer(value, 1, COUNT_MAX);
}

/** Throws unless it is a whole number in this range. */
export function integer(value: string, min: number, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new Error(`must be a whole number from ${min} to ${max}`);
  }
  return number;
}

/** Whole or decimal, up to a week. */
export function seconds(value: string): number {
  const number = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || number > SECONDS_MAX)
    throw new Error(`must be seconds, at most ${SECONDS_MAX}`);
  return number;
}

/** At least one. */
export function bytes(value: string): number {
  return integer(value, 1, Number.MAX_SAFE_INTEGER);
}

/** As `host:port`. */
export function hostAndPort(value: string): string {
  if (normalizedHostAndPort(value) === undefined) {
    throw new Error('must be host:port, an IPv6 address in brackets, several with commas');
  }
  return value;
}

/** An address or a network, as `10.0.0.5` or `10.0.0.0/8`, with how many of its bits count. Of IPv4 within IPv6 the IPv4. */
export function addressNetwork(value: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address = '', given] = value.split('/', 2);
  const isFour = ipaddr.IPv4.isValidFourPartDecimal(address);
  const text = given === undefined ? `${address}/${isFour ? 32 : 128}` : value;
  // Whoever trusts everybody believes what anybody says of himself.
  if (!(isFour || ipaddr.IPv6.isValid(address)) || !ipaddr.isValidCIDR(text) || given === '0') {
    throw new Error('must be addresses or networks such as 10.0.0.5 or 10.0.0.0/8, several with commas');
  }
  const [network, bits] = ipaddr.parseCIDR(text);
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits > 96;
  return isMapped ? [network.toIPv4Address(), bits - 96] : [network, bits];
}

/** A file name with placeholders, the code of the piece among them, without which two pieces would have one name. */
export function fileNamePattern(value: string): string {
  const isKnown = value.replaceAll(FILE_NAME_PLACEHOLDER, '');
  if (!/^[\w.-]*$/.test(isKnown) || !value.includes('{code}') || value.length > FILE_NAME_LENGTH_MAX)
    throw new Error(
      `must have {code}, and besides letters, digits, ".", "_" and "-" only {orderId}, {sku}, {location}, {technology} and {batch}, at most ${FILE_NAME_LENGTH_MAX} characters`,
    );
  return value;
}

/** Elements between commas; blank ones do not count. */
export function list<T>(value: string, read: (element: string) => T, separator = ','): T[] {
  return value
    .split(separator)
    .map((element) => element.trim())
    .filter(Boolean)
    .map(read);
}

/** 0 takes a free one. */
export function port(value: string): number {
  return integer(value, 0, PORT_MAX);
}

/** Throws unless it is one of these. */
export function oneOf<T extends string>(value: string, allowed: readonly T[]): T {
  if (!(allowed as readonly string[]).includes(value))
    throw new Error(`must be one of ${allowed.join(', ')}`);
  return value as T;
}

/** An address of the web, without the slashes at its end. */
export function baseUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.includes('?') || url.href.includes('#')) {
    throw new Error('must be an address such as https://api.example.com');
  }
  if (url.username || url.password) throw new Error('must have no user or password in it');
  return url.href.replace(/\/+$/, '');
}

/** The issuer of a provider of OpenID Connect. Over plain HTTP anybody in between could sign in as anybody. */
export function issuerUrl(value: string): string {
  const address = baseUrl(value);
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLoopback =
    host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback');
  if (protocol === 'http:' && !isLoopback)
    throw new Error(
      'must be an https:// address of the provider; http:// is allowed only for localhost, 127.0.0.0/8 and [::1]',
    );
  return address;
}

/** An address that leads to this server. What stands before our own paths must be told from them, whoever strips it. */
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

/** Path of a file below DATA_DIR/images. */
export function imagePath(value: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(value)) {
    throw new Error(
      'must be the path of a file in DATA_DIR/images such as logo.svg, of letters, digits, ".", "_", "-" and "/"',
    );
  }
  return value;
}

/** With a slash at its end, so that what is relative to it stands below it. */
export function imageBaseUrl(value: string): string {
  return `${baseUrl(value)}/`;
}

/** As it is; libpq reads it. */
export function databaseUrl(value: string): string {
  // libpq's form without a host, user@/database?host=/folder-of-the-socket, is no URL to WHATWG; nor is that with several hosts.
  const [scheme, hosts = ''] = /^postgres(?:ql)?:\/\/(?:[^@/]*@)?([^/?]*)/.exec(value) ?? [];
  const urls = hosts.split(',').map((host) => value.replace(hosts, host).replace('@/', '@localhost/'));
  if (scheme === undefined || !urls.every((url) => URL.canParse(url))) {
    throw new Error('must be an address such as postgresql://user:password@host:5432/database');
  }
  return value;
}

/** The 32 bytes. */
export function encryptionKey(value: string): Uint8Array {
  // Buffer leaves out what is no base64.
  if (!/^[\w+/-]{43}=?$/.test(value)) {
    throw new Error('must be 32 bytes in base64url or base64, such as "openssl rand -base64 32" prints');
  }
  return Buffer.from(value, 'base64url');
}

/** undefined: off. */
export function rateLimit(value: string): { requests: number; windowSeconds: number } | undefined {
  if (value === 'off') return undefined;
  const match = /^([1-9]\d{0,8})\/([1-9]\d{0,4})s$/.exec(value);
  if (!match) throw new Error('must be requests per seconds such as 3000/60s, or off');
  return { requests: Number(match[1]), windowSeconds: Number(match[2]) };
}

const ROLE_MAPPING = /^([^=,]+)=(admin|office|floor|viewer)$/;

/** As `print-admins=admin,print-office=office`. */
export function roleMapping(value: string): Map<string, 'admin' | 'office' | 'floor' | 'viewer'> {
  const pairs = list(value, (element): [string, 'admin' | 'office' | 'floor' | 'viewer'] => {
    const [, told, role] = ROLE_MAPPING.exec(element) ?? [];
    if (!told)
      throw new Error('must be claim=role pairs with commas; roles are admin, office, floor, viewer');
    return [told.trim(), role as 'admin'];
  });
  return new Map(pairs);
}

interface Setting<T> {
  /** What stands in docs/operating.md: type, unit, default. */
  doc: string;
  default: string | undefined;
  read: (value: string) => T;
}

/** A row of the table of settings. */
export function setting<T, D extends string | undefined>(
  doc: string,
  fallback: D,
  read: (value: string) => T,
) {
  return { doc, default: fallback, read } satisfies Setting<T> as {
    doc: string;
    default: D;
    read: (value: string) => T;
  };
}

const PAIR = /^([\w.!#$%&'*+^`|~-]+)=(.*)$/;

/** As `key=value,other=value`, values percent-encoded where they have commas (W3C Baggage, as OpenTelemetry's settings have it). */
export function keyValues(value: string): Record<string, string> {
  const pairs = list(value, (element): [string, string] => {
    const [, key, given] = PAIR.exec(element) ?? [];
    if (key === undefined || given === undefined || !isPercentEncoded(given))
      throw new Error('must be key=value pairs with commas, values percent-encoded');
    return [key.trim(), decodeURIComponent(given.trim())];
  });
  return Object.fromEntries(pairs);
}

function isPercentEncoded(value: string): boolean {
  try {
    // What is put into a header field of a request, or into JSON, has no control characters.
    return !/\p{Cc}/u.test(decodeURIComponent(value));
  } catch {
    return false;
  }
}

/** A part of all, from 0 to 1. */
export function ratio(value: string): number {
  const number = Number(value);
  if (!/^(0|1|0?\.\d+|1\.0*|0\.\d*)$/.test(value) || number > 1)
    throw new Error('must be from 0 to 1, as 0.01');
  return number;
}
