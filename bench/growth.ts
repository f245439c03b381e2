import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openEmbeddedDatabase } from '../src/database/embedded-postgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { openPool } from '../src/database/pool.ts';
import { findOrders, listOrders } from '../src/orders/document/order-store.ts';
import { searchWords } from '../src/orders/search/search-terms.ts';
import { listOrdersOfClients } from '../src/orders/staff/list-orders.ts';
import type { OperatorOrderFilter } from '../src/orders/staff/order-conditions-store.ts';
import { searchOrders } from '../src/orders/staff/search-orders.ts';
import { OverviewReader } from '../src/reports/read-overview.ts';
import { fillWithOrders } from './many-orders.ts';

/** Numbers of orders in the database, from the least to the most. */
const SIZES = (process.env.GROWTH_SIZES ?? '10000,1000000').split(',').map(Number);
const ROUNDS = Number(process.env.GROWTH_ROUNDS ?? 20);
const CONNECTIONS = 4;
const PAGE = 50;
const CLIENT = 'growth-3';

type Measured = (pool: Pool) => Promise<unknown>;

const searching =
  (text: string, filter: Partial<OperatorOrderFilter> = {}): Measured =>
  (pool) =>
    searchOrders(pool, { mode: 'live', ...filter }, { text, words: searchWords(text) }, PAGE);

/** What must not take longer the more orders there are. */
const CASES: Record<string, Measured> = {
  'read one order': (pool) => findOrders(pool, [{ clientId: CLIENT, orderId: 'SHOP-503' }]),
  "list a client's orders": (pool) =>
    listOrders(pool, [{ clientId: CLIENT, filter: {}, limit: PAGE, offset: 0 }]),
  "list all clients' orders": (pool) => listOrdersOfClients(pool, { mode: 'live' }, 'newest', PAGE),
  'list those in ERROR': (pool) =>
    listOrdersOfClients(pool, { mode: 'live', statuses: ['ERROR'] }, 'newest', PAGE),
  'list by a country of none': (pool) =>
    listOrdersOfClients(pool, { mode: 'live', country: 'CH' }, 'newest', PAGE),
  'list by a SKU of none': (pool) => listOrdersOfClients(pool, { mode: 'live', code: 'X' }, 'oldest', PAGE),
  'list longest in ERROR': (pool) =>
    listOrdersOfClients(pool, { mode: 'live', statuses: ['ERROR'] }, 'longest', PAGE),
  'read the overview': (pool) => new OverviewReader(pool, () => new Date(), 'UTC', 0).read(),
  'search an orderId': searching('SHOP-5037'),
  'search a name': searching('First55 Last8817'),
  'search a word of no order': searching('nobody'),
  'search a word of each order': searching('shop'),
  'search each and none': searching('shop nobody'),
  'search two that never meet': searching('st-creator-blk-1 st-creator-blk-2'),
  'search a word in a status': searching('shop', { statuses: ['ACCEPTED'] }),
};

const dataDir = await mkdtemp(join(tmpdir(), 'platen-growth-'));
const database = await openEmbeddedDatabase({ dataDir, role: 'tool', log: () => {} });
const pool = openPool(database.connection, CONNECTIONS, () => {});
// Filling and cleaning take longer than requests may.
const filler = openPool(database.connection, 1, () => {}, { statementTimeoutMs: 0 });
try {
  await migrate(pool);
  const columns = new Map(Object.keys(CASES).map((name) => [name, [] as number[]]));
  for (const [place, size] of SIZES.entries()) {
    await fillWithOrders(filler, SIZES[place - 1] ?? 0, size);
    for (const table of ['orders', 'order_search']) await filler.query(`vacuum analyze ${table}`);
    for (const [name, measured] of Object.entries(CASES)) columns.get(name)?.push(await medianMs(measured));
  }
  print(['median ms', ...SIZES.map((size) => `${size.toLocaleString('en')} orders`), 'times']);
  for (const [name, times] of columns) {
    const grown = (times.at(-1) as number) / (times[0] as number);
    print([name, ...times.map((ms) => ms.toFixed(1)), grown.toFixed(1)]);
  }
} finally {
  await Promise.all([pool.end(), filler.end()]);
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function medianMs(measured: Measured): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await measured(pool);
    times.push(performance.now() - started);
  }
  return times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] as number;
}

function print(cells: readonly string[]): void {
  process.stdout.write(
    `${cells.map((cell, index) => (index === 0 ? cell.padEnd(28) : cell.padStart(18))).join('')}\n`,
  );
}
