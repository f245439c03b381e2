import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOperator, type Operator } from '../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { findDue } from '../../platform/database/due-query.ts';
import type { Order } from '../document/order-schemas.ts';
import { type Customer, newCustomer } from '../test-support/customer.ts';
import { ADDRESS, customItem, order } from '../test-support/sample-orders.ts';
import { findArticleTitles, insertSearchTerms, upsertSearchTerms } from './order-search-store.ts';
import { itemRows, searchTerms, skusOf } from './search-terms.ts';
import { SearchTermsWriter } from './write-search-terms.ts';

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
});
after(() => server.close());

const log = { error: () => {} };
const newWriter = () => new SearchTermsWriter(server.pool, () => new Date(), log);
const write = (writer: SearchTermsWriter, clientId: string) => writer.write(clientId, new AbortController().signal);
const addressed = (orderId: string, personName: string) =>
  order({ orderId, items: [customItem()], shipping: { address: { ...ADDRESS, personName } } });

async function find({ clientId }: Customer, q: string): Promise<string[]> {
  const { json } = await operator.get(`/orders?clientId=${clientId}&q=${q}&limit=500`);
  return json.map(({ orderId }: { orderId: string }) => orderId);
}

test('orders are found by their words before their files are fetched, for any number of waiting orders', async () => {
  const customer = await newCustomer(server);
  for (let number = 0; number < 130; number++)
    assert.equal((await customer.post(addressed(`W-${number}`, 'Grace Hopper'))).status, 200);
  assert.deepEqual(await find(customer, 'hopper'), []);
  let laterMs = 0;
  const writer = new SearchTermsWriter(server.pool, () => new Date(Date.now() + laterMs), log);
  assert.ok((await findDue(server.pool, writer.due())).includes(customer.clientId));
  await write(writer, customer.clientId);
  assert.equal((await find(customer, 'hopper')).length, 130);
  await customer.post(addressed('W-LATE', 'Grace Hopper'));
  laterMs = 1_000;
  assert.ok((await findDue(server.pool, writer.due())).includes(customer.clientId));
  await write(writer, customer.clientId);
  assert.equal((await find(customer, 'hopper')).length, 131);
});

test('a client is due while concurrent orders may still appear, and then no longer', async () => {
  const customer = await newCustomer(server);
  await customer.post(addressed('D-1', 'Ada'));
  let now = new Date();
  const writer = new SearchTermsWriter(server.pool, () => now, log);
  const isDue = async () => (await findDue(server.pool, writer.due())).includes(customer.clientId);
  assert.ok(await isDue());
  now = new Date(now.getTime() + 60_000);
  await write(writer, customer.clientId);
  assert.ok(!(await isDue()));
});

test('terms of a concurrent change of an order stay', async () => {
  const customer = await newCustomer(server);
  await customer.post(addressed('C-1', 'Grace Hopper'));
  assert.equal((await customer.put('C-1', addressed('C-1', 'Ada Lovelace'))).status, 200);
  await write(newWriter(), customer.clientId);
  assert.deepEqual([await find(customer, 'lovelace'), await find(customer, 'hopper')], [['C-1'], []]);
});

test('existing words and items are not locked when they are written again', async () => {
  const customer = await newCustomer(server);
  const body = {
    ...addressed('E-1', 'Grace Hopper'),
    items: [customItem(), { ...customItem(), quantity: 2 }],
  };
  await customer.post(body);
  await write(newWriter(), customer.clientId);
  const marks = async () => {
    const { rows } = await server.pool.query<{ mark: string }>(
      `select concat(ctid, xmin, xmax) as mark from order_search where client_id = $1
       union all select concat(position, ctid, xmin, xmax) from order_items where client_id = $1 order by 1`,
      [customer.clientId],
    );
    return rows.map(({ mark }) => mark);
  };
  const [order] = (
    await server.pool.query('select order_id as "orderId", created, document from orders where client_id = $1', [
      customer.clientId,
    ])
  ).rows;
  const content = JSON.parse(order.document);
  const again = (terms: string) =>
    upsertSearchTerms(server.pool, customer.clientId, [{ ...order, terms, items: itemRows(content) }]);
  const before = await marks();
  const titles = await findArticleTitles(server.pool, skusOf(content));
  await again(searchTerms(content, titles));
  assert.equal(before.length, 3);
  assert.deepEqual(await marks(), before);
  await again(searchTerms({ ...content, orderId: 'E-2' }, titles));
  assert.deepEqual((await marks()).filter((mark) => !before.includes(mark)).length, 1);
});

