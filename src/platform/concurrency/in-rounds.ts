/**
 * Works in rounds until one answers that nothing is left, the signal aborts, or so long has passed: then others have their turn, and what is left
 * comes with the next run. A round that has begun is ended.
 */
export async function inRounds(
  msMax: number,
  signal: AbortSignal,
  round: () => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + msMax;
  while (!signal.aborted && performance.now() < end) if (!(await round())) return;
}
