import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { FromThread, StartMessage, ToThread } from './paper-messages.ts';
import { startRun } from './print-run.ts';

/** Draws print runs, several at a time: a run gives way to the others after each of its papers. */
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
  // The reader has gone.
  port.on('close', () => {
    isOver = true;
  });
});
