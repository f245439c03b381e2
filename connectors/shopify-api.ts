import { randomUUID } from 'node:crypto';
import { problemMessage } from '../src/platform/errors/problem-messages.ts';
import { Json } from './read-json.ts';
import { type Parcel, type ParcelNews, type ShopApi, ShopRefused, ShopUnavailable, ShopWaits } from './shop.ts';
import { shopifyOrder, versionOf } from './shopify.ts';
import { type ShopifyAccess, ShopifyGraphql } from './shopify-graphql.ts';
import {
  CANCEL,
  CONTENT,
  CORRECT,
  FULFIL,
  LIST,
  LOCATION,
  OFFER_RATES,
  ORDER,
  PRODUCTS,
  RATE_SERVICES,
  SCOPES,
  SHIPPED,
  STOCK,
  TAG,
  TO_SHIP,
  WITHDRAW_RATES,
} from './shopify-queries.ts';

/** Shopify supports this version until April 2027, and then answers with its oldest supported version. */
export const API_VERSION_DEFAULT = '2026-04';
const OPEN = 'status:open fulfillment_status:unfulfilled';
/** Statuses of fulfillment orders that must not be shipped yet. */
const HELD = /^(ON_HOLD|SCHEDULED)$/;
const READY = /^(OPEN|IN_PROGRESS)$/;
/** Scopes of an app that takes orders, reports parcels, and sets the stock. */
export const SHOPIFY_SCOPES = [
  'read_orders',
  'write_orders',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
];
/** Quantities that one mutation may set. */
const STOCK_AT_ONCE = 250;

/**
 * Returns the functions that call Shopify's GraphQL Admin API. The token needs the scopes read_orders and
 * write_orders, and the read and write scopes for merchant-managed fulfillment orders.
 */
