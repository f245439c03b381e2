import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { drawPage } from '../platform/files/draw-picture.ts';
import { drawAddressLabel } from './address-label.ts';
import { drawBinLabel, drawCommandSheet, drawScannerTest, makeBadgeDrawer } from './code-cards.ts';
import { type CustomsPaper, drawCustomsForm } from './customs-form.ts';
import { drawTicket } from './job-ticket.ts';
import { drawBatchCover, drawHandOverList, drawPickList } from './list-papers.ts';
import { A4_MM } from './list-sheet.ts';
import { drawPackingSlip, type PackingSlip } from './packing-slip.ts';
import type * as papers from './paper-types.ts';
import type { JobTicket, PaperNote, PaperOptions, PictureBytes } from './paper-types.ts';
import { type PaperWords, paperWords } from './paper-words.ts';
import { Sheet, type SheetImage } from './pdf-sheet.ts';
import { drawStatement } from './statement-paper.ts';
import { drawPurchase, drawStockLabel } from './stock-papers.ts';

export interface PaperKinds {
  'ticket-stickers': JobTicket;
  'ticket-sheets': JobTicket;
  'address-labels': papers.AddressLabel;
  'test-labels': papers.TestLabel;
  'pick-lists': papers.PickList;
  'batch-covers': papers.BatchCover;
  'packing-slips': PackingSlip;
  'hand-over-lists': papers.HandOverList;
  statements: papers.StatementPaper;
  'customs-forms': CustomsPaper;
  'command-sheets': papers.CommandSheet;
  'badge-sheets': papers.CodeCard;
  'bin-labels': papers.CodeCard;
  'stock-labels': papers.CodeCard;
  'purchase-orders': papers.PurchasePaper;
  'scanner-tests': papers.CodeCard;
}
export type PaperKind = keyof PaperKinds;
type Draw<Part> = (part: Part) => void | Promise<void>;
const STICKER_MM = { width: 100, height: 50, margin: 2 };
/** Eight tickets on a sheet, each with a margin for cutting. */
const EIGHTH_MM = { columns: 2, rows: 4, margin: 5 };

const TITLES: Readonly<Record<PaperKind, string>> = {
  'ticket-stickers': 'Job tickets',
  'ticket-sheets': 'Job tickets',
  'address-labels': 'Address labels',
  'test-labels': 'Test labels',
  'pick-lists': 'Pick lists',
  'batch-covers': 'Batches',
  'packing-slips': 'Packing slips',
  'hand-over-lists': 'Hand-over lists',
  statements: 'Statements',
  'customs-forms': 'Customs declarations',
  'command-sheets': 'Commands',
  'badge-sheets': 'Badges',
  'bin-labels': 'Bins',
  'stock-labels': 'Labels',
  'purchase-orders': 'Purchase orders',
  'scanner-tests': 'Scanner test',
};

const DRAWERS: { [Kind in PaperKind]: (sheet: Sheet, words: PaperWords) => Draw<PaperKinds[Kind]> } = {
  'ticket-stickers': (sheet, words) => {
    const pictured = makePictureReader(sheet);
    const { width, height, margin } = STICKER_MM;
    const cell = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
    return async (ticket) => {
      const drawn = await pictured(ticket);
      sheet.addPage(width, height);
      drawTicket(sheet, words, drawn, cell);
    };
  },
  'ticket-sheets': (sheet, words) => {
    const pictured = makePictureReader(sheet);
    const { columns, rows, margin } = EIGHTH_MM;
    const [width, height] = [A4_MM.width / columns, A4_MM.height / rows];
    let place = 0;
    return async (ticket) => {
      const drawn = await pictured(ticket);
      if (place === 0) sheet.addPage(A4_MM.width, A4_MM.height);
      const x = (place % columns) * width + margin;
      const y = Math.floor(place / columns) * height + margin;
      drawTicket(sheet, words, drawn, { x, y, width: width - 2 * margin, height: height - 2 * margin });
      place = (place + 1) % (columns * rows);
    };
  },
  'address-labels': (sheet, words) => (label) => drawAddressLabel(sheet, words, label),
  'test-labels': (sheet) => (label) => drawTestLabel(sheet, label),
  'pick-lists': (sheet, words) => {
    const pictures = new SheetPictures(sheet);
    return async (list) => {
      const opened = await Promise.all(list.lines.map(({ picture }) => picture && pictures.open(picture)));
      drawPickList(sheet, words, list, opened);
    };
  },
  'batch-covers': (sheet, words) => (cover) => drawBatchCover(sheet, words, cover),
  'packing-slips': (sheet, words) => {
    const pictures = new SheetPictures(sheet);
    const open = async (image: PictureBytes, pixels?: number) => {
      const opened = await pictures.open(image, pixels);
      if (!opened) sheet.note('picture_unreadable', 'pictures');
      return opened ? [opened] : [];
    };
    return async (slip) => {
      const [logo] = slip.shop.logo ? await open(slip.shop.logo, LOGO_PIXELS) : [];
      const opened = await Promise.all(
        slip.lines.map(async ({ pictures: of = [] }) => (await Promise.all(of.map((image) => open(image)))).flat()),
      );
      drawPackingSlip(sheet, words, { slip, logo, pictures: opened });
    };
  },
  'hand-over-lists': (sheet, words) => (list) => drawHandOverList(sheet, words, list),
  statements: (sheet, words) => (statement) => drawStatement(sheet, words, statement),
  'customs-forms': (sheet, words) => (declaration) => drawCustomsForm(sheet, words, declaration),
  'command-sheets': (sheet, words) => (commands) => drawCommandSheet(sheet, words, commands),
  'badge-sheets': makeBadgeDrawer,
  'bin-labels': (sheet, words) => (card) => drawBinLabel(sheet, words, card),
  'stock-labels': (sheet, words) => (card) => drawStockLabel(sheet, words, card),
  'purchase-orders': (sheet, words) => (purchase) => drawPurchase(sheet, words, purchase),
  'scanner-tests': (sheet, words) => (card) => drawScannerTest(sheet, words, card),
};

