import { RequestError } from '../api/request-error.ts';

/** Who scans, and where. */
export interface Identity {
  /** Id of the station, or what stands for it. */
  station: string;
  stationName: string;
  operatorId: string;
  name: string;
}

/** A code that was scanned and is to be sent, or was. */
export interface QueuedScan {
  /** Made here: the server counts a scan once, however often it comes. */
  id: string;
  text: string;
  /** When it was scanned, in milliseconds. */
  at: number;
  by: Identity;
}

/** A scan as it was sent: it goes again with the same content, or the server would not know it again. */
export interface SentScan<Context> {
  scan: QueuedScan;
  context: Context;
}

/** What a browser keeps of a station, so that a reload or a crash loses nothing. It holds codes, and nothing of what the server answered but its `next`. */
export interface KeptQueue<Context> {
  /** What the station has open: `next` of the last answer. */
  context: Context;
  waiting: readonly QueuedScan[];
  /** The first of those that wait, once it was sent. */
  sent?: SentScan<Context>;
  /** The last one that was answered. */
  done?: SentScan<Context>;
  counted?: { operatorId: string; day: string; count: number };
}

export interface AnswerOfScan<Context> {
  next: Context;
  refusal?: { kind: string; message: string } | undefined;
}

/** More than somebody scans while a network is mended; then they are told to stop. */
export const WAITING_MAX = 200;
/** A server that is overloaded, or is being started anew, says so by these. */
const TRY_AGAIN = [408, 425, 429, 500, 502, 503, 504];

export function isSame(one: Identity, other: Identity): boolean {
  return one.station === other.station && one.operatorId === other.operatorId;
}

/** Undefined: too many wait. */
export function addScan<Context>(kept: KeptQueue<Context>, scan: QueuedScan): KeptQueue<Context> | undefined {
  if (kept.waiting.length >= WAITING_MAX) return undefined;
  return { ...kept, waiting: [...kept.waiting, scan] };
}

/** The head with the context that the answer before it gave; as it was sent the first time, if it was. */
export function headToSend<Context>(kept: KeptQueue<Context>): SentScan<Context> | undefined {
  const [scan] = kept.waiting;
  if (!scan) return undefined;
  return kept.sent?.scan.id === scan.id ? { ...kept.sent, scan } : { scan, context: kept.context };
}

/** After the answer to the head, or (undefined) after it was not accepted. */
export function answered<Context>(
  { context, waiting, counted, done }: KeptQueue<Context>,
  sent: SentScan<Context>,
  answer: AnswerOfScan<Context> | undefined,
): KeptQueue<Context> {
  const rest = waiting.filter(({ id }) => id !== sent.scan.id);
  const before = done && { done };
  if (!answer) return { context, waiting: rest, ...before, ...(counted && { counted }) };
  const { operatorId } = sent.scan.by;
  const day = dayOf(sent.scan.at);
  const isCounted = counted?.operatorId === operatorId && counted.day === day;
  const count = (isCounted ? counted.count : 0) + (answer.refusal ? 0 : 1);
  // What was refused and changed nothing says nothing of what is open: the scan before it does.
  const isEmpty = answer.refusal && JSON.stringify(answer.next) === JSON.stringify(sent.context);
  return {
    context: answer.next,
    waiting: rest,
    done: (isEmpty && done) || sent,
    counted: { operatorId, day, count },
  };
}

/** All that waits in the name of somebody else. */
export function adopted<Context>(kept: KeptQueue<Context>, by: Identity): KeptQueue<Context> {
  return { ...kept, waiting: kept.waiting.map((scan) => ({ ...scan, by })) };
}

/** How many scans of the person were answered without a refusal today. */
export function countOf<Context>(
  { counted }: Pick<KeptQueue<Context>, 'counted'>,
  { operatorId }: Identity,
  now: number,
): number {
  return counted?.operatorId === operatorId && counted.day === dayOf(now) ? counted.count : 0;
}

/** What to do about a scan that got no answer. `afterMs`: not earlier than that. */
type Trouble = { again: true; afterMs?: number } | { locked: true } | { failed: RequestError };

/** What is no refusal of the server is a line that broke, be it in the middle of an answer. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof RequestError)) return { again: true };
  if (error.status === 401) return { locked: true };
  if (!TRY_AGAIN.includes(error.status)) return { failed: error };
  const { retryAfterSeconds } = error;
  return { again: true, ...(retryAfterSeconds !== undefined && { afterMs: retryAfterSeconds * 1_000 }) };
}

/** By the clock of the device. */
function dayOf(at: number): string {
  return new Date(at).toDateString();
}

const keyOf = (work: string) => `platen.scans.${work}`;

/** The codes that wait in this browser, of one kind of work; undefined: nothing was kept, or it is not to be read. */
export function readKeptQueue<Context>(work: string): KeptQueue<Context> | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(work)) ?? 'null') as KeptQueue<Context> | null;
    return kept?.context !== undefined && Array.isArray(kept.waiting) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps them. A browser that keeps nothing still sends what it has in memory. */
export function keepQueue<Context>(work: string, queue: KeptQueue<Context>): void {
  try {
    localStorage.setItem(keyOf(work), JSON.stringify(queue));
  } catch {
    // Full, or forbidden.
  }
}
