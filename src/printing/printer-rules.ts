/** raw: bytes over TCP, as label printers take them. ipp: Internet Printing Protocol (RFC 8010). browser: the page at a station prints. */
export const PRINTER_KINDS = ['raw', 'ipp', 'browser'] as const;
export type PrinterKind = (typeof PRINTER_KINDS)[number];

export const ZPL = 'application/zpl';
export const PDF = 'application/pdf';
export const PNG = 'image/png';
/** What can be printed. */
export const PRINT_MEDIA_TYPES = [ZPL, PDF, PNG] as const;
export type PrintMediaType = (typeof PRINT_MEDIA_TYPES)[number];

/** What a printer takes of which nothing else is said. */
export const USUAL_MEDIA_TYPES: Readonly<Record<PrinterKind, readonly PrintMediaType[]>> = {
  raw: [ZPL],
  ipp: [PDF],
  browser: [PDF, PNG],
};

export const PRINTER_NAME_LENGTH_MAX = 80;
export const PRINTER_ADDRESS_LENGTH_MAX = 500;
export const MEDIA_MM_MAX = 2_000;
export const DOTS_PER_INCH_MIN = 72;
export const DOTS_PER_INCH_MAX = 2_400;
