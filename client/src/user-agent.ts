/** The version in package.json, which a test compares. */
export const VERSION = '0.1.0';

/** Node, Bun, Deno and Workers name themselves. Browsers send their own User-Agent instead. */
const RUNTIME: string | undefined = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent;

/** Names this client and its runtime in the logs of the server. */
export const USER_AGENT = `platen-client/${VERSION}${RUNTIME === undefined ? '' : ` ${RUNTIME}`}`;
