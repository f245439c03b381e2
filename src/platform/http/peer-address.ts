import ipaddr from 'ipaddr.js';

/** A network, with the number of its leading bits that count. */
export type AddressNetwork = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Returns the connected address, or the one that trusted proxies report. Each proxy appends the address of
 * its client to X-Forwarded-For, so the list is read from its end up to the first untrusted address.
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

/** Accepts a port, which some proxies add. */
function addressOf(hop: string): string | undefined {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(hop) ?? [];
  const [, withoutPort] = /^([\d.]+):\d+$/.exec(hop) ?? [];
  const address = bracketed ?? withoutPort ?? hop;
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address) ? address : undefined;
}

export function isTrusted(address: string, trusted: readonly AddressNetwork[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return trusted.some(([network, bits]) => {
    if (parsed instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && parsed.match(network, bits);
    return network instanceof ipaddr.IPv6 && parsed.match(network, bits);
  });
}

/** Returns an IPv4 address that a socket reports as IPv6 (`::ffff:203.0.113.7`) in its usual form. */
export function unmappedAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** Returns the 64-bit network of an IPv6 address (RFC 4291, 2.5.4), and any other text unchanged. */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/** Returns the 56-bit network of an IPv6 address, since one home or site has all of it (RFC 6177). */
export function siteOf(address: string): string {
  return prefixOf(address, 56);
}

/** `bits` is 48 to 64. */
function prefixOf(address: string, bits: number): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const [first, second, third, fourth = 0] = parsed.parts;
  const groups = [first, second, third, fourth & (0xffff << (64 - bits))];
  return `${groups.map((group = 0) => group.toString(16)).join(':')}::/${bits}`;
}
