import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Names that never lead to the public internet: RFC 6761 (localhost), 6762 (local), 8375 (home.arpa), and what ICANN keeps for inside (internal). */
const INSIDE = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Whether the host of a URL can be one of the public internet, as far as it tells by itself: `URL.hostname`, which has every spelling of an
 * address in its plain one. What a name resolves to is another question.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  // A name of one label is one of the own network: of a machine, or of a container beside us.
  return host.includes('.') && !INSIDE.test(host);
}

/** `host:port` as a connection names it: lower case, IPv6 without brackets. Undefined for anything else. */
export function normalizedHostAndPort(entry: string): string | undefined {
  const url = URL.parse(`http://${entry}`);
  if (url?.host === undefined || url.href !== `http://${url.host}/` || !/:\d+$/.test(entry)) return undefined;
  return `${url.hostname.replace(/^\[|\]$/g, '')}:${url.port || '80'}`;
}

/** All of IPv6 that is given out for the internet at large (RFC 4291, 2.4); the rest embeds IPv4 or is reserved. */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by its number, but answered by the machine's own host: Azure's metadata and agent channel. */
const HOST_CHANNELS: readonly string[] = ['168.63.129.16'];

/**
 * Whether the address is one of the public internet: unicast, and in no range of the IANA special-purpose registries (RFC 6890).
 * IPv6 addresses that carry an IPv4 address (mapped, NAT64, 6to4, Teredo) are not. What is no IP address in plain notation is not.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes('%') || HOST_CHANNELS.includes(ip)) return false;
  const address = ipaddr.parse(ip);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST_IPV6);
}
