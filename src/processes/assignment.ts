import type { Registry } from 'prom-client';
import type { Assignment, FromProcess, ToProcess } from './process-messages.ts';

/** What this process is to be, as the one that started it says. */
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
    // What cannot be collected is left out, as that of a process that is gone.
    void registry.getMetricsAsJSON().then(
      (metrics) => send({ kind: 'measured', id, metrics }),
      () => {},
    );
  });
}

function send(message: FromProcess): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {});
}
