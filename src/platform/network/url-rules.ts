import type { Violation } from '../errors/errors.ts';
import { oneOf } from '../errors/wording.ts';

// In characters.
const FILE_URL_LENGTH_MAX = 2048;

/**
 * File extensions that show the type of the file. Other endings show nothing: a program (`.php`) may answer
 * any type, and a number (`/slips/SO.10A`) may contain a dot.
 */
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  ...['pdf', 'png', 'zpl', 'txt', 'csv', 'xml', 'json', 'rtf', 'doc', 'docx', 'docm', 'odt', 'eml', 'msg', 'eps'],
  ...['xls', 'xlsx', 'xlsm', 'ods', 'ppt', 'pptx', 'odp', 'zip', 'rar', '7z', 'tar', 'gz', 'tgz', 'bz2', 'xz'],
  ...['gif', 'jpg', 'jpeg', 'jfif', 'webp', 'avif', 'heic', 'heif', 'bmp', 'tif', 'tiff', 'svg', 'svgz', 'psd', 'ico'],
  ...['exe', 'msi', 'dmg', 'apk', 'jar', 'iso', 'mp3', 'mp4', 'mov', 'avi', 'wav', 'webm'],
]);

/** Returns `invalid_url`, or `unsupported_file_type` if the path ends in a known type other than `types`. */
export function fileUrlViolation(
  value: string,
  pointer: string,
  types: readonly string[] | undefined,
): Violation | undefined {
  const problem = urlProblem(value);
  if (problem !== undefined) return { pointer, code: 'invalid_url', message: problem };
  if (types === undefined) return undefined;
  const extension = fileExtension(new URL(value));
  // Labels in ZPL are often text files.
  const isAllowed = types.includes(extension) || (extension === 'txt' && types.includes('zpl'));
  if (isAllowed || !KNOWN_TYPES.has(extension)) return undefined;
  const allowed = oneOf(types.map((type) => type.toUpperCase()));
  const message = `The file must be ${allowed}, but the path of the URL ends in ".${extension}".`;
  return { pointer, code: 'unsupported_file_type', message, allowed: types };
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

/** Returns the text after the last dot of the path's last segment, without parameters (`;jsessionid=…`). */
function fileExtension({ pathname }: URL): string {
  const [name = ''] = pathname.slice(pathname.lastIndexOf('/') + 1).split(';');
  return /\.([^.]*)$/.exec(percentDecoded(name))?.[1]?.trim().toLowerCase() ?? '';
}

function percentDecoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
