import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

// Messages between the first process and its workers, and the workers' side of them.

/** Tells a process who it is, and where the embedded database is. */
export interface Assignment {
  kind: 'begin';
  /** From 1. */
  number: number;
  /** The embedded PostgreSQL; null where DATABASE_URL names the database. */
  database: DatabaseConnection | null;
}

/** Options of pg's Pool. */
export interface DatabaseConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The measurements of one process, as a registry has them. */
export type Metrics = MetricObjectWithValues<MetricValue<string>>[];

export type ToProcess = Assignment | { kind: 'measure'; id: number };

export type FromProcess = { kind: 'ready' } | { kind: 'measured'; id: number; metrics: Metrics };

/** Waits for the first process to say what this one is. */
export function receiveAssignment(): Promise<Assignment> {
  return new Promise((resolve) => {
    const onMessage = (message: ToProcess) => {
      if (message.kind !== 'begin') return;
      process.off('message', onMessage);
      resolve(message);
    };
    process.on('message', onMessage);
  });
}

/** Says that this process serves. */
export function tellReady(): void {
  send({ kind: 'ready' });
}

/** Hands over the measurements of this process whenever they are asked for. */
export function answerMeasuring(registry: Registry): void {
  process.on('message', (message: ToProcess) => {
    if (message.kind !== 'measure') return;
    const { id } = message;
    // A process that cannot collect its measurements is left out, as one that has ended.
    void registry.getMetricsAsJSON().then(
      (metrics) => send({ kind: 'measured', id, metrics }),
      () => {},
    );
  });
}

function send(message: FromProcess): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {});
}
