import { type StatusReason, WAITING_FOR_FILE } from '../document/order-schemas.ts';

/** So many files are told of; an order has few more. */
export const DETAILS_MAX = 250;

/** A file that keeps its order from going on: for good, or for now. */
export interface Obstacle {
  /** The first place in the order that names the file. */
  pointer: string;
  code: string;
  message: string;
  permanent: boolean;
  /** How long its host asked to wait. */
  retryAfterMs?: number | undefined;
  /** When it is due again whatever came of this attempt, which counted for nothing. */
  nextAttempt?: Date | undefined;
}

/** What becomes of an order with obstacles. */
export interface Consequence {
  to: 'NEW' | 'ERROR';
  statusReason: StatusReason;
  /** When it is tried again. */
  due?: Date;
  /** Attempts that failed so far. */
  attempts: number;
}

/** ERROR when anything is wrong for good, or all attempts are used up; else NEW, and another attempt. `attempts` is how many failed before. */
export function consequenceOf(
  obstacles: readonly Obstacle[],
  attempts: number,
  retrySeconds: readonly number[],
  now: Date,
): Consequence {
  const waitSeconds = retrySeconds[attempts];
  const isCounted = obstacles.some(({ nextAttempt }) => nextAttempt === undefined);
  const first = obstacles.find(({ permanent }) => permanent) ?? obstacles[0];
  if (!first) throw new Error('An order without obstacles goes on.');
  if (first.permanent || (isCounted && waitSeconds === undefined)) {
    const { pointer, code, message } = first;
    const details = obstacles.slice(0, DETAILS_MAX).map((one) => detail(one));
    return { to: 'ERROR', statusReason: { code, message, pointer, details }, attempts };
  }
  const times = obstacles.map(({ nextAttempt, retryAfterMs = 0 }) => {
    return nextAttempt ?? new Date(now.getTime() + Math.max((waitSeconds ?? 0) * 1000, retryAfterMs));
  });
  const due = new Date(Math.min(...times.map(Number)));
  const { length } = obstacles;
  const files = length === 1 ? 'A file cannot be had' : `${length} files cannot be had`;
  const statusReason = {
    code: WAITING_FOR_FILE,
    message: `${files} for now; the order waits, and another attempt is made. See details.`,
    pointer: first.pointer,
    details: obstacles.slice(0, DETAILS_MAX).map((one, index) => detail(one, times[index])),
  };
  return { to: 'NEW', statusReason, due, attempts: isCounted ? attempts + 1 : attempts };
}

/** Whether no more than the times of the next attempts differ. */
export function tellsTheSame(one: StatusReason | undefined, other: StatusReason): boolean {
  const withoutTimes = (reason: StatusReason | undefined) =>
    JSON.stringify(reason, (name, value) => (name === 'nextAttempt' ? undefined : value));
  return withoutTimes(one) === withoutTimes(other);
}

function detail({ pointer, code, message }: Obstacle, nextAttempt?: Date) {
  return { pointer, code, message, ...(nextAttempt && { nextAttempt: nextAttempt.toISOString() }) };
}