test('orders of sandbox clients get their terms in the sandbox run', async () => {
  const { client } = await server.token({ mode: 'sandbox' });
  await server.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, request_hash, document, summary, work_due)
     values ($1, 'S-1', 'NEW', now(), now(), '', '{}', '{}', now())`,
    [client.clientId],
  );
  assert.ok(!(await findDue(server.pool, newWriter().due())).includes(client.clientId));
});

test('large orders are read a few at a time', async () => {
  const customer = await newCustomer(server);
  for (let number = 0; number < 12; number++) await customer.post(addressed(`L-${number}`, 'Ada'));
  // Spaces between the tokens of a JSON text mean nothing.
  await server.pool.query(
    `update orders set document = '{' || repeat(' ', 300000) || substr(document, 2) where client_id = $1`,
    [customer.clientId],
  );
  const withWords = async () => (await find(customer, 'ada')).length;
  const stopping = new AbortController();
  const writing = newWriter().write(customer.clientId, stopping.signal);
  stopping.abort();
  await writing;
  const first = await withWords();
  assert.ok(first >= 1 && first <= 4, `${first} orders of 0.3 MB at once`);
  await write(newWriter(), customer.clientId);
  assert.equal(await withWords(), 12);
});

test('an unreadable order does not keep others from being found', async () => {
  const customer = await newCustomer(server);
  for (const orderId of ['B-1', 'B-2', 'B-3']) await customer.post(addressed(orderId, 'Grace Hopper'));
  await server.pool.query(`update orders set document = '{' where client_id = $1 and order_id = 'B-2'`, [
    customer.clientId,
  ]);
  const told: object[] = [];
  const writer = new SearchTermsWriter(server.pool, () => new Date(), {
    error: (what: object) => void told.push(what),
  });
  await write(writer, customer.clientId);
  assert.deepEqual(
    told.map(({ err: _, ...what }: { err?: Error }) => what),
    [{ clientId: customer.clientId, orderId: 'B-2' }],
  );
  assert.deepEqual((await find(customer, 'hopper')).sort(), ['B-1', 'B-3']);
});

test('any number of orders with words are skipped, and the orders after them are found', async () => {
  const customer = await newCustomer(server);
  const { clientId } = customer;
  await customer.post(addressed('OLD', 'Grace Hopper'));
  const copies = (name: string, count: number) =>
    server.pool.query(
      `insert into orders (client_id, order_id, status, created, updated, status_since, request_hash, document, summary, item_count, work_due)
       select client_id, $2 || n, status, created + n * interval '1 millisecond', updated, status_since, request_hash, document, summary, item_count, work_due
       from orders, generate_series(1, $3) n where client_id = $1 and order_id = 'OLD'`,
      [clientId, name, count],
    );
  await copies('KNOWN-', 2_100);
  const writer = newWriter();
  await write(writer, clientId);
  await server.pool.query("delete from order_search where client_id = $1 and order_id like 'KNOWN-209%'", [clientId]);
  await copies('NEW-', 120);
  await write(newWriter(), clientId);
  const { rows } = await server.pool.query(
    'select count(*)::int as orders from orders o where client_id = $1 and not exists (select from order_search s where s.client_id = $1 and s.order_id = o.order_id)',
    [clientId],
  );
  assert.deepEqual(rows, [{ orders: 0 }]);
});

test('a returning client is read from the end of the last look', async () => {
  const customer = await newCustomer(server);
  await customer.post(addressed('FIRST', 'Grace Hopper'));
  let now = Date.now();
  const writer = new SearchTermsWriter(server.pool, () => new Date(now), log);
  await findDue(server.pool, writer.due());
  await write(writer, customer.clientId);
  // Its orders are taken in, so that it has no work for a while; meanwhile the words of an old one are gone.
  await server.pool.query('update orders set work_due = null where client_id = $1', [customer.clientId]);
  await findDue(server.pool, writer.due());
  await server.pool.query('delete from order_search where client_id = $1', [customer.clientId]);
  now += 60_000;
  await server.pool.query("update orders set created = created - interval '30 seconds' where client_id = $1", [
    customer.clientId,
  ]);
  await customer.post(addressed('SECOND', 'Grace Hopper'));
  await findDue(server.pool, writer.due());
  await write(writer, customer.clientId);
  assert.deepEqual(await find(customer, 'hopper'), ['SECOND']);
});

test('two processes that write words of the same orders do not deadlock', async () => {
  const customer = await newCustomer(server);
  const { clientId } = customer;
  await customer.post(addressed('RING', 'Grace Hopper'));
  await server.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, status_since, request_hash, document, summary, item_count)
     select client_id, 'RING-' || n, status, created, updated, status_since, request_hash, document, summary, item_count
     from orders, generate_series(100, 299) n where client_id = $1`,
    [clientId],
  );
  const { rows } = await server.pool.query<{ orderId: string; created: Date; document: string }>(
    'select order_id as "orderId", created, document from orders where client_id = $1 order by order_id',
    [clientId],
  );
  const searchable = rows.map(({ orderId, created, document }) => {
    const content: Order = JSON.parse(document);
    return { orderId, created, terms: searchTerms(content), items: itemRows({ ...content, orderId }) };
  });
  const reversed = searchable.toReversed();
  for (let round = 0; round < 10; round++) {
    await Promise.all([
      insertSearchTerms(server.pool, clientId, searchable),
      upsertSearchTerms(server.pool, clientId, reversed),
      insertSearchTerms(server.pool, clientId, reversed),
    ]);
    for (const table of ['order_search', 'order_items'])
      await server.pool.query(`delete from ${table} where client_id = $1`, [clientId]);
  }
});
