/** The time of a log line as pino has it, written anew only when the millisecond is another: on a busy server several lines share one. */
export function logTime(now: () => number = Date.now): () => string {
  let written = Number.NaN;
  let text = '';
  return () => {
    const at = now();
    if (at !== written) {
      written = at;
      text = `,"time":"${new Date(at).toISOString()}"`;
    }
    return text;
  };
}
