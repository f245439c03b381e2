import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { assignOrders } from '../src/orders/intake/assign-orders.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { DUE_RULE, order } from '../src/orders/test-support/sample-orders.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import { keepOrderDays, recountOrderDays } from '../src/reports/order-days.ts';
import { shareOverview } from '../src/reports/read-overview.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const ZONE = 'Europe/Berlin';
/** A day before the clocks change. */
const START = Date.parse('2026-03-28T09:00:00.000Z');
const HOUR_MS = 3_600_000;
const RUNS = 6;
const STEPS_MAX = 40;

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer({ TOKEN_RATE_LIMIT: 'off', TIME_ZONE: ZONE, RATE_LIMIT: 'off' });
  operator = await newOperator(server);
});
after(() => server.close());

const now = () => server.time.now ?? new Date();
const overview = () => shareOverview(server.pool, now, () => ZONE, 0).read();
/** Makes the client a sandbox, so that no count includes it. */
async function leave({ clientId }: Customer): Promise<void> {
  await server.pool.query(`update clients set mode = 'sandbox' where client_id = $1`, [clientId]);
  await server.pool.query('delete from order_day_sums');
}
const dayOf = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: ZONE });

interface Modelled {
  orderId: string;
  status: string;
  reason?: string;
  created: Date;
  ended?: Date;
}

type Step = {
  kind: 'wait' | 'keep' | 'create' | 'assign' | 'accept' | 'ship' | 'cancel' | 'hold' | 'error';
  pick: number;
};

test('the overview equals a simple model after any sequence of changes and stored days', {
  timeout: 120_000,
}, async () => {
  const kinds = [
    'wait',
    'keep',
    'create',
    'create',
    'assign',
    'assign',
    'accept',
    'accept',
    'ship',
    'ship',
    'cancel',
    'hold',
    'error',
  ] as const;
  const steps = fc.array(fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(1_000) }), {
    minLength: 10,
    maxLength: STEPS_MAX,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const customer = await newCustomer(server);
      try {
        const model = await play(customer, history);
        await compare(model);
        await keepOrderDays(server.pool, now(), ZONE);
        await compare(model);
        assert.equal(await keepOrderDays(server.pool, now(), ZONE), 0, 'each day is stored once');
        await recountOrderDays(server.pool, now(), ZONE);
        await compare(model);
      } finally {
        await leave(customer);
        server.time.now = undefined;
      }
    }),
    { numRuns: RUNS },
  );
});

async function play(customer: Customer, history: readonly Step[]): Promise<Modelled[]> {
  const { clientId } = customer;
  const model: Modelled[] = [];
  server.time.now = new Date(START);
  for (const [index, { kind, pick }] of history.entries()) {
    server.time.now = new Date(now().getTime() + (kind === 'wait' ? (pick % 40) * HOUR_MS : 1_000));
    const one = (...statuses: string[]) => {
      const fitting = model.filter(({ status, reason }) => statuses.includes(status) && !reason);
      return fitting[pick % fitting.length];
    };
    if (kind === 'keep') await keepOrderDays(server.pool, now(), ZONE);
    if (kind === 'create') {
      const orderId = `OV-${customer.clientId}-${index}`;
      const made = await customer.post(order({ orderId }));
      assert.equal(made.status, 200);
      // Sending the same order again does not create another.
      await customer.post(order({ orderId }));
      model.push({ orderId, status: 'NEW', created: now() });
    }
    const work = async (found: Modelled | undefined, verb: string, status: string, body?: object) => {
      if (!found) return;
      const { status: answered, text } = await operator.work(clientId, found.orderId, verb, body);
      assert.equal(answered, 200, text);
      if (verb === 'hold') found.reason = 'on_hold';
      else if (verb === 'error') found.reason = 'production_problem';
      found.status = status;
      if (status === 'SHIPPED' || status === 'CANCELLED') found.ended = now();
    };
    if (kind === 'assign') {
      const found = one('NEW');
      if (found) {
        const version = (await operator.get(`/orders/${clientId}/${found.orderId}`)).json.version;
        await inTransaction(server.pool, (connection) =>
          assignOrders(connection, clientId, new Map([[found.orderId, { version }]]), {
            now: now(),
            dueRule: DUE_RULE,
          }),
        );
        const { status } = (await customer.read(found.orderId)).json;
        if (status === 'ASSIGNED') found.status = 'ASSIGNED';
        else found.reason = 'waiting_for_stock';
      }
    }
    if (kind === 'accept') await work(one('ASSIGNED'), 'accept', 'ACCEPTED');
    if (kind === 'ship') await work(one('ACCEPTED'), 'ship', 'SHIPPED', { parcels: [{ trackingNumber: `T${index}` }] });
    if (kind === 'cancel') await work(one('NEW', 'ASSIGNED', 'ACCEPTED'), 'cancel', 'CANCELLED', { reason: 'No.' });
    if (kind === 'hold') await work(one('NEW'), 'hold', 'NEW', { reason: 'Wait.' });
    if (kind === 'error') await work(one('ASSIGNED', 'ACCEPTED'), 'error', 'ERROR', { message: 'Broken.' });
  }
  return model;
}

