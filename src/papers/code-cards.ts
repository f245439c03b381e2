import { A4_MM, drawFoot, SHEET_MARGIN_MM, SHEET_WIDTH_MM } from './list-sheet.ts';
import type { CodeCard, CommandSheet } from './paper-types.ts';
import type { PaperWords } from './paper-words.ts';
import { type Box, CODE_WIDTH_MM, type Sheet } from './pdf-sheet.ts';

/** Far enough apart that a hand scanner does not read the neighbouring code. */
const COMMAND_MM = { columns: 3, height: 33, heading: 9 };
/** A bank card, for which badge holders are made. */
const BADGE_MM = { width: 85.6, height: 54, gap: 4 };
const BIN_MM = { width: 100, height: 50, margin: 3 };

/** Draws commands in groups on A4. They have bars only, because a phone has the commands on its screen. */
export function drawCommandSheet(sheet: Sheet, words: PaperWords, { groups }: CommandSheet): void {
  const width = SHEET_WIDTH_MM / COMMAND_MM.columns;
  const bottom = A4_MM.height - SHEET_MARGIN_MM;
  let y = Number.POSITIVE_INFINITY;
  const makeRoom = (height: number) => {
    if (y + height <= bottom) return;
    sheet.addPage(A4_MM.width, A4_MM.height);
    drawFoot(sheet, words, words.copy.laminate);
    y = SHEET_MARGIN_MM;
  };
  for (const { title, cards } of groups) {
    makeRoom(COMMAND_MM.heading + COMMAND_MM.height);
    const head = { x: SHEET_MARGIN_MM, y, width: SHEET_WIDTH_MM, height: 7 };
    sheet.block(title, head, { largest: 5, smallest: 3, bold: true, linesMax: 1 }, 'group');
    sheet.rule(SHEET_MARGIN_MM, y + 7, SHEET_WIDTH_MM, 0.25);
    y += COMMAND_MM.heading;
    for (let first = 0; first < cards.length; first += COMMAND_MM.columns) {
      makeRoom(COMMAND_MM.height);
      cards.slice(first, first + COMMAND_MM.columns).forEach((card, column) => {
        const x = SHEET_MARGIN_MM + column * width;
        drawCommand(sheet, card, { x, y, width: width - 4, height: COMMAND_MM.height });
      });
      y += COMMAND_MM.height;
    }
    y += 3;
  }
}

function drawCommand(sheet: Sheet, { code, title }: CodeCard, box: Box): void {
  const name = { ...box, height: 9 };
  sheet.block(title, name, { largest: 4.6, smallest: 2.6, bold: true, linesMax: 2 }, 'command');
  sheet.code(code, box.x, box.y + 10, 14);
}

/**
 * Returns a function that draws one badge, ten on a sheet. Badges have bars only: a QR code would put the
 * code that signs a person on into a URL, which browsers and servers log.
 */
export function makeBadgeDrawer(sheet: Sheet, words: PaperWords): (card: CodeCard) => void {
  const { width, height, gap } = BADGE_MM;
  const places = gridBoxes(2, 5, width, height, gap);
  let place = 0;
  return (card) => {
    if (place === 0) sheet.addPage(A4_MM.width, A4_MM.height);
    const box = places[place]!;
    place = (place + 1) % places.length;
    sheet.box(box, { stroke: 0.125 });
    const name = { x: box.x + 5, y: box.y + 5, width: width - 10, height: 14 };
    sheet.block(card.title, name, { largest: 7, smallest: 3, bold: true, linesMax: 2 }, 'name');
    const lines = { ...name, y: box.y + 20, height: 8 };
    sheet.block(card.lines ?? [], lines, { largest: 3.4, smallest: 2.4 }, 'lines');
    sheet.code(card.code, box.x + 3, box.y + 30, 16);
    const printed = { ...name, y: box.y + height - 4, height: 3 };
    const moment = `${words.copy.printed} ${words.day(words.printedAt)}`;
    sheet.block(moment, printed, { largest: 2, smallest: 1.6, align: 'right' }, 'printed');
  };
}

function gridBoxes(columns: number, rows: number, width: number, height: number, gap: number): Box[] {
  const left = (A4_MM.width - columns * width - (columns - 1) * gap) / 2;
  const top = (A4_MM.height - rows * height - (rows - 1) * gap) / 2;
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: left + (index % columns) * (width + gap),
    y: top + Math.floor(index / columns) * (height + gap),
    ...{ width, height },
  }));
}

export function drawBinLabel(sheet: Sheet, words: PaperWords, { code, title, lines = [] }: CodeCard): void {
  const { width, height, margin } = BIN_MM;
  sheet.addPage(width, height);
  const name = { x: margin, y: margin, width: width - 2 * margin, height: 22 };
  sheet.block(title, name, { largest: 18, smallest: 4, bold: true, linesMax: 2 }, 'name');
  const below = { x: margin + CODE_WIDTH_MM + 22, y: 27, width: width - margin - CODE_WIDTH_MM - 24, height: 20 };
  sheet.block(lines, below, { largest: 3.6, smallest: 2.2 }, 'lines');
  sheet.code(code, margin - 2, 28, 14);
  sheet.qr(words.scanUrl(code), margin + CODE_WIDTH_MM - 2, 26.5, 22);
}

/** Draws a sheet that tests a scanner and the scale of the printer. */
export function drawScannerTest(sheet: Sheet, words: PaperWords, { code, title, lines = [] }: CodeCard): void {
  const { copy } = words;
  sheet.addPage(A4_MM.width, A4_MM.height);
  const box = { x: SHEET_MARGIN_MM, y: SHEET_MARGIN_MM, width: SHEET_WIDTH_MM, height: 12 };
  sheet.block(title, box, { largest: 8, smallest: 4, bold: true }, 'title');
  const text = [...copy.scannerTest, ...lines];
  sheet.block(text, { ...box, y: 30, height: 60 }, { largest: 4, smallest: 2.8 }, 'text');
  sheet.code(code, SHEET_MARGIN_MM, 96, 20);
  sheet.qr(words.scanUrl(code), SHEET_MARGIN_MM + 80, 92, 36);
  // A ruler of 100 mm: another length shows that the printer scales its pages.
  sheet.rule(SHEET_MARGIN_MM, 140, 100, 0.5);
  for (const x of [0, 100])
    sheet.box({ x: SHEET_MARGIN_MM + x - 0.125, y: 137, width: 0.25, height: 6 }, { fill: 'black' });
  sheet.block(
    '100 mm',
    { ...box, y: 144, width: 100, height: 6 },
    { largest: 4, smallest: 3, align: 'center' },
    'ruler',
  );
  drawFoot(sheet, words, '');
}
