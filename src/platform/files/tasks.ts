import type { Pictures } from './draw-picture.ts';
import type { FileContent, MediaType } from './file-content.ts';

/** What the processes for files can do: what each task takes, and what it answers. */
export interface Tasks {
  judge: { input: { path: string }; result: FileContent };
  /** Undefined: the file cannot be drawn. */
  draw: { input: { path: string; mediaType: MediaType }; result: Pictures | undefined };
}

export type TaskName = keyof Tasks;

/** What one task may take before it is broken off. */
export interface TaskLimits {
  /** Processor time, which a busy machine does not shorten. */
  cpuMs: number;
  /** Of the whole process. */
  memoryBytes: number;
  /** Time that passes, as a last resort: for what waits for something that never comes. */
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
  /** No fault of the file: it could not be read, or the program is wrong. */
  | { kind: 'failed'; message: string; code?: string | undefined }
  /** The limits were reached, and the process ends. */
  | { kind: 'exceeded' };
