import type { PaperWords } from './paper-words.ts';
import type { Box, Sheet, SheetImage } from './pdf-sheet.ts';
import { LINE_HEIGHT } from './text-lines.ts';

export const A4_MM = { width: 210, height: 297 };
export const SHEET_MARGIN_MM = 14;
export const SHEET_WIDTH_MM = A4_MM.width - 2 * SHEET_MARGIN_MM;
const FOOT_MM = 10;
const HEAD_MM = { first: 40, next: 16 };
const CODES_WIDTH_MM = 66;
const GAP_MM = 2;
const FRAME: TableFrame = { x: SHEET_MARGIN_MM, width: SHEET_WIDTH_MM, size: 3.2 };

interface ListSheet {
  title: string;
  facts: readonly string[];
  code?: string;
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  /** Pictures of the rows, which the first column shows. Its cells are empty. */
  pictures?: readonly (SheetImage | undefined)[];
  /** Drawn below the last row, undivided on one page. */
  tail?: { height: number; draw: (space: Box) => void };
}

/** Draws a list on pages of A4, each with the title, the heads of the columns and the page number. */
export function drawList(sheet: Sheet, words: PaperWords, list: ListSheet): void {
  const rows = list.rows.map((cells, index) => tableRow(sheet, FRAME, list.columns, cells, list.pictures?.[index]));
  const room = (head: number) => A4_MM.height - SHEET_MARGIN_MM - head - headHeight(FRAME) - FOOT_MM - 4;
  const pages = splitIntoPages(rows, list.tail?.height ?? 0, { first: room(HEAD_MM.first), next: room(HEAD_MM.next) });
  pages.forEach((page, index) => {
    sheet.addPage(A4_MM.width, A4_MM.height);
    const top = SHEET_MARGIN_MM + (index === 0 ? HEAD_MM.first : HEAD_MM.next);
    if (index === 0) drawHead(sheet, words, list);
    else drawTitle(sheet, list.title, SHEET_WIDTH_MM, 10);
    const bottom = drawRows(sheet, FRAME, list.columns, page, top);
    const isLast = index === pages.length - 1;
    if (isLast && list.tail) {
      list.tail.draw({ x: SHEET_MARGIN_MM, y: bottom + 4, width: SHEET_WIDTH_MM, height: list.tail.height - 4 });
    }
    drawFoot(sheet, words, words.copy.pageOf(index + 1, pages.length));
  });
}

/** Draws the time of printing and the page number at the bottom of a page of A4. */
export function drawFoot(sheet: Sheet, words: PaperWords, page: string): void {
  const foot = { x: SHEET_MARGIN_MM, y: A4_MM.height - FOOT_MM, width: SHEET_WIDTH_MM, height: 4 };
  sheet.block(`${words.copy.printed} ${words.moment(words.printedAt)}`, foot, { largest: 2.8, smallest: 2 }, 'foot');
  sheet.block(page, foot, { largest: 2.8, smallest: 2, align: 'right' }, 'foot');
}

function drawTitle(sheet: Sheet, text: string, width: number, height: number): number {
  const box = { x: SHEET_MARGIN_MM, y: SHEET_MARGIN_MM, width, height };
  return sheet.block(text, box, { largest: 7, smallest: 3.5, bold: true, linesMax: 2 }, 'title');
}

function drawHead(sheet: Sheet, words: PaperWords, { title, facts, code }: ListSheet): void {
  const width = SHEET_WIDTH_MM - (code ? CODES_WIDTH_MM : 0);
  const used = drawTitle(sheet, title, width - GAP_MM, 13);
  const y = SHEET_MARGIN_MM + used + 1;
  const box = { x: SHEET_MARGIN_MM, y, width: width - GAP_MM, height: HEAD_MM.first - used - 4 };
  sheet.block(facts, box, { largest: 3.6, smallest: 2.2 }, 'facts');
  if (code === undefined) return;
  const x = SHEET_MARGIN_MM + width;
  sheet.code(code, x, SHEET_MARGIN_MM, 16);
  sheet.qr(words.scanUrl(code), x + CODES_WIDTH_MM - 28, SHEET_MARGIN_MM - 2, 28);
}

/** Distributes rows to pages. `room` is the height for rows on a page. The tail stays on one page. */
export function splitIntoPages<Row extends { height: number }>(
  rows: readonly Row[],
  tail: number,
  room: { first: number; next: number },
): Row[][] {
  const pages: Row[][] = [[]];
  let left = room.first;
  const nextPage = () => {
    pages.push([]);
    left = room.next;
  };
  for (const row of rows) {
    if (row.height > left) nextPage();
    pages.at(-1)!.push(row);
    left -= row.height;
  }
  if (tail > left) nextPage();
  return pages;
}

/** Height of a picture in a row. */
const PICTURE_MM = 12;
/** Text of a cell is wrapped, and cut only when the row would be higher than `heightMax`, half a page. */
const CELL_MM = { padding: 1.3, heightMax: 120 };
/** Text sizes of column heads, in units of the table's text size. */
const HEAD_SIZE = { largest: 0.85, smallest: 0.55 };
/** `hasTallHeads`: the heads of columns take up to four small lines. */
export type TableFrame = { x: number; width: number; size: number; hasTallHeads?: boolean };
const TALL_HEADS = { factor: 2.4, lines: 4 };

export interface Column {
  title: string;
  share: number;
  align?: 'left' | 'right' | 'center';
  bold?: boolean;
  size?: number;
}

type Row = { cells: readonly string[]; height: number; picture?: SheetImage | undefined };

export function tableRow(
  sheet: Sheet,
  frame: TableFrame,
  columns: readonly Column[],
  cells: readonly string[],
  picture?: SheetImage,
): Row {
  const boxes = cellBoxes(frame, columns, 0);
  const heights = columns.map((column, index) =>
    sheet.heightOf(cells[index] ?? '', boxes[index]!, cellStyle(frame, column)),
  );
  const least = picture ? PICTURE_MM : frame.size * LINE_HEIGHT;
  return { cells, height: Math.max(least, ...heights) + 2 * CELL_MM.padding, picture };
}

export function headHeight(frame: TableFrame): number {
  return headTextHeight(frame) + 2 * CELL_MM.padding;
}

function headTextHeight({ size, hasTallHeads = false }: TableFrame): number {
  return size * LINE_HEIGHT * (hasTallHeads ? TALL_HEADS.factor : 1);
}

/** Draws the heads of the columns and the rows, if there are rows. Returns the bottom of the last row. */
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
    const style = { largest: frame.size * largest, smallest: frame.size * smallest, bold: true, align };
    const box = { ...heads[index]!, height: headTextHeight(frame) };
    sheet.block(head, box, { ...style, linesMax: frame.hasTallHeads ? TALL_HEADS.lines : 1 }, 'columns');
  });
  let y = top + headHeight(frame);
  sheet.rule(frame.x, y, frame.width, 0.375);
  for (const { cells, height, picture } of rows) {
    const boxes = cellBoxes(frame, columns, y);
    if (picture) sheet.picture(picture, { ...boxes[0]!, height: PICTURE_MM });
    columns.forEach((column, index) => {
      sheet.block(cells[index] ?? '', boxes[index]!, cellStyle(frame, column), `column ${column.title}`);
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
    const box = { x: x + GAP_MM / 2, y: y + CELL_MM.padding, width: width - GAP_MM, height: CELL_MM.heightMax };
    x += width;
    return box;
  });
}

function cellStyle(frame: TableFrame, { align = 'left', bold = false, size = frame.size }: Column) {
  return { largest: size, smallest: size, bold, align };
}
