import { Json } from './read-json.ts';
import { type Parcel, type ShopApi, type ShopOrder, ShopRefused, ShopUnavailable } from './shop.ts';
import { askShop } from './shop-request.ts';
import { momentOf, shopifyOrder } from './shopify.ts';

/** Shopify supports this version until April 2027, and then answers with its oldest supported version. */
export const API_VERSION_DEFAULT = '2026-04';
const ORDERS_PER_PAGE = 25;
const PAGES_MAX = 40;

interface ShopifyAccess {
  /** For example https://my-shop.myshopify.com. */
  url: string;
  token: string;
  version: string;
  /** If true, Shopify emails the customer. */
  notifyCustomer: boolean;
}

const CURRENT = `query ($id: ID!) {
  order(id: $id) { cancelledAt displayFinancialStatus updatedAt }
}`;
const OPEN = `query ($after: String) {
  orders(first: ${ORDERS_PER_PAGE}, after: $after, reverse: true, query: "status:open fulfillment_status:unfulfilled") {
    pageInfo { hasNextPage endCursor }
    nodes {
      id name email phone updatedAt cancelledAt currencyCode taxesIncluded displayFinancialStatus
      customAttributes { key value }
      shippingAddress { name company address1 address2 city zip provinceCode countryCodeV2 phone }
      shippingLines(first: 5) { nodes { code title } }
      lineItems(first: 100) {
        pageInfo { hasNextPage }
        nodes {
          id sku quantity currentQuantity requiresShipping
          customAttributes { key value }
          originalUnitPriceSet { shopMoney { amount } }
          discountAllocations { allocatedAmountSet { shopMoney { amount } } }
          taxLines { priceSet { shopMoney { amount } } }
        }
      }
    }
  }
}`;
const FULFILLED = `query ($id: ID!) {
  order(id: $id) {
    fulfillments(first: 100) { id status trackingInfo { number } }
    fulfillmentOrders(first: 50) {
      nodes { id status lineItems(first: 100) { nodes { id remainingQuantity lineItem { id } } } }
    }
  }
}`;
const FULFIL = `mutation ($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id status } userErrors { field message } }
}`;
const CORRECT = `mutation ($id: ID!, $tracking: FulfillmentTrackingInput!, $notify: Boolean) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notify) {
    fulfillment { id } userErrors { field message }
  }
}`;
const TAG = `mutation ($id: ID!, $tags: [String!]!) {
  tagsAdd(id: $id, tags: $tags) { node { id } userErrors { field message } }
}`;

/**
 * Calls the GraphQL Admin API. The token needs the scopes read_orders and write_orders, and both scopes for
 * merchant-managed fulfillment orders.
 */
export function shopifyApi(access: ShopifyAccess): ShopApi {
  const ask = (query: string, variables: object) => askGraphql(access, query, variables);
  return {
    async current(id) {
      const order = (await ask(CURRENT, { id: gid('Order', id) })).at('order');
      if (order.value === null) return undefined;
      return {
        status: order.at('displayFinancialStatus').text.toLowerCase(),
        isCancelled: order.at('cancelledAt').text !== '',
        changed: momentOf(order.at('updatedAt').text),
      };
    },

    async *openOrders() {
      let after: string | null = null;
      for (let page = 0; page < PAGES_MAX; page++) {
        const orders: Json = (await ask(OPEN, { after })).at('orders');
        for (const node of orders.at('nodes').list) {
          // Skips an order with more than one page of items. It can only arrive by webhook, which has all
          // items.
          if (!node.at('lineItems').at('pageInfo').at('hasNextPage').isTrue) yield fromGraphql(node);
        }
        if (!orders.at('pageInfo').at('hasNextPage').isTrue) return;
        after = orders.at('pageInfo').at('endCursor').text;
      }
    },

    async tellShipped(id, parcels) {
      for (const parcel of parcels) {
        // Each parcel reduces the remaining quantities, so they are read again.
        const order = (await ask(FULFILLED, { id: gid('Order', id) })).at('order');
        if (order.value === null) throw new ShopRefused('Shopify has no such order.');
        await tellParcel(ask, order, parcel, parcels, access.notifyCustomer);
      }
    },

    async tellPeople(id, { tag }) {
      throwUserErrors(await ask(TAG, { id: gid('Order', id), tags: [`platen-${tag}`] }), 'tagsAdd');
    },
  };
}

type Ask = (query: string, variables: object) => Promise<Json>;

