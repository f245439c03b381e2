import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { findTransition } from '../src/orders/change/order-states.ts';
import type { OrderStatus } from '../src/orders/document/order-fields.ts';
import type { Order } from '../src/orders/document/order-schemas.ts';
import { assignWaitingOrders } from '../src/orders/intake/assign-orders.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { item, order } from '../src/orders/test-support/sample-orders.ts';
import type { ActorKind } from '../src/platform/audit/actor.ts';
import { assign, assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const RUNS = 30;
const STEPS_MAX = 14;
const CONCURRENT_MAX = 6;
/** No run begins after this time. A run that was interrupted would go on while the server closes. */
const BEGIN_MS_MAX = 12_000;
const VARIANTS = 2;

let server: TestServer;
let operator: Operator;
let customers: Customer[];
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customers = [await newCustomer(server), await newCustomer(server)];
});
after(() => server.close());

const VERBS = [
  'ask',
  'cancel',
  'grant',
  'decline',
  'accept',
  'ship',
  'fail',
  'reopen',
  'retry',
  'correct',
  'intake',
] as const;
const SCRAPPING = ['error', 'cancel', 'cancellation/accept'] as const;
type Step =
  | { do: 'order'; client: number; quantities: number[] }
  | { do: 'amend'; order: number; quantities: number[] }
  | { do: (typeof VERBS)[number]; order: number }
  | { do: 'part'; order: number; parcel: number; item: number; quantity: number }
  | { do: 'scrap'; order: number; by: (typeof SCRAPPING)[number]; item: number; quantity: number }
  | { do: 'set'; variant: number; quantity: number }
  | { do: 'import'; variant: number; quantity: number }
  | { do: 'adjust'; variant: number; by: number }
  | { do: 'turns' };

const variant = fc.nat(VARIANTS - 1);
const few = fc.nat(6);
const quantities = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: VARIANTS });
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      client: fc.nat(1),
      quantities,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom(...VERBS), order: fc.nat(12) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('amend' as const), order: fc.nat(12), quantities }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('part' as const),
      order: fc.nat(12),
      parcel: fc.nat(3),
      item: variant,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('scrap' as const),
      order: fc.nat(12),
      by: fc.constantFrom(...SCRAPPING),
      item: variant,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({ do: fc.constant('set' as const), variant, quantity: few }),
  fc.record({ do: fc.constant('import' as const), variant, quantity: few }),
  fc.record({ do: fc.constant('adjust' as const), variant, by: fc.integer({ min: -4, max: 4 }) }),
  fc.constant({ do: 'turns' as const }),
);

