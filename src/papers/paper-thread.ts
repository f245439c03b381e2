import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { convertPapers, type PaperFormat } from './convert-papers.ts';
import type { PaperNote, PaperOptions } from './paper-types.ts';
import { type PaperKind, startRun } from './print-run.ts';

/** Begins a print run in the thread. All further messages of the run go through `port`. */
export type StartMessage = {
  kind: PaperKind;
  options: PaperOptions;
  /** Absent: PDF. */
  format: PaperFormat | undefined;
  port: MessagePort;
};
export type ToThread = { kind: 'part'; part: unknown } | { kind: 'end' };

export type FromThread =
  | { kind: 'chunk'; chunk: Uint8Array }
  | { kind: 'drawn' }
  | { kind: 'done'; notes: PaperNote[] }
  | { kind: 'failed'; message: string };

/** Draws several print runs at a time. A run yields to the others after each paper. */
parentPort?.on('message', ({ kind, options, format, port }: StartMessage) => {
  const say = (message: FromThread) => port.postMessage(message);
  const run = startRun(kind, options);
  let work: Promise<void> = Promise.resolve();
  let isOver = false;
  const pdf: Uint8Array[] = [];
  const fail = (error: Error) => {
    isOver = true;
    say({ kind: 'failed', message: error.message });
  };
  const convert = async (wanted: PaperFormat) => {
    for await (const chunk of convertPapers(Buffer.concat(pdf), run.sheet.pages, wanted)) {
      if (isOver) return;
      say({ kind: 'chunk', chunk });
      await nextTurn();
    }
  };

  run.sheet.pdf.on('data', (chunk: Uint8Array) => (format ? void pdf.push(chunk) : say({ kind: 'chunk', chunk })));
  run.sheet.pdf.on('end', () => {
    const converted = format ? convert(format) : Promise.resolve();
    converted.then(() => say({ kind: 'done', notes: run.sheet.notes })).catch(fail);
  });
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
    work = work.then(() => draw(message)).catch(fail);
  });
  // The reader has closed the document.
  port.on('close', () => {
    isOver = true;
  });
});
