import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countBlocks } from '../../test/support/count-blocks.ts';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { sumTechnologies, technologyPieces } from '../orders/change/backlog-rules.ts';
import { COUNTED_MAX, countBacklog, countOpenOrders, countOrders, countOrdersByClient } from './order-count-store.ts';

const ORDERS = 60_000;
/**
 * Blocks of 8 KiB: index entries of at most 10,001 orders of each status and reason. Their rows are read too
 * if the vacuum could not mark them as visible. Reading all rows for each status takes 20,000.
 */
const BLOCKS_MAX = 8_000;
const OPEN = `('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR')`;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
  const { pool } = database;
  await pool.query(
    `insert into clients (client_id, name, mode, scope, status, created)
     select 'c' || n, 'C', case n when 2 then 'sandbox' else 'live' end, 'fulfillment', 'active', now() from generate_series(0, 2) n`,
  );
  // One in 37 minutes. Half of them are shipped, a third is ASSIGNED.
  await pool.query(
    `insert into orders (client_id, order_id, status, created, updated, status_since, reason_code, technology_pieces, request_hash, document, summary)
     select 'c' || n % 3, 'O-' || n, s.status, created, created, created,
            case s.status when 'ERROR' then 'file_not_found' when 'NEW' then case n % 7 when 0 then 'on_hold' end end,
            case s.status when 'ASSIGNED' then case n % 2 when 0 then E'2\\tDTG' else E'1\\tDTF\\n3\\tDTG' end end, '', '{}', '{}'
     from generate_series(0, $1::int - 1) n
     cross join lateral (
       select (array['SHIPPED', 'ASSIGNED', 'SHIPPED', 'ASSIGNED', 'SHIPPED', 'NEW', 'ERROR', 'ACCEPTED', 'CANCELLED', 'SHIPPED'])[1 + n / 3 % 10] as status,
              timestamptz '2024-01-01' + n * interval '37 minutes' as created
     ) s`,
    [ORDERS],
  );
  await pool.query('vacuum analyze');
});
after(() => database.close());

const sum = (some: readonly { orders: number }[]) => some.reduce((all, { orders }) => all + orders, 0);

test('orders are counted by client, status and reason, up to a limit that the number of orders does not move', async () => {
  const counting = countBlocks(database.pool);
  const counts = await countOrdersByClient(counting, 'live');
  const blocks = counting.takeBlocks();
  assert.ok(blocks < BLOCKS_MAX, `${blocks} blocks`);
  const of = (status: string, reason: string | null = null) =>
    sum(counts.filter((one) => one.status === status && one.reasonCode === reason));
  const perTenth = (ORDERS / 10) * (2 / 3);
  assert.deepEqual(
    ['NEW', 'ERROR', 'ACCEPTED', 'CANCELLED', 'ASSIGNED', 'SHIPPED'].map((status) => of(status)),
    [perTenth, perTenth, perTenth, perTenth, 2 * perTenth, COUNTED_MAX + 1],
  );
  assert.equal(of('ERROR', 'file_not_found'), perTenth);
  const { rows } = await database.pool.query(
    `select client_id as "clientId", status, reason_code as "reasonCode", count(*)::int as orders from orders
     where reason_code = 'on_hold' and client_id <> 'c2' group by 1, 2, 3 order by 1`,
  );
  assert.deepEqual(
    counts
      .filter(({ reasonCode }) => reasonCode === 'on_hold')
      .sort((one, other) => (one.clientId < other.clientId ? -1 : 1)),
    rows,
  );
  const ofOne = await countOrdersByClient(database.pool, 'live', 'c1');
  assert.equal(sum(ofOne.filter(({ reasonCode, status }) => reasonCode === null && status === 'NEW')), perTenth / 2);
  const totals = await countOrders(database.pool, 'live');
  assert.deepEqual(totals.find(({ status }) => status === 'SHIPPED')?.orders, COUNTED_MAX + 1);
  assert.equal(totals.find(({ status, reasonCode }) => status === 'NEW' && reasonCode === null)?.orders, perTenth);
  const sandbox = await countOrdersByClient(database.pool, 'sandbox');
  assert.deepEqual([...new Set(sandbox.map(({ clientId }) => clientId))], ['c2']);
  assert.deepEqual(await countOrdersByClient(database.pool, 'sandbox', 'c1'), []);
});

test('open orders are counted by creation to the moment, of live clients only', async () => {
  const moments = ['2023-12-31T12:00:00Z', '2024-03-01T22:59:59.999Z', '2024-03-02T01:13:00Z', undefined].map(
    (one) => one && new Date(one),
  ) as [Date, Date, Date, undefined];
  const counted = [];
  for (const [place, until] of moments.entries()) {
    const { rows } = await database.pool.query(
      `select count(*)::int as orders from orders join clients c using (client_id)
       where c.mode = 'live' and orders.status in ${OPEN} and orders.created > coalesce($1::timestamptz, '-infinity') and orders.created <= coalesce($2::timestamptz, 'infinity')`,
      [moments[place - 1], until],
    );
    counted.push(Math.min(rows[0].orders, COUNTED_MAX + 1));
  }
  const counting = countBlocks(database.pool);
  assert.deepEqual(await countOpenOrders(counting, moments), counted);
  const blocks = counting.takeBlocks();
  assert.ok(blocks < BLOCKS_MAX, `${blocks} blocks`);
});

test('the backlog is summed by technology', async () => {
  const [halves, all] = [ORDERS / 15, (2 * ORDERS) / 15];
  const technologies = sumTechnologies(await countBacklog(database.pool));
  assert.deepEqual(
    technologies.map(({ technology, orders }) => [technology, orders]),
    [
      ['DTF', halves],
      ['DTG', all],
    ],
  );
  assert.equal(technologies[1]?.pieces, halves * 2 + halves * 3);
});

test('the technologies of an order fit into an index, however many it has', () => {
  const prints = Array.from({ length: 900 }, (_, index) => ({ technology: `Tèchnique ${index}` }));
  const content = { items: [{ quantity: 2, customProduct: { prints } }] } as never;
  const text = technologyPieces('ACCEPTED', content) ?? '';
  assert.ok(Buffer.byteLength(text) <= 2_000 && text.split('\n').every((line) => /^2\tTèchnique \d+$/.test(line)));
  assert.equal(technologyPieces('SHIPPED', content), null);
});
