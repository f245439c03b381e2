/** The longest delay of a timer. */
const TIMER_MS_MAX = 2_147_483_647;

/** Calls `end` at `until` (milliseconds of performance.now()), or never for Infinity. */
export function startDeadline(until: number, end: () => void): NodeJS.Timeout {
  return setTimeout(end, Math.min(TIMER_MS_MAX, Math.max(0, until - performance.now())));
}
