import { readOwnCode } from './own-code-rules.ts';

/** A line of a parcel, with the packed and the needed quantity. */
export type Expected = { itemId: string; title: string; ean13?: string; sku?: string; packed: number; of: number };

/** The result of matching a scan with the lines of a parcel. */
export type Match<Line extends Expected> =
  | { meets: Line }
  /** The line is already complete. */
  | { surplus: Line }
  /** A Platen code. Only the server knows its piece. */
  | 'ours'
  | 'foreign';

/**
 * Finds the line of an EAN-13 or SKU. The match is exact and keeps leading zeros. It is a hint for the
 * screen; the server decides.
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

/** Lists the incomplete lines with the missing quantity. */
export function stillExpected<Line extends Expected>(lines: readonly Line[]): { line: Line; missing: number }[] {
  return lines.flatMap((line) => (line.packed < line.of ? [{ line, missing: line.of - line.packed }] : []));
}

/** Sums the packed and the needed quantity. */
export function progressOf(lines: readonly Expected[]): { packed: number; of: number } {
  const sum = (field: 'packed' | 'of') => lines.reduce((total, line) => total + line[field], 0);
  return { packed: sum('packed'), of: sum('of') };
}
