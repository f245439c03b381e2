import { appendFileSync, readFileSync } from 'node:fs';
import { startConnector } from '../../connectors/connect.ts';
import { openPool } from '../../src/platform/database/pool.ts';

// A connector that kills itself before and after each kind of step that matches `steps`, once. `file` has the
// kinds of earlier runs.
const { database, environment, file, mapping, steps } = JSON.parse(process.argv[2] ?? '');
const known = new Set(readFileSync(file, 'utf8').split('\n'));

function step(name: string): void {
  if (known.has(name) || !new RegExp(steps).test(name)) return;
  appendFileSync(file, `${name}\n`);
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

async function between<T>(name: string, work: () => Promise<T>): Promise<T> {
  step(`before ${name}`);
  const result = await work();
  step(`after ${name}`);
  return result;
}

const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const { pathname } = new URL(String(input));
  const query = /(orders?|fulfillments?|fulfillmentOrder|fulfillmentCreate|fulfillmentCancel|tagsAdd)\(/.exec(
    String(init?.body),
  )?.[1];
  const what = pathname.endsWith('/graphql.json') ? query : pathname.replace(/[\w-]{30,}/, 'ID').replace(/\d{3,}/, 'N');
  return between(`${init?.method ?? 'GET'} ${what}`, () => fetch(input, init));
};
const pool = openPool(database, 5, () => {});
const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
pool.query = ((text: string, values: unknown[] = []) => {
  const direction = values.find((value) => value === 'from_shop' || value === 'to_shop') ?? '';
  const [, verb, table] = /^\s*(\w+).*?(shop_\w+)/s.exec(text) ?? [];
  const column = /\bset (\w+)/.exec(text)?.[1] ?? '';
  return between(`${verb} ${table} ${column} ${direction}`, () => query(text, values));
}) as never;
await startConnector(mapping, {
  ...{ environment, pool },
  log: () => {},
  signal: new AbortController().signal,
  retryDelaysMs: [20],
});
