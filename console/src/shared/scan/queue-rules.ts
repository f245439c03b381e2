import { RequestError } from '../api/request-error.ts';
import { dayOf } from '../copy/center-days.ts';

/** The person and station of a scan. */
export interface Identity {
  /** Station id, or NO_STATION. */
  station: string;
  stationName: string;
  operatorId: string;
  name: string;
}

/** A scanned code. */
export interface QueuedScan {
  /** Created by the station. The server counts each id once. */
  id: string;
  text: string;
  /** Time of the scan, in milliseconds since 1970. */
  at: number;
  by: Identity;
}

/**
 * A scan with its context. A repeated request must have the same content, or the server does not recognise
 * it.
 */
export type SentScan<Context> = { scan: QueuedScan; context: Context };

/** The stored state of a station, so that a reload loses nothing. It contains only `next` of an answer. */
export interface KeptQueue<Context> {
  /** `next` of the last answer. */
  context: Context;
  waiting: readonly QueuedScan[];
  /** The first waiting scan, after it was sent. */
  sent?: SentScan<Context>;
  /** The station of the context. */
  station?: string;
  counted?: { operatorId: string; day: string; count: number };
}

export type AnswerOfScan<Context> = {
  next: Context;
  refusal?: { kind: string; message: string } | undefined;
  meaning?: string;
  command?: string;
  done?: { piece: { quantity: number } };
  /** The parcel that a scan put on a hand-over list, or took off it. */
  leaving?: unknown;
};

/** Limit of waiting scans. Above it, the station refuses scans. */
export const WAITING_MAX = 200;
/** Statuses of an overloaded or restarting server. */
const TRY_AGAIN = [408, 425, 429, 500, 502, 503, 504];

export function isSame(one: Identity, other: Identity): boolean {
  return one.station === other.station && one.operatorId === other.operatorId;
}

/** Adds a scan; undefined if the queue is full. */
export function addScan<Context>(kept: KeptQueue<Context>, scan: QueuedScan): KeptQueue<Context> | undefined {
  if (kept.waiting.length >= WAITING_MAX) return undefined;
  return { ...kept, waiting: [...kept.waiting, scan] };
}

/** Returns the first scan with the current context, or as it was sent the first time. */
export function headToSend<Context>(kept: KeptQueue<Context>): SentScan<Context> | undefined {
  const [scan] = kept.waiting;
  if (!scan) return undefined;
  return kept.sent?.scan.id === scan.id ? { ...kept.sent, scan } : { scan, context: kept.context };
}

/**
 * Returns the queue after the answer to its first scan; `answer` is undefined if the scan was not accepted.
 */
export function removeAnswered<Context>(
  { context, waiting, counted, station }: KeptQueue<Context>,
  sent: SentScan<Context>,
  answer: AnswerOfScan<Context> | undefined,
): KeptQueue<Context> {
  const rest = waiting.filter(({ id }) => id !== sent.scan.id);
  const at = station !== undefined && { station };
  if (!answer) return { context, waiting: rest, ...at, ...(counted && { counted }) };
  const { operatorId } = sent.scan.by;
  const day = dayOf(sent.scan.at);
  const isCounted = counted?.operatorId === operatorId && counted.day === day;
  const count = Math.max(0, (isCounted ? counted.count : 0) + finishedIn(sent.context, answer));
  return { context: answer.next, waiting: rest, ...at, counted: { operatorId, day, count } };
}

type Work = { last?: string; parcel?: string };

/** Returns how many pieces, products or parcels the scan finished. Less than 0: it took some back. */
function finishedIn<Context>(
  before: Context,
  { next, refusal, meaning, command, done, leaving }: AnswerOfScan<Context>,
) {
  if (refusal || command === 'REJECT') return 0;
  const sign = command === 'UNDO' ? -1 : 1;
  if (done) return sign * done.piece.quantity;
  if (leaving) return sign;
  if (meaning === 'PRODUCT') return 1;
  const [was, is] = [before as Work, next as Work];
  const isProductOut =
    command === 'UNDO' && was.last !== undefined && is.last === undefined && is.parcel === was.parcel;
  return isProductOut ? -1 : 0;
}

/** Assigns all waiting scans to another person. */
export function assignWaiting<Context>(kept: KeptQueue<Context>, by: Identity): KeptQueue<Context> {
  return { ...kept, waiting: kept.waiting.map((scan) => ({ ...scan, by })) };
}

/** Returns the person's finished work today. */
export function countOf<Context>(
  { counted }: Pick<KeptQueue<Context>, 'counted'>,
  { operatorId }: Identity,
  now: number,
): number {
  return counted?.operatorId === operatorId && counted.day === dayOf(now) ? counted.count : 0;
}

/** How to continue after a failed request. `afterMs`: minimum wait. */
type Trouble = { again: true; afterMs?: number } | { locked: true } | { failed: RequestError };

/**
 * Classifies an error. Everything except a refusal is a broken connection, even in the middle of an answer.
 */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof RequestError)) return { again: true };
  if (error.status === 401) return { locked: true };
  if (!TRY_AGAIN.includes(error.status)) return { failed: error };
  const { retryAfterSeconds } = error;
  return { again: true, ...(retryAfterSeconds !== undefined && { afterMs: retryAfterSeconds * 1_000 }) };
}

const keyOf = (work: string) => `platen.scans.${work}`;

/** Reads the stored queue; undefined if there is none or it is not readable. */
export function readKeptQueue<Context>(work: string): KeptQueue<Context> | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(work)) ?? 'null') as KeptQueue<Context> | null;
    return kept?.context !== undefined && Array.isArray(kept.waiting) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the queue. If the browser refuses, the queue stays in memory. */
export function keepQueue<Context>(work: string, queue: KeptQueue<Context>): void {
  try {
    localStorage.setItem(keyOf(work), JSON.stringify(queue));
  } catch {
    // The storage is full or forbidden.
  }
}
