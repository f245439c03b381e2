/**
 * Returns the word for a code of an open list. An unknown code is shown with spaces for underscores by
 * default.
 */
export function wordOf(
  words: Readonly<Record<string, string>>,
  code: string,
  other = (unknown: string) => unknown.replaceAll('_', ' '),
): string {
  return words[code] ?? other(code);
}
