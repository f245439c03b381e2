import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

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
