import { checkHmac, header, type Json, present, pricePerPiece, readBody } from './read-json.ts';
import { type Parcel, RefusedWebhook, type Shop, type ShopApi, type ShopOrder, ShopRefused } from './shop.ts';
import { askShop, type ShopCall } from './shop-request.ts';

const ORDERS_PER_PAGE = 100;
const PAGES_MAX = 20;
const CANCELLED = ['cancelled', 'refunded', 'failed', 'trash'];

export interface WooCommerceAccess {
  /** https://shop.example.com */
  url: string;
  consumerKey: string;
  consumerSecret: string;
  /** Orders in these states wait to be shipped. */
  takeWhen: readonly string[];
  /** WooCommerce writes to the customer. */
  notifyCustomer: boolean;
}

/** Webhooks of WooCommerce: https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks. */
export function wooCommerce(webhookSecret: string, access: WooCommerceAccess | undefined): Shop {
  return {
    readWebhook(request) {
      // A ping when a webhook is made, which is a form and not signed.
      if (/^webhook_id=\d+$/.test(request.body.toString('utf8', 0, 64))) return undefined;
      checkHmac(request.body, webhookSecret, header(request, 'x-wc-webhook-signature'), 'base64');
      if (header(request, 'x-wc-webhook-resource') !== 'order') return undefined;
      // Of one that was deleted it has the id alone.
      if (header(request, 'x-wc-webhook-event') === 'deleted')
        return wooCommerceOrder(readBody(request.body), 'trash');
      return wooCommerceOrder(readBody(request.body));
    },
    ...(access && { api: wooCommerceApi(access) }),
  };
}

/** The order as webhooks and the REST API have it. Throws RefusedWebhook. */
export function wooCommerceOrder(order: Json, state?: string): ShopOrder {
  const id = order.at('id').text;
  if (!/^\d+$/.test(id)) throw new RefusedWebhook(400, 'The body is no order of WooCommerce.');
  const status = state ?? order.at('status').text;
  const currency = order.at('currency').text;
  const billing = order.at('billing');
  // A shop that asks for one address alone has the other empty.
  const to = order.at('shipping').at('address_1').text ? order.at('shipping') : billing;
  return {
    id,
    number: order.at('number').text,
    status,
    isCancelled: CANCELLED.includes(status),
    changed: order.at('date_modified_gmt').text,
    currency,
    address: present({
      personName: `${to.at('first_name').text} ${to.at('last_name').text}`.trim(),
      company: to.at('company').text,
      street: to.at('address_1').text,
      addressLine2: to.at('address_2').text,
      city: to.at('city').text,
      postalCode: to.at('postcode').text,
      state: to.at('state').text,
      country: to.at('country').text,
      phoneNumber: to.at('phone').text || billing.at('phone').text,
      email: billing.at('email').text,
    }) as ShopOrder['address'],
    shippingMethods: order
      .at('shipping_lines')
      .list.flatMap((line) => [line.at('method_id').text, line.at('method_title').text])
      .filter(Boolean),
    items: order
      .at('line_items')
      .list.map((line) => {
        const quantity = line.at('quantity').number || 0;
        const total = (line.at('total').number || 0) + (line.at('total_tax').number || 0);
        return {
          id: line.at('id').text,
          sku: line.at('sku').text,
          quantity,
          unitPrice: pricePerPiece(total, quantity, currency),
          values: line.at('meta_data').values,
        };
      })
      .filter(({ quantity }) => quantity > 0),
    values: order.at('meta_data').values,
  };
}

function wooCommerceApi(access: WooCommerceAccess): ShopApi {
  const { url, consumerKey, consumerSecret, takeWhen, notifyCustomer } = access;
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
  const ask = (path: string, call: Omit<ShopCall, 'headers'> = {}) =>
    askShop(`${url}/wp-json/wc/v3/orders${path}`, { ...call, headers: { authorization } });
  const read = async (id: string) => {
    const order = await ask(`/${id}`);
    if (!order) throw new ShopRefused('WooCommerce has no such order.');
    return order;
  };
  /** Once: the order has a note of this kind already, when it is done again. */
  const note = async (id: string, mark: string, text: string, toCustomer: boolean) => {
    const notes = (await ask(`/${id}/notes`))?.list ?? [];
    if (notes.some((one) => one.at('note').text.includes(mark))) return;
    await ask(`/${id}/notes`, { method: 'POST', body: { note: text, customer_note: toCustomer } });
  };
  return {
    async current(id) {
      const order = await ask(`/${id}`);
      return order && wooCommerceOrder(order);
    },

    async *openOrders() {
      const states = takeWhen.map((state) => `status[]=${encodeURIComponent(state)}`).join('&');
      for (let page = 1; page <= PAGES_MAX; page++) {
        const orders = (await ask(`?${states}&per_page=${ORDERS_PER_PAGE}&page=${page}`))?.list ?? [];
        for (const order of orders) yield wooCommerceOrder(order);
        if (orders.length < ORDERS_PER_PAGE) return;
      }
    },

    async tellShipped(id, parcels, isAll) {
      const order = await read(id);
      for (const parcel of parcels) {
        // Without a number there is nothing to know it by but that the order was told of.
        const mark = parcel.trackingNumber ?? 'Shipped.';
        await note(id, mark, sentenceOf(parcel), notifyCustomer);
      }
      if (isAll && order.at('status').text !== 'completed' && !CANCELLED.includes(order.at('status').text))
        await ask(`/${id}`, { method: 'PUT', body: { status: 'completed' } });
    },

    async tellPeople(id, { text }) {
      await note(id, text, text, false);
    },
  };
}

/** Of a parcel, for the customer. */
export function sentenceOf({ trackingNumber, trackingCarrier, trackingUrl }: Parcel): string {
  const how = [trackingCarrier && `with ${trackingCarrier}`, trackingNumber && `as ${trackingNumber}`];
  return `${['Shipped', ...how.filter(Boolean)].join(' ')}.${trackingUrl ? ` ${trackingUrl}` : ''}`;
}
