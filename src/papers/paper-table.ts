import type { Box, Sheet } from './pdf-sheet.ts';
import { LINE_HEIGHT } from './text-lines.ts';

const GAP_MM = 2;
/** Of a cell: its text is wrapped, and cut only where one row would be half a page. */
const CELL_MM = { padding: 1.3, heightMax: 120 };
/** Heads of columns, in the size of the text. */
const HEAD_SIZE = { largest: 0.85, smallest: 0.55 };

/** Where a table stands on its pages. */
export interface TableFrame {
  x: number;
  width: number;
  /** Of the text. */
  size: number;
}

export interface Column {
  title: string;
  /** Of the table's width. */
  share: number;
  align?: 'left' | 'right' | 'center';
  bold?: boolean;
  /** Where it is not the table's. */
  size?: number;
}

export interface Row {
  cells: readonly string[];
  height: number;
}

/** A row as high as its highest text. */
export function tableRow(
  sheet: Sheet,
  frame: TableFrame,
  columns: readonly Column[],
  cells: readonly string[],
): Row {
  const boxes = cellBoxes(frame, columns, 0);
  const heights = columns.map((column, index) =>
    sheet.heightOf(cells[index] ?? '', boxes[index]!, cellLook(frame, column)),
  );
  return { cells, height: Math.max(frame.size * LINE_HEIGHT, ...heights) + 2 * CELL_MM.padding };
}

/** What the heads of the columns take. */
export function headHeight({ size }: TableFrame): number {
  return size * LINE_HEIGHT + 2 * CELL_MM.padding;
}

/** The heads of the columns, and the rows below them; of no row nothing. Answers where the last one ends. */
export function drawRows(
  sheet: Sheet,
  frame: TableFrame,
  columns: readonly Column[],
  rows: readonly Row[],
  top: number,
): number {
  if (rows.length === 0) return top;
  const heads = cellBoxes(frame, columns, top);
  const { largest, smallest } = HEAD_SIZE;
  columns.forEach(({ title: head, align = 'left' }, index) => {
    const look = { largest: frame.size * largest, smallest: frame.size * smallest, bold: true, align };
    const box = { ...heads[index]!, height: frame.size * LINE_HEIGHT };
    sheet.block(head, box, { ...look, linesMax: 1 }, 'columns');
  });
  let y = top + headHeight(frame);
  sheet.rule(frame.x, y, frame.width, 0.375);
  for (const { cells, height } of rows) {
    const boxes = cellBoxes(frame, columns, y);
    columns.forEach((column, index) => {
      sheet.block(cells[index] ?? '', boxes[index]!, cellLook(frame, column), `column ${column.title}`);
    });
    y += height;
    sheet.rule(frame.x, y, frame.width, 0.125);
  }
  return y;
}

function cellBoxes({ x: left, width: all }: TableFrame, columns: readonly Column[], y: number): Box[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let x = left;
  return columns.map(({ share }) => {
    const width = (share / shares) * all;
    const box = {
      x: x + GAP_MM / 2,
      y: y + CELL_MM.padding,
      width: width - GAP_MM,
      height: CELL_MM.heightMax,
    };
    x += width;
    return box;
  });
}

function cellLook(frame: TableFrame, { align = 'left', bold = false, size = frame.size }: Column) {
  return { largest: size, smallest: size, bold, align };
}
