import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { openEmbeddedDatabase } from '../src/database/embedded-postgres.ts';
import { openPool } from '../src/database/pool.ts';
import { FILL_SETTINGS, fillCatalogue, fillOrders } from './grow-database.ts';
import { PRODUCTS_OF_SMALL, type Shop } from './grown-orders.ts';
import { type GrownWorld, type GrowthCase, growthCases } from './growth-cases.ts';
import { type Grown, type Growth, printGrowth, type TableBytes, writeGrowth } from './growth-report.ts';
import { PlatenServer } from './platen-server.ts';
import { processorMsOf } from './processor-time.ts';

const HELP = `npm run bench:growth -- [--orders N,N…] [--clients N,N…] [--products N,N…] [--rounds N] [--only TEXT] [--json FILE] [--write] [--keep]

  --orders    numbers of orders, from the least to the most (10000,1000000,10000000)
  --clients   numbers of clients; the first has half of all orders, and the products (1,1000,10000)
  --products  of that client: the first with the least orders, the last with all others (200,100000)
  --rounds    how often each operation is asked for (9); the median counts
  --only      only the operations whose name has one of these texts
  --json      a file that the figures are written to
  --write     writes the table into docs/performance.md, and the figures to docs/pictures/growth.json
  --keep      leaves the folders of the databases, and says where each is
`;
const FILL_CONNECTIONS = 8;

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000,1000000,10000000' },
    clients: { type: 'string', default: '1,1000,10000' },
    products: { type: 'string', default: '200,100000' },
    rounds: { type: 'string', default: '9' },
    only: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const numbers = (text: string) => text.split(',').map(Number);
const rounds = Number(options.rounds);
const wanted = options.only?.split(',');
const products = numbers(options.products);

const grown: Grown[] = [];
const sizes = numbers(options.orders);
for (const clients of numbers(options.clients))
  for (const [place, orders] of sizes.entries()) {
    const many = (place === 0 ? products[0] : products.at(-1)) ?? PRODUCTS_OF_SMALL;
    say(`${orders} orders of ${clients} clients, ${many} products`);
    grown.push(await measure(orders, clients, many));
    const { processor, ...machine } = { processor: cpus()[0]?.model ?? '', processors: cpus().length };
    const growth: Growth = {
      date: new Date().toISOString().slice(0, 10),
      machine: { processor, ...machine, node: process.version },
      rounds,
      grown,
    };
    printGrowth(growth);
    await writeGrowth(growth, options);
  }

/** Fills a server of its own, and asks it for everything. */
async function measure(orders: number, clients: number, ofLarge: number): Promise<Grown> {
  const server = await PlatenServer.start(undefined, []);
  try {
    const made: Awaited<ReturnType<PlatenServer['makeClient']>>[] = [];
    for (const name of ['Shop 0', 'Shop 1'].slice(0, clients)) made.push(await server.makeClient(name));
    const shops: Shop[] = Array.from({ length: clients }, (_, index) => ({
      clientId: made[index]?.clientId ?? `shop${String(index).padStart(8, '0')}`,
      name: `Shop ${index}`,
      products: index === 0 ? ofLarge : Math.min(ofLarge, PRODUCTS_OF_SMALL),
    }));
    const { bytes, fillSeconds } = await fill(server, shops, orders);
    const world: GrownWorld = {
      size: orders,
      shops,
      tokens: made.map(({ token }) => token),
      call: (token, method, path, body, status) => call(server, token, method, path, body, status),
      operator: (method, path, body) =>
        call(server, server.operatorToken, method, `/operator/v1${path}`, body),
    };
    const readyMs = server.databasePid === undefined ? undefined : await server.killAndRestart();
    say(`ready ${Math.round(readyMs ?? 0)} ms after kill -9`);
    const [before] = loadavg();
    const cases = growthCases(clients).filter(
      ({ name }) => !wanted || wanted.some((text) => name.includes(text)),
    );
    const medians = await ask(cases, world, () => processorMsOf([server.pid, server.databasePid]));
    return {
      orders,
      clients,
      fillSeconds,
      bytes,
      readyMs,
      load: [before as number, loadavg()[0] as number],
      medians,
    };
  } finally {
    await server.stop(options);
    if (options.keep) say(`kept in ${server.dataDir}`);
  }
}

async function fill(server: PlatenServer, shops: readonly Shop[], orders: number) {
  await server.halt();
  const database = await openEmbeddedDatabase({
    dataDir: server.dataDir,
    role: 'tool',
    log: () => {},
    settings: FILL_SETTINGS,
  });
  // Filling takes longer than a request may.
  const pool = openPool(database.connection, FILL_CONNECTIONS, () => {}, { statementTimeoutMs: 0 });
  try {
    const started = performance.now();
    await fillCatalogue(pool, shops);
    await fillOrders(pool, shops, orders);
    const fillSeconds = Math.round((performance.now() - started) / 1_000);
    return { bytes: await bytesOf(pool, orders), fillSeconds };
  } finally {
    await pool.end();
    await database.stop();
    await server.resume();
  }
}

/** What each table that has rows of orders takes on the disk, for each order. */
async function bytesOf(pool: Pool, orders: number): Promise<TableBytes[]> {
  const { rows } = await pool.query<TableBytes>(
    `select c.relname as table, pg_table_size(c.oid)::float8 / $1 as rows, pg_indexes_size(c.oid)::float8 / $1 as indexes,
            (select json_object_agg(i.indexrelid::regclass::text, pg_relation_size(i.indexrelid)::float8 / $1)
             from pg_index i where i.indrelid = c.oid) as "byIndex"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and c.relname = any($2) order by pg_total_relation_size(c.oid) desc`,
    [
      orders,
      [
        'orders',
        'order_events',
        'order_items',
        'order_search',
        'stock_movements',
        'stock_reservations',
        'order_days',
      ],
    ],
  );
  return rows;
}

/** The median time of each in milliseconds, and what of it is processor time: each in turn, then all again. */
async function ask(
  cases: readonly GrowthCase[],
  world: GrownWorld,
  processorMs: () => Promise<number>,
): Promise<Grown['medians']> {
  const found = new Map(cases.map((one) => [one, { ms: [] as number[], processorMs: [] as number[] }]));
  for (let round = 0; round <= rounds; round++)
    for (const [one, times] of found) {
      const before = await processorMs();
      const started = performance.now();
      try {
        await one.ask(world, round);
      } catch (error) {
        say(`${one.name}: ${(error as Error).message}`);
        found.delete(one);
        process.exitCode = 1;
        continue;
      }
      // The first fills caches.
      if (round === 0) continue;
      times.ms.push(performance.now() - started);
      times.processorMs.push((await processorMs()) - before);
    }
  return [...found].map(([{ name, mayGrow }, times]) => ({
    name,
    ms: median(times.ms),
    processorMs: median(times.processorMs),
    ...(mayGrow && { mayGrow }),
  }));
}

async function call(
  server: PlatenServer,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  status?: number,
): Promise<Headers> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok && response.status !== status)
    throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return response.headers;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
