import { checkHmac, dropEmpty, header, type Json, pricePerPiece, readBody } from './read-json.ts';
import { type Parcel, RefusedWebhook, type Shop, type ShopApi, type ShopOrder, ShopRefused } from './shop.ts';
import { askShop, type ShopCall } from './shop-request.ts';

const ORDERS_PER_PAGE = 100;
const PAGES_MAX = 20;
const CANCELLED = ['cancelled', 'refunded', 'failed', 'trash'];

interface WooCommerceAccess {
  /** For example https://shop.example.com. */
  url: string;
  consumerKey: string;
  consumerSecret: string;
  /** Order statuses that mean "ready to ship". */
  takeWhen: readonly string[];
  /** If true, WooCommerce emails the customer. */
  notifyCustomer: boolean;
}

/** Receives webhooks of WooCommerce: https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks. */
export function wooCommerce(webhookSecret: string, access: WooCommerceAccess | undefined): Shop {
  return {
    readWebhook(request) {
      // WooCommerce sends an unsigned form when a webhook is created.
      if (/^webhook_id=\d+$/.test(request.body.toString('utf8', 0, 64))) return undefined;
      checkHmac(request.body, webhookSecret, header(request, 'x-wc-webhook-signature'), 'base64');
      if (header(request, 'x-wc-webhook-resource') !== 'order') return undefined;
      // The webhook of a deleted order contains only its id.
      if (header(request, 'x-wc-webhook-event') === 'deleted') return wooCommerceOrder(readBody(request.body), 'trash');
      return wooCommerceOrder(readBody(request.body));
    },
    ...(access && { api: wooCommerceApi(access) }),
  };
}

/** Reads an order, which has the same form in webhooks and in the REST API. Throws RefusedWebhook. */
function wooCommerceOrder(order: Json, state?: string): ShopOrder {
  const id = order.at('id').text;
  if (!/^\d+$/.test(id)) throw new RefusedWebhook(400, 'The body is no order of WooCommerce.');
  const status = state ?? order.at('status').text;
  const currency = order.at('currency').text;
  const billing = order.at('billing');
  // A shop that asks for only one address leaves the shipping address empty.
  const to = order.at('shipping').at('address_1').text ? order.at('shipping') : billing;
  return {
    id,
    number: order.at('number').text,
    status,
    isCancelled: CANCELLED.includes(status),
    changed: order.at('date_modified_gmt').text,
    currency,
    address: dropEmpty({
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
  /** Adds a note unless the order already has one with this mark. This makes repetitions harmless. */
  const addNote = async (id: string, mark: string, text: string, toCustomer: boolean) => {
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
        // Without a tracking number, the sentence itself marks the report.
        const mark = parcel.trackingNumber ?? 'Shipped.';
        await addNote(id, mark, sentenceOf(parcel), notifyCustomer);
      }
      if (isAll && order.at('status').text !== 'completed' && !CANCELLED.includes(order.at('status').text))
        await ask(`/${id}`, { method: 'PUT', body: { status: 'completed' } });
    },

    async tellPeople(id, { text }) {
      await addNote(id, text, text, false);
    },
  };
}

/** Returns the customer's note about a parcel. */
function sentenceOf({ trackingNumber, trackingCarrier, trackingUrl }: Parcel): string {
  const how = [trackingCarrier && `with ${trackingCarrier}`, trackingNumber && `as ${trackingNumber}`];
  return `${['Shipped', ...how.filter(Boolean)].join(' ')}.${trackingUrl ? ` ${trackingUrl}` : ''}`;
}