async function compare(model: readonly Modelled[]): Promise<void> {
  const { attention, statuses, backlog, turnaround, days } = await overview();
  const count = (matches: (one: Modelled) => boolean) => model.filter(matches).length;
  const withReason = (reason: string) => count((one) => one.reason === reason);
  for (const status of ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'ERROR'])
    assert.equal(
      statuses[status] ?? 0,
      count((one) => one.status === status),
      status,
    );
  assert.deepEqual(
    [attention.errors.orders, attention.onHold, attention.waitingForStock],
    [withReason('production_problem'), withReason('on_hold'), withReason('waiting_for_stock')],
  );
  const isOpen = ({ ended }: Modelled) => ended === undefined;
  const today = Temporal.PlainDate.from(dayOf(now()));
  const age = ({ created }: Modelled) => Temporal.PlainDate.from(dayOf(created)).until(today).days;
  assert.deepEqual(backlog.age, {
    today: count((one) => isOpen(one) && age(one) === 0),
    oneDay: count((one) => isOpen(one) && age(one) === 1),
    twoToThreeDays: count((one) => isOpen(one) && [2, 3].includes(age(one))),
    older: count((one) => isOpen(one) && age(one) > 3),
  });
  assert.equal(days.length, 30);
  assert.equal(days.at(-1)!.day, dayOf(now()));
  for (const told of days) {
    const { day, begins, created, shipped, cancelled } = told;
    assert.equal(
      begins,
      new Date(Temporal.ZonedDateTime.from(`${day}T00:00[${ZONE}]`).epochMilliseconds).toISOString(),
    );
    const endedAs = (status: string) => model.filter((one) => one.status === status && dayOf(one.ended!) === day);
    assert.deepEqual(
      [created, shipped, cancelled],
      [count((one) => dayOf(one.created) === day), endedAs('SHIPPED').length, endedAs('CANCELLED').length],
      day,
    );
    compareTimes(told, endedAs('SHIPPED'));
  }
  assert.deepEqual(
    turnaround.map((one) => one.days),
    [7, 30],
  );
  for (const told of turnaround) {
    const first = days.at(-told.days)!.day;
    const ended = model.filter((one) => one.status === 'SHIPPED' && dayOf(one.ended!) >= first);
    assert.equal(told.shipped, ended.length);
    compareTimes(told, ended);
  }
  const working = count(({ status }) => status === 'ASSIGNED' || status === 'ACCEPTED');
  const byTechnology = backlog.technologies.map(({ orders }) => orders);
  assert.ok(
    byTechnology.every((orders) => orders === working),
    JSON.stringify(backlog.technologies),
  );
  assert.equal(byTechnology.length > 0, working > 0);
}

function compareTimes(
  { medianSeconds, p90Seconds }: { medianSeconds?: number; p90Seconds?: number },
  shipped: readonly Modelled[],
): void {
  const took = shipped.map((one) => (one.ended!.getTime() - one.created.getTime()) / 1_000).sort((a, b) => a - b);
  for (const [told, share] of [
    [medianSeconds, 0.5],
    [p90Seconds, 0.9],
  ] as const) {
    const exact = took[Math.ceil(took.length * share) - 1];
    if (exact === undefined) assert.equal(told, undefined);
    else assert.ok(Math.abs(told! - exact) <= exact * 0.05 + 1, `${told} for ${exact}`);
  }
}

test('the overview has an ETag and is answered to every role that may read reports', async () => {
  const customer = await newCustomer(server);
  server.time.now = new Date(START);
  assert.equal((await customer.post(order({ orderId: 'FIRST' }))).status, 200);
  server.time.now = new Date(START + HOUR_MS);
  await customer.post(order({ orderId: 'SECOND' }));
  await operator.work(customer.clientId, 'SECOND', 'cancel', { reason: 'No.' });
  const endpointId = randomUUIDv7();
  await server.pool.query(
    `insert into webhook_endpoints (client_id, endpoint_id, url, status, secret, failing_since, created, updated)
     values ($1, $2, 'https://shop.example.com/hooks', 'active', '', now(), now(), now())`,
    [customer.clientId, endpointId],
  );
  const { status, json, headers } = await operator.get('/overview');
  assert.equal(status, 200);
  assert.equal(json.timeZone, ZONE);
  assert.equal(json.attention.oldestNew.orderId, 'FIRST');
  assert.equal(json.attention.oldestNew.since, new Date(START).toISOString());
  assert.deepEqual(json.attention.webhooks, { failing: 1, disabled: 0 });
  assert.deepEqual(json.attention.service, []);
  const { created, shipped, cancelled } = json.days.at(-1);
  assert.deepEqual([created, shipped, cancelled], [2, 0, 1]);
  const again = await operator.get('/overview', { 'if-none-match': headers.get('etag')! });
  assert.equal(again.status, 304);
  await leave(customer);
});

test('concurrent requests share one read of the overview, and a failed read is not cached', async () => {
  let statements = 0;
  let isBroken = false;
  const counting = new Proxy(server.pool, {
    get: (pool, name) => {
      if (name !== 'connect') return Reflect.get(pool, name);
      return () => {
        statements += 1;
        return isBroken ? Promise.reject(new Error('broken')) : pool.connect();
      };
    },
  });
  const reader = shareOverview(counting, now, () => ZONE, 60_000);
  isBroken = true;
  await assert.rejects(reader.read());
  isBroken = false;
  statements = 0;
  await Promise.all(Array.from({ length: 20 }, () => reader.read()));
  await reader.read();
  assert.equal(statements, 1);
});
