import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Pool } from 'pg';
import { countBlocks } from '../../../test/support/count-blocks.ts';
import { fillWithOrders } from '../../../test/support/many-orders.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { listOrdersOfClients } from './list-orders.ts';
import type { OperatorOrderFilter, TimeSort } from './order-conditions-store.ts';

const PAGE = 20;
/**
 * Blocks of 8 KiB: a few rows for each line of a page and each of 20 clients. Reading all 21,000 orders takes
 * 70,000.
 */
const BLOCKS_MAX = 4_000;
/** Does not depend on the number of clients. */
const BLOCKS_OF_ALL_MAX = 1_200;
/** Two ranges of the index, and some rows; a look at ten thousand orders takes thirty times as many. */
const BLOCKS_OF_CHANGED_MAX = 400;
/** For what no index tells: as many orders as one page looks at. */
const BLOCKS_OF_WALK_MAX = 100_000;
const MANY = 21_000;
const SMALL = 300;
const START = Date.UTC(2026, 0, 1);

let small: TestDatabase;
let large: TestDatabase;
before(async () => {
  [small, large] = [await openTestDatabase(), await openTestDatabase()];
  await fillSmall(small.pool);
  await fillWithOrders(large.pool, 0, MANY);
});
after(() => Promise.all([small.close(), large.close()]));

