import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countBlocks } from '../../../test/support/count-blocks.ts';
import { fillWithOrders } from '../../../test/support/many-orders.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { searchWords } from '../search/search-terms.ts';
import type { OperatorOrderFilter } from './order-conditions-store.ts';
import { searchOrders } from './search-orders.ts';

const FEW = 1_000;
const MANY = 30_000;
const PAGE = 20;
/** Blocks of 8 KiB: a walk of 10,000 orders, its end, and a sample. The tables have 2,500. */
const BLOCKS_MAX = 900;
/** For a walk: all orders that one page examines. The tables may have any number of blocks more. */
const BLOCKS_OF_WALK_MAX = 4_000;

const SOUGHT = 12_345;
const firstOf = (n: number) => (n * 7919) % 500;
const lastOf = (n: number) => (n * 104_729) % 20_011;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

interface Searched {
  orderIds: string[];
  blocks: number;
  next?: NonNullable<OperatorOrderFilter['after']>;
}

/** Searches, and counts the blocks that all its statements look at. */
async function search(text: string, filter: Partial<OperatorOrderFilter> = {}, limit = PAGE): Promise<Searched> {
  const counting = countBlocks(database.pool);
  const asked = { text, words: searchWords(text) };
  const { orders, next } = await searchOrders(counting.pool, { mode: 'live', ...filter }, asked, limit);
  return {
    orderIds: orders.map(({ orderId }) => orderId),
    blocks: counting.takeBlocks(),
    ...(next && { next }),
  };
}

async function searchAll(text: string, filter: Partial<OperatorOrderFilter> = {}, limit = PAGE): Promise<string[]> {
  const all: string[] = [];
  let after: OperatorOrderFilter['after'];
  do {
    const { orderIds, next } = await search(text, { ...filter, after }, limit);
    all.push(...orderIds);
    after = next;
  } while (after);
  return all;
}

/** Makes the statistics of the tables outdated: they were taken while all orders had the same words. */
async function mislead(): Promise<void> {
  for (const table of ['orders', 'order_search']) {
    await database.pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  }
  await database.pool.query(
    `insert into clients (client_id, name, mode, scope, status, created) values ('old', 'Old', 'live', 'fulfillment', 'active', now())`,
  );
  await database.pool.query(
    `insert into order_search select 'old', 'OLD-' || n, timestamptz '2020-01-01', $$'first7' 'last7' 'nobody' 'shop-500'$$::tsvector
     from generate_series(1, 50) n`,
  );
  await database.pool.query('analyze order_search');
  await database.pool.query('delete from order_search');
}

test('the cost of a search depends on its result, for any size of the table and any statistics', async () => {
  await mislead();
  await fillWithOrders(database.pool, 0, FEW);
  const few = await search('nobody');
  await fillWithOrders(database.pool, FEW, MANY);
  const found: [text: string, count: number, filter?: Partial<OperatorOrderFilter>][] = [
    ['nobody', 0],
    ['shop nobody', 0],
    ['creator shop nobody', 0],
    ['nobody', 0, { statuses: ['ERROR'] }],
    ['SHOP-500', 11],
    ['500', 11],
    [`first${firstOf(SOUGHT)} last${lastOf(SOUGHT)}`, 1],
    [`shop last${lastOf(SOUGHT)} creator`, 1],
    ['shop', PAGE],
    ['shop', PAGE, { clientId: 'growth-3' }],
    ['shop', 0, { statuses: ['ACCEPTED'] }],
    ['shop', PAGE, { createdTo: new Date('2024-01-05') }],
  ];
  for (const [text, count, filter] of found) {
    const { orderIds, blocks } = await search(text, filter);
    assert.equal(orderIds.length, count, text);
    assert.ok(blocks < BLOCKS_MAX, `${text} ${JSON.stringify(filter)}: ${blocks} blocks, ${few.blocks} before`);
  }
});

test('words that are frequent but never together cost at most the orders that one page examines', async () => {
  const first = await search('st-creator-blk-1 st-creator-blk-2');
  assert.deepEqual(first.orderIds, []);
  assert.ok(first.blocks < BLOCKS_OF_WALK_MAX, `${first.blocks} blocks`);
  assert.deepEqual(await searchAll('st-creator-blk-1 st-creator-blk-2'), []);
});

