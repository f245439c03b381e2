import type { Config } from '../settings/config.ts';

type PublicAddresses = Pick<Config, 'BASE_URL' | 'AUTH_URL'>;

/** Where an OAuth library looks for the metadata of an issuer whose address has a path: the path comes last (RFC 8414, 3.1). */
const METADATA_PATHS = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

/** What stands before our own paths in the public address of the API: `/platen`, or nothing. */
export function publicPathOf(address: string): string {
  return new URL(address).pathname.replace(/\/$/, '');
}

/**
 * Takes the path of BASE_URL and AUTH_URL from the beginning of a request's target. A proxy may strip it or leave it: both come to the same,
 * as no such path begins as one of our own (config). Undefined where neither address has a path.
 */
export function publicPathStripper(addresses: PublicAddresses): ((target: string) => string) | undefined {
  const issuerPath = publicPathOf(addresses.AUTH_URL);
  const paths = [...new Set([publicPathOf(addresses.BASE_URL), issuerPath])]
    .filter((path) => path !== '')
    // One may be the beginning of the other.
    .sort((a, b) => b.length - a.length);
  if (paths.length === 0) return undefined;
  const metadata = new Map(
    issuerPath === '' ? [] : METADATA_PATHS.map((path) => [`${path}${issuerPath}`, path] as const),
  );
  return (target) => {
    const end = target.indexOf('?');
    const [path, query] = end < 0 ? [target, ''] : [target.slice(0, end), target.slice(end)];
    const wanted = metadata.get(path);
    if (wanted) return wanted + query;
    const found = paths.find((one) => path === one || path.startsWith(`${one}/`));
    return found === undefined ? target : `${path.slice(found.length) || '/'}${query}`;
  };
}
