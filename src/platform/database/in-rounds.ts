/** Repeats `round` until it returns false, the signal aborts, or `msMax` milliseconds have passed. */
export async function workInRounds(msMax: number, signal: AbortSignal, round: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + msMax;
  while (!signal.aborted && performance.now() < end) if (!(await round())) return;
}

/** Runs `work` with a signal that aborts `graceMs` after `stop` does, so that work in progress can end. */
export async function runWithStopGrace<T>(
  stop: AbortSignal,
  graceMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const cut = new AbortController();
  const cutLater = () => void setTimeout(() => cut.abort(), graceMs).unref();
  stop.addEventListener('abort', cutLater);
  try {
    return await work(cut.signal);
  } finally {
    stop.removeEventListener('abort', cutLater);
  }
}