test('the pages of a search return each order once, newest first', async () => {
  const numbers = (ids: readonly string[]) => ids.map((id) => Number(id.slice('SHOP-'.length)));
  const expected = (wanted: (n: number) => boolean) =>
    Array.from({ length: MANY }, (_, n) => MANY - 1 - n).filter(wanted);
  assert.deepEqual(
    numbers(await searchAll('first7')),
    expected((n) => /^7/.test(String(firstOf(n)))),
  );
  assert.deepEqual(
    numbers(await searchAll('shop', { statuses: ['ERROR'] })),
    expected((n) => n % 1000 === 0),
  );
  assert.deepEqual(
    numbers(await searchAll('shop creator', { statuses: ['ERROR'], clientId: 'growth-0' })),
    expected((n) => n % 1000 === 0),
  );
  assert.deepEqual(
    numbers(await searchAll('first7 last7')),
    expected((n) => /^7/.test(String(firstOf(n))) && /^7/.test(String(lastOf(n)))),
  );
  assert.deepEqual(
    numbers(await searchAll('first7', { statuses: ['SHIPPED'], clientId: 'growth-4' })),
    expected((n) => n % 20 === 4 && /^7/.test(String(firstOf(n)))),
  );
});

test('a search for a word in a status finds all orders with it', async () => {
  assert.deepEqual(
    await searchAll('last123', { statuses: ['ERROR'] }, 5),
    Array.from({ length: MANY }, (_, n) => MANY - 1 - n)
      .filter((n) => n % 1000 === 0 && /^123/.test(String(lastOf(n))))
      .map((n) => `SHOP-${n}`),
  );
});

test('an order with exactly this orderId comes first, and once', async () => {
  const ids = await searchAll('SHOP-590');
  assert.equal(ids[0], 'SHOP-590');
  assert.deepEqual(ids.slice(1, 3), ['SHOP-5909', 'SHOP-5908']);
  assert.equal(ids.length, 11);
  assert.equal(new Set(ids).size, 11);
});

test('a frequent word of old orders is first searched in the newest orders, and then in all', async () => {
  const of = (wanted: (n: number) => boolean) =>
    Array.from({ length: MANY }, (_, n) => MANY - 1 - n)
      .filter(wanted)
      .map((n) => `SHOP-${n}`);
  // With this number of orders, the index of words returns more than a page examines.
  const isInSpring = (n: number) => n < 20_000 || n % 60 === 0;
  const isOnceAgain = (n: number) => (n > 29_000 && n % 60 === 1) || n < 100;
  const add = (word: string, orderIds: readonly string[]) =>
    database.pool.query(
      `update order_search set terms = terms || array_to_tsvector(array[$1]) where order_id = any($2)`,
      [word, orderIds],
    );
  await add('spring', of(isInSpring));
  await add('onceagain', of(isOnceAgain));
  // As a rush a year later, by which there are many more orders than there are.
  await database.pool.query(
    `insert into order_search (client_id, order_id, created, terms)
     select 'growth-0', 'RUSH-' || n, timestamptz '2025-01-01' + n * interval '1 ms', $$'rush'$$::tsvector from generate_series(1, 300) n`,
  );
  try {
    const newest = await search('spring');
    assert.deepEqual(newest.orderIds, of(isInSpring).slice(0, PAGE));
    assert.ok(newest.blocks < BLOCKS_MAX, `${newest.blocks} blocks`);
    const createdFrom = new Date(Date.parse('2024-01-01T00:00:00Z') + 21_000 * 30_000);
    assert.deepEqual(
      await searchAll('spring', { createdFrom }),
      of((n) => n > 21_000 && isInSpring(n)),
    );
    assert.deepEqual(await searchAll('onceagain'), of(isOnceAgain));
    const createdTo = new Date('2024-01-05');
    assert.deepEqual((await search('onceagain', { createdTo })).orderIds, of((n) => n < 100).slice(0, PAGE));
  } finally {
    await database.pool.query(`delete from order_search where order_id like 'RUSH-%'`);
  }
});
