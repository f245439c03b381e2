import ipaddr from 'ipaddr.js';

/** The first groups of an IPv6 address are a network (RFC 4291, 2.5.4), of which whoever has one has all addresses. */
const NETWORK_GROUPS = 4;

/** Whom an address stands for: of IPv6 its network of 64 bits, else the address itself. What is no address is left as it is. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
