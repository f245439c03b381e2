import type { AnsweringTime } from '../http/answering-time.ts';

const INTERVAL_MS = 250;
/** Less is not worth telling, of 1. */
const TOLD_MIN = 0.05;

/** The other processes of this machine. */
export interface OtherProcesses {
  /** Tells them for how much of the time this one answers requests, of 1. */
  tellAnswering: (part: number) => void;
  /** For how much of the time they do, of 1. */
  answering: () => number;
}

/** Answers for how much of the time requests are answered on this machine, of 1; tells the others what this process has of that. Ends with the process. */
export function watchAnswering(time: AnsweringTime, others?: OtherProcesses): () => number {
  let before = { at: performance.now(), ms: time.ms };
  let own = 0;
  setInterval(() => {
    const now = { at: performance.now(), ms: time.ms };
    own = (now.ms - before.ms) / (now.at - before.at);
    before = now;
    if (own >= TOLD_MIN) others?.tellAnswering(own);
  }, INTERVAL_MS).unref();
  return () => Math.min(1, own + (others?.answering() ?? 0));
}