/** An order of the small database, all of whose fields follow from its number. */
function made(n: number) {
  const status = (['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'ERROR'] as const)[n % 6];
  const reason = status === 'NEW' ? ['on_hold', 'waiting_for_stock', null][(n % 9) % 3] : null;
  return {
    n,
    clientId: `c${n % 3}`,
    orderId: `O-${n}`,
    // Several of one moment.
    created: new Date(START + Math.floor(n / 4) * 60_000),
    updated: new Date(START + Math.floor(n / 2) * 90_000),
    since: new Date(START + (100 + (n % 50)) * 60_000),
    status,
    reason: status === 'ERROR' ? 'file_not_found' : reason,
    country: ['DE', 'CH', 'AT', 'US'][n % 4] as string,
    carrier: ['dhl', 'ups'][n % 2] as string,
    cancellation: status === 'ACCEPTED' && n % 4 === 0 ? 'REQUESTED' : null,
    codes: [`SKU-${n % 7}`, `SKU-${n % 5}`],
    preferred: n % 30 === 0,
    rush: n % 13 === 0,
    due: n % 11 === 0 ? null : new Date(START + (200 + (n % 70)) * 60_000),
  };
}
type Made = ReturnType<typeof made>;
const ALL = Array.from({ length: SMALL }, (_, n) => made(n));

async function fillSmall(pool: Pool): Promise<void> {
  await pool.query(
    `insert into clients (client_id, name, mode, scope, status, created)
     select 'c' || n, 'C', case n when 3 then 'sandbox' else 'live' end, 'fulfillment', 'active', now() from generate_series(0, 3) n`,
  );
  for (const one of ALL) {
    const { clientId, orderId, created, updated, since, status, reason, country, carrier, cancellation, due, rush } =
      one;
    await pool.query(
      `insert into orders (client_id, order_id, created, updated, status_since, status, reason_code, country, carrier, cancellation, recipient,
                           item_count, request_hash, document, summary, due, rush)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'Ada', 2, '', '{', '{', $11, $12)`,
      [clientId, orderId, created, updated, since, status, reason, country, carrier, cancellation, due, rush],
    );
    await pool.query(
      `insert into order_search (client_id, order_id, created, terms, country, carrier) values ($1, $2, $3, '', $4, $5)`,
      [clientId, orderId, created, country, carrier],
    );
    await pool.query(
      `insert into order_items (client_id, order_id, position, item_id, kind, code, quantity, created)
       values ($1, $2, 1, '1', 'ARTICLE', $4, 1, $3), ($1, $2, 2, '2', 'ARTICLE', $5, 1, $3)`,
      [clientId, orderId, created, ...one.codes],
    );
    if (one.preferred)
      await pool.query('insert into stock_preferences (client_id, order_id, preferred) values ($1, $2, now())', [
        clientId,
        orderId,
      ]);
  }
}

/** All pages; none may be endless. */
async function listAll(
  pool: Pool,
  filter: Partial<OperatorOrderFilter>,
  sort: TimeSort,
  limit: number,
): Promise<string[]> {
  const ids: string[] = [];
  let after: OperatorOrderFilter['after'];
  for (let page = 0; page === 0 || after; page++) {
    assert.ok(page < 200, 'the list ends');
    const found = await listOrdersOfClients(pool, { mode: 'live', ...filter, after }, sort, limit);
    ids.push(...found.orders.map(({ orderId }) => orderId));
    after = found.next;
  }
  return ids;
}

const DUE_FROM = new Date(START + 215 * 60_000);
const DUE_TO = new Date(START + 240 * 60_000);
const FILTERS: [name: string, filter: Partial<OperatorOrderFilter>, wanted: (one: Made) => boolean][] = [
  ['all', {}, () => true],
  ['a client', { clientId: 'c1' }, ({ clientId }) => clientId === 'c1'],
  ['a status', { statuses: ['NEW'] }, ({ status }) => status === 'NEW'],
  ['statuses', { statuses: ['SHIPPED', 'ERROR'] }, ({ status }) => /SHIPPED|ERROR/.test(status as string)],
  ['reasons', { reasons: ['on_hold', 'file_not_found'] }, ({ reason }) => /hold|file/.test(reason ?? '')],
  ['held', { held: true }, ({ reason }) => reason === 'on_hold'],
  ['not held', { held: false }, ({ reason }) => reason !== 'on_hold'],
  ['held for another reason', { held: true, reasons: ['x'] }, () => false],
  ['a carrier', { carrier: 'ups' }, ({ carrier }) => carrier === 'ups'],
  ['a country', { country: 'CH' }, ({ country }) => country === 'CH'],
  [
    'a country of a client',
    { country: 'CH', clientId: 'c1' },
    ({ country, clientId }) => country === 'CH' && clientId === 'c1',
  ],
  [
    'an item of a client',
    { code: 'SKU-3', clientId: 'c2' },
    ({ codes, clientId }) => codes.includes('SKU-3') && clientId === 'c2',
  ],
  [
    'a country in a status',
    { country: 'DE', statuses: ['NEW', 'ACCEPTED'] },
    ({ country, status }) => country === 'DE' && /NEW|ACCEPTED/.test(status as string),
  ],
  ['an item', { code: 'SKU-3' }, ({ codes }) => codes.includes('SKU-3')],
  [
    'an item of a carrier in a status',
    { code: 'SKU-3', carrier: 'dhl', statuses: ['SHIPPED'] },
    ({ codes, carrier, status }) => codes.includes('SKU-3') && carrier === 'dhl' && status === 'SHIPPED',
  ],
  ['orderIds', { orderIds: ['O-299', 'O-1', 'O-6', 'NONE'] }, ({ n }) => [299, 1, 6].includes(n)],
  [
    'orderIds of a client in a status',
    { orderIds: ['O-1', 'O-6', 'O-12'], clientId: 'c0', statuses: ['NEW'] },
    ({ n }) => [6, 12].includes(n),
  ],
  [
    'long in the status',
    { inStatusSince: made(20).since, statuses: ['NEW', 'ERROR'] },
    ({ since, status }) => since <= made(20).since && /NEW|ERROR/.test(status as string),
  ],
  ['preferred', { preferred: true }, ({ preferred }) => preferred],
  ['rush', { rush: true }, ({ rush }) => rush],
  ['no rush', { rush: false }, ({ rush }) => !rush],
  [
    'due',
    { dueFrom: DUE_FROM, dueTo: DUE_TO, statuses: ['NEW', 'ACCEPTED'] },
    ({ due, status }) => due !== null && due > DUE_FROM && due <= DUE_TO && /NEW|ACCEPTED/.test(status as string),
  ],
  [
    'at risk',
    { atRisk: { begun: DUE_FROM, unbegun: DUE_TO }, statuses: ['ASSIGNED', 'ACCEPTED'] },
    ({ due, status }) =>
      due !== null && ((status === 'ACCEPTED' && due <= DUE_FROM) || (status === 'ASSIGNED' && due <= DUE_TO)),
  ],
  ['not preferred', { preferred: false }, ({ preferred }) => !preferred],
  ['a cancellation', { cancellationRequested: true }, ({ cancellation }) => cancellation === 'REQUESTED'],
  [
    'created',
    { createdFrom: made(40).created, createdTo: made(90).created },
    ({ created }) => created > made(40).created && created <= made(90).created,
  ],
  [
    'updated',
    { updatedFrom: made(100).updated, updatedTo: made(200).updated },
    ({ updated }) => updated > made(100).updated && updated <= made(200).updated,
  ],
  [
    'updated, made before, an item, in a status',
    {
      updatedFrom: made(30).updated,
      createdTo: made(250).created,
      code: 'SKU-3',
      statuses: ['NEW', 'ERROR'],
    },
    ({ updated, created, codes, status }) =>
      updated > made(30).updated &&
      created <= made(250).created &&
      codes.includes('SKU-3') &&
      /NEW|ERROR/.test(status as string),
  ],
];
const OPEN = ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'];
const WITH_DUE = ['NEW', 'ASSIGNED', 'ACCEPTED'];

function expected(wanted: (one: Made) => boolean, sort: TimeSort): string[] {
  const isListed = ({ status, due }: Made) => {
    if (sort === 'longest') return OPEN.includes(status as string);
    return sort !== 'due' || (due !== null && WITH_DUE.includes(status as string));
  };
  const some = ALL.filter((one) => wanted(one) && isListed(one));
  const names = (one: Made, other: Made) =>
    one.clientId < other.clientId || (one.clientId === other.clientId && one.orderId < other.orderId) ? -1 : 1;
  const newest = (one: Made, other: Made) => Number(other.created) - Number(one.created) || names(one, other);
  const order = {
    newest,
    oldest: (one: Made, other: Made) => newest(other, one),
    longest: (one: Made, other: Made) => Number(one.since) - Number(other.since) || names(one, other),
    due: (one: Made, other: Made) => Number(one.due) - Number(other.due) || names(one, other),
  };
  return some.sort(order[sort]).map(({ orderId }) => orderId);
}

for (const sort of ['newest', 'oldest', 'longest', 'due'] as const) {
  test(`pages of every filter have each order that it wants once, in order: ${sort}`, async () => {
    for (const [name, filter, wanted] of FILTERS) {
      if (['longest', 'due'].includes(sort) && filter.statuses?.includes('SHIPPED')) continue;
      assert.deepEqual(await listAll(small.pool, filter, sort, 17), expected(wanted, sort), name);
    }
  });
}

test('orders of any number of sandboxes are listed in the same way', async () => {
  const database = await openTestDatabase();
  try {
    await fillSmall(database.pool);
    await database.pool.query(
      `insert into clients (client_id, name, mode, scope, status, created)
       select 'empty-' || n, 'C', 'sandbox', 'fulfillment', 'active', now() from generate_series(1, 150) n`,
    );
    await database.pool.query(`update clients set mode = 'sandbox'`);
    for (const sort of ['newest', 'oldest', 'longest'] as const)
      for (const [name, filter, wanted] of FILTERS)
        if (sort !== 'longest' || !filter.statuses?.includes('SHIPPED'))
          assert.deepEqual(
            await listAll(database.pool, { ...filter, mode: 'sandbox' }, sort, 60),
            expected(wanted, sort),
            `${name} ${sort}`,
          );
  } finally {
    await database.close();
  }
});

test('the list has the fields that staff need, also for an unreadable document', async () => {
  const { orders } = await listOrdersOfClients(small.pool, { mode: 'live', held: true }, 'oldest', 1);
  const one = ALL.find(({ reason }) => reason === 'on_hold') as Made;
  assert.partialDeepStrictEqual(orders[0], {
    orderId: one.orderId,
    recipient: 'Ada',
    country: one.country,
    carrier: one.carrier,
    reasonCode: 'on_hold',
    statusSince: one.since,
    items: 2,
  });
});

/** Counts the blocks that all statements of a page look at. */
async function blocksOf(
  filter: Partial<OperatorOrderFilter>,
  sort: TimeSort,
): Promise<{ blocks: number; count: number }> {
  const counting = countBlocks(large.pool);
  const { orders } = await listOrdersOfClients(counting.pool, { mode: 'live', ...filter }, sort, PAGE);
  return { blocks: counting.takeBlocks(), count: orders.length };
}

test('the cost of a page does not depend on the size of the table', async () => {
  const cases: [filter: Partial<OperatorOrderFilter>, sort: TimeSort, count: number][] = [
    [{}, 'newest', PAGE],
    [{}, 'oldest', PAGE],
    [{ statuses: ['ERROR'] }, 'longest', PAGE],
    [{ statuses: ['NEW', 'ACCEPTED'] }, 'longest', 0],
    [{ reasons: ['file_not_found'] }, 'oldest', PAGE],
    [{ reasons: ['nothing'] }, 'newest', 0],
    [{ held: true }, 'newest', 0],
    [{ country: 'DE' }, 'oldest', PAGE],
    [{ country: 'CH' }, 'newest', 0],
    [{ carrier: 'carrier-1' }, 'newest', PAGE],
    [{ carrier: 'bicycle' }, 'oldest', 0],
    [{ code: '4006381333931' }, 'oldest', PAGE],
    [{ code: 'none' }, 'newest', 0],
    [{ preferred: true }, 'newest', 0],
    [{ cancellationRequested: true }, 'newest', 0],
    [{ updatedTo: new Date('2024-01-03') }, 'newest', PAGE],
    [{ updatedFrom: new Date('2024-01-08') }, 'newest', PAGE],
    [{ orderIds: ['SHOP-7', 'SHOP-20999', 'NONE'] }, 'newest', 2],
    [{ inStatusSince: new Date('2024-01-02'), statuses: ['ERROR'] }, 'longest', 3],
    [{ inStatusSince: new Date('2023-12-31'), statuses: ['ERROR'] }, 'longest', 0],
    [{ inStatusSince: new Date('2024-01-02') }, 'newest', PAGE],
    [{ statuses: ['ERROR'], country: 'DE' }, 'newest', PAGE],
  ];
  for (const [filter, sort, count] of cases) {
    const page = await blocksOf(filter, sort);
    const name = `${JSON.stringify(filter)} ${sort}`;
    assert.equal(page.count, count, name);
    assert.ok(page.blocks < BLOCKS_MAX, `${name}: ${page.blocks} blocks`);
  }
});

test('a filter without an index examines a bounded number of orders for each page', async () => {
  const filter = { country: 'DE', carrier: 'carrier-1', statuses: ['CANCELLED'] };
  const { blocks } = await blocksOf(filter, 'newest');
  assert.ok(blocks < BLOCKS_OF_WALK_MAX, `${blocks} blocks`);
  const { next } = await listOrdersOfClients(large.pool, { mode: 'live', ...filter }, 'newest', PAGE);
  assert.ok(next, 'it goes on');
  assert.deepEqual(await listAll(large.pool, filter, 'newest', PAGE), []);
});

test('recent changes of all clients are found without reading other orders', async () => {
  const since = new Date('2024-02-01');
  await large.pool.query(
    `update orders set updated = $1::timestamptz + interval '1 minute' where order_id in ('SHOP-3', 'SHOP-15000', 'SHOP-16000')`,
    [since],
  );
  // As the database does by itself when a while has gone by.
  await large.pool.query('vacuum analyze orders');
  for (const sort of ['newest', 'oldest'] as const) {
    const page = await blocksOf({ updatedFrom: since }, sort);
    assert.equal(page.count, 3);
    assert.ok(page.blocks < BLOCKS_OF_CHANGED_MAX, `${sort}: ${page.blocks} blocks`);
  }
  const ended = await blocksOf({ updatedFrom: since, statuses: ['ERROR'] }, 'newest');
  assert.equal(ended.count, 2);
  assert.ok(ended.blocks < BLOCKS_OF_CHANGED_MAX, `${ended.blocks} blocks`);
});

test('the cost of a page of all clients does not depend on the number of clients', async () => {
  await large.pool.query(
    `insert into clients (client_id, name, mode, scope, status, created)
     select 'other-' || n, 'Other', 'live', 'fulfillment', 'active', now() from generate_series(1, 5000) n`,
  );
  const cases: [filter: Partial<OperatorOrderFilter>, sort: TimeSort, count: number][] = [
    [{}, 'newest', PAGE],
    [{}, 'oldest', PAGE],
    [{}, 'longest', PAGE],
    [{ statuses: ['SHIPPED', 'CANCELLED'] }, 'newest', PAGE],
    [{ statuses: ['ASSIGNED'] }, 'newest', 0],
    [{ reasons: ['file_not_found'] }, 'newest', PAGE],
    [{ held: true }, 'newest', 0],
    [{ preferred: true }, 'newest', 0],
    [{ cancellationRequested: true }, 'newest', 0],
    [{ orderIds: ['SHOP-7', 'SHOP-20999', 'NONE'] }, 'newest', 2],
    [{ country: 'DE' }, 'newest', PAGE],
    [{ country: 'CH' }, 'oldest', 0],
    [{ carrier: 'carrier-1' }, 'oldest', PAGE],
    [{ carrier: 'bicycle' }, 'newest', 0],
    [{ code: '4006381333931' }, 'newest', PAGE],
    [{ code: '4006381333931', country: 'DE' }, 'oldest', PAGE],
    [{ code: 'none' }, 'newest', 0],
    [{ clientId: 'growth-3', country: 'DE' }, 'newest', PAGE],
    [{ clientId: 'growth-3', code: '4006381333931' }, 'oldest', PAGE],
    [{ clientId: 'other-7', country: 'CH' }, 'newest', 0],
    [{ clientId: 'other-7', country: 'DE' }, 'newest', 0],
    [{ clientId: 'other-7', code: '4006381333931' }, 'oldest', 0],
  ];
  for (const [filter, sort, count] of cases) {
    const page = await blocksOf(filter, sort);
    const name = `${JSON.stringify(filter)} ${sort}`;
    assert.equal(page.count, count, name);
    assert.ok(page.blocks < BLOCKS_OF_ALL_MAX, `${name}: ${page.blocks} blocks`);
  }
});

test('the cost of a page does not depend on one client that has most orders', async () => {
  await large.pool.query(
    `insert into clients (client_id, name, mode, scope, status, created)
     select 'few-' || n, 'Few', 'live', 'fulfillment', 'active', now() from generate_series(1, 9000) n`,
  );
  await large.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, request_hash, document, summary)
     select 'few-' || n, 'SHOP-' || n, 'SHIPPED', '2023-01-01', '2023-01-01', '', '{', '{' from generate_series(1, 9000) n`,
  );
  // Each of these orders is looked up for its status alone, which an index has that does not begin with the
  // order.
  for (const table of ['orders', 'order_search'])
    await large.pool.query(`update ${table} set client_id = 'growth-0' where client_id like 'growth-%'`);
  await large.pool.query('vacuum analyze orders, order_search');
  for (const filter of [
    {},
    { statuses: ['SHIPPED'], country: 'DE' },
    { statuses: ['SHIPPED'], carrier: 'carrier-1' },
  ]) {
    const page = await blocksOf(filter, 'newest');
    assert.equal(page.count, PAGE);
    assert.ok(page.blocks < BLOCKS_OF_ALL_MAX, `${JSON.stringify(filter)}: ${page.blocks} blocks`);
  }
});
