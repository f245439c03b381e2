import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { QueryConfig } from 'pg';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { createClient } from '../../clients/manage-clients.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { OrderFilter, OrderQuery } from './order-list-store.ts';
import { listOrders } from './order-list-store.ts';
import { type OrderSelection, selectOrders } from './order-selection-store.ts';

const ORDERS = 20_000;
const LIMIT = 21;
/** One order is made in each of them. */
const CHANGED_AFTER_SECONDS = 60;
const START = Date.parse('2026-01-01T00:00:00Z');

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

let database: TestDatabase;
let clientId: string;
before(async () => {
  database = await openTestDatabase();
  const client = await createClient(database.pool, {
    name: 'Shop',
    mode: 'live',
    scope: 'fulfillment',
    now: new Date(),
  });
  clientId = client.clientId;
  // One order each second; one in a thousand is in ERROR; each changed a minute after it was made.
  await database.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, country, reason_code, request_hash, document, summary)
     select $1, 'O-' || n, case when n % 1000 = 0 then 'ERROR' else 'SHIPPED' end, made, made + make_interval(secs => $4), 'DE',
            case when n % 1000 = 0 then 'file_not_found' end, '', '', '{}'
     from generate_series(1, $2::int) as n, lateral (select $3::timestamptz + n * interval '1 second' as made) as m`,
    [clientId, ORDERS, new Date(START), CHANGED_AFTER_SECONDS],
  );
  await database.pool.query('analyze orders');
});
after(() => database.close());

const at = (second: number) => new Date(START + second * 1_000);

const FILTERS: readonly (readonly [what: string, filter: OrderFilter])[] = [
  ['all', {}],
  ['what follows a cursor', { after: { created: at(10_000), orderId: 'O-10000' } }],
  ['one status', { status: 'SHIPPED' }],
  ['a rare status', { status: 'ERROR' }],
  ['a status that no order has', { status: 'CANCELLED' }],
  ['a rare status after a cursor', { status: 'ERROR', after: { created: at(10_000), orderId: 'O-10000' } }],
  ['a span of creation', { createdFrom: at(9_990), createdTo: at(10_000) }],
  ['the oldest', { createdTo: at(10) }],
  ['what changed lately', { updatedFrom: at(ORDERS + 50) }],
  ['what changed since a moment after which nothing did', { updatedFrom: at(ORDERS + 100) }],
  ['what has not changed for long', { updatedTo: at(70) }],
  ['what changed in a span long ago', { updatedFrom: at(9_000), updatedTo: at(10_000) }],
  ['what changed since half of all', { updatedFrom: at(ORDERS / 2) }],
  ['a rare status that changed since half of all', { status: 'ERROR', updatedFrom: at(ORDERS / 2) }],
];

for (const [what, filter] of FILTERS) {
  test(`a page of ${what} touches few rows, however many orders there are`, async () => {
    const touched = await rowsTouched([{ clientId, filter, limit: LIMIT, offset: 0 }]);
    // A list up to a past moment also reads orders that were created before it and changed after it.
    const passed = filter.updatedTo ? CHANGED_AFTER_SECONDS : 0;
    assert.ok(touched <= 2 * LIMIT + passed, `${touched} rows`);
  });
}

const SELECTIONS: readonly (readonly [what: string, selection: OrderSelection])[] = [
  ['several statuses', { sort: '-created', statuses: ['ERROR', 'SHIPPED'] }],
  ['the oldest', { sort: 'created' }],
  ['the last changes', { sort: '-updated' }],
  ['the last changes after a cursor', { sort: '-updated', after: { at: at(10_060), orderId: 'O-10000' } }],
  ['the due orders', { sort: 'due' }],
  ['a problem', { sort: '-created', hasProblem: true }],
  ['a reference', { sort: '-created', reference: 'PO-1' }],
  ['a frequent country', { sort: '-created', countries: ['DE'], statuses: ['SHIPPED', 'ERROR'] }],
];

for (const [what, selection] of SELECTIONS) {
  test(`a page of ${what} touches few rows`, async () => {
    const touched = await rowsOf((connection) => selectOrders(connection, clientId, selection, LIMIT));
    assert.ok(touched <= 7 * LIMIT, `${touched} rows`);
  });
}

test('a page for each of fifty requests reads few rows', async () => {
  const queries = Array.from({ length: 50 }, () => ({ clientId, filter: {}, limit: LIMIT, offset: 0 }));
  assert.ok((await rowsTouched(queries)) <= 50 * 2 * LIMIT);
});

test('a page of a rare status reads few rows and has its old orders, despite many recent changes', async () => {
  const since = new Date(START + (ORDERS + 1_000) * 1_000);
  const later = new Date(since.getTime() + 1_000);
  await database.pool.query(
    `update orders set updated = $2 where client_id = $1 and created < $3 and status = 'SHIPPED'`,
    [clientId, later, at(ORDERS / 2)],
  );
  const { rows } = await database.pool.query(
    `update orders set updated = $2 where (client_id, order_id) in (
       select client_id, order_id from orders where client_id = $1 and status = 'ERROR' order by created limit 3) returning order_id`,
    [clientId, later],
  );
  await database.pool.query('vacuum analyze orders');
  const query = {
    clientId,
    filter: { status: 'ERROR', updatedFrom: since },
    limit: LIMIT,
    offset: 0,
  } as const;
  const touched = await rowsTouched([query]);
  assert.ok(touched <= 2 * LIMIT, `${touched} rows`);
  assert.equal(rows.length, 3);
  assert.equal((await listOrders(database.pool, clientId, [query]))[0]?.length, 3);
});

/** How many rows the statement reads from tables and indexes. */
function rowsTouched(queries: OrderQuery[]): Promise<number> {
  return rowsOf((connection) => listOrders(connection, clientId, queries));
}

async function rowsOf(read: (connection: Connection) => Promise<unknown>): Promise<number> {
  let plan: PlanNode | undefined;
  const explaining = {
    query: async ({ text, values }: QueryConfig) => {
      const { rows } = await database.pool.query(`explain (analyze, format json) ${text}`, values);
      plan ??= rows[0]['QUERY PLAN'][0].Plan;
      return { rows: [] };
    },
  } as unknown as Connection;
  await read(explaining);
  const scanned = (node: PlanNode): number =>
    (/(Seq|Index|Index Only|Bitmap Heap) Scan/.test(node['Node Type'])
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0) + (node.Plans ?? []).reduce((sum, child) => sum + scanned(child), 0);
  return scanned(plan!);
}

test('pages of several statuses and a rare country list every order once', async () => {
  const { clientId: rare } = await createClient(database.pool, {
    name: 'Rare',
    mode: 'live',
    scope: 'fulfillment',
    now: new Date(),
  });
  // From the newest: 5,100 shipped to DE, 5 shipped to FR, and 30 to FR that were cancelled.
  await database.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, country, request_hash, document, summary)
     select $1, 'R-' || n, case when n > 5105 then 'CANCELLED' else 'SHIPPED' end, made, made, case when n > 5100 then 'FR' else 'DE' end, '', '', '{}'
     from generate_series(1, 5135) as n, lateral (select $2::timestamptz - n * interval '1 second' as made) as m`,
    [rare, new Date(START)],
  );
  const selection: OrderSelection = { sort: '-created', statuses: ['SHIPPED', 'CANCELLED'], countries: ['FR'] };
  const listed: string[] = [];
  let place: OrderSelection['after'];
  do {
    const { found, stoppedAt } = await selectOrders(database.pool, rare, { ...selection, after: place }, LIMIT);
    listed.push(...found.map(({ orderId }) => orderId));
    place = stoppedAt ?? (found.length === LIMIT ? found.at(-1) : undefined);
  } while (place);
  assert.deepEqual(
    listed,
    Array.from({ length: 35 }, (_, n) => `R-${5101 + n}`),
  );
});
