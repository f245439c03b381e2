export const PRINT_STATES = ['queued', 'sending', 'printed', 'failed', 'unknown', 'cancelled'] as const;
export type PrintState = (typeof PRINT_STATES)[number];
export type PrintVerb = 'take' | 'confirm' | 'retry' | 'cancel' | 'reprint';

/** The states in which each change is possible, and the state after it. A reprint creates another job. */
export const PRINT_VERBS: Readonly<Record<PrintVerb, { from: readonly PrintState[]; to: PrintState }>> = {
  take: { from: ['queued'], to: 'sending' },
  confirm: { from: ['sending', 'unknown'], to: 'printed' },
  retry: { from: ['failed', 'unknown'], to: 'queued' },
  cancel: { from: ['queued', 'failed', 'unknown'], to: 'cancelled' },
  reprint: { from: ['printed'], to: 'printed' },
};

export type PrintOutcome =
  /** The printer has taken the whole document. */
  | { result: 'printed' }
  /** Nothing can have been printed, so the document is sent again. */
  | { result: 'not_printed'; error: string }
  /** The printer will never print this document. */
  | { result: 'refused'; error: string }
  /** The document may have been printed. Only a person at the printer can know. */
  | { result: 'unknown'; error: string };

/** A printer prints a label when this end of its format arrives. */
const ZPL_END = Buffer.from('^XZ');

/** Returns the outcome when the connection broke after `sentBytes` bytes. */
export function outcomeOfBreak(
  contentType: string,
  document: Uint8Array,
  sentBytes: number,
  error: string,
): PrintOutcome {
  const isComplete = sentBytes >= document.length;
  // In other formats, any part may already be a page.
  const mayHavePrinted =
    isComplete ||
    (contentType === ZPL
      ? Buffer.from(document.buffer, document.byteOffset, sentBytes).includes(ZPL_END)
      : sentBytes > 0);
  return { result: mayHavePrinted ? 'unknown' : 'not_printed', error };
}

/** Returns the time of the next attempt after `failures` failures in a row. The last waiting time repeats. */
export function nextPrintAttempt(failures: number, retrySeconds: readonly number[], now: Date): Date {
  const seconds = retrySeconds[Math.min(failures, retrySeconds.length) - 1] ?? 0;
  return new Date(now.getTime() + seconds * 1_000);
}

/** raw: bytes over TCP to label printers. ipp: RFC 8010. browser: the console's page at a station prints. */
export const PRINTER_KINDS = ['raw', 'ipp', 'browser'] as const;
export type PrinterKind = (typeof PRINTER_KINDS)[number];
export const ZPL = 'application/zpl';
export const PDF = 'application/pdf';
const PNG = 'image/png';
export const PRINT_MEDIA_TYPES = [ZPL, PDF, PNG] as const;
export type PrintMediaType = (typeof PRINT_MEDIA_TYPES)[number];

/** The formats of a printer for which an admin names none. */
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
