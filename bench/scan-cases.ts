import { randomUUID } from 'node:crypto';
import { DATABASE, openSuperuser } from '../src/platform/database/embedded-postgres-role.ts';
import { commandSheet } from '../src/production/command-codes.ts';
import { printedItem } from './grown-database.ts';
import type { Outside } from './outside.ts';
import { PlatenServer } from './platen-server.ts';
import { formatRounded, median, type Row } from './print-table.ts';
import { articleCatalogue, orderBody } from './shop.ts';
import { makePieces } from './world.ts';

const STATIONS = 40;
/** Orders of each station. Each order has PIECES_OF_ORDER pieces. */
const ORDERS = { whole: 10, quick: 1 };
const PIECES_OF_ORDER = 2;
/** Orders that were shipped before, so the database has a million pieces. */
const SHIPPED_ORDERS = { whole: 500_000, quick: 1_000 };
/** The last scan of an order at each kind of work. */
const WORKS = { MAKE: 'PASS', CHECK: 'PASS', PACK: 'NO_TRACKING' };

/**
 * Measures scans of 40 stations at the same time, in a database that has a million pieces. Returns a row for
 * each kind of work: statements of a scan, p50 and p99 in milliseconds, scans per second. The statements
 * include background work.
 */
export async function measureScans(outside: Outside, size: keyof typeof ORDERS): Promise<Row[]> {
  const server = await PlatenServer.start(outside.address, { shared_preload_libraries: 'pg_stat_statements' });
  const superuser = await openSuperuser(server.dataDir, DATABASE);
  try {
    await superuser.client.query('create extension pg_stat_statements schema public');
    const client = await server.createClient('Scan Shop');
    await server.operator('POST', `/catalog/import?clientId=${client.clientId}`, articleCatalogue());
    await server.operator('PUT', '/bins', { count: STATIONS * ORDERS[size] });
    const items = [{ ...printedItem(`http://${outside.address}/scan.png`), quantity: PIECES_OF_ORDER }];
    const bodies = Array.from({ length: STATIONS * ORDERS[size] }, (_, n) => ({
      ...orderBody({ orderId: `SCAN-${n}` }),
      items,
    }));
    const orders = await makePieces(server, client, bodies);
    await copyPieces(server, SHIPPED_ORDERS[size]);
    const results: Row[] = [];
    for (const [work, last] of Object.entries(WORKS)) {
      await superuser.client.query('select public.pg_stat_statements_reset()');
      const started = performance.now();
      const times: number[] = [];
      await Promise.all(
        Array.from({ length: STATIONS }, async (_, station) => {
          const own = orders.filter((_, index) => index % STATIONS === station);
          for await (const ms of scanOrders(server, work, last, `bench-${station}`, own)) times.push(ms);
        }),
      );
      const seconds = (performance.now() - started) / 1_000;
      const { rows } = await superuser.client.query<{ calls: number }>(
        `select sum(calls)::int as calls from public.pg_stat_statements s
         where userid <> current_user::regrole and query !~* '^(begin|commit|rollback)'`,
      );
      const statements = (rows[0]?.calls ?? Number.NaN) / times.length;
      const p99 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
      const figures = [statements, median(times), p99, times.length / seconds];
      results.push([work, ...figures.map(formatRounded)]);
    }
    return results;
  } finally {
    await superuser.client.end();
    await server.stop();
  }
}

/** Adds shipped orders with packed pieces and their events, as copies of one order. */
async function copyPieces({ pool }: PlatenServer, amount: number): Promise<void> {
  const copies = `from orders o cross join generate_series(1, ${amount}) n`;
  const first = `o.order_id = 'SCAN-0'`;
  await pool.query(
    `insert into orders (client_id, order_id, status, created, updated, status_since, request_hash, document, summary)
     select client_id, 'OLD-' || n, 'SHIPPED', o.created - n * interval '1 minute', now(), now(), '', document, summary
     ${copies} where ${first}`,
  );
  await pool.query(
    `insert into pieces (client_id, order_id, run, position, copy, attempt, code, item_id, quantity, sku, steps, steps_done, state, state_since, technology)
     select client_id, 'OLD-' || n, run, position, copy, attempt, 'P' || copy || lpad(n::text, 9, '0'), item_id, o.quantity, sku, steps, 1, 'PACKED', now(), technology
     ${copies.replace('orders', 'pieces')} where ${first}`,
  );
  await pool.query(
    `insert into piece_events (client_id, order_id, event_id, code, type, occurred, station)
     select client_id, order_id, uuidv7(), code, type, now() - interval '1 day', 'old'
     from pieces cross join unnest(array['MADE', 'CHECKED', 'PACKED']) type where order_id like 'OLD-%'`,
  );
  await pool.query('vacuum analyze');
}

/** Scans the pieces of one order after the other at one station. Yields the milliseconds of each scan. */
export async function* scanOrders(
  server: PlatenServer,
  work: string,
  last: string,
  station: string,
  orders: string[][],
) {
  const lastCode = commandSheet().find(({ command }) => command === last)?.code ?? '';
  let context: object = { work };
  for (const code of orders.flatMap((codes) => [...codes, lastCode])) {
    const scan = { id: randomUUID(), station, code, context };
    const started = performance.now();
    const { body } = await server.operator<{ next: object; refusal?: { message: string } }>('POST', '/scans', scan);
    yield performance.now() - started;
    if (body.refusal) throw new Error(`${work}: ${body.refusal.message}`);
    context = body.next;
  }
}
