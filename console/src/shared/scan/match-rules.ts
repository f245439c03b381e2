import { readOwnCode } from './own-code-rules.ts';

/** What is to be scanned of one line, and how far it is. */
export interface Expected {
  itemId: string;
  title: string;
  ean13?: string;
  sku?: string;
  packed: number;
  of: number;
}

/** What a scan meets among the lines that are expected. */
export type Match<Line extends Expected> =
  | { meets: Line }
  /** There are enough of it already. */
  | { surplus: Line }
  /** One of our codes: only the server knows which piece it is on. */
  | 'ours'
  | 'foreign';

/**
 * The line that one more with this EAN-13 or SKU belongs to. Exact: no leading zero is dropped. It tells where to look on the screen; what counts is what the
 * server answers.
 */
export function matchOf<Line extends Expected>(lines: readonly Line[], text: string): Match<Line> {
  if (readOwnCode(text)) return 'ours';
  const code = text.trim();
  const same = lines.filter(({ ean13, sku }) => code !== '' && (ean13 === code || sku === code));
  const open = same.find(({ packed, of }) => packed < of);
  if (open) return { meets: open };
  const [full] = same;
  return full ? { surplus: full } : 'foreign';
}

/** The lines of which something is missing still, with how many: what was expected when something else came. */
export function stillExpected<Line extends Expected>(
  lines: readonly Line[],
): { line: Line; missing: number }[] {
  return lines.flatMap((line) => (line.packed < line.of ? [{ line, missing: line.of - line.packed }] : []));
}

/** How many there are, and how many there are to be. */
export function progressOf(lines: readonly Expected[]): { packed: number; of: number } {
  const sum = (field: 'packed' | 'of') => lines.reduce((total, line) => total + line[field], 0);
  return { packed: sum('packed'), of: sum('of') };
}
