type PublicAddresses = { BASE_URL: string; AUTH_URL: string };

/** OAuth libraries append the path of an issuer to these metadata paths (RFC 8414, 3.1). */
const METADATA_PATHS = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

/** Returns the path of the public address, such as `/platen`, or an empty text. */
export function publicPathOf(address: string): string {
  return new URL(address).pathname.replace(/\/$/, '');
}

/** Scheme and authority of a target in absolute form (RFC 9112, 3.2.2). */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;

/**
 * Returns a function that removes scheme and authority from a target, and the path of BASE_URL or AUTH_URL,
 * since a proxy may leave them there. No such path equals the start of a route (config.ts).
 */
export function targetReader(addresses: PublicAddresses): (target: string) => string {
  const stripPath = publicPathStripper(addresses);
  return (target) => {
    const path = target.startsWith('/') ? target : target.replace(ORIGIN, '').replace(/^(\?|$)/, '/$1');
    return stripPath ? stripPath(path) : path;
  };
}

/** Returns a function that removes the public path. Undefined if both addresses have none. */
export function publicPathStripper(addresses: PublicAddresses): ((target: string) => string) | undefined {
  const issuerPath = publicPathOf(addresses.AUTH_URL);
  const paths = [...new Set([publicPathOf(addresses.BASE_URL), issuerPath])]
    .filter((path) => path !== '')
    // One path may be the beginning of the other.
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
