/** What documents say in place of the patterns that requests are held against: valid in ECMAScript with and without `u`, RE2, Java. */

const CONTROLS = '\\x00-\\x1F\\x7F-\\x9F';
/** What cannot be seen, of the first 256 characters. */
const BLANKS = '\\x00-\\x20\\x7F-\\xA0';

/** Text without control characters. */
export const TEXT = `^[^${CONTROLS}]*$`;
/** The same, with line feeds. */
export const LINES = '^[^\\x00-\\x09\\x0B-\\x1F\\x7F-\\x9F]*$';
/** Text that is more than spaces. */
export const VISIBLE_TEXT = `^[^${CONTROLS}]*[^${BLANKS}][^${CONTROLS}]*$`;
/** What can stand in a path: neither "." nor "..". */
export const PATH_TEXT = `^([^.${CONTROLS}]|\\.[^.${CONTROLS}]|\\.\\.[^${CONTROLS}])[^${CONTROLS}]*$`;
/** A URL as it may have been accepted: that of browsers, which holds more than RFC 3986 has. */
export const ACCEPTED_URL = `^[Hh][Tt][Tt][Pp][Ss]?://[^/\\\\?#@${BLANKS}]+([/\\\\?#][^${BLANKS}]*)?$`;

const PERCENT = '%[0-9A-Fa-f][0-9A-Fa-f]';
const PORT = '(:([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])?)?';
const BYTE = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `${BYTE}(\\.${BYTE}){3}`;
const GROUP = '[0-9A-Fa-f]{1,4}';
/** RFC 4291, 2.2: eight groups, of which a row of zeros may be left out once. */
const IPV6 = [
  `(${GROUP}:){7}${GROUP}`,
  `(${GROUP}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((right) => `(${GROUP}:){1,${7 - right}}(:${GROUP}){1,${right}}`),
  `:((:${GROUP}){1,7}|:)`,
  `::([Ff]{4}:)?${IPV4}`,
].join('|');
/** A name whose last label is no number, or an address. */
const HOST = `(([A-Za-z0-9_-]+\\.)*[A-Za-z][A-Za-z0-9_-]*\\.?|${IPV4}|\\[(${IPV6})\\])`;
const PATH_CHARACTER = `([A-Za-z0-9._~!$&'()*+,;=:@-]|${PERCENT})`;
const QUERY = `(\\?([A-Za-z0-9._~!$&'()*+,;=:@/?-]|${PERCENT})*)?`;
const FRAGMENT = `(#([A-Za-z0-9._~!$&'()*+,;=:@/?-]|${PERCENT})*)?`;

/** An absolute http or https URL of RFC 3986 without credentials. Where its path ends in a file extension, it is one of those given. */
export function urlPattern(extensions?: readonly string[]): string {
  const path = extensions ? `(/${PATH_CHARACTER}*)*?${lastSegment(extensions)}` : `(/${PATH_CHARACTER}*)*`;
  return `^[Hh][Tt][Tt][Pp][Ss]?://${HOST}${PORT}${path}${QUERY}${FRAGMENT}$`;
}

/** What follows the last dot of a path is an extension when it is up to five letters and digits, but no digits alone. */
function lastSegment(extensions: readonly string[]): string {
  const anyCase = extensions.map((one) =>
    one.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`),
  );
  const rest = "[A-Za-z0-9_~!$&'()*+,;=:@-]";
  const noExtension = [`${rest}{6,}`, '[0-9]*', `[A-Za-z0-9]*[_~!$&'()*+,;=:@-]${rest}*`];
  const ending = [...anyCase, ...noExtension].join('|');
  return `(/([A-Za-z0-9_~!$&'()*+,;=:@-]|${PERCENT})*|/${PATH_CHARACTER}*\\.(${ending}))?`;
}
