import { createHmac } from 'node:crypto';
import { SHOPIFY_SCOPES } from '../../connectors/shopify-api.ts';
import { type FakeServer, startFakeServer } from './fake-shop-server.ts';
import type { Scope } from './scope.ts';

export const SHOPIFY_SECRET = 'the secret of the webhook';

interface Line {
  id: string;
  sku: string;
  quantity: number;
  currentQuantity: number;
  /** Options that the customer chose. */
  attributes?: { key: string; value: string }[];
}

interface FulfillmentOrder {
  id: string;
  status: string;
  /** Default: the only location. */
  location?: string;
  lines: { id: string; item: string; remaining: number }[];
}

interface Fulfillment {
  id: string;
  status: string;
  trackingInfo: { number?: string; company?: string; url?: string }[];
  lines: { item: string; quantity: number }[];
}

/** An order of the fake shop. Tests change it as the shop's staff would, and then call `touch`. */
export interface FakeOrder {
  id: string;
  cancelledAt: string | null;
  financial: string;
  lines: Line[];
  fulfillmentOrders: FulfillmentOrder[];
  fulfillments: Fulfillment[];
  tags: string[];
  updatedAt: string;
  street: string;
}

export interface FakeVariant {
  sku: string;
  name: string;
  barcode: string;
  picture: string;
}

export interface FakeShopify extends FakeServer {
  /** Variants of products. Each is its own inventory item, by the place in the list from 1. */
  variants: FakeVariant[];
  /** Available pieces, by inventory item. */
  stock: Map<string, number>;
  scopes: string[];
  /** Addresses that it asks for rates, by id. */
  rateUrls: Map<string, string>;
  /** The only token that it accepts; any without one. */
  token: string | undefined;
  orders: Map<string, FakeOrder>;
  /** Mails to customers: the order and its tracking number. */
  mails: string[];
  /** Cost of each answered query in points. */
  costs: number[];
  /** The maximum cost of one query. */
  costMax: number;
  /** Points that are left for queries. A refused query fills them again. */
  points: number;
  newOrder(id: string, lines?: Partial<Line>[], status?: string): FakeOrder;
  touch(order: FakeOrder): void;
  /** Sends the webhook of an order to the connector, as often as it fails. Returns the answer. */
  send(url: string, order: FakeOrder): Promise<{ status: number; json: unknown }>;
  /** Chooses a fault for one query or mutation by name, once. */
  failOnce(name: string, fault: ReturnType<FakeServer['fault']>): void;
}

const ADDRESS = { name: 'Ada Lovelace', zip: '10115', city: 'Berlin' };
let clock = Date.now();

/** A shop in Shopify that refunds, holds and fulfills orders, and refuses queries that are too dear. */
export async function startFakeShopify(t: Scope): Promise<FakeShopify> {
  const orders = new Map<string, FakeOrder>();
  const server = await startFakeServer(t, ({ body, path }) => {
    if (path.endsWith('/oauth/access_token')) return { access_token: shop.token ?? 'any', expires_in: 86_399 };
    return answer(shop, JSON.parse(body));
  });
  const shop: FakeShopify = Object.assign(server, {
    orders,
    variants: [],
    stock: new Map<string, number>(),
    scopes: [...SHOPIFY_SCOPES],
    rateUrls: new Map<string, string>(),
    token: undefined,
    mails: [],
    costs: [],
    costMax: 1_000,
    points: Infinity,
    newOrder: (id: string, lines: Partial<Line>[] = [{}], status = 'OPEN') => {
      const all = lines.map((line, index) => {
        const quantity = line.quantity ?? 1;
        return { id: `${id}${index + 1}`, sku: 'TEE', quantity, currentQuantity: quantity, ...line };
      });
      const order: FakeOrder = {
        id,
        cancelledAt: null,
        financial: 'PAID',
        lines: all,
        fulfillmentOrders: [
          {
            id: `FO-${id}`,
            status,
            lines: all.map((line) => ({ id: `L${line.id}`, item: line.id, remaining: line.quantity })),
          },
        ],
        fulfillments: [],
        tags: [],
        updatedAt: '',
        street: 'Musterstraße 1',
      };
      orders.set(id, order);
      shop.touch(order);
      return order;
    },
    touch: (order: FakeOrder) => {
      clock += 1_000;
      order.updatedAt = new Date(clock).toISOString();
    },
    send: async (url: string, order: FakeOrder) => {
      const body = JSON.stringify(webhookOf(order));
      const signature = createHmac('sha256', SHOPIFY_SECRET).update(body).digest('base64');
      const headers = { 'x-shopify-topic': 'orders/updated', 'x-shopify-hmac-sha256': signature };
      const response = await fetch(`${url}/shop`, { method: 'POST', body, headers });
      return { status: response.status, json: await response.json() };
    },
    failOnce: (name: string, fault: ReturnType<FakeServer['fault']>) => {
      const before = server.fault;
      server.fault = (call) => {
        if (!new RegExp(`\\b${name}\\(`).test(JSON.parse(call.body).query)) return before(call);
        server.fault = before;
        return fault;
      };
    },
  });
  return shop;
}

