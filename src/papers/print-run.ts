import { drawAddressLabel } from './address-label.ts';
import { drawBatchCover, drawPickList } from './batch-papers.ts';
import { badgeSheets, drawBinLabel, drawCommandSheet, drawScannerTest } from './code-cards.ts';
import { type CustomsPaper, drawCustomsForm } from './customs-form.ts';
import { drawTicket } from './job-ticket.ts';
import { A4_MM } from './list-sheet.ts';
import type * as papers from './paper-types.ts';
import type { JobTicket, PaperNote, PaperOptions } from './paper-types.ts';
import { type PaperWords, paperWords } from './paper-words.ts';
import { drawHandOverList, drawPackingSlip } from './parcel-papers.ts';
import { Sheet } from './pdf-sheet.ts';
import { TicketPictures } from './ticket-pictures.ts';

/** What can be printed, and of what each paper is made. */
export interface PaperKinds {
  'ticket-stickers': JobTicket;
  'ticket-sheets': JobTicket;
  'address-labels': papers.AddressLabel;
  'pick-lists': papers.PickList;
  'batch-covers': papers.BatchCover;
  'packing-slips': papers.PackingSlip;
  'hand-over-lists': papers.HandOverList;
  'customs-forms': CustomsPaper;
  'command-sheets': papers.CommandSheet;
  'badge-sheets': papers.CodeCard;
  'bin-labels': papers.CodeCard;
  'scanner-tests': papers.CodeCard;
}
export type PaperKind = keyof PaperKinds;

type Draw<Part> = (part: Part) => void | Promise<void>;

const STICKER_MM = { width: 100, height: 50, margin: 2 };
/** Eight of a sheet, each with a margin that cutting and printers leave. */
const EIGHTH_MM = { columns: 2, rows: 4, margin: 5 };

const TITLES: Readonly<Record<PaperKind, string>> = {
  'ticket-stickers': 'Job tickets',
  'ticket-sheets': 'Job tickets',
  'address-labels': 'Address labels',
  'pick-lists': 'Pick lists',
  'batch-covers': 'Batches',
  'packing-slips': 'Packing slips',
  'hand-over-lists': 'Hand-over lists',
  'customs-forms': 'Customs declarations',
  'command-sheets': 'Commands',
  'badge-sheets': 'Badges',
  'bin-labels': 'Bins',
  'scanner-tests': 'Scanner test',
};

const DRAWERS: { [Kind in PaperKind]: (sheet: Sheet, words: PaperWords) => Draw<PaperKinds[Kind]> } = {
  'ticket-stickers': (sheet, words) => {
    const pictured = picturedTickets(sheet);
    const { width, height, margin } = STICKER_MM;
    const cell = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
    return async (ticket) => {
      const drawn = await pictured(ticket);
      sheet.addPage(width, height);
      drawTicket(sheet, words, drawn, cell);
    };
  },
  'ticket-sheets': (sheet, words) => {
    const pictured = picturedTickets(sheet);
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
  'pick-lists': (sheet, words) => (list) => drawPickList(sheet, words, list),
  'batch-covers': (sheet, words) => (cover) => drawBatchCover(sheet, words, cover),
  'packing-slips': (sheet, words) => (slip) => drawPackingSlip(sheet, words, slip),
  'hand-over-lists': (sheet, words) => (list) => drawHandOverList(sheet, words, list),
  'customs-forms': (sheet, words) => (declaration) => drawCustomsForm(sheet, words, declaration),
  'command-sheets': (sheet, words) => (commands) => drawCommandSheet(sheet, words, commands),
  'badge-sheets': badgeSheets,
  'bin-labels': (sheet, words) => (card) => drawBinLabel(sheet, words, card),
  'scanner-tests': (sheet, words) => (card) => drawScannerTest(sheet, words, card),
};

function picturedTickets(sheet: Sheet) {
  const pictures = new TicketPictures(sheet);
  return async (ticket: JobTicket) => {
    const images = await Promise.all(ticket.pictures.map(({ image }) => pictures.open(image)));
    if (images.includes(undefined)) sheet.note('picture_unreadable', 'pictures');
    return { ticket, images };
  };
}

/** One document of one kind of paper, drawn as its parts come. */
export interface PrintRun<Part> {
  sheet: Sheet;
  draw: Draw<Part>;
  /** Ends the document; a run without a part has one empty page, since a document without one is broken. */
  end(): PaperNote[];
}

/** Begins a document; its bytes are read from `sheet.pdf`. */
export function startRun<Kind extends PaperKind>(
  kind: Kind,
  options: PaperOptions,
): PrintRun<PaperKinds[Kind]> {
  const sheet = new Sheet(TITLES[kind], options.printedAt);
  const draw = DRAWERS[kind](sheet, paperWords(options));
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
