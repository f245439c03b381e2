import type { Violation } from '../errors/errors.ts';
import { oneOf } from '../errors/wording.ts';

// In characters.
const FILE_URL_LENGTH_MAX = 2048;

/** One to five letters or digits after the last dot, not only digits (/v1.2, /slip.2026). */
const FILE_EXTENSION = /\.(?!\d+$)([a-z0-9]{1,5})$/i;

/** Returns `invalid_url` or `unsupported_file_type`. A URL without an extension is allowed. */
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
  // The URL parser drops some of these silently, and another address would be fetched.
  if (/[\s\p{Cc}\p{Cs}]/u.test(value)) {
    return 'The URL must not contain spaces or control characters; percent-encode them.';
  }
  // The parser accepts "https:host" and "https:///host", which are mistakes.
  const authority = /^https?:\/\/([^/\\?#]+)/i.exec(value)?.[1];
  if (authority === undefined) return 'The URL must be absolute and begin with "https://" or "http://" and a host.';
  if (authority.includes('@')) return 'The URL must not contain a user name or password.';
  return URL.canParse(value) ? undefined : 'The URL cannot be parsed: check its host, port and percent-encoding.';
}

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