test('concurrent changes follow the table of transitions, stock adds up, and no order waits although it could be filled', async () => {
  const groups = fc.array(fc.array(stepArbitrary, { minLength: 1, maxLength: CONCURRENT_MAX }), {
    minLength: 1,
    maxLength: STEPS_MAX,
  });
  let run = 0;
  const until = performance.now() + BEGIN_MS_MAX;
  await fc.assert(
    fc.asyncProperty(groups, async (steps) => {
      if (performance.now() > until) return;
      run++;
      const world = await newWorld(run);
      for (const group of steps) {
        await Promise.all(group.map((step) => world.take(step)));
        await assertSound(world.ean13s);
        for (const order of world.orders) await assertAccountedFor(order);
      }
      await world.take({ do: 'turns' });
      await assertNobodyWaitsInVain(world.ean13s);
      for (const order of world.orders) await assertHistory(order);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('many concurrent orders for the last pieces never get more pieces than exist', async () => {
  const { ean13s, take } = await newWorld(1_000);
  await take({ do: 'set', variant: 0, quantity: 7 });
  const orders = Array.from({ length: 30 }, (_, index) => ({
    do: 'order' as const,
    client: index % 2,
    quantities: [1],
  }));
  await Promise.all(orders.map(take));
  const level = (await operator.get(`/stock/PRODUCT/${ean13s[0]}`)).json;
  assert.deepEqual([level.onHand, level.reserved, level.available, level.waitingOrders], [7, 7, 0, 23]);
  await assertSound(ean13s);
});

/** Creates separate variants and the steps that orders can take. */
async function newWorld(run: number) {
  const ean13s = Array.from({ length: VARIANTS }, (_, index) => String(5_000_000_000_000 + run * 100 + index));
  const orders: LivingOrder[] = [];
  const itemsOf = (some: readonly number[]) =>
    some.map((quantity, index) => item({ quantity, existingProduct: { ean13: ean13s[index]! } }));
  const importStock = (stock: readonly (readonly [string, number])[], clientId?: string) =>
    importCatalog(
      server.pool,
      {
        articles: [],
        carriers: [],
        products: stock.map(([ean13, stockLevelQuantity]) => ({
          productId: `P-${ean13}`,
          name: 'Mug',
          previewImageUrls: [],
          variants: [{ ean13, name: 'Mug', color: 'White', size: 'One', stockLevelQuantity }],
        })),
      },
      clientId === undefined ? {} : { clientId },
    );
  for (const { clientId } of customers) {
    await importStock(
      ean13s.map((ean13) => [ean13, 5]),
      clientId,
    );
  }
  let count = 0;
  async function take(step: Step): Promise<void> {
    const path = 'variant' in step ? `/stock/PRODUCT/${ean13s[step.variant]}` : '';
    if (step.do === 'order') {
      const customer = customers[step.client]!;
      const orderId = `M-${run}-${++count}`;
      await assigned(server, customer, { orderId, items: itemsOf(step.quantities) });
      orders.push({ customer, orderId });
    } else if (step.do === 'turns') {
      await assignWaitingOrders(
        { pool: server.pool, clock: () => new Date(), log: server.log, faults: server.faults, dueRule: server.config },
        new AbortController().signal,
      );
    } else if (step.do === 'set' || step.do === 'adjust') {
      const body = step.do === 'set' ? { quantity: step.quantity } : { by: step.by };
      const { status } = await operator.send('POST', `${path}/${step.do}`, body);
      assert.ok(status === 200 || status === 409);
    } else if (step.do === 'import') {
      await importStock([[ean13s[step.variant]!, step.quantity]]);
    } else {
      const chosen = orders[step.order % Math.max(1, orders.length)];
      if (!chosen) return;
      const { customer, orderId } = chosen;
      if (step.do === 'intake') {
        await assign(server, customer.clientId, orderId);
        return;
      }
      const work = (verb: string, body?: unknown) => operator.work(customer.clientId, orderId, verb, body);
      const ofItem = (id: number) => String(id + 1);
      const { status } = await {
        part: () => {
          if (step.do !== 'part') throw new Error();
          const items = [{ id: ofItem(step.item), quantity: step.quantity }];
          return work('ship', { parcels: [{ trackingNumber: `T-${step.parcel}`, items }] });
        },
        scrap: () => {
          if (step.do !== 'scrap') throw new Error();
          const scrapped = [{ item: ofItem(step.item), quantity: step.quantity, reason: 'Torn.' }];
          return work(step.by, { scrapped, ...(step.by === 'error' && { message: 'x' }) });
        },
        retry: () => work('retry'),
        correct: () => work('shipments/1/tracking', { trackingNumber: 'T-9' }),
        amend: () =>
          customer.put(orderId, order({ orderId, items: itemsOf('quantities' in step ? step.quantities : []) })),
        ask: () => customer.cancel(orderId),
        cancel: () => work('cancel'),
        grant: () => work('cancellation/accept'),
        decline: () => work('cancellation/reject'),
        accept: () => work('accept'),
        ship: () => work('ship', { parcels: [{}] }),
        fail: () => work('error', { message: 'x' }),
        reopen: () => work('reopen'),
      }[step.do]();
      // The step may name an unknown item or too many pieces of one.
      const refused = step.do === 'part' || step.do === 'scrap' ? [400, 409] : [409];
      assert.ok([200, 202, ...refused].includes(status), `${step.do} ${status}`);
    }
  }
  return { ean13s, orders, take };
}

interface LivingOrder {
  customer: Customer;
  orderId: string;
}

/**
 * Checks the order's history: versions and statuses follow each other by allowed transitions, and the last
 * entry is the current state.
 */
async function assertHistory({ customer, orderId }: LivingOrder): Promise<void> {
  const { status, cancellation } = (await customer.read(orderId)).json;
  const events: OrderHistory = (await customer.get(`/v1/orders/${orderId}/events?limit=100`)).json;
  events.forEach((event, index) => {
    const before = events[index - 1];
    assert.equal(event.version, index + 1);
    assert.equal(event.previousStatus, before?.status);
    if (before && before.status !== event.status) {
      const way = findTransition(before.status, event.status, event.actor);
      assert.ok(way, `${before.status} ${event.status} ${event.actor}`);
    }
  });
  assert.equal(events.at(-1)?.status, status);
  if (cancellation?.status === 'REQUESTED') assert.equal(status, 'ACCEPTED');
}

type OrderHistory = {
  version: number;
  status: OrderStatus;
  previousStatus?: OrderStatus;
  actor: ActorKind;
}[];

/**
 * Checks the ledger: reservations equal the order's remaining needs, and shipped or spoiled pieces left the
 * shelf once.
 */
async function assertAccountedFor({ customer, orderId }: LivingOrder): Promise<void> {
  const { status, items, shipments = [] }: Order = (await customer.read(orderId)).json;
  const shipped = new Map<string, number>();
  for (const pieces of shipments)
    for (const { id, quantity } of pieces.items) shipped.set(id, (shipped.get(id) ?? 0) + quantity);
  const { rows } = await server.pool.query<Record<'code', string> & Record<string, number>>(
    `select code, sum(reserved_change)::int as reserved,
            sum(case when reason = 'shipped' then -on_hand_change else 0 end)::int as shipped,
            sum(case when reason in ('shipped', 'scrapped') then on_hand_change - reserved_change else on_hand_change end)::int as odd
     from stock_movements where client_id = $1 and order_id = $2 group by code`,
    [customer.clientId, orderId],
  );
  for (const { id, quantity, existingProduct } of items) {
    const left = quantity - (shipped.get(id) ?? 0);
    const moved = rows.find(({ code }) => code === existingProduct?.ean13);
    assert.equal(moved?.shipped ?? 0, shipped.get(id) ?? 0, `${orderId} ${status}: what left`);
    assert.equal(moved?.odd ?? 0, 0, `${orderId} ${status}: what left was reserved`);
    const isReserved = status === 'ASSIGNED' || status === 'ACCEPTED';
    if (status !== 'NEW')
      assert.equal(moved?.reserved ?? 0, isReserved ? left : 0, `${orderId} ${status}: what is reserved`);
    if (status === 'SHIPPED') assert.equal(left, 0);
  }
}

/** Checks that each waiting order lacks at least one item. */
async function assertNobodyWaitsInVain(ean13s: readonly string[]): Promise<void> {
  const { rows } = await server.pool.query(
    `select w.order_id from stock_waits w
     where code = any($1) and not exists (
       select from json_to_recordset((select document::json -> 'items' from orders o where o.client_id = w.client_id and o.order_id = w.order_id))
         as needed (quantity int, "existingProduct" json)
       join product_variants v on v.ean13 = needed."existingProduct" ->> 'ean13'
       where v.stock_level_quantity - v.reserved < needed.quantity - coalesce(
               (select quantity from stock_reservations r where r.client_id = w.client_id and r.order_id = w.order_id and r.code = v.ean13), 0)
     )`,
    [ean13s],
  );
  assert.deepEqual(rows, []);
}

async function assertSound(ean13s: readonly string[]): Promise<void> {
  for (const ean13 of ean13s) {
    const { rows } = await server.pool.query<Record<string, number>>(
      `select v.stock_level_quantity as "onHand", v.reserved,
              (select coalesce(sum(on_hand_change), 0)::int from stock_movements where kind = 'PRODUCT' and code = $1) as "ledgerOnHand",
              (select coalesce(sum(reserved_change), 0)::int from stock_movements where kind = 'PRODUCT' and code = $1) as "ledgerReserved",
              (select coalesce(sum(quantity), 0)::int from stock_reservations where kind = 'PRODUCT' and code = $1) as promised
       from product_variants v where ean13 = $1`,
      [ean13],
    );
    const [{ onHand, reserved, ledgerOnHand, ledgerReserved, promised }] = rows as [Record<string, number>];
    assert.ok(onHand! >= 0 && reserved! >= 0);
    assert.deepEqual([ledgerOnHand, ledgerReserved, promised], [onHand, reserved, reserved]);
  }
}
