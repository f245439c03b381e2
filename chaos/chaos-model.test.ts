import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChaosModel, type Seen, type SeenEvent, type SeenOrder, type SeenStock } from './chaos-model.ts';
import { FAULTS, planFaults } from './fault-schedule.ts';

const KEY = 'shop A-1';
const SHELF = 'EAN';
const at = (second: number) => `2026-01-31T12:00:0${second}.000Z`;

/** Returns a model with one order of three pieces that shipped in two parcels. */
function shippedOrder(): ChaosModel {
  const model = new ChaosModel();
  model.put(SHELF, 10);
  const order = model.created({ clientId: 'shop', orderId: 'A-1', code: SHELF, quantity: 3, version: 1 });
  model.read(order, 5);
  order.accepted = 1;
  order.parcels.set('T1', 1).set('T2', 2);
  order.end = 'SHIPPED';
  return model;
}

const EVENTS: SeenEvent[] = [
  { type: 'order.created', occurred: at(0), status: 'NEW', version: 1 },
  { type: 'order.assigned', occurred: at(1), status: 'ASSIGNED', previousStatus: 'NEW', version: 2 },
  { type: 'order.accepted', occurred: at(2), status: 'ACCEPTED', previousStatus: 'ASSIGNED', version: 3 },
  {
    type: 'order.partially_shipped',
    occurred: at(3),
    status: 'ACCEPTED',
    previousStatus: 'ACCEPTED',
    version: 4,
  },
  { type: 'order.shipped', occurred: at(4), status: 'SHIPPED', previousStatus: 'ACCEPTED', version: 5 },
];

const ORDER: SeenOrder = {
  status: 'SHIPPED',
  quantity: 3,
  version: 5,
  trackingNumbers: ['T1', 'T2'],
  events: EVENTS,
};

const STOCK: SeenStock = { onHand: 7, reserved: 0, movedOnHand: 7, movedReserved: 0, promised: 0 };

/** Returns a world without violations. */
function newSeenWorld(): Seen {
  return {
    orders: new Map([[KEY, ORDER]]),
    listed: [KEY],
    webhooks: EVENTS.map(({ type, version }) => ({
      ...{ clientId: 'shop', orderId: 'A-1', type, version },
      id: `id-${version}`,
      at: version,
    })),
    stock: new Map([[SHELF, STOCK]]),
    pieces: new Map([[KEY, 3]]),
  };
}

const withOrder = (changes: Partial<SeenOrder>): Partial<Seen> => ({
  orders: new Map([[KEY, { ...ORDER, ...changes }]]),
});
const withEvents = (change: (events: SeenEvent[]) => SeenEvent[]) =>
  withOrder({ events: change(EVENTS.map((event) => ({ ...event }))) });
const withWebhooks = (change: (webhooks: Seen['webhooks']) => Seen['webhooks']): Partial<Seen> => ({
  webhooks: change(newSeenWorld().webhooks),
});
const withStock = (changes: Partial<SeenStock>): Partial<Seen> => ({
  stock: new Map([[SHELF, { ...STOCK, ...changes }]]),
});

test('a world that equals the model has no violation, also with repeated webhooks', () => {
  assert.deepEqual(shippedOrder().judge(newSeenWorld()), []);
  const twice = withWebhooks((webhooks) => [...webhooks, webhooks[1]!]);
  assert.deepEqual(shippedOrder().judge({ ...newSeenWorld(), ...twice }), []);
});

const FAULTY: [string, Partial<Seen>, RegExp][] = [
  ['an order is lost', { orders: new Map() }, /is not there/],
  ['an order is in no list', { listed: [] }, /in no list/],
  ['an order is listed twice', { listed: [KEY, KEY] }, /more than once/],
  ['an order is listed that nobody made', { listed: [KEY, 'shop B'] }, /nobody sent/],
  ['an acknowledged step is undone', withOrder({ status: 'ACCEPTED' }), /acknowledged as SHIPPED/],
  ['an amendment is lost', withOrder({ quantity: 2 }), /pieces of its item: 2/],
  ['an older version is back', withOrder({ version: 4 }), /older than the 5/],
  ['a parcel is lost', withOrder({ trackingNumbers: ['T1'] }), /its parcels/],
  ['a parcel is doubled', withOrder({ trackingNumbers: ['T1', 'T2', 'T2'] }), /its parcels/],
  ['pieces are made twice', { pieces: new Map([[KEY, 6]]) }, /6 pieces are to be made/],
  [
    'a step happened twice',
    withEvents((events) => [...events, { ...events[4]!, version: 6, occurred: at(5) }]),
    /order.shipped happened 2 times/,
  ],
  [
    'a step left no event',
    withEvents((events) => events.filter(({ version }) => version !== 3)),
    /accepted happened 0/,
  ],
  [
    'time ran backwards',
    withEvents((events) => events.map((event) => ({ ...event, occurred: at(9 - event.version) }))),
    /not after/,
  ],
  [
    'two events have one version',
    withEvents((events) => events.map((event) => ({ ...event, version: 1 }))),
    /no higher version/,
  ],
  ['a webhook is lost', withWebhooks((webhooks) => webhooks.slice(0, -1)), /never arrived/],
  ['webhooks come in another order', withWebhooks((webhooks) => webhooks.toReversed()), /first came after/],
  [
    'an event is sent under two ids',
    withWebhooks((webhooks) => [...webhooks, { ...webhooks[4]!, id: 'other' }]),
    /under two ids/,
  ],
  [
    'a webhook tells what never happened',
    withWebhooks((webhooks) => [...webhooks, { ...webhooks[0]!, id: 'other', version: 9 }]),
    /never happened/,
  ],
  ['stock is lost', withStock({ onHand: 6, movedOnHand: 6 }), /on the shelf: 6, and should be 7/],
  ['stock stays reserved', withStock({ reserved: 3, movedReserved: 3, promised: 3 }), /reserved: 3/],
  ['the ledger does not add up', withStock({ movedOnHand: 8 }), /by its ledger: 8/],
  ['a promise is left behind', withStock({ promised: 1 }), /promised to orders: 1/],
];

for (const [what, changes, expected] of FAULTY) {
  test(`it is a violation when ${what}`, () => {
    const violations = shippedOrder().judge({ ...newSeenWorld(), ...changes });
    assert.ok(
      violations.some((one) => expected.test(one.what)),
      JSON.stringify(violations),
    );
  });
}

test('reading an older version of an order than was acknowledged is a violation at once', () => {
  const model = shippedOrder();
  const [order] = model.waiting();
  assert.equal(model.read(order!, 5), undefined);
  assert.match(model.read(order!, 4)?.what ?? '', /version 4 was read after version 5/);
});

test('the same seed plans the same faults, another seed others, and a long run has every kind', () => {
  const plan = (seed: number) => planFaults(seed, { lengthMs: 120_000, kinds: FAULTS });
  assert.deepEqual(plan(1), plan(1));
  assert.notDeepEqual(plan(1), plan(2));
  assert.deepEqual([...new Set(plan(1).map(({ kind }) => kind))].sort(), FAULTS.toSorted());
  assert.ok(plan(1).every(({ at: begins }, index, all) => index === 0 || begins > all[index - 1]!.at));
});
