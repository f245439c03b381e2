import type { JobTicket } from './paper-types.ts';
import type { PaperWords } from './paper-words.ts';
import { type BlockStyle, type Box, CODE_WIDTH_MM, type Sheet, type SheetImage } from './pdf-sheet.ts';
import { LINE_HEIGHT, oneLine } from './text-lines.ts';

const PICTURES_WIDTH_MM = 25;
const GAP_MM = 0.8;
/** Bars with their text, and the QR code beside them. */
const CODES_HEIGHT_MM = 16;
const BARS_HEIGHT_MM = 10.5;
const QR_WIDTH_MAX_MM = 18.5;
const STICKER_HEIGHT_MM = 46;
const LARGER_MAX = 1.4;
/** Text sizes on a sticker. The garment is read at arm's length. */
const SIZE_MM = { garment: { largest: 5.9, smallest: 2.6 }, rest: { largest: 2.8, smallest: 1.75 } };

interface PicturedTicket {
  ticket: JobTicket;
  /** In the order of the ticket's pictures. Undefined for a picture that could not be opened. */
  images: readonly (SheetImage | undefined)[];
}

/** Draws a ticket into a cell: a sticker, or an eighth of a sheet. */
export function drawTicket(sheet: Sheet, words: PaperWords, { ticket, images }: PicturedTicket, cell: Box): void {
  const hasPictures = images.some((image) => image !== undefined);
  const left = { ...cell, width: cell.width - (hasPictures ? PICTURES_WIDTH_MM + GAP_MM : 0) };
  if (hasPictures) {
    const right = { ...cell, x: cell.x + cell.width - PICTURES_WIDTH_MM, width: PICTURES_WIDTH_MM };
    drawPictures(sheet, words, ticket, images, right);
  }
  const strip = { ...left, y: cell.y + cell.height - CODES_HEIGHT_MM, height: CODES_HEIGHT_MM };
  drawCodes(sheet, words, ticket, strip);
  drawWork(sheet, words, ticket, { ...left, height: cell.height - CODES_HEIGHT_MM - GAP_MM });
}

function drawWork(sheet: Sheet, words: PaperWords, ticket: JobTicket, box: Box): void {
  const { article } = ticket;
  const { copy } = words;
  // An eighth of a sheet has room for larger letters.
  const larger = Math.min(LARGER_MAX, (box.height + CODES_HEIGHT_MM + GAP_MM) / STICKER_HEIGHT_MM);
  const garmentStyle = { ...SIZE_MM.garment, largest: SIZE_MM.garment.largest * larger };
  const style = { ...SIZE_MM.rest, largest: SIZE_MM.rest.largest * larger };
  const badges = drawBadges(sheet, words, ticket, box);
  let { y } = box;
  const room = (height: number, from = y): Box => ({ ...box, y: from, height });
  const garment = [article.size, article.color].filter(Boolean).join(' · ') || article.title;
  const top = { ...room(6.9 * larger), width: box.width - badges };
  y += Math.max(5.6, sheet.block(garment, top, { ...garmentStyle, bold: true, linesMax: 2 }, 'garment'));
  const underbase = article.dtgType && (copy.underbases[article.dtgType] ?? words.word(article.dtgType));
  const sku = [article.title, article.sku, underbase].filter(Boolean).join(' · ');
  y += sheet.block(sku, room(6.2 * larger), { ...style, linesMax: 2 }, 'article');

  const origin = `${ticket.clientName} · ${words.copy.order} ${ticket.orderId}`;
  const originStyle = { ...style, linesMax: 2 };
  const originHeight = sheet.heightOf(origin, { width: box.width, height: 4.5 * larger }, originStyle);
  const originBox = room(originHeight, box.y + box.height - originHeight);
  const notes = ticket.notes ?? [];
  const notesHeight = Math.min(6, 2.8 * notes.length) * larger;
  const work = room(originBox.y - notesHeight - y);
  drawSteps(sheet, words, ticket, work, { ...style, bold: true });
  const notesBox = room(notesHeight, originBox.y - notesHeight);
  sheet.block(
    notes.map((note) => `! ${oneLine(note)}`),
    notesBox,
    { ...style, bold: true },
    'notes',
  );
  sheet.rule(box.x, originBox.y, box.width, 0.125);
  sheet.block(origin, originBox, originStyle, 'order');
}

/** Draws "R1" and "Rush" white on black in the corner. Returns the width that they take. */
function drawBadges(sheet: Sheet, words: PaperWords, { attempt, rush }: JobTicket, box: Box): number {
  const texts = [attempt > 0 && `R${attempt}`, rush && words.copy.rush].filter((text) => text !== false);
  let taken = 0;
  for (const text of texts) {
    if (text === undefined) continue;
    const width = text.length > 2 ? 14 : 9;
    const badge = { x: box.x + box.width - taken - width, y: box.y, width, height: 5.5 };
    sheet.box(badge, { fill: 'black' });
    const style = { largest: 4, smallest: 2, bold: true, linesMax: 1, align: 'center', color: 'white' } as const;
    sheet.block(text, { ...badge, y: badge.y + 0.4, width }, style, 'badge');
    taken += width + GAP_MM;
  }
  return taken;
}

