import type { ZplMedia } from '../formats/zpl-commands.ts';
import type { DrawnSheet, SheetTask } from './draw-gang-sheet.ts';
import type { Pictures } from './draw-picture.ts';
import type { FileContent, MediaType } from './file-content.ts';
import type { MadePrint, PrintTask } from './make-print-file.ts';

export interface Tasks {
  judge: { input: { path: string; media?: ZplMedia | undefined }; result: FileContent };
  /** Undefined if the file cannot be drawn. */
  draw: { input: { path: string; mediaType: MediaType }; result: Pictures | undefined };
  /** Undefined if the artwork cannot be drawn. */
  print: { input: PrintTask; result: MadePrint | undefined };
  sheet: { input: SheetTask; result: DrawnSheet };
}

export type TaskName = keyof Tasks;

export interface TaskLimits {
  /** Processor time, which does not depend on the load of the machine. */
  cpuMs: number;
  /** Memory of the whole process. */
  memoryBytes: number;
  /** Elapsed time, as a last resort for a task that waits for ever. */
  totalMs: number;
}

export interface TaskRequest<N extends TaskName = TaskName> {
  task: N;
  input: Tasks[N]['input'];
  limits: Omit<TaskLimits, 'totalMs'>;
}

export type TaskAnswer =
  | { kind: 'ready' }
  | { kind: 'done'; result: Tasks[TaskName]['result'] }
  /** The file is not the cause: it could not be read, or the program has a bug. */
  | { kind: 'failed'; message: string; code?: string | undefined }
  /** A limit was reached, and the process ends. */
  | { kind: 'exceeded' };
