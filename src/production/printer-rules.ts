import type { Printer } from '../printing/printer-store.ts';
import { PDF, type PrintMediaType, ZPL } from '../printing/printing-rules.ts';
import type { TicketForm } from './paper-run-store.ts';

export type PaperPrinter = Pick<Printer, 'printerId' | 'mediaTypes' | 'mediaWidthMm' | 'mediaHeightMm' | 'dotsPerInch'>;
export type NamedPrinter = Pick<Printer, 'printerId' | 'name'>;
export type PaperSize = 'label' | 'sheet';
export type PageSize = { widthMm: number; heightMm: number };

/** The widest paper that counts as a label. */
export const LABEL_WIDTH_MM_MAX = 130;
/** The narrowest paper that takes A4. */
export const SHEET_WIDTH_MM_MIN = 200;

export function isLabelPrinter({ mediaWidthMm }: PaperPrinter): boolean {
  return mediaWidthMm <= LABEL_WIDTH_MM_MAX;
}

/** A larger page is scaled down by up to this factor, as A4 on Letter, or A6 on 100 x 150 mm. */
const OVERSIZE_MAX = 1.07;

/** Returns whether the paper takes the page, upright or turned. */
function takesPage({ mediaWidthMm, mediaHeightMm }: PaperPrinter, { widthMm, heightMm }: PageSize): boolean {
  return [Math.min, Math.max].every(
    (side) => side(widthMm, heightMm) <= side(mediaWidthMm, mediaHeightMm) * OVERSIZE_MAX,
  );
}

/**
 * Returns the printer for this media type, preferably of this size, and with paper for the page if it is
 * given. A label without a known page has the usual size. The last printer takes any sheet.
 */
export function printerFor<One extends PaperPrinter>(
  printers: readonly One[],
  contentType: PrintMediaType,
  size: PaperSize,
  page?: PageSize,
): One | undefined {
  const able = printers.filter((one) => one.mediaTypes.includes(contentType) && (!page || takesPage(one, page)));
  if (size === 'sheet') return able.find(({ mediaWidthMm }) => mediaWidthMm >= SHEET_WIDTH_MM_MIN) ?? able.at(-1);
  const large = page ? able : able.filter(takesAddressLabel);
  return large.find(isLabelPrinter) ?? large[0] ?? able.find(isLabelPrinter) ?? able[0];
}

export function takesAddressLabel(printer: PaperPrinter): boolean {
  return takesPage(printer, LABEL_MM);
}

/** The size of a ticket on a sticker. */
export const STICKER_MM: PageSize = { widthMm: 100, heightMm: 50 };
const A4_MM: PageSize = { widthMm: 210, heightMm: 297 };
/** The size of a packing slip on a label printer. */
export const SMALL_SLIP_MM: PageSize = { widthMm: 105, heightMm: 148 };
/** The size of address labels and of a CN22. */
const LABEL_MM: PageSize = { widthMm: 101.6, heightMm: 152.4 };
/** Without ink on its edges, a page in ZPL may be this much larger than the paper. */
const STICKER_MARGIN_MM = 2;
const SMALL_SLIP_MARGIN_MM = 5;
/** The longest paper on which a sticker wastes little. */
const STICKER_PAPER_MM_MAX = 120;
/** Platen's own ZPL labels are made for this resolution. */
export const ZPL_DOTS_PER_INCH = 203;

export const PRINTED_PAPERS = ['TICKETS', 'PICK_LIST', 'COVER', 'HAND_OVER_LIST', 'SLIP', 'LABEL', 'CUSTOMS'] as const;
type PrintedPaper = (typeof PRINTED_PAPERS)[number];

/** Returns the papers that the printer can print. The files of clients have other sizes. */
export function papersOf(printer: PaperPrinter): PrintedPaper[] {
  return PRINTED_PAPERS.filter((paper) => canPrint(printer, paper));
}

function canPrint(printer: PaperPrinter, paper: PrintedPaper): boolean {
  switch (paper) {
    case 'TICKETS':
      return ticketFormOf(printer) !== undefined;
    case 'LABEL':
      return takesLabelZpl(printer) || takesPdf(printer, LABEL_MM);
    case 'SLIP':
      return smallSlipFormatOf(printer) !== undefined || takesPdf(printer, A4_MM);
    case 'CUSTOMS':
      return takesPdf(printer, LABEL_MM) || takesPdf(printer, A4_MM);
    default:
      return takesPdf(printer, A4_MM);
  }
}

export function takesLabelZpl({ mediaTypes, dotsPerInch }: PaperPrinter): boolean {
  return mediaTypes.includes(ZPL) && dotsPerInch === ZPL_DOTS_PER_INCH;
}

function takesPdf(printer: PaperPrinter, page: PageSize): boolean {
  return printer.mediaTypes.includes(PDF) && takesPage(printer, page);
}

/** ZPL is printed upright only. The margins of the page may be outside of the paper. */
function takesZpl({ mediaTypes, mediaWidthMm, mediaHeightMm }: PaperPrinter, page: PageSize, margin: number): boolean {
  return mediaTypes.includes(ZPL) && mediaWidthMm >= page.widthMm - margin && mediaHeightMm >= page.heightMm - margin;
}

/** Returns the format of an A6 packing slip on a label printer. Undefined for another printer. */
export function smallSlipFormatOf(printer: PaperPrinter): PrintMediaType | undefined {
  if (!isLabelPrinter(printer)) return undefined;
  if (takesPdf(printer, SMALL_SLIP_MM)) return PDF;
  return takesZpl(printer, SMALL_SLIP_MM, SMALL_SLIP_MARGIN_MM) ? ZPL : undefined;
}

/** Returns the form of tickets on the printer: the wanted or usual one. Undefined if it takes none. */
export function ticketFormOf(printer: PaperPrinter, wanted?: TicketForm): TicketForm | undefined {
  const takes = {
    STICKER: takesPdf(printer, STICKER_MM) || takesZpl(printer, STICKER_MM, STICKER_MARGIN_MM),
    SHEET: takesPdf(printer, A4_MM),
  };
  if (wanted) return takes[wanted] ? wanted : undefined;
  if (takes.SHEET && !isLabelPrinter(printer)) return 'SHEET';
  return takes.STICKER ? 'STICKER' : undefined;
}

/** Returns the printer for papers of a batch. Undefined if none of them can print it. */
export function choosePrinterOf<One extends PaperPrinter>(
  paper: PrintedPaper,
  printers: readonly One[],
  form?: TicketForm,
): One | undefined {
  if (paper !== 'TICKETS') return printers.find((one) => canPrint(one, paper));
  const able = printers.filter((one) => ticketFormOf(one, form) !== undefined);
  // A label printer with ZPL and longer paper is for address labels.
  const isForStickers = (one: One) =>
    isLabelPrinter(one) && (one.mediaTypes.includes(PDF) || one.mediaHeightMm <= STICKER_PAPER_MM_MAX);
  const sticker = form === 'SHEET' ? undefined : able.find(isForStickers);
  return sticker ?? able.find((one) => ticketFormOf(one, form) === 'SHEET') ?? able[0];
}

/** Describes a printer in a sentence. */
export function describePrinter({ name, mediaTypes, mediaWidthMm, mediaHeightMm }: PaperPrinter & { name: string }) {
  return `${JSON.stringify(name)} (${mediaTypes.join(', ')} on ${mediaWidthMm} x ${mediaHeightMm} mm)`;
}