/** Draws a line for each print, and a box to tick for each customization. Counts those without room. */
function drawSteps(sheet: Sheet, words: PaperWords, ticket: JobTicket, box: Box, style: BlockStyle): void {
  const prints = ticket.prints.map(({ location, technology, size, fileName }) => {
    const measured = size && `${words.number(size.widthMm)} × ${words.number(size.heightMm)} mm`;
    return [words.place(location), words.technology(technology), measured, fileName].filter(Boolean).join('  ');
  });
  const customizations = ticket.customizations.map(
    ({ name, location, technology }) => `☐ ${[words.place(location), words.technology(technology), name].join('  ')}`,
  );
  const lines = [...prints, ...customizations];
  const fits = Math.max(1, Math.floor(box.height / (SIZE_MM.rest.smallest * LINE_HEIGHT)));
  const visible = lines.length > fits ? lines.slice(0, fits - 1) : lines;
  if (visible.length < lines.length) {
    visible.push(words.copy.more(lines.length - visible.length));
    sheet.note('cut', 'steps');
  }
  const each = box.height / Math.max(1, visible.length);
  let { y } = box;
  for (const line of visible) {
    const linesMax = visible.length > 2 ? 1 : 2;
    y += sheet.block(line, { ...box, y, height: each }, { ...style, linesMax }, 'steps');
  }
}

function drawCodes(sheet: Sheet, words: PaperWords, ticket: JobTicket, strip: Box): void {
  const { copy } = words;
  const width = sheet.code(ticket.code, strip.x - 2, strip.y + 1, BARS_HEIGHT_MM);
  const qr = sheet.qr(words.scanUrl(ticket.code), strip.x + CODE_WIDTH_MM - 2, strip.y - 1, QR_WIDTH_MAX_MM);
  const x = strip.x - 2 + Math.max(width, CODE_WIDTH_MM) + qr;
  const { batch, piece, lotQuantity } = ticket;
  const lines = [
    lotQuantity === undefined ? copy.pieceOf(piece.number, piece.of) : copy.lot(lotQuantity),
    lotQuantity === undefined ? copy.ofThisOrder : copy.ofOrder(piece.of),
    ...(batch ? [`${copy.batch} ${batch.name}`, copy.ticketOf(batch.place, batch.of)] : []),
    ...(ticket.due ? [`${copy.due} ${words.moment(ticket.due)}`] : []),
  ];
  const box = { x, y: strip.y, width: strip.x + strip.width - x, height: strip.height };
  const [first = '', ...rest] = lines;
  const used = sheet.block(first, { ...box, height: 4.6 }, { largest: 3.8, smallest: 2, bold: true }, 'piece');
  const style = { largest: 2.5, smallest: 1.6 };
  const below = { ...box, y: box.y + used, height: box.height - used - 2.4 };
  sheet.block(rest, below, style, 'batch');
  const printed = `${copy.printed} ${words.moment(words.printedAt)}`;
  const foot = { ...box, y: strip.y + strip.height - 2.2, height: 2.2 };
  sheet.block(printed, foot, { largest: 1.8, smallest: 1.3, linesMax: 1 }, 'printed');
}

/** Draws up to two pictures below each other, or up to four in a square. */
function drawPictures(
  sheet: Sheet,
  words: PaperWords,
  ticket: JobTicket,
  images: PicturedTicket['images'],
  box: Box,
): void {
  const pictures = ticket.pictures
    .map((picture, index) => ({ ...picture, image: images[index] }))
    .filter(({ image }) => image !== undefined)
    .slice(0, 4);
  const columns = pictures.length > 2 ? 2 : 1;
  const rows = Math.ceil(pictures.length / columns);
  const [width, height] = [box.width / columns, box.height / Math.max(rows, 2)];
  pictures.forEach(({ kind, location, image }, index) => {
    const at = { x: box.x + (index % columns) * width, y: box.y + Math.floor(index / columns) * height };
    const name = kind === 'ARTWORK' ? words.copy.artwork : words.copy.qualityControl;
    const caption = [name, location && words.place(location)].filter(Boolean).join(': ');
    const head = { ...at, width: width - 0.5, height: 2.4 };
    sheet.block(caption, head, { largest: 2, smallest: 1.2, linesMax: 1 }, 'picture');
    sheet.picture(image!, { x: at.x, y: at.y + 2.6, width: width - 0.5, height: height - 3.2 });
  });
}
