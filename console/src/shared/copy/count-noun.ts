/** Returns a formatted number with its noun, such as "1 piece". English and German differ only at 1. */
export function countNoun(count: number | string, one: string, other: string): string {
  return `${count} ${String(count) === '1' ? one : other}`;
}