function makePictureReader(sheet: Sheet) {
  const pictures = new SheetPictures(sheet);
  return async (ticket: JobTicket) => {
    const images = await Promise.all(ticket.pictures.map(({ image }) => pictures.open(image)));
    if (images.includes(undefined)) sheet.note('picture_unreadable', 'pictures');
    return { ticket, images };
  };
}

const TEST_PAGES_MAX = 10;
/** A label of 6 inches at 300 dpi. */
const TEST_LABEL_PIXELS = 1_800;

/** Draws each page of the label as a picture, with the mark of the sheet above it. */
async function drawTestLabel(sheet: Sheet, { document, contentType, widthMm, heightMm }: papers.TestLabel) {
  const bytes = Buffer.from(document);
  for (let page = 0; page < (contentType === 'application/pdf' ? TEST_PAGES_MAX : 1); page++) {
    const drawn =
      contentType === 'application/pdf'
        ? await drawPage(bytes, TEST_LABEL_PIXELS, page).catch(() => undefined)
        : undefined;
    if (contentType === 'application/pdf' && !drawn) return;
    const image = drawn ? sharp(drawn.data, { raw: drawn.raw }) : sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX });
    sheet.addPage(widthMm, heightMm);
    const box = { x: 0, y: 0, width: widthMm, height: heightMm };
    sheet.picture(sheet.openPicture(await image.flatten({ background: WHITE_GROUND }).png().toBuffer()), box);
    sheet.drawMark();
  }
}

interface PrintRun<Part> {
  sheet: Sheet;
  draw: Draw<Part>;
  /** Ends the document. Without any part it gets an empty page, because a PDF without a page is invalid. */
  end(): PaperNote[];
}

/** Begins a PDF of papers of one kind. Its bytes come from the stream `sheet.pdf`. */
export function startRun<Kind extends PaperKind>(kind: Kind, options: PaperOptions): PrintRun<PaperKinds[Kind]> {
  const words = paperWords(options);
  const sheet = new Sheet(TITLES[kind], options.printedAt, options.isTest ? words.copy.test : undefined);
  const draw = DRAWERS[kind](sheet, words);
  return {
    sheet,
    draw: async (part) => {
      await draw(part);
      sheet.endPaper();
    },
    end() {
      if (sheet.pages === 0) sheet.addPage(A4_MM.width, A4_MM.height);
      sheet.pdf.end();
      return sheet.notes;
    },
  };
}

/** 25 mm at 300 dpi. */
const PICTURE_PIXELS = 300;
/** 70 mm at 300 dpi. */
const LOGO_PIXELS = 830;
const JPEG_QUALITY = 80;
/** Cached pictures for each document. The pieces of an order share pictures. */
const PICTURES_KEPT_MAX = 200;
const INPUT_PIXELS_MAX = 50_000_000;
/** Mean brightness from 0 to 255, above which artwork is invisible on white. */
const LIGHT_MIN = 170;
const DARK_GROUND = { r: 70, g: 70, b: 70 };
const WHITE_GROUND = { r: 255, g: 255, b: 255 };

/** Scales pictures down and puts them on a background that makes them visible, each once for a document. */
class SheetPictures {
  readonly #kept = new Map<string, SheetImage | undefined>();
  readonly #sheet: Sheet;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  async open(bytes: PictureBytes, pixels = PICTURE_PIXELS): Promise<SheetImage | undefined> {
    const key = createHash('sha256').update(bytes).digest('base64');
    if (this.#kept.has(key)) return this.#kept.get(key);
    const jpeg = await convertToJpeg(bytes, pixels);
    const image = jpeg && this.#sheet.openPicture(jpeg);
    if (this.#kept.size >= PICTURES_KEPT_MAX) this.#kept.clear();
    this.#kept.set(key, image);
    return image;
  }
}

async function convertToJpeg(bytes: PictureBytes, pixels: number): Promise<Buffer | undefined> {
  try {
    const small = await sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX })
      .autoOrient()
      .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = small.info;
    const background = isLight(small.data) ? DARK_GROUND : WHITE_GROUND;
    return await sharp(small.data, { raw: { width, height, channels: 4 } })
      .flatten({ background })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
  } catch {
    return undefined;
  }
}

/** Returns whether transparent artwork is light. Opaque pictures have their own background. */
function isLight(rgba: Buffer): boolean {
  let [light, seen, clear] = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3]!;
    light += alpha * (0.3 * rgba[at]! + 0.59 * rgba[at + 1]! + 0.11 * rgba[at + 2]!);
    seen += alpha;
    clear += 255 - alpha;
  }
  return clear > 0 && seen > 0 && light / seen > LIGHT_MIN;
}
