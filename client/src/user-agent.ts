/** The version in package.json, which a test compares. */
export const VERSION = '0.1.0';

/** Node, Bun, Deno and Workers name themselves. Browsers send their own User-Agent instead. */
const RUNTIME: string | undefined = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent;

/** Your program, as the User-Agent of its requests names it. Printable ASCII characters only. */
export interface AppInfo {
  name: string;
  version?: string | undefined;
  url?: string | undefined;
}

/**
 * Returns the User-Agent, which names this client, its runtime and the program. Throws a TypeError that names
 * an invalid field of `app`.
 */
export function userAgentOf(app: AppInfo | undefined): string {
  const client = `platen-client/${VERSION}${RUNTIME === undefined ? '' : ` ${RUNTIME}`}`;
  if (!app) return client;
  const { name = '', version, url } = app;
  for (const [field, value] of Object.entries({ name, version, url })) {
    if (value === undefined || /^[\x20-\x7e]+$/.test(value)) continue;
    throw new TypeError(`appInfo.${field} must be printable ASCII characters.`);
  }
  return `${client} ${name}${version === undefined ? '' : `/${version}`}${url === undefined ? '' : ` (${url})`}`;
}
