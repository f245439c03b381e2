import { ZPL } from './printer-rules.ts';

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
