import { parentPort } from 'node:worker_threads';
import { drawGangSheet } from './draw-gang-sheet.ts';
import { RendererCrash } from './draw-label.ts';
import { drawPicture } from './draw-picture.ts';
import { inspectFile } from './inspect-file.ts';
import { makePrintFile } from './make-print-file.ts';
import type { TaskAnswer, TaskName, TaskRequest, Tasks } from './tasks.ts';

const WORK: { [N in TaskName]: (input: Tasks[N]['input']) => Promise<Tasks[N]['result']> } = {
  judge: ({ path, media }) => inspectFile(path, media),
  draw: ({ path, mediaType }) => drawPicture(path, mediaType),
  print: makePrintFile,
  sheet: drawGangSheet,
};

// Libraries may leave rejected promises behind. Only the result of the task itself counts.
process.on('unhandledRejection', () => {});

parentPort?.on('message', async ({ task, input }: TaskRequest) => {
  const work = WORK[task] as (input: unknown) => Promise<Tasks[TaskName]['result']>;
  const answer = await work(input).then(
    (result): TaskAnswer => ({ kind: 'done', result }),
    (error: NodeJS.ErrnoException): TaskAnswer => {
      // The task runs again in a new process.
      if (error instanceof RendererCrash) process.kill(process.pid, 'SIGKILL');
      return { kind: 'failed', message: error.message, code: error.code };
    },
  );
  parentPort?.postMessage(answer);
});
