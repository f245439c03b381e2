import pg from 'pg';

// Kills the process before statement number KILL_AT that writes labels, their papers or their print jobs, and
// has the value KILL_ORDER.
const killAt = Number(process.env.KILL_AT);
const ofOrder = JSON.stringify(process.env.KILL_ORDER);
const WRITES = /^\s*(?:with|insert|update)\b[\s\S]*\b(?:parcel_labels|parcel_papers|print_jobs)\b/;
let count = 0;
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;

pg.Client.prototype.query = function (this: object, ...given: unknown[]) {
  const [statement] = given as [string | { text?: string; values?: unknown[] } | undefined];
  const text = (typeof statement === 'string' ? statement : statement?.text) ?? '';
  const values = typeof statement === 'string' ? given[1] : statement?.values;
  if (WRITES.test(text) && JSON.stringify(values ?? []).includes(ofOrder) && ++count === killAt) {
    process.kill(process.pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return query.apply(this, given);
} as never;