async function tellParcel(
  ask: Ask,
  order: Json,
  parcel: Parcel,
  parcels: readonly Parcel[],
  notify: boolean,
): Promise<void> {
  const fulfillments = order.at('fulfillments').list.filter((one) => one.at('status').text === 'SUCCESS');
  const numbersOf = (fulfillment: Json) =>
    fulfillment.at('trackingInfo').list.map((tracking) => tracking.at('number').text);
  const known = fulfillments.flatMap(numbersOf);
  const { trackingNumber, trackingCarrier, trackingUrl } = parcel;
  if (trackingNumber && known.includes(trackingNumber)) return;
  const tracking = { number: trackingNumber, company: trackingCarrier, url: trackingUrl };
  const lines = linesFor(order, parcel);
  if (lines.length > 0) {
    const fulfillment = {
      lineItemsByFulfillmentOrder: lines,
      trackingInfo: tracking,
      notifyCustomer: notify,
    };
    throwUserErrors(await ask(FULFIL, { fulfillment }), 'fulfillmentCreate');
    return;
  }
  // Nothing remains to fulfill. Either staff did it in Shopify, which stays, or this parcel has a corrected
  // tracking number.
  const ours = new Set(parcels.map((one) => one.trackingNumber));
  const others = fulfillments.filter((one) => !numbersOf(one).some((number) => ours.has(number)));
  const [corrected] = others;
  if (!trackingNumber || !corrected || fulfillments.length !== parcels.length || others.length !== 1) return;
  const id = corrected.at('id').text;
  throwUserErrors(await ask(CORRECT, { id, tracking, notify }), 'fulfillmentTrackingInfoUpdate');
}

/** Returns the lines of the open fulfillment orders that this parcel fills. */
function linesFor(order: Json, { items }: Parcel): object[] {
  const wanted = new Map(items.map(({ id, quantity }) => [gid('LineItem', id), quantity]));
  return order
    .at('fulfillmentOrders')
    .at('nodes')
    .list.filter((one) => /^(OPEN|IN_PROGRESS)$/.test(one.at('status').text))
    .map((fulfillmentOrder) => ({
      fulfillmentOrderId: fulfillmentOrder.at('id').text,
      fulfillmentOrderLineItems: fulfillmentOrder
        .at('lineItems')
        .at('nodes')
        .list.flatMap((line) => {
          const remaining = line.at('remainingQuantity').number || 0;
          const item = line.at('lineItem').at('id').text;
          const quantity = items.length === 0 ? remaining : Math.min(remaining, wanted.get(item) ?? 0);
          wanted.set(item, (wanted.get(item) ?? 0) - quantity);
          return quantity > 0 ? [{ id: line.at('id').text, quantity }] : [];
        }),
    }))
    .filter(({ fulfillmentOrderLineItems }) => fulfillmentOrderLineItems.length > 0);
}

async function askGraphql({ url, token, version }: ShopifyAccess, query: string, variables: object): Promise<Json> {
  const answer = await askShop(`${url}/admin/api/${version}/graphql.json`, {
    method: 'POST',
    headers: { 'x-shopify-access-token': token },
    body: { query, variables },
  });
  const [error] = answer?.at('errors').list ?? [];
  if (error?.at('extensions').at('code').text === 'THROTTLED') throw new ShopUnavailable('Shopify asks to wait.');
  if (error) throw new ShopRefused(`Shopify refused: ${error.at('message').text.slice(0, 200)}`);
  if (!answer) throw new ShopRefused(`There is no Shopify shop at ${url}.`);
  return answer.at('data');
}

function throwUserErrors(data: Json, mutation: string): void {
  const [error] = data.at(mutation).at('userErrors').list;
  if (error) throw new ShopRefused(`Shopify refused ${mutation}: ${error.at('message').text.slice(0, 200)}`);
}

/** Converts an order of the API to the form of a webhook, and reads that. */
function fromGraphql(node: Json): ShopOrder {
  const money = (set: Json) => set.at('shopMoney').at('amount').value;
  const to = node.at('shippingAddress');
  return shopifyOrder(
    new Json({
      admin_graphql_api_id: node.at('id').text,
      name: node.at('name').value,
      email: node.at('email').value,
      phone: node.at('phone').value,
      updated_at: node.at('updatedAt').value,
      cancelled_at: node.at('cancelledAt').value,
      currency: node.at('currencyCode').value,
      taxes_included: node.at('taxesIncluded').value,
      financial_status: node.at('displayFinancialStatus').text.toLowerCase(),
      note_attributes: node.at('customAttributes').value,
      shipping_address: {
        ...Object(to.value),
        province_code: to.at('provinceCode').value,
        country_code: to.at('countryCodeV2').value,
      },
      shipping_lines: node.at('shippingLines').at('nodes').value,
      line_items: node
        .at('lineItems')
        .at('nodes')
        .list.map((line) => ({
          id: line.at('id').text.replace(/^.*\//, ''),
          sku: line.at('sku').value,
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
    }),
  );
}

function gid(kind: 'Order' | 'LineItem', id: string): string {
  return `gid://shopify/${kind}/${id}`;
}
