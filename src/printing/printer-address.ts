import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { PRINTER_ADDRESS_LENGTH_MAX, type PrinterKind } from './printing-rules.ts';

const RAW_PORT = 9_100;
const IPP_PORT = 631;
/**
 * Metadata services of clouds, which return secrets: AWS and most others, ECS, EKS, Azure, Alibaba, Tencent.
 */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '168.63.129.16',
  '100.100.100.200',
  '169.254.0.23',
  'fd00:ec2::254',
  'fd00:ec2::23',
]);
/** Ranges without hosts, and IPv6 ranges that a translator maps to IPv4 addresses (NAT64, 6to4, Teredo). */
const NEVER_PRINTERS: ReadonlySet<string> = new Set([
  'unspecified',
  'broadcast',
  'multicast',
  'reserved',
  'rfc6052',
  'rfc6145',
  '6to4',
  'teredo',
]);

export interface PrinterEndpoint {
  host: string;
  port: number;
  /** Only IPP can be encrypted. */
  isEncrypted: boolean;
  /** The path of the IPP URI; empty for raw printers. */
  path: string;
  uri: string;
}

/**
 * Parses an address as an admin writes it: `10.0.0.7`, `labels.local:9100`, `ipp://10.0.0.8/ipp/print`.
 * Undefined for an invalid address, and for one that `mayBePrinter` refuses.
 */
export function readPrinterAddress(kind: PrinterKind, address: string): PrinterEndpoint | undefined {
  if (kind === 'browser' || address.length > PRINTER_ADDRESS_LENGTH_MAX || /\s/.test(address)) return undefined;
  const endpoint = kind === 'raw' ? readRaw(address) : readIpp(address);
  if (!endpoint || endpoint.host === '' || endpoint.port < 1) return undefined;
  return isIP(endpoint.host) !== 0 && !mayBePrinter(endpoint.host) ? undefined : endpoint;
}

/** Returns whether a printer may have this IP address. Private addresses are allowed. */
export function mayBePrinter(ip: string): boolean {
  if (isIP(ip) === 0) return false;
  const parsed = ipaddr.process(ip);
  return !NEVER_PRINTERS.has(parsed.range()) && !METADATA_ADDRESSES.has(parsed.toString());
}

/** Returns a sentence that says which address a printer of this kind needs. */
export function describeAddress(kind: PrinterKind): string {
  if (kind === 'browser') return 'A browser has no address; leave it out.';
  return kind === 'raw'
    ? 'The address of a raw printer is a host, with a port if it is not 9100, such as 10.0.0.7 or labels.local:9100.'
    : 'The address of an IPP printer is a URI without credentials, such as ipp://10.0.0.8/ipp/print or ipps://printer.local/ipp/print.';
}

function readRaw(address: string): PrinterEndpoint | undefined {
  const isBareIpv6 = isIP(address) === 6;
  const url = URL.parse(`raw://${isBareIpv6 ? `[${address}]` : address}`);
  if (!url || url.href.replace(/^raw:\/\//, '').toLowerCase() !== (isBareIpv6 ? url.host : address).toLowerCase())
    return undefined;
  if (url.username !== '' || url.pathname !== '' || url.search !== '' || url.hash !== '') return undefined;
  const port = url.port === '' ? RAW_PORT : Number(url.port);
  const host = readHost(url.hostname);
  return host === undefined
    ? undefined
    : { host, port, isEncrypted: false, path: '', uri: `socket://${url.hostname}:${port}` };
}

function readIpp(address: string): PrinterEndpoint | undefined {
  const scheme = /^(ipps?|https?):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined) return undefined;
  // Parsed as http, because the URL parser does not check hosts of unknown schemes.
  const url = URL.parse(address.replace(/^[a-z]+/i, 'http'));
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  const isEncrypted = scheme.endsWith('s');
  const given = /^[a-z]+:\/\/(?:\[[^\]]*\]|[^/:?]*):(\d+)/i.exec(address)?.[1];
  const usual = scheme.startsWith('ipp') ? IPP_PORT : isEncrypted ? 443 : 80;
  const port = given === undefined ? usual : Number(given);
  const host = readHost(url.hostname);
  if (host === undefined || port > 65_535) return undefined;
  const path = url.pathname + url.search;
  const urlScheme = isEncrypted ? 'ipps' : 'ipp';
  return { host, port, isEncrypted, path, uri: `${urlScheme}://${url.hostname}:${port}${path}` };
}

/** Removes the brackets of IPv6. Returns undefined for an invalid host. */
function readHost(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) !== 0) return host;
  return /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/.test(host) ? host : undefined;
}
