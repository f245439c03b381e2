import ipaddr from 'ipaddr.js';

/** A network, or one address, with how many of its first bits count. */
export type AddressNetwork = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Who asks: whoever has opened the connection, or, where that is a proxy that is trusted, whom it names. Each proxy writes at the end of
 * X-Forwarded-For whom it serves, so the list is read from there, and only as far as those who wrote it are trusted.
 */
export function peerAddress(
  connected: string,
  forwardedFor: string | string[] | undefined,
  trusted: readonly AddressNetwork[],
): string {
  if (trusted.length === 0 || forwardedFor === undefined) return connected;
  let peer = connected;
  for (const hop of String(forwardedFor).split(',').reverse()) {
    const address = isTrusted(peer, trusted) ? addressOf(hop.trim()) : undefined;
    if (address === undefined) break;
    peer = address;
  }
  return peer;
}

/** Some proxies write the port too. */
function addressOf(hop: string): string | undefined {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(hop) ?? [];
  const [, withoutPort] = /^([\d.]+):\d+$/.exec(hop) ?? [];
  const address = bracketed ?? withoutPort ?? hop;
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address) ? address : undefined;
}

function isTrusted(address: string, trusted: readonly AddressNetwork[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return trusted.some(([network, bits]) => {
    if (parsed instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && parsed.match(network, bits);
    return network instanceof ipaddr.IPv6 && parsed.match(network, bits);
  });
}

/** The leading groups of an IPv6 address that name a network (RFC 4291, 2.5.4). Its owner may use all of its addresses. */
const NETWORK_GROUPS = 4;

/** The network of an IPv6 address (64 bits), an IPv4 address itself. Any other text is returned unchanged. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
