import type { Registry } from 'prom-client';
import { AnsweringTimes } from './answering-times.ts';
import type { Assignment, FromProcess, ToProcess } from './process-messages.ts';

/** They are told of as one. */
const OTHERS = 1;
const SELF = 0;

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

/** For how much of the time this process answers requests is told to the others of its machine, and learned of them. */
export function joinAnswering(): { tellAnswering: (part: number) => void; answering: () => number } {
  const times = new AnsweringTimes();
  process.on('message', (message: ToProcess) => {
    if (message.kind === 'answering') times.say(OTHERS, message.part);
  });
  return {
    tellAnswering: (part) => send({ kind: 'answering', part }),
    answering: () => times.ofOthers(SELF),
  };
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