function webhookOf(order: FakeOrder): object {
  return {
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    name: `#${order.id}`,
    financial_status: order.financial.toLowerCase(),
    cancelled_at: order.cancelledAt,
    updated_at: order.updatedAt,
    currency: 'EUR',
    line_items: order.lines.map(({ id, sku, quantity, currentQuantity }) => ({
      ...{ id, sku, quantity, price: '24.90' },
      current_quantity: currentQuantity,
    })),
    shipping_address: { ...ADDRESS, address1: order.street, country_code: 'DE' },
  };
}

interface Asked {
  query: string;
  // biome-ignore lint/suspicious/noExplicitAny: the variables of any query.
  variables: any;
}

function answer(shop: FakeShopify, { query, variables }: Asked): unknown {
  const cost = costOf(query, variables);
  const extensions = { cost: { requestedQueryCost: cost, actualQueryCost: Math.min(cost, 10) } };
  if (cost > shop.costMax) {
    const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${shop.costMax}).`;
    return { errors: [{ message, extensions: { code: 'MAX_COST_EXCEEDED' } }], extensions };
  }
  if (cost > shop.points) {
    const throttleStatus = { maximumAvailable: 2_000, currentlyAvailable: shop.points, restoreRate: 100_000 };
    shop.points = throttleStatus.maximumAvailable;
    const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
    return { errors, extensions: { cost: { ...extensions.cost, actualQueryCost: null, throttleStatus } } };
  }
  shop.points -= cost;
  shop.costs.push(cost);
  return { data: dataOf(shop, query, variables), extensions };
}

/** Shopify's linear rule: an object costs one point, and a list as much as its entries. */
export function costOf(query: string, variables: Record<string, unknown>): number {
  if (query.startsWith('mutation')) return 10;
  const tokens: string[] = query.match(/\w+(\([^)]*\))?|[{}]/g) ?? [];
  let at = tokens.indexOf('{') + 1;
  const read = (): number => {
    let sum = 0;
    for (; tokens[at] !== '}'; at++) {
      if (tokens[at + 1] !== '{') continue;
      const [, size] = /first: (\$?\w+)/.exec(tokens[at] ?? '') ?? [];
      const count = size === undefined ? 1 : Number(size.startsWith('$') ? variables[size.slice(1)] : size);
      const isPage = /pageInfo|nodes/.test(tokens[at] ?? '');
      at += 2;
      const inside = read();
      sum += isPage ? inside : count * (1 + inside);
    }
    return sum;
  };
  return read();
}

const page = (nodes: readonly unknown[], { first, after }: { first: number; after: string | null }) => {
  const begin = Number(after ?? 0);
  const hasNextPage = begin + first < nodes.length;
  return { pageInfo: { hasNextPage, endCursor: String(begin + first) }, nodes: nodes.slice(begin, begin + first) };
};
const gid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`;

function fulfillmentStatusOf(order: FakeOrder): string {
  const open = order.fulfillmentOrders.filter(({ lines }) => lines.some(({ remaining }) => remaining > 0));
  if (open.length === 0) return 'FULFILLED';
  return open.some(({ status }) => status === 'ON_HOLD') ? 'ON_HOLD' : 'UNFULFILLED';
}

const headOf = (order: FakeOrder) => ({
  id: gid('Order', order.id),
  updatedAt: order.updatedAt,
  displayFinancialStatus: order.financial,
  displayFulfillmentStatus: fulfillmentStatusOf(order),
});

// biome-ignore lint/suspicious/noExplicitAny: the variables of any query.
function dataOf(shop: FakeShopify, query: string, variables: any): unknown {
  const order = shop.orders.get(String(variables.id ?? '').replace(/^.*\//, ''));
  if (query.includes('accessScopes'))
    return { currentAppInstallation: { accessScopes: shop.scopes.map((handle) => ({ handle })) } };
  if (query.startsWith('query { location')) return { location: { id: 'gid://shopify/Location/1' } };
  if (query.includes('productVariants(first')) {
    const nodes = shop.variants.map(({ sku, name, barcode, picture }, index) => ({
      ...{ id: gid('ProductVariant', String(index + 1)), sku, displayName: name, barcode },
      inventoryItem: { id: gid('InventoryItem', String(index + 1)) },
      product: { featuredMedia: picture && { preview: { image: { url: picture } } } },
    }));
    return { productVariants: page(nodes, variables) };
  }
  if (query.includes('carrierServices(first')) {
    const nodes = [...shop.rateUrls].map(([id, callbackUrl]) => ({ id, callbackUrl }));
    return { carrierServices: page(nodes, variables) };
  }
  if (query.includes('carrierServiceCreate(')) {
    const id = gid('DeliveryCarrierService', String(shop.rateUrls.size + 1));
    shop.rateUrls.set(id, variables.input.callbackUrl);
    return { carrierServiceCreate: { carrierService: { id }, userErrors: [] } };
  }
  if (query.includes('carrierServiceDelete(')) {
    shop.rateUrls.delete(variables.id);
    return { carrierServiceDelete: { deletedId: variables.id, userErrors: [] } };
  }
  if (query.includes('inventorySetQuantities(')) {
    for (const { inventoryItemId, quantity } of variables.input.quantities)
      shop.stock.set(inventoryItemId.replace(/^.*\//, ''), quantity);
    return { inventorySetQuantities: { inventoryAdjustmentGroup: { id: 'gid://shopify/Group/1' }, userErrors: [] } };
  }
  if (query.includes('orders(first')) return { orders: listOrders(shop, variables) };
  if (query.includes('lineItems(first') && query.includes('order(id'))
    return { order: order ? readOrder(order, variables) : null };
  if (query.includes('fulfillments(first')) {
    if (!order) return { order: null };
    const { fulfillments, fulfillmentOrders } = order;
    const listed = fulfillments.slice(0, variables.first);
    const placed = fulfillmentOrders.map(({ location = '1', ...one }) => ({
      ...one,
      assignedLocation: { location: { id: gid('Location', location) } },
    }));
    return { order: { fulfillments: listed, fulfillmentOrders: page(placed, variables) } };
  }
  const all = [...shop.orders.values()];
  if (query.includes('fulfillmentOrder(id')) {
    const found = all.flatMap((one) => one.fulfillmentOrders).find(({ id }) => id === variables.id);
    const lines = (found?.lines ?? []).map(({ id, item, remaining }) => ({
      ...{ id, remainingQuantity: remaining },
      lineItem: { id: gid('LineItem', item) },
    }));
    return { fulfillmentOrder: { lineItems: page(lines, variables) } };
  }
  if (query.includes('fulfillment(id')) {
    const found = all.flatMap((one) => one.fulfillments).find(({ id }) => id === variables.id);
    const lines = (found?.lines ?? []).map(({ item, quantity }) => ({
      quantity,
      lineItem: { id: gid('LineItem', item) },
    }));
    return { fulfillment: { fulfillmentLineItems: page(lines, variables) } };
  }
  if (query.includes('tagsAdd(')) {
    if (order) order.tags = [...new Set([...order.tags, ...variables.tags])];
    return { tagsAdd: { node: { id: variables.id }, userErrors: [] } };
  }
  if (query.includes('fulfillmentCancel(')) return { fulfillmentCancel: cancelFulfillment(all, variables.id) };
  if (query.includes('fulfillmentCreate(')) return { fulfillmentCreate: fulfil(shop, variables.fulfillment) };
  const corrected = all.flatMap((one) => one.fulfillments).find(({ id }) => id === variables.id);
  if (corrected) corrected.trackingInfo = [variables.tracking];
  return { fulfillmentTrackingInfoUpdate: { fulfillment: { id: variables.id }, userErrors: [] } };
}

// biome-ignore lint/suspicious/noExplicitAny: the variables of the query.
function listOrders({ orders }: FakeShopify, variables: any): object {
  const since = /updated_at:>='([^']+)'/.exec(variables.query)?.[1];
  const found = [...orders.values()].filter((order) =>
    since ? order.updatedAt >= since : fulfillmentStatusOf(order) === 'UNFULFILLED' && order.cancelledAt === null,
  );
  return page(found.map(headOf), variables);
}

// biome-ignore lint/suspicious/noExplicitAny: the variables of the query.
function readOrder(order: FakeOrder, variables: any): object {
  const price = { shopMoney: { amount: '24.90' } };
  const lines = order.lines.map(({ id, sku, quantity, currentQuantity, attributes = [] }) => ({
    ...{ id: gid('LineItem', id), sku, quantity, currentQuantity, requiresShipping: true },
    ...{ customAttributes: attributes, originalUnitPriceSet: price, discountAllocations: [], taxLines: [] },
  }));
  return {
    ...headOf(order),
    ...{ name: `#${order.id}`, email: null, phone: null, cancelledAt: order.cancelledAt },
    ...{ currencyCode: 'EUR', taxesIncluded: true, customAttributes: [] },
    shippingAddress: { ...ADDRESS, address1: order.street, countryCodeV2: 'DE' },
    shippingLines: { nodes: [] },
    fulfillmentOrders: { nodes: order.fulfillmentOrders.map(({ status }) => ({ status })) },
    lineItems: page(lines, variables),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the input of the mutation.
function fulfil(shop: FakeShopify, input: any): object {
  const refuse = (message: string) => ({ fulfillment: null, userErrors: [{ field: null, message }] });
  const lines: Fulfillment['lines'] = [];
  const order = [...shop.orders.values()].find((one) =>
    one.fulfillmentOrders.some(({ id }) => id === input.lineItemsByFulfillmentOrder[0].fulfillmentOrderId),
  );
  if (!order) return refuse('There is no such fulfillment order.');
  const ids = input.lineItemsByFulfillmentOrder.map((one: { fulfillmentOrderId: string }) => one.fulfillmentOrderId);
  const places = order.fulfillmentOrders.filter((one) => ids.includes(one.id)).map(({ location = '1' }) => location);
  if (new Set(places).size > 1) return refuse('All fulfillment orders must be assigned to the same location.');
  for (const { fulfillmentOrderId, fulfillmentOrderLineItems } of input.lineItemsByFulfillmentOrder) {
    const found = order.fulfillmentOrders.find(({ id }) => id === fulfillmentOrderId);
    if (found?.status !== 'OPEN') return refuse(`The fulfillment order is ${found?.status}.`);
    for (const { id, quantity } of fulfillmentOrderLineItems) {
      const line = found.lines.find((one) => one.id === id);
      if (!line || line.remaining < quantity) return refuse('Invalid fulfillment order line item quantity requested.');
      line.remaining -= quantity;
      lines.push({ item: line.item, quantity });
    }
  }
  const { company, numbers = [input.trackingInfo.number], urls = [input.trackingInfo.url] } = input.trackingInfo;
  const id = `gid://shopify/Fulfillment/${order.id}${order.fulfillments.length + 1}`;
  const infos = numbers.map((number: string, index: number) => ({ number, company, url: urls[index] }));
  const trackingInfo = numbers[0] || company || urls[0] ? infos : [];
  order.fulfillments.push({ id, status: 'SUCCESS', trackingInfo, lines });
  if (input.notifyCustomer) shop.mails.push(`${order.id} ${numbers[0] ? numbers.join(' ') : 'without number'}`);
  shop.touch(order);
  return { fulfillment: { id }, userErrors: [] };
}

/** Shopify reopens the fulfillment order. */
function cancelFulfillment(orders: FakeOrder[], id: string): object {
  const order = orders.find(({ fulfillments }) => fulfillments.some((one) => one.id === id));
  const fulfillment = order?.fulfillments.find((one) => one.id === id);
  if (!order || fulfillment?.status !== 'SUCCESS')
    return { fulfillment: null, userErrors: [{ field: null, message: 'It cannot be cancelled.' }] };
  fulfillment.status = 'CANCELLED';
  const open = order.fulfillmentOrders.flatMap(({ lines }) => lines);
  for (const { item, quantity } of fulfillment.lines) open.find((line) => line.item === item)!.remaining += quantity;
  return { fulfillment: { id }, userErrors: [] };
}
