import type { Printer } from '../printing/printer-store.ts';
import type { PrintMediaType } from '../printing/printing-rules.ts';

export type PaperPrinter = Pick<Printer, 'printerId' | 'mediaTypes' | 'mediaWidthMm' | 'dotsPerInch'>;

/** Paper that is no wider is for labels. */
export const LABEL_WIDTH_MM_MAX = 130;
/** Paper that is no narrower takes A4. */
export const SHEET_WIDTH_MM_MIN = 200;
export type PaperSize = 'label' | 'sheet';

/** Whether its paper is for labels and stickers. */
export function isLabelPrinter({ mediaWidthMm }: PaperPrinter): boolean {
  return mediaWidthMm <= LABEL_WIDTH_MM_MAX;
}

/** The printer that takes this: of the right size first. A sheet never goes to a label printer; its last resort is a browser. */
export function printerFor<One extends PaperPrinter>(
  printers: readonly One[],
  contentType: PrintMediaType,
  size: PaperSize,
): One | undefined {
  const able = printers.filter(({ mediaTypes }) => mediaTypes.includes(contentType));
  if (size === 'sheet')
    return able.find(({ mediaWidthMm }) => mediaWidthMm >= SHEET_WIDTH_MM_MIN) ?? able.at(-1);
  return able.find(isLabelPrinter) ?? able[0];
}
