/** A line of a parcel, with the packed and the needed quantity. */
export type Expected = { itemId: string; title: string; ean13?: string; sku?: string; packed: number; of: number };

/** Lists the incomplete lines with the missing quantity. */
export function stillExpected<Line extends Expected>(lines: readonly Line[]): { line: Line; missing: number }[] {
  return lines.flatMap((line) => (line.packed < line.of ? [{ line, missing: line.of - line.packed }] : []));
}

/** Sums the packed and the needed quantity. */
export function progressOf(lines: readonly Expected[]): { packed: number; of: number } {
  const sum = (field: 'packed' | 'of') => lines.reduce((total, line) => total + line[field], 0);
  return { packed: sum('packed'), of: sum('of') };
}
