import type { Violation } from '../errors/errors.ts';
import { oneOf } from '../text/wording.ts';
import { isPublicHost, normalizedHostAndPort } from './public-host.ts';

const FILE_URL_LENGTH_MAX = 2048; // characters

/** One to five letters or digits after the last dot, but no digits alone: those are versions and years (/v1.2, /slip.2026). */
const FILE_EXTENSION = /\.(?!\d+$)([a-z0-9]{1,5})$/i;

/**
 * Whether the text is the address of a file that can be fetched: `invalid_url`, or `unsupported_file_type` where the path ends in a
 * file extension that is not among those given (undefined: any). What has no extension is judged by its content when it is fetched.
 */
export function fileUrlViolation(
  value: string,
  pointer: string,
  extensions: readonly string[] | undefined,
): Violation | undefined {
  const problem = urlProblem(value);
  if (problem !== undefined) return { pointer, code: 'invalid_url', message: problem };
  if (extensions === undefined) return undefined;
  const extension = fileExtension(new URL(value));
  if (extension === undefined || extensions.includes(extension)) return undefined;
  const types = oneOf(extensions.map((allowed) => allowed.toUpperCase()));
  const message = `The file must be ${types}, but the path of the URL ends in another file extension.`;
  return { pointer, code: 'unsupported_file_type', message, allowed: extensions };
}

function urlProblem(value: string): string | undefined {
  if (value.length > FILE_URL_LENGTH_MAX && Array.from(value).length > FILE_URL_LENGTH_MAX) {
    return `The URL must have at most ${FILE_URL_LENGTH_MAX} characters.`;
  }
  // The URL parser drops some of these without a word, so the address fetched would not be the one given.
  if (/[\s\p{Cc}\p{Cs}]/u.test(value)) {
    return 'The URL must not contain spaces or control characters; percent-encode them.';
  }
  // The parser also repairs "https:host" and "https:///host"; nobody writes those on purpose.
  const authority = /^https?:\/\/([^/\\?#]+)/i.exec(value)?.[1];
  if (authority === undefined)
    return 'The URL must be absolute and begin with "https://" or "http://" and a host.';
  if (authority.includes('@')) return 'The URL must not contain a user name or password.';
  return URL.canParse(value)
    ? undefined
    : 'The URL cannot be parsed: check its host, port and percent-encoding.';
}

/** The extension that ends the last segment of the path, in lower case; the query does not count. */
function fileExtension(url: URL): string | undefined {
  const segment = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  return FILE_EXTENSION.exec(percentDecoded(segment).trim())?.[1]?.toLowerCase();
}

function percentDecoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Returns the fault of a URL for events: `invalid_url`, or `private_address` for a host that is evidently not public and not
 * in `allow` (each `host:port`).
 */
export function endpointUrlViolation(
  value: string,
  pointer: string,
  allow: readonly string[],
): Violation | undefined {
  const violation = fileUrlViolation(value, pointer, undefined);
  if (violation) return violation;
  const { hostname, port, protocol } = new URL(value);
  if (isPublicHost(hostname)) return undefined;
  const target = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  const wanted = normalizedHostAndPort(target);
  if (allow.some((entry) => normalizedHostAndPort(entry) === wanted)) return undefined;
  const message =
    'The URL must lead to the public internet; private addresses and names are not connected to.';
  return { pointer, code: 'private_address', message };
}
