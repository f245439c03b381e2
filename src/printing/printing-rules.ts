export const PRINT_STATES = ['queued', 'sending', 'printed', 'failed', 'unknown', 'cancelled'] as const;
export type PrintState = (typeof PRINT_STATES)[number];

/** What people do with a job. */
export type PrintVerb = 'take' | 'confirm' | 'retry' | 'cancel' | 'reprint';

/** In which states each is possible; then which state it leads to. A reprint is a job of its own. */
export const PRINT_VERBS: Readonly<Record<PrintVerb, { from: readonly PrintState[]; to: PrintState }>> = {
  take: { from: ['queued'], to: 'sending' },
  confirm: { from: ['sending', 'unknown'], to: 'printed' },
  retry: { from: ['failed', 'unknown'], to: 'queued' },
  cancel: { from: ['queued', 'failed', 'unknown'], to: 'cancelled' },
  reprint: { from: ['printed'], to: 'printed' },
};

/** What an attempt to send a document came to. */
export type PrintOutcome =
  /** The printer has taken all of it. */
  | { result: 'printed' }
  /** Nothing of it can have been printed: it is sent again. */
  | { result: 'not_printed'; error: string }
  /** The printer will not print it, however often it is sent. */
  | { result: 'refused'; error: string }
  /** It may have been printed: only who stands there can say. */
  | { result: 'unknown'; error: string };

/** A label is printed when the end of its format arrives. */
const ZPL_END = Buffer.from('^XZ');

/** What has happened when a connection over which bytes are sent broke. */
export function outcomeOfBreak(
  contentType: string,
  document: Uint8Array,
  sentBytes: number,
  error: string,
): PrintOutcome {
  const isComplete = sentBytes >= document.length;
  // Of other languages any part may be a page.
  const mayHavePrinted =
    isComplete ||
    (contentType === ZPL
      ? Buffer.from(document.buffer, document.byteOffset, sentBytes).includes(ZPL_END)
      : sentBytes > 0);
  return { result: mayHavePrinted ? 'unknown' : 'not_printed', error };
}

/** When a printer that has failed so often in a row is tried again; the last of the waits holds for all after it. */
export function nextPrintAttempt(failures: number, retrySeconds: readonly number[], now: Date): Date {
  const seconds = retrySeconds[Math.min(failures, retrySeconds.length) - 1] ?? 0;
  return new Date(now.getTime() + seconds * 1_000);
}

/** raw: bytes over TCP, as label printers take them. ipp: Internet Printing Protocol (RFC 8010). browser: the page at a station prints. */
export const PRINTER_KINDS = ['raw', 'ipp', 'browser'] as const;
export type PrinterKind = (typeof PRINTER_KINDS)[number];

export const ZPL = 'application/zpl';
export const PDF = 'application/pdf';
const PNG = 'image/png';
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
