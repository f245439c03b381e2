import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { PRINTER_ADDRESS_LENGTH_MAX, type PrinterKind } from './printing-rules.ts';

const RAW_PORT = 9_100;
const IPP_PORT = 631;
/** Answered by the machine of a cloud itself (AWS and most others, ECS, EKS, Azure, Alibaba, Tencent), and never a printer. */
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
/** No hosts, and addresses of IPv6 that lead to one of IPv4 by a translator (NAT64, 6to4, Teredo). */
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

/** Where a printer listens. */
export interface PrinterEndpoint {
  host: string;
  port: number;
  /** Of IPP: whether the connection is encrypted, and the path below the host. */
  isEncrypted: boolean;
  path: string;
  /** As the printer is named to itself. */
  uri: string;
}

/** Reads an address as an admin writes it: `10.0.0.7`, `labels.local:9100`, `ipp://10.0.0.8/ipp/print`; undefined: it is none. */
export function readPrinterAddress(kind: PrinterKind, address: string): PrinterEndpoint | undefined {
  if (kind === 'browser' || address.length > PRINTER_ADDRESS_LENGTH_MAX || /\s/.test(address))
    return undefined;
  const endpoint = kind === 'raw' ? readRaw(address) : readIpp(address);
  if (!endpoint || endpoint.host === '' || endpoint.port < 1) return undefined;
  return isIP(endpoint.host) !== 0 && !mayBePrinter(endpoint.host) ? undefined : endpoint;
}

/** Whether a printer may have this IP address: private ones too, but none that is no host, or that a cloud answers with its secrets. */
export function mayBePrinter(ip: string): boolean {
  if (isIP(ip) === 0) return false;
  const parsed = ipaddr.process(ip);
  return !NEVER_PRINTERS.has(parsed.range()) && !METADATA_ADDRESSES.has(parsed.toString());
}

/** What is wrong with an address of that kind, as a sentence. */
export function addressFault(kind: PrinterKind): string {
  if (kind === 'browser') return 'A browser has no address.';
  return kind === 'raw'
    ? 'The address of a raw printer is a host, with a port where it is not 9100, such as 10.0.0.7 or labels.local:9100.'
    : 'The address of an IPP printer is a URI without credentials, such as ipp://10.0.0.8/ipp/print or ipps://printer.local/ipp/print.';
}

function readRaw(address: string): PrinterEndpoint | undefined {
  const isBareIpv6 = isIP(address) === 6;
  const url = URL.parse(`raw://${isBareIpv6 ? `[${address}]` : address}`);
  if (
    !url ||
    url.href.replace(/^raw:\/\//, '').toLowerCase() !== (isBareIpv6 ? url.host : address).toLowerCase()
  )
    return undefined;
  if (url.username !== '' || url.pathname !== '' || url.search !== '' || url.hash !== '') return undefined;
  const port = url.port === '' ? RAW_PORT : Number(url.port);
  const host = asHost(url.hostname);
  return host === undefined
    ? undefined
    : { host, port, isEncrypted: false, path: '', uri: `socket://${url.hostname}:${port}` };
}

function readIpp(address: string): PrinterEndpoint | undefined {
  const scheme = /^(ipps?|https?):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined) return undefined;
  // Parsed as http, since nobody else knows the hosts of other schemes.
  const url = URL.parse(address.replace(/^[a-z]+/i, 'http'));
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  const isEncrypted = scheme.endsWith('s');
  const given = /^[a-z]+:\/\/(?:\[[^\]]*\]|[^/:?]*):(\d+)/i.exec(address)?.[1];
  const usual = scheme.startsWith('ipp') ? IPP_PORT : isEncrypted ? 443 : 80;
  const port = given === undefined ? usual : Number(given);
  const host = asHost(url.hostname);
  if (host === undefined || port > 65_535) return undefined;
  const path = url.pathname + url.search;
  const named = isEncrypted ? 'ipps' : 'ipp';
  return { host, port, isEncrypted, path, uri: `${named}://${url.hostname}:${port}${path}` };
}

/** Without the brackets of IPv6; undefined: no host of an address. */
function asHost(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) !== 0) return host;
  return /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/.test(host)
    ? host
    : undefined;
}
