import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Private names: RFC 6761 (localhost), 6762 (local), 8375 (home.arpa), ICANN's reservation (internal). */
const INSIDE = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** Returns whether a host, as in `URL.hostname`, can be public. Does not resolve a name. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  // A name with one label is in the local network, such as a container.
  return host.includes('.') && !INSIDE.test(host);
}

/** Normalizes `host:port`: lower case, IPv6 without brackets. Returns undefined for other text. */
export function normalizedHostAndPort(entry: string): string | undefined {
  const url = URL.parse(`http://${entry}`);
  if (url?.host === undefined || url.href !== `http://${url.host}/` || !/:\d+$/.test(entry)) return undefined;
  return `${url.hostname.replace(/^\[|\]$/g, '')}:${url.port || '80'}`;
}

/** The public part of IPv6 (RFC 4291, 2.4). The rest embeds IPv4 or is reserved. */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public address that the own machine answers: Azure's metadata and agent channel. */
const HOST_CHANNELS: readonly string[] = ['168.63.129.16'];

/**
 * Returns whether an IP address is public: unicast, and outside of the IANA special-purpose registries (RFC
 * 6890). IPv6 addresses that contain an IPv4 address (mapped, NAT64, 6to4, Teredo) are not public.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes('%') || HOST_CHANNELS.includes(ip)) return false;
  const address = ipaddr.parse(ip);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST_IPV6);
}

/** Returns the host and the port of a URL, as lists of allowed addresses have them. */
export function hostAndPortOf({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
