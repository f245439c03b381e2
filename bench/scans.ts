import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { openEmbeddedDatabase } from '../src/database/embedded-postgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { openPool } from '../src/database/pool.ts';
import { commandSheet } from '../src/production/scan/command-codes.ts';
import { fillWithPieces, PIECES_OF_ORDER, pieceCodeOf } from './many-pieces.ts';
import { PlatenServer } from './platen-server.ts';

// How long a scan takes at a million pieces, with two people at one order: what docs/floor.md says.

const PIECES = Number(process.env.SCAN_PIECES ?? 1_000_000);
const ORDERS = PIECES / PIECES_OF_ORDER;
/** Orders in production: a day's batch of 10,000 pieces. */
const OPEN = Math.min(1_000, ORDERS);
/** Orders that are scanned, at each kind of work. */
const SCANNED = Math.min(Number(process.env.SCAN_ORDERS ?? 100), OPEN);
const CONNECTIONS = 2;
const FILLED = ['orders', 'order_items', 'production_orders', 'pieces', 'stock_reservations'];
/** What is smaller may be read as a whole. */
const SMALL_ROWS = 2_000;

let scans = 0;
const NO_TRACKING = commandSheet().find(({ command }) => command === 'NO_TRACKING')?.code ?? '';
const dataDir = await mkdtemp(join(tmpdir(), 'platen-scans-'));
const database = await openEmbeddedDatabase({ dataDir, role: 'tool', log: () => {} });
// Filling takes longer than requests may.
const filler = openPool(database.connection, CONNECTIONS, () => {}, { statementTimeoutMs: 0 });
try {
  await migrate(filler);
  await fillWithPieces(filler, ORDERS, OPEN);
  for (const table of FILLED) await filler.query(`analyze ${table}`);
  process.env.BENCH_DATABASE_URL = urlOf(database.connection);
  const server = await PlatenServer.start(undefined, []);
  try {
    await measure(server, filler);
  } finally {
    await server.stop();
  }
} finally {
  await filler.end();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Two people share the pieces of each order. */
async function measure(server: PlatenServer, pool: Pool): Promise<void> {
  const people = [station(server, 'one'), station(server, 'two')];
  const first = ORDERS - OPEN;
  const orders = Array.from({ length: SCANNED }, (_, index) => first + index);
  const before = await sequentialScans(pool);
  process.stdout.write(`${PIECES.toLocaleString('en')} pieces, two people at each order\n`);
  for (const work of ['MAKE', 'CHECK'] as const) {
    const times: number[] = [];
    await Promise.all(
      people.map(async (scan, person) => {
        let context: object = { work };
        for (const order of orders)
          for (let copy = person; copy < PIECES_OF_ORDER; copy += 2)
            context = await scan(times, pieceCodeOf(order, copy), context);
        await scan(times, commandSheet()[0]?.code ?? '', context);
      }),
    );
    report(work, times);
  }
  const times: number[] = [];
  await Promise.all(
    people.map(async (scan, person) => {
      for (const order of orders.filter((_, index) => index % 2 === person)) {
        let context: object = { work: 'PACK' };
        for (let copy = 0; copy < PIECES_OF_ORDER; copy++)
          context = await scan(times, pieceCodeOf(order, copy), context);
        await scan(times, NO_TRACKING, context);
      }
    }),
  );
  report('PACK', times);
  const after = await sequentialScans(pool);
  for (const [table, scans] of after)
    if (scans > (before.get(table) ?? 0)) process.stdout.write(`read as a whole: ${table}\n`);
}

type Scan = (times: number[], code: string, context: object) => Promise<object>;

function station(server: PlatenServer, name: string): Scan {
  return async (times, code, context) => {
    const started = performance.now();
    const { body } = await server.operator<{ next: object; refusal?: { message: string } }>(
      'POST',
      '/scans',
      { id: `bench-${++scans}`, station: name, code, context },
    );
    times.push(performance.now() - started);
    if (body.refusal) throw new Error(body.refusal.message);
    return body.next;
  };
}

/** How often each table that is not small was read as a whole. */
async function sequentialScans(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ table: string; scans: string }>(
    'select relname as "table", seq_scan as scans from pg_stat_user_tables where n_live_tup > $1',
    [SMALL_ROWS],
  );
  return new Map(rows.map(({ table, scans: count }) => [table, Number(count)]));
}

function report(work: string, times: number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  process.stdout.write(
    `${work.padEnd(6)} ${String(times.length).padStart(6)} scans  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  longest ${at(1)} ms\n`,
  );
}

function urlOf(connection: object): string {
  const {
    host = '',
    port,
    user = '',
    password = '',
    database: name = '',
  } = connection as Record<string, string>;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `postgresql://${login}@/${name}?host=${encodeURIComponent(host)}${port ? `&port=${port}` : ''}`;
}