export function shopifyApi(access: ShopifyAccess): ShopApi {
  const graphql = new ShopifyGraphql(access);
  return {
    async order(id) {
      let order: Json | undefined;
      const lines: Json[] = [];
      for await (const { data, nodes } of graphql.pages(ORDER, { id: gid('Order', id) }, linesOfOrder)) {
        order = data.at('order');
        lines.push(...nodes);
      }
      if (!order || order.value === null) return undefined;
      const held = order.at('fulfillmentOrders').at('nodes').list;
      return {
        ...shopifyOrder(webhookOf(order, lines)),
        isOnHold: held.some((one) => HELD.test(one.at('status').text)),
      };
    },

    async *list(changedSince, onlyChanged = false) {
      const changed = changedSince ? [`updated_at:>='${changedSince.toISOString()}'`] : [];
      const searches = [...(onlyChanged ? [] : [OPEN]), ...changed];
      for (const query of searches)
        for await (const { nodes } of graphql.pages(LIST, { query }, (data) => data.at('orders')))
          yield nodes.map((node) => ({
            id: node.at('id').text.replace(/^.*\//, ''),
            version: apiVersionOf(node),
            isOpen: query === OPEN || (onlyChanged && node.at('displayFulfillmentStatus').text === 'UNFULFILLED'),
          }));
    },

    tellParcel: (id, news) => tellParcel(graphql, gid('Order', id), news, access.notifyCustomer),

    async withdrawParcel(id, toldId) {
      const { fulfillments } = await readShipped(graphql, gid('Order', id));
      for (const one of fulfillmentsOf(toldId, fulfillments)) await graphql.change(CANCEL, { id: idOf(one) });
    },

    async tellPeople(id, { tag }) {
      await graphql.change(TAG, { id: gid('Order', id), tags: [`platen-${tag}`] });
    },

    test: () => requireScopes(graphql, SHOPIFY_SCOPES),

    async offerRates(url, isOffered) {
      await requireScopes(graphql, ['write_shipping']);
      const withoutSecret = url.slice(0, url.lastIndexOf('/') + 1);
      let isThere = false;
      for await (const { nodes } of graphql.pages(RATE_SERVICES, {}, (data) => data.at('carrierServices')))
        for (const node of nodes) {
          const other = node.at('callbackUrl').text;
          if (isOffered && other === url) isThere = true;
          else if (other.startsWith(withoutSecret)) await graphql.change(WITHDRAW_RATES, { id: idOf(node) });
        }
      const input = { name: 'Platen', callbackUrl: url, supportsServiceDiscovery: true, active: true };
      if (isOffered && !isThere) await graphql.change(OFFER_RATES, { input });
    },

    async *products() {
      for await (const { nodes } of graphql.pages(PRODUCTS, {}, (data) => data.at('productVariants')))
        yield nodes.map((node) => ({
          sku: node.at('sku').text,
          name: node.at('displayName').text.replace(/ - Default Title$/, ''),
          variant: node.at('inventoryItem').at('id').text.replace(/^.*\//, ''),
          barcode: node.at('barcode').text,
          pictureUrl: node.at('product').at('featuredMedia').at('preview').at('image').at('url').text,
        }));
    },

    async tellStock(levels) {
      const locationId = (await graphql.ask(LOCATION, {})).at('location').at('id').text;
      if (!locationId) throw new ShopRefused('Shopify has no location whose stock can be set.');
      for (let begin = 0; begin < levels.length; begin += STOCK_AT_ONCE) {
        const quantities = levels.slice(begin, begin + STOCK_AT_ONCE).map(({ variant, quantity }) => ({
          inventoryItemId: gid('InventoryItem', variant),
          ...{ locationId, quantity, changeFromQuantity: null },
        }));
        const input = { name: 'available', reason: 'correction', quantities };
        await graphql.change(STOCK, { input, key: randomUUID() });
      }
    },
  };
}

/** Throws ShopUnavailable with the scopes that the app lacks. */
async function requireScopes(graphql: ShopifyGraphql, scopes: readonly string[]): Promise<void> {
  const given = (await graphql.ask(SCOPES, {})).at('currentAppInstallation').at('accessScopes').list;
  const handles = new Set(given.map((one) => one.at('handle').text));
  // A scope to write includes the one to read.
  const has = (scope: string) => handles.has(scope) || handles.has(scope.replace(/^read_/, 'write_'));
  const missing = scopes.filter((scope) => !has(scope));
  if (missing.length > 0)
    throw new ShopUnavailable(`The app lacks scopes: ${missing.join(', ')}.`, 'forbidden', missing);
}

/** Returns the fulfillments of a parcel. One with items of several locations has several ids, with spaces. */
function fulfillmentsOf(toldId: string, fulfillments: readonly Json[]): Json[] {
  const ids = toldId.split(' ');
  return fulfillments.filter((one) => ids.includes(idOf(one)));
}

const idOf = (thing: Json) => thing.at('id').text;
const linesOfOrder = (data: Json) => data.at('order').at('lineItems');

async function tellParcel(
  graphql: ShopifyGraphql,
  orderId: string,
  news: ParcelNews,
  notify: boolean,
): Promise<string> {
  const { parcel, toldId, otherIds, all, ordered } = news;
  const { trackingNumber, items } = parcel;
  const tracking = trackingOf(news);
  const { fulfillments, orders } = await readShipped(graphql, orderId);
  const correct = async (fulfillment: Json) => {
    const id = idOf(fulfillment);
    if (!hasTracking(fulfillment, parcel)) await graphql.change(CORRECT, { id, tracking, notify });
    return id;
  };
  if (toldId) {
    // Staff may have cancelled one in Shopify, which stays.
    for (const fulfillment of fulfillmentsOf(toldId, fulfillments)) await correct(fulfillment);
    return toldId;
  }
  const isShared = (one: Json) => parcel.items.length === 0 && numbersOf(one).includes(trackingNumber ?? '');
  const others = new Set([...otherIds].flatMap((id) => id.split(' ')));
  const free = fulfillments.filter((one) => !others.has(idOf(one)) || isShared(one));
  const same = await findSame(graphql, free, parcel);
  const isAtOneLocation = new Set(orders.map(locationOf)).size < 2;
  if (same.length > 0 && (isAtOneLocation || items.length === 0)) return same.map(idOf).join(' ');
  const wanted = same.length > 0 ? await withoutContents(graphql, items, same) : items.length > 0 ? items : ordered;
  const ids = same.map(idOf);
  for (const lineItemsByFulfillmentOrder of await linesFor(graphql, orders, wanted)) {
    const fulfillment = { lineItemsByFulfillmentOrder, trackingInfo: tracking, notifyCustomer: notify };
    const id = idOf((await graphql.change(FULFIL, { fulfillment })).at('fulfillment'));
    if (!id) throw new ShopUnavailable('Shopify did not confirm the parcel.');
    ids.push(id);
  }
  if (ids.length > 0) return ids.join(' ');
  // Nothing is left to fulfill. Either staff did it in Shopify, which stays, or an earlier version of the
  // connector reported this parcel with another tracking number.
  const platenNumbers = new Set(all.map((one) => one.trackingNumber));
  const unknown = free.filter((one) => !numbersOf(one).some((number) => platenNumbers.has(number)));
  const [earlier] = unknown;
  if (!trackingNumber || !earlier || unknown.length !== 1 || fulfillments.length !== all.length) return '';
  return correct(earlier);
}

async function readShipped(graphql: ShopifyGraphql, id: string): Promise<{ fulfillments: Json[]; orders: Json[] }> {
  let order: Json | undefined;
  const orders: Json[] = [];
  for await (const { data, nodes } of graphql.pages(SHIPPED, { id }, (one) =>
    one.at('order').at('fulfillmentOrders'),
  )) {
    order = data.at('order');
    orders.push(...nodes);
  }
  if (!order || order.value === null) throw new ShopRefused('Shopify has no such order.');
  const fulfillments = order.at('fulfillments').list.filter((one) => one.at('status').text === 'SUCCESS');
  return { fulfillments, orders };
}

const numbersOf = (fulfillment: Json) =>
  fulfillment
    .at('trackingInfo')
    .list.map((tracking) => tracking.at('number').text)
    .filter(Boolean);

function hasTracking(fulfillment: Json, { trackingNumber = '', trackingCarrier = '', trackingUrl }: Parcel): boolean {
  return fulfillment.at('trackingInfo').list.some(
    (one) =>
      one.at('number').text === trackingNumber &&
      one.at('company').text.toLowerCase() === trackingCarrier.toLowerCase() &&
      // Shopify makes a link itself if it gets none.
      (trackingUrl === undefined || one.at('url').text === trackingUrl),
  );
}

/** Finds the fulfillments of a parcel whose answer was lost: by its number, or by its content. */
async function findSame(graphql: ShopifyGraphql, fulfillments: Json[], parcel: Parcel): Promise<Json[]> {
  const { trackingNumber, items } = parcel;
  if (trackingNumber) return fulfillments.filter((one) => numbersOf(one).includes(trackingNumber));
  const content = contentKey(items.map(({ id, quantity }) => ({ id: gid('LineItem', id), quantity })));
  for (const one of fulfillments.filter((fulfillment) => numbersOf(fulfillment).length === 0))
    if (items.length === 0 || contentKey(await readContent(graphql, one)) === content) return [one];
  return [];
}

type Content = { id: string; quantity: number }[];

async function readContent(graphql: ShopifyGraphql, fulfillment: Json): Promise<Content> {
  const content: Content = [];
  const find = (data: Json) => data.at('fulfillment').at('fulfillmentLineItems');
  for await (const { nodes } of graphql.pages(CONTENT, { id: idOf(fulfillment) }, find))
    for (const node of nodes) content.push({ id: idOf(node.at('lineItem')), quantity: node.at('quantity').number });
  return content;
}

/** Returns the pieces of a parcel that its fulfillments do not contain. */
async function withoutContents(
  graphql: ShopifyGraphql,
  items: Parcel['items'],
  same: Json[],
): Promise<Parcel['items']> {
  const contents: Content = [];
  for (const one of same) contents.push(...(await readContent(graphql, one)));
  const countOf = (id: string) =>
    contents.filter((one) => one.id === gid('LineItem', id)).reduce((sum, { quantity }) => sum + quantity, 0);
  return items.map(({ id, quantity }) => ({ id, quantity: quantity - countOf(id) }));
}

function contentKey(lines: readonly { id: string; quantity: number }[]): string {
  return lines
    .map(({ id, quantity }) => `${id} ${quantity}`)
    .sort()
    .join();
}

/** Parcels of unknown contents share a fulfillment, which has the numbers of all. */
function trackingOf({ parcel, all }: ParcelNews): object {
  const alike = parcel.items.length > 0 ? [parcel] : all.filter(({ items }) => items.length === 0);
  const { trackingNumber: number, trackingUrl: url, trackingCarrier: company } = parcel;
  if (alike.length < 2) return { number, company, url };
  const urls = alike.flatMap((one) => one.trackingUrl ?? []);
  const numbers = alike.flatMap((one) => one.trackingNumber ?? []);
  return { company, numbers, ...(urls.length === numbers.length && { urls }) };
}

const locationOf = (fulfillmentOrder: Json) => idOf(fulfillmentOrder.at('assignedLocation').at('location'));

/**
 * Returns the lines of fulfillment orders that these pieces fill, for each location, because a fulfillment
 * has one. Throws ShopWaits if some are on hold.
 */
async function linesFor(
  graphql: ShopifyGraphql,
  orders: readonly Json[],
  pieces: Parcel['items'],
): Promise<object[][]> {
  const wanted = new Map(pieces.map(({ id, quantity }) => [gid('LineItem', id), quantity]));
  const fill = async (fulfillmentOrder: Json) => {
    const id = idOf(fulfillmentOrder);
    const filled: Content = [];
    for await (const { nodes } of graphql.pages(TO_SHIP, { id }, (data) => data.at('fulfillmentOrder').at('lineItems')))
      for (const line of nodes) {
        const remaining = line.at('remainingQuantity').number || 0;
        const item = idOf(line.at('lineItem'));
        const quantity = Math.min(remaining, wanted.get(item) ?? 0);
        wanted.set(item, (wanted.get(item) ?? 0) - quantity);
        if (quantity > 0) filled.push({ id: idOf(line), quantity });
      }
    return filled;
  };
  const fillAll = async (status: RegExp) => {
    const byLocation = new Map<string, object[]>();
    for (const one of orders.filter((order) => status.test(order.at('status').text))) {
      const lines = { fulfillmentOrderId: idOf(one), fulfillmentOrderLineItems: await fill(one) };
      const location = locationOf(one);
      if (lines.fulfillmentOrderLineItems.length > 0)
        byLocation.set(location, [...(byLocation.get(location) ?? []), lines]);
    }
    return [...byLocation.values()];
  };
  const lines = await fillAll(READY);
  if ((await fillAll(HELD)).length > 0) throw new ShopWaits(problemMessage('shop_order_on_hold'));
  return lines;
}

/** Converts an order of the API to the form of a webhook. */
function webhookOf(node: Json, lines: readonly Json[]): Json {
  const money = (set: Json) => set.at('shopMoney').at('amount').value;
  const to = node.at('shippingAddress');
  return new Json({
    admin_graphql_api_id: node.at('id').text,
    name: node.at('name').value,
    note: node.at('note').value,
    email: node.at('email').value,
    phone: node.at('phone').value,
    version: apiVersionOf(node),
    cancelled_at: node.at('cancelledAt').value,
    test: node.at('test').value,
    currency: node.at('currencyCode').value,
    taxes_included: node.at('taxesIncluded').value,
    financial_status: node.at('displayFinancialStatus').text.toLowerCase(),
    fulfillment_status: node.at('displayFulfillmentStatus').text.toLowerCase(),
    note_attributes: node.at('customAttributes').value,
    shipping_address: {
      ...Object(to.value),
      province_code: to.at('provinceCode').value,
      country_code: to.at('countryCodeV2').value,
    },
    shipping_lines: node.at('shippingLines').at('nodes').value,
    line_items: lines.map((line) => ({
      id: line.at('id').text.replace(/^.*\//, ''),
      sku: line.at('sku').value,
      title: line.at('title').value,
      quantity: line.at('quantity').value,
      current_quantity: line.at('currentQuantity').value,
      requires_shipping: line.at('requiresShipping').value,
      properties: line.at('customAttributes').value,
      price: money(line.at('originalUnitPriceSet')),
      discount_allocations: line
        .at('discountAllocations')
        .list.map((one) => ({ amount: money(one.at('allocatedAmountSet')) })),
      tax_lines: line.at('taxLines').list.map((one) => ({ price: money(one.at('priceSet')) })),
    })),
  });
}

/** Holds and releases change only the status of the fulfillment. */
function apiVersionOf(node: Json): string {
  const statuses = ['displayFinancialStatus', 'displayFulfillmentStatus'].map((name) => node.at(name).text);
  return [versionOf(node.at('updatedAt').text), ...statuses].join(' ');
}

function gid(kind: 'Order' | 'LineItem' | 'InventoryItem', id: string): string {
  return `gid://shopify/${kind}/${id}`;
}
