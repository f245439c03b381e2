import type { MessagePort } from 'node:worker_threads';
import type { PaperNote, PaperOptions } from './paper-types.ts';
import type { PaperKind } from './print-run.ts';

/** Begins a print run in the thread; all else of it goes through its port. */
export interface StartMessage {
  kind: PaperKind;
  options: PaperOptions;
  port: MessagePort;
}

export type ToThread = { kind: 'part'; part: unknown } | { kind: 'end' };

export type FromThread =
  | { kind: 'chunk'; chunk: Uint8Array }
  | { kind: 'drawn' }
  | { kind: 'done'; notes: PaperNote[] }
  | { kind: 'failed'; message: string };
