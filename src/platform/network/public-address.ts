import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
