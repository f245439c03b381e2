import pg from 'pg';

// Kills the process before a writing statement of a transaction that locks an order, or what KILL_LOCK says.
// KILL_AT is its number.
// The number after the last one kills when the commit is done and not answered yet. A kill before a reading
// statement would be the same as one before the next writing statement.
const killAt = Number(process.env.KILL_AT);
const lock = process.env.KILL_LOCK ?? 'for update of o';
let count = 0;
const locking = new WeakSet<object>();
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;

function step(): void {
  if (++count !== killAt) return;
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

pg.Client.prototype.query = function (this: object, ...given: unknown[]) {
  const [statement] = given as [string | { text?: string } | undefined];
  const text = (typeof statement === 'string' ? statement : statement?.text) ?? '';
  if (text.includes(lock)) locking.add(this);
  if (!locking.has(this) || /^\s*select\b/.test(text)) return query.apply(this, given);
  step();
  if (text !== 'commit') return query.apply(this, given);
  locking.delete(this);
  const answer = given.at(-1);
  if (typeof answer !== 'function') return (query.apply(this, given) as Promise<unknown>).finally(step);
  const answerAfter = (...result: unknown[]) => {
    step();
    answer(...result);
  };
  return query.apply(this, [...given.slice(0, -1), answerAfter]);
} as never;
