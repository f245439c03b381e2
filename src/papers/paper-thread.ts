import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { PaperNote, PaperOptions } from './paper-types.ts';
import { type PaperKind, startRun } from './print-run.ts';

/** Begins a print run in the thread. All further messages of the run go through `port`. */
export type StartMessage = { kind: PaperKind; options: PaperOptions; port: MessagePort };
export type ToThread = { kind: 'part'; part: unknown } | { kind: 'end' };

export type FromThread =
  | { kind: 'chunk'; chunk: Uint8Array }
  | { kind: 'drawn' }
  | { kind: 'done'; notes: PaperNote[] }
  | { kind: 'failed'; message: string };

/** Draws several print runs at a time. A run yields to the others after each paper. */
parentPort?.on('message', ({ kind, options, port }: StartMessage) => {
  const say = (message: FromThread) => port.postMessage(message);
  const run = startRun(kind, options);
  let work: Promise<void> = Promise.resolve();
  let isOver = false;

  run.sheet.pdf.on('data', (chunk: Uint8Array) => say({ kind: 'chunk', chunk }));
  run.sheet.pdf.on('end', () => say({ kind: 'done', notes: run.sheet.notes }));
  const draw = async (message: ToThread) => {
    if (isOver) return;
    if (message.kind === 'end') {
      run.end();
      return;
    }
    await run.draw(message.part as never);
    say({ kind: 'drawn' });
    await nextTurn();
  };
  port.on('message', (message: ToThread) => {
    work = work
      .then(() => draw(message))
      .catch((error: Error) => {
        isOver = true;
        say({ kind: 'failed', message: error.message });
      });
  });
  // The reader has closed the document.
  port.on('close', () => {
    isOver = true;
  });
});
