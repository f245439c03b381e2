import type { SheetRoll, Unwanted } from '../../printing/machines/machine-rules.ts';
import type { PieceState } from '../piece-states.ts';

/** More prints than a person can check on one sheet. A scan of its code makes all their pieces at once. */
export const PRINTS_OF_SHEET_MAX = 200;
/** The line with the code of the sheet. */
export const HEAD_MM = 12;
/** The code below a print: its height with the distance to the print, and its width. */
export const LABEL_MM = { gap: 2, height: 8, width: 34 };

interface PrintSize {
  widthMm: number;
  heightMm: number;
}

/** A print on a sheet: the upper left corner of its picture. */
export interface PlacedPrint<P> {
  print: P;
  leftMm: number;
  topMm: number;
}

export interface PlannedSheet<P> {
  lengthMm: number;
  places: PlacedPrint<P>[];
}

/** Returns the room of a print with the code below it. */
export function cellOf({ widthMm, heightMm }: PrintSize): PrintSize {
  return { widthMm: Math.max(widthMm, LABEL_MM.width), heightMm: heightMm + LABEL_MM.gap + LABEL_MM.height };
}

/**
 * Nests prints on sheets of a roll. All prints of a group, which is a piece, are on one sheet if it can hold
 * them. Groups come in their order. One that does not fit any more gives its place to later ones, and begins
 * the next sheet. Returns also the prints that no sheet can hold.
 */
export function nestPrints<P extends PrintSize>(
  groups: readonly (readonly P[])[],
  roll: SheetRoll,
): { sheets: PlannedSheet<P>[]; tooLarge: P[] } {
  const tooLarge: P[] = [];
  const sheets: PlannedSheet<P>[] = [];
  const fits = (group: readonly P[]) => placeInRows(group, roll) !== undefined;
  let waiting = groups.flatMap((group) => {
    if (fits(group)) return [group];
    tooLarge.push(...group.filter((print) => !fits([print])));
    return group.filter((print) => fits([print])).map((print) => [print]);
  });
  while (waiting.length > 0) {
    let prints: readonly P[] = [];
    let sheet: PlannedSheet<P> | undefined;
    const left: (readonly P[])[] = [];
    for (const group of waiting) {
      const both = [...prints, ...group];
      const placed = placeInRows(both, roll);
      if (placed) [prints, sheet] = [both, placed];
      else left.push(group);
    }
    if (sheet) sheets.push(sheet);
    waiting = left;
  }
  return { sheets, tooLarge };
}

/** Places prints in rows, the highest first, each into the first row with room. Undefined: too many. */
function placeInRows<P extends PrintSize>(
  prints: readonly P[],
  { widthMm, gapMm, lengthMaxMm }: SheetRoll,
): PlannedSheet<P> | undefined {
  if (prints.length > PRINTS_OF_SHEET_MAX) return undefined;
  const rows: { topMm: number; heightMm: number; endMm: number }[] = [];
  let bottomMm = gapMm + HEAD_MM;
  const places: PlacedPrint<P>[] = [];
  for (const print of prints.toSorted((one, other) => other.heightMm - one.heightMm)) {
    const cell = cellOf(print);
    const room = cell.widthMm + gapMm;
    let row = rows.find(({ endMm }) => endMm + room <= widthMm);
    if (!row) {
      row = { topMm: bottomMm + gapMm, heightMm: cell.heightMm, endMm: gapMm };
      if (row.endMm + room > widthMm) return undefined;
      rows.push(row);
      bottomMm = row.topMm + row.heightMm;
    }
    places.push({ print, leftMm: row.endMm, topMm: row.topMm });
    row.endMm += room;
  }
  const lengthMm = bottomMm + gapMm;
  return lengthMm <= lengthMaxMm ? { lengthMm, places } : undefined;
}

interface StandingAtStep {
  /** Null: the piece was deleted. */
  state: PieceState | null;
  /** Number of the step, from 1. */
  step: number;
  stepsDone: number;
  /** Status of the order. */
  status: string | null;
  /** False: another print file has replaced it. Null: there is none at present. */
  isCurrent: boolean | null;
}

/** Returns why the print of a piece is not wanted any more; undefined if it is. */
export function unwantedOf({ state, step, stepsDone, status, isCurrent }: StandingAtStep): Unwanted | undefined {
  switch (state) {
    case 'REPLACED':
    case 'SCRAPPED':
      return 'REJECTED';
    case null:
    case 'CANCELLED':
      return 'CANCELLED';
    case 'TO_MAKE':
      break;
    default:
      return 'MADE';
  }
  if (stepsDone >= step || status === 'SHIPPED') return 'MADE';
  if (status !== 'ACCEPTED') return status === 'ERROR' ? 'STOPPED' : 'CANCELLED';
  return isCurrent === false ? 'CORRECTED' : undefined;
}
