import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { assignWokenOrders } from '../src/orders/assign-orders.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { item } from '../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const RUNS = 30;
const STEPS_MAX = 14;
const CONCURRENT_MAX = 6;
const TIME_LIMIT_MS = 12_000;
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

type Step =
  | { do: 'order'; client: number; quantities: number[] }
  | { do: 'cancel' | 'accept' | 'ship' | 'fail'; order: number }
  | { do: 'set'; variant: number; quantity: number }
  | { do: 'import'; variant: number; quantity: number }
  | { do: 'adjust'; variant: number; by: number }
  | { do: 'turns' };

const variant = fc.nat(VARIANTS - 1);
const few = fc.nat(6);
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      client: fc.nat(1),
      quantities: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: VARIANTS }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'accept' as const, 'ship' as const, 'fail' as const),
      order: fc.nat(12),
    }),
  },
  fc.record({ do: fc.constant('set' as const), variant, quantity: few }),
  fc.record({ do: fc.constant('import' as const), variant, quantity: few }),
  fc.record({ do: fc.constant('adjust' as const), variant, by: fc.integer({ min: -4, max: 4 }) }),
  fc.constant({ do: 'turns' as const }),
);

test('whatever happens at once, stock is never negative nor oversold, and the ledger adds up to it', async () => {
  const groups = fc.array(fc.array(stepArbitrary, { minLength: 1, maxLength: CONCURRENT_MAX }), {
    minLength: 1,
    maxLength: STEPS_MAX,
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(groups, async (steps) => {
      run++;
      const world = await newWorld(run);
      for (const group of steps) {
        await Promise.all(group.map((step) => world.take(step)));
        await assertSound(world.ean13s);
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS, endOnFailure: true },
  );
});

test('of many orders at once for the last pieces, as many are assigned as there are pieces', async () => {
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

/** Variants of their own, and what can be done with them. */
async function newWorld(run: number) {
  const ean13s = Array.from({ length: VARIANTS }, (_, index) =>
    String(5_000_000_000_000 + run * 100 + index),
  );
  const orders: { clientId: string; orderId: string }[] = [];
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
      const items = step.quantities.map((quantity, index) =>
        item({ quantity, existingProduct: { ean13: ean13s[index]! } }),
      );
      await assigned(server, customer, { orderId, items });
      orders.push({ clientId: customer.clientId, orderId });
    } else if (step.do === 'turns') {
      const { signal } = new AbortController();
      for (const { clientId } of customers)
        await assignWokenOrders(server.pool, clientId, () => new Date(), signal);
    } else if (step.do === 'set' || step.do === 'adjust') {
      const body = step.do === 'set' ? { quantity: step.quantity } : { by: step.by };
      const { status } = await operator.send('POST', `${path}/${step.do}`, body);
      assert.ok(status === 200 || status === 409);
    } else if (step.do === 'import') {
      await importStock([[ean13s[step.variant]!, step.quantity]]);
    } else {
      const chosen = orders[step.order % Math.max(1, orders.length)];
      if (!chosen) return;
      const [verb, body] = (
        {
          cancel: ['cancel'],
          accept: ['accept'],
          ship: ['ship', { parcels: [{}] }],
          fail: ['error', { message: 'x' }],
        } as const
      )[step.do];
      if (step.do === 'ship') await operator.work(chosen.clientId, chosen.orderId, 'accept');
      const { status } = await operator.work(chosen.clientId, chosen.orderId, verb, body);
      assert.ok(status === 200 || status === 409, `${step.do} ${status}`);
    }
  }
  return { ean13s, take };
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
