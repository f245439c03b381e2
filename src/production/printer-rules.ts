import type { Printer } from '../printing/printer-store.ts';
import type { PrintMediaType } from '../printing/printing-rules.ts';

export type PaperPrinter = Pick<Printer, 'printerId' | 'mediaTypes' | 'mediaWidthMm' | 'dotsPerInch'>;
export type PaperSize = 'label' | 'sheet';

/** The widest paper that counts as a label. */
export const LABEL_WIDTH_MM_MAX = 130;
/** The narrowest paper that takes A4. */
export const SHEET_WIDTH_MM_MIN = 200;

export function isLabelPrinter({ mediaWidthMm }: PaperPrinter): boolean {
  return mediaWidthMm <= LABEL_WIDTH_MM_MAX;
}

/** Returns the printer for this media type, preferably of this size. The last printer takes any sheet. */
export function printerFor<One extends PaperPrinter>(
  printers: readonly One[],
  contentType: PrintMediaType,
  size: PaperSize,
): One | undefined {
  const able = printers.filter(({ mediaTypes }) => mediaTypes.includes(contentType));
  if (size === 'sheet') return able.find(({ mediaWidthMm }) => mediaWidthMm >= SHEET_WIDTH_MM_MIN) ?? able.at(-1);
  return able.find(isLabelPrinter) ?? able[0];
}
