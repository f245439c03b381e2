import { type FakeServer, startFakeServer } from './fake-shop-server.ts';
import type { Scope } from './scope.ts';

/** The credentials that the fake shop accepts. */
export const SHOPWARE_KEYS = { user: 'SWIAKEY', secret: 'the secret key' };

interface FakeOrder {
  id: string;
  /** States of the order, its payment and its delivery. */
  states: { order: string; payment: string; delivery: string };
  lines: { id: string; sku: string; quantity: number }[];
  trackingCodes: string[];
  internalComment: string | null;
  updatedAt: string;
}

export interface FakeShopware extends FakeServer {
  orders: Map<string, FakeOrder>;
  products: { id: string; sku: string; name: string; ean: string; stock: number }[];
  /** Transitions of deliveries: the order and the transition. */
  transitions: string[];
  newOrder(id: string, lines: { sku: string; quantity: number }[]): FakeOrder;
  touch(order: FakeOrder): void;
}

/** Where each transition leads to, in the state machine order_delivery.state. */
const TRANSITIONS: Readonly<Record<string, { from: readonly string[]; to: string }>> = {
  ship: { from: ['open', 'shipped_partially'], to: 'shipped' },
  ship_partially: { from: ['open'], to: 'shipped_partially' },
  reopen: { from: ['shipped', 'shipped_partially', 'cancelled'], to: 'open' },
};
const state = (technicalName: string) => ({ technicalName });
/** The id of a payment or a delivery is the one of the order with another end. */
const deliveryIdOf = (id: string) => `${id.slice(0, -2)}dd`;

/** A Shopware shop after its published Admin API: OAuth, search, sync, states, and PATCH of entities. */
export async function startFakeShopware(t: Scope): Promise<FakeShopware> {
  let clock = Date.now();
  const server = await startFakeServer(t, (call) => {
    const body = call.body ? JSON.parse(call.body) : {};
    const path = call.path.replace(/^\/api\//, '');
    if (path === 'oauth/token') {
      if (body.client_id !== SHOPWARE_KEYS.user || body.client_secret !== SHOPWARE_KEYS.secret) return undefined;
      return { token_type: 'Bearer', expires_in: 600, access_token: 'a-token' };
    }
    return answer(shop, call.method, path, body);
  });
  const shop: FakeShopware = Object.assign(server, {
    orders: new Map<string, FakeOrder>(),
    products: [],
    transitions: [],
    newOrder: (id: string, lines: { sku: string; quantity: number }[]) => {
      const order: FakeOrder = {
        ...{ id, states: { order: 'open', payment: 'paid', delivery: 'open' }, trackingCodes: [] },
        lines: lines.map((line, index) => ({ id: `${id.slice(0, -1)}${index + 1}`, ...line })),
        ...{ internalComment: null, updatedAt: '' },
      };
      shop.orders.set(id, order);
      shop.touch(order);
      return order;
    },
    touch: (order: FakeOrder) => {
      clock += 1_000;
      order.updatedAt = new Date(clock).toISOString();
    },
  });
  return shop;
}

// biome-ignore lint/suspicious/noExplicitAny: the body of any request.
function answer(shop: FakeShopware, method: string, path: string, body: any): unknown {
  const page = (all: readonly unknown[]) => {
    const begin = ((body.page ?? 1) - 1) * body.limit;
    return { data: all.slice(begin, begin + body.limit) };
  };
  if (path === 'search/product')
    return page(
      shop.products.map(({ id, sku, name, ean, stock }) => ({
        ...{ id, productNumber: sku, ean, stock, translated: { name } },
        cover: { media: { url: `https://shop.example.com/${sku}.png` } },
      })),
    );
  if (path === 'search/order') return page(findOrders(shop, body).map(showOrder));
  if (path === '_action/sync') {
    for (const { id, stock } of body.stock.payload) shop.products.find((one) => one.id === id)!.stock = stock;
    return {};
  }
  const [, , deliveryId, , transition = ''] = path.split('/');
  const [entity, id = ''] = path.split('/');
  const order = [...shop.orders.values()].find((one) =>
    [one.id, deliveryIdOf(one.id)].includes(entity === '_action' ? (deliveryId ?? '') : id),
  );
  if (!order) return undefined;
  shop.touch(order);
  if (entity === '_action') {
    const { from, to } = TRANSITIONS[transition]!;
    if (!from.includes(order.states.delivery)) throw new Error(`${transition} from ${order.states.delivery}`);
    order.states.delivery = to;
    shop.transitions.push(`${order.id} ${transition}`);
  }
  if (method === 'PATCH') Object.assign(order, body);
  return null;
}

// biome-ignore lint/suspicious/noExplicitAny: the body of the search.
function findOrders({ orders }: FakeShopware, { ids, filter = [] }: any): FakeOrder[] {
  const all = [...orders.values()];
  if (ids) return all.filter(({ id }) => ids.includes(id));
  const [first] = filter;
  if (first?.type === 'multi') {
    const { gte } = first.queries[0].parameters;
    return all.filter(({ updatedAt }) => updatedAt >= gte);
  }
  return all.filter(({ states }) => filter.length === 0 || (states.delivery === 'open' && states.payment === 'paid'));
}

function showOrder({ id, states, lines, trackingCodes, internalComment, updatedAt }: FakeOrder): object {
  const address = { firstName: 'Ada', lastName: 'Lovelace', street: 'Musterstraße 1', zipcode: '10115' };
  return {
    ...{ id, orderNumber: '10001', updatedAt, internalComment, customerComment: null },
    stateMachineState: state(states.order),
    transactions: [{ stateMachineState: state(states.payment) }],
    deliveries: [
      {
        ...{ id: deliveryIdOf(id), trackingCodes, stateMachineState: state(states.delivery) },
        shippingMethod: { translated: { name: 'Standard' } },
        shippingOrderAddress: { ...address, city: 'Berlin', country: { iso: 'DE' }, countryState: null },
      },
    ],
    lineItems: lines.map(({ id: lineId, sku, quantity }) => ({
      ...{ id: lineId, type: 'product', label: 'A tee', quantity, totalPrice: 24.9 * quantity },
      payload: { productNumber: sku, options: [{ group: 'Size', option: 'M' }] },
    })),
    orderCustomer: { email: 'ada@example.com' },
    currency: { isoCode: 'EUR' },
    price: { taxStatus: 'gross' },
  };
}
