import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { runFor } from '../../platform/database/asker.ts';
import { openOrderBatches } from './order-batches.ts';

const MANY = 2_000;
/** A busy machine may once let the one connection wait that has the other's answer. */
const ATTEMPTS = 3;
const DOCUMENT_BYTES = 100_000;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
  await database.pool.query(
    "insert into clients (client_id, name, mode, scope, created) select id, id, 'live', 'fulfillment', now() from unnest('{one,other}'::text[]) id",
  );
});
after(() => database.close());

const newOrder = (clientId: string, orderId: string, document = '{}') => ({
  clientId,
  orderId,
  status: 'NEW' as const,
  created: new Date(),
  requestHash: Buffer.alloc(32),
  document,
  summary: '{}',
  eventId: crypto.randomUUID(),
  itemCount: 1,
  recipient: null,
  country: null,
  customerReference: null,
  carrierId: null,
  actorName: 'Shop',
  webhookBody: '{}',
  catalogVersion: null,
  traceParent: null,
  enteredById: null,
  isRush: false,
});

test('many reads, lists and inserts of one client do not delay the few of another', async () => {
  const batches = openOrderBatches(database.pool);
  const query = (clientId: string) => ({ clientId, filter: {}, limit: 20, offset: 0 });
  const kinds: Record<string, (clientId: string, number: string) => Promise<unknown>> = {
    insert: (clientId, number) => batches.insert(newOrder(clientId, `ORDER-${number}`)),
    find: (clientId, number) => batches.find({ clientId, orderId: `ORDER-${number}` }),
    list: (clientId) => batches.list(query(clientId)),
  };
  for (const [kind, ask] of Object.entries(kinds)) {
    let fewest = MANY;
    for (let attempt = 0; attempt < ATTEMPTS && fewest >= MANY / 2; attempt++) {
      let done = 0;
      const many = Array.from({ length: MANY }, (_, number) => ask('one', `${attempt}-${number}`).then(() => done++));
      await ask('other', `${attempt}`);
      fewest = Math.min(fewest, done);
      await Promise.all(many);
    }
    assert.ok(fewest < MANY / 2, `${kind}: ${fewest} came first`);
  }
});

test('a large document is read after its memory is reserved, and equals a small one otherwise', async () => {
  const batches = openOrderBatches(database.pool);
  const document = JSON.stringify({ text: 'ü'.repeat(DOCUMENT_BYTES) });
  await batches.insert(newOrder('one', 'LARGE', document));
  await batches.insert(newOrder('one', 'SMALL', '{"text":"ü"}'));
  const held: number[] = [];
  const asker = { until: Number.POSITIVE_INFINITY, hold: async (bytes: number) => void held.push(bytes) };
  const find = (orderId: string) => runFor(asker, () => batches.find({ clientId: 'one', orderId }));
  const orders = await Promise.all(['LARGE', 'SMALL', 'ABSENT', 'LARGE'].map(find));
  assert.deepEqual(
    orders.map((order) => order?.document),
    [document, '{"text":"ü"}', undefined, document],
  );
  assert.deepEqual(held, [Buffer.byteLength(document), Buffer.byteLength(document)]);
  const refusing = { ...asker, hold: () => Promise.reject(new Error('too much')) };
  const refused = runFor(refusing, () => batches.find({ clientId: 'one', orderId: 'LARGE' }));
  await assert.rejects(refused, /too much/);
});

test('a statement has a limit of bytes, for any number of waiting orders', async () => {
  const statements = { read: 0, read_large: 0, list: 0, create: 0 };
  const batches = openOrderBatches(database.pool, (batch) => statements[batch]++);
  const inserted = (document: string, prefix: string) =>
    Promise.all(
      Array.from({ length: 20 }, (_, number) => batches.insert(newOrder('one', `${prefix}-${number}`, document))),
    );
  await inserted('{}', 'TINY');
  assert.ok(statements.create <= 2);
  await inserted(JSON.stringify('x'.repeat(900_000)), 'HUGE');
  assert.ok(statements.create >= 10, `${statements.create} statements`);
  const find = (number: number) => batches.find({ clientId: 'one', orderId: `HUGE-${number}` });
  await Promise.all(Array.from({ length: 20 }, (_, number) => find(number)));
  assert.ok(statements.read_large >= 10, `${statements.read_large} statements`);
});

test('an insert stores the order with its carrier, event and deliveries, once', async () => {
  const { pool } = database;
  await pool.query("insert into carriers (carrier_id, name) values ('post', 'Post')");
  await pool.query("insert into client_carriers (client_id, carrier_id, is_default) values ('other', 'post', true)");
  await pool.query(
    `insert into webhook_endpoints (client_id, endpoint_id, url, types, secret, status, created, updated)
     select 'other', gen_random_uuid(), 'https://shop.example/', types, '', status, now(), now()
     from (values (null::text[], 'active'), (array['order.shipped'], 'active'), (array['order.created'], 'active'), (null, 'disabled')) t (types, status)`,
  );
  const batches = openOrderBatches(pool);
  const insert = (orderId: string, more = {}) => batches.insert({ ...newOrder('other', orderId), ...more });
  assert.deepEqual(
    await Promise.all([
      insert('A'),
      insert('A'),
      insert('B', { country: 'DE' }),
      insert('C', { catalogVersion: '-1' }),
    ]),
    ['inserted', 'exists', 'inserted', 'catalog_changed'],
  );
  assert.deepEqual(await Promise.all([insert('A'), insert('D', { country: 'DE', carrierId: 'own' })]), [
    'exists',
    'inserted',
  ]);
  const { rows } = await pool.query(
    `select order_id, carrier, (select count(*)::int from order_events e where e.client_id = o.client_id and e.order_id = o.order_id) as events,
            (select count(*)::int from webhook_deliveries d join order_events e on e.event_id = d.delivery_id and e.order_id = o.order_id) as deliveries
     from orders o where client_id = 'other' and length(order_id) = 1 order by 1`,
  );
  assert.deepEqual(rows, [
    { order_id: 'A', carrier: null, events: 1, deliveries: 2 },
    { order_id: 'B', carrier: 'post', events: 1, deliveries: 2 },
    { order_id: 'D', carrier: 'own', events: 1, deliveries: 2 },
  ]);
  const found = await Promise.all(['A', 'C', 'D'].map((orderId) => batches.find({ clientId: 'other', orderId })));
  assert.deepEqual(
    found.map((one) => one?.orderId),
    ['A', undefined, 'D'],
  );
});
