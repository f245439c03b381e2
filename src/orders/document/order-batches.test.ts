import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { runFor } from '../../platform/database/asker.ts';
import { pretendDistributed } from '../../platform/database/distribution.ts';
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
  const batches = openOrderBatches(database.pool);
  const inserted = (document: string, prefix: string) =>
    Promise.all(
      Array.from({ length: 20 }, (_, number) => batches.insert(newOrder('one', `${prefix}-${number}`, document))),
    );
  await inserted('{}', 'TINY');
  assert.ok(batches.counts.insert.statements <= 2);
  await inserted(JSON.stringify('x'.repeat(900_000)), 'HUGE');
  assert.ok(batches.counts.insert.statements >= 10, `${batches.counts.insert.statements} statements`);
  const find = (number: number) => batches.find({ clientId: 'one', orderId: `HUGE-${number}` });
  await Promise.all(Array.from({ length: 20 }, (_, number) => find(number)));
  assert.ok(batches.counts.findLarge.statements >= 10, `${batches.counts.findLarge.statements} statements`);
});

test('on several nodes each client has separate statements with the same results', async () => {
  const { pool } = database;
  const hook = `insert into webhook_endpoints (client_id, endpoint_id, url, types, secret, status, created, updated)
     select client_id, gen_random_uuid(), 'https://shop.example/', types, '', 'active', now(), now()
     from unnest(array['plain', 'split']) client_id cross join (values (null::text[]), (array['order.shipped']), (array['order.created'])) t (types)`;
  await pool.query(
    `insert into clients (client_id, name, mode, scope, created) select id, id, 'live', 'fulfillment', now() from unnest('{plain,split}'::text[]) id`,
  );
  await pool.query("insert into carriers (carrier_id, name) values ('post', 'Post')");
  await pool.query(
    "insert into client_carriers (client_id, carrier_id, is_default) select id, 'post', true from unnest('{plain,split}'::text[]) id",
  );
  await pool.query(hook);
  const created = new Date('2026-01-01T10:07:00Z');
  const answersOf = async (clientId: string) => {
    const batches = openOrderBatches(pool);
    const order = (orderId: string, more = {}) => ({ ...newOrder(clientId, orderId), created, ...more });
    const insert = (orderId: string, more = {}) => batches.insert(order(orderId, more));
    return [
      await Promise.all([insert('A'), insert('B', { country: 'DE' }), insert('C', { catalogVersion: '-1' })]),
      await Promise.all([insert('A'), insert('D', { country: 'DE', carrierId: 'own' })]),
      await Promise.all(['A', 'C', 'D'].map((orderId) => batches.find({ clientId, orderId }))).then((orders) =>
        orders.map((one) => one && [one.orderId, one.version, one.document]),
      ),
      await batches.list({ clientId, filter: {}, limit: 20, offset: 0 }),
    ];
  };
  const rowsOf = async (clientId: string) => {
    const all = [];
    for (const [table, left] of [
      ['orders', 'client_id'],
      ['order_events', 'client_id,actor_id,event_id,position'],
      ['webhook_deliveries', 'client_id,endpoint_id,delivery_id,position'],
    ] as const) {
      const { rows } = await pool.query(
        `select (to_jsonb(t) - $2::text[])::text as row from ${table} t where client_id = $1 order by 1`,
        [clientId, left.split(',')],
      );
      all.push(rows.map(({ row }) => row));
    }
    return all;
  };
  const plain = await answersOf('plain');
  pretendDistributed(true);
  try {
    assert.deepEqual(await answersOf('split'), plain);
  } finally {
    pretendDistributed(false);
  }
  assert.deepEqual(await rowsOf('split'), await rowsOf('plain'));
  const [orders, events, deliveries] = await rowsOf('split');
  assert.deepEqual([orders?.length, events?.length, deliveries?.length], [3, 3, 6]);
});
