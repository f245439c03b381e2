/**
 * Repeats `round` until it returns false, the signal aborts, or `msMax` milliseconds have passed. The next
 * run does the rest. A round in progress is completed.
 */
export async function workInRounds(
  msMax: number,
  signal: AbortSignal,
  round: () => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + msMax;
  while (!signal.aborted && performance.now() < end) if (!(await round())) return;
}
