import pg from 'pg';

// Kills the process before statement number KILL_AT that writes about shops or creates an order.
const killAt = Number(process.env.KILL_AT);
const WRITES = /^\s*(?:insert|update|delete)\b[\s\S]*\bshop_(?:connections|messages|products)\b|\binsert into orders\b/;
let count = 0;
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;

pg.Client.prototype.query = function (this: object, ...given: unknown[]) {
  const [statement] = given as [string | { text?: string } | undefined];
  const text = (typeof statement === 'string' ? statement : statement?.text) ?? '';
  if (WRITES.test(text) && ++count === killAt) {
    process.kill(process.pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return query.apply(this, given);
} as never;
