/**
 * Returns the word for a code of an open list. By default an unknown code is shown with spaces for
 * underscores.
 */
export function wordOf(
  words: Readonly<Record<string, string>>,
  code: string,
  other = (unknown: string) => unknown.replaceAll('_', ' '),
): string {
  return words[code] ?? other(code);
}
