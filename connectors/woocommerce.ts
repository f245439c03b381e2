import { decodeHTMLStrict } from 'entities';
import { stateAsWritten } from '../src/shipping/states.ts';
import { checkHmac, dropEmpty, header, Json, pricePerPiece, readBody } from './read-json.ts';
import {
  type Parcel,
  RefusedWebhook,
  type Shop,
  type ShopApi,
  type ShopOrder,
  type ShopProduct,
  ShopRefused,
  ShopUnavailable,
} from './shop.ts';
import { askShop, type Calling, type ShopCall } from './shop-request.ts';

const PER_PAGE = 100;
/** Pages of one list. A longer one never ends. */
const PAGES_MAX = 1_000;
/** Refunds of one order that are read. */
const REFUNDS_MAX = 100;
const NONE: ReadonlySet<string> = new Set();
/** Statuses of orders that must not be made, with the reason. */
const CANCELLED: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled in the shop.',
  refunded: 'Refunded in the shop.',
  failed: 'The payment failed in the shop.',
  trash: 'Deleted in the shop.',
};

interface WooCommerceAccess extends Calling {
  /** For example https://shop.example.com. */
  url: string;
  consumerKey: string;
  consumerSecret: string;
  /** Order statuses that mean "ready to ship". */
  takeWhen: readonly string[];
  /** If true, WooCommerce emails the customer. */
  notifyCustomer: boolean;
}

/**
 * Returns the functions that read WooCommerce's webhooks. With `access`, they also call its API.
 * https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks
 */
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
function wooCommerceOrder(encoded: Json, state?: string): ShopOrder {
  // An entity needs its semicolon, because the URL `?a=1&copy=2` has none.
  const order = new Json(encoded.value, decodeHTMLStrict);
  const id = order.at('id').text;
  if (!/^\d+$/.test(id)) throw new RefusedWebhook(400, 'The body is no order of WooCommerce.');
  const status = state ?? order.at('status').text;
  const currency = order.at('currency').text;
  const billing = order.at('billing');
  const refunds = order.at('refunds').list.length;
  // A shop that asks for only one address leaves the shipping address empty.
  const to = order.at('shipping').at('address_1').text ? order.at('shipping') : billing;
  return {
    id,
    number: order.at('number').text,
    status,
    cancelled: CANCELLED[status] ?? '',
    isRefundedInPart: refunds > 0,
    isOnHold: false,
    isTest: false,
    isFulfilled: false,
    // A deleted order has no time. The sign sorts after all times.
    version: `${order.at('date_modified_gmt').text || '~'} ${status} ${refunds}`,
    currency,
    address: dropEmpty({
      personName: `${to.at('first_name').text} ${to.at('last_name').text}`.trim(),
      company: to.at('company').text,
      street: to.at('address_1').text,
      addressLine2: to.at('address_2').text,
      city: to.at('city').text,
      postalCode: to.at('postcode').text,
      state: stateAsWritten(to.at('country').text, to.at('state').text),
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
          name: line.at('name').text,
          quantity,
          unitPrice: pricePerPiece(total, quantity, currency),
          values: line.at('meta_data').values,
        };
      })
      .filter(({ quantity }) => quantity > 0),
    note: order.at('customer_note').text,
    values: order.at('meta_data').values,
  };
}

function wooCommerceApi(access: WooCommerceAccess): ShopApi {
  const { url, consumerKey, consumerSecret, takeWhen, notifyCustomer } = access;
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
  const askApi = (path: string, call: Omit<ShopCall, 'headers'> = {}) =>
    askShop(access, `${url}/wp-json/wc/v3/${path}`, { ...call, headers: { authorization } });
  const ask = (path: string, call: Omit<ShopCall, 'headers'> = {}) => askApi(`orders${path}`, call);
  /** Reads all pages of a list. Throws if the shop has no such list. */
  const readPages = async function* (path: string, query: Record<string, string> = {}) {
    for (let page = 1; page <= PAGES_MAX; page++) {
      const paged = new URLSearchParams({ ...query, per_page: String(PER_PAGE), page: String(page) });
      const found = await askApi(`${path}?${paged}`);
      if (!found) throw noShop(url);
      yield found.list;
      if (found.list.length < PER_PAGE) return;
    }
    throw new ShopRefused(`The list of ${path} in WooCommerce has no end.`);
  };
  const readOrders = async function* (query: Record<string, string>) {
    for await (const orders of readPages('orders', query)) yield orders.map((order) => wooCommerceOrder(order));
  };
  const readProducts = async function* (path: string) {
    for await (const found of readPages(path)) yield found.map((one) => new Json(one.value, decodeHTMLStrict));
  };
  /**
   * Adds a note, unless the order has one with exactly this text that is not of another parcel. Returns its
   * id.
   */
  const addNote = async (id: string, text: string, { toCustomer = false, otherIds = NONE }) => {
    const notes = await ask(`/${id}/notes`);
    if (!notes) throw new ShopRefused('WooCommerce has no such order.');
    const isSame = (note: Json) => plain(note.at('note').text) === plain(text) && !otherIds.has(note.at('id').text);
    const known = notes.list.find(isSame);
    const body = { note: text, customer_note: toCustomer };
    const note = known ?? (await ask(`/${id}/notes`, { method: 'POST', body }));
    const noteId = note?.at('id').text;
    if (!noteId) throw new ShopUnavailable('WooCommerce did not confirm the note.');
    return noteId;
  };
  /** Subtracts the refunded pieces. A refund of money alone names none. */
  const withoutRefunds = async (order: ShopOrder): Promise<ShopOrder> => {
    const refunds = (await ask(`/${order.id}/refunds?per_page=${REFUNDS_MAX}`))?.list ?? [];
    const refunded = new Map<string, number>();
    for (const line of refunds.flatMap((refund) => refund.at('line_items').list)) {
      const id = line.at('meta_data').values._refunded_item_id ?? '';
      refunded.set(id, (refunded.get(id) ?? 0) + Math.abs(line.at('quantity').number || 0));
    }
    const items = order.items
      .map((item) => ({ ...item, quantity: item.quantity - (refunded.get(item.id) ?? 0) }))
      .filter(({ quantity }) => quantity > 0);
    return { ...order, items };
  };
  return {
    async order(id) {
      const order = await ask(`/${id}`);
      if (!order) return undefined;
      const read = wooCommerceOrder(order);
      return read.isRefundedInPart ? withoutRefunds(read) : read;
    },

    async *list(changedSince, onlyChanged = false) {
      if (!onlyChanged)
        for await (const orders of readOrders({ status: takeWhen.join(',') }))
          yield orders.map(({ id, version }) => ({ id, version, isOpen: true }));
      if (!changedSince) return;
      const after = changedSince.toISOString().slice(0, -'.000Z'.length);
      // "any" leaves out deleted orders. Old versions of WooCommerce ignore the filter of the time.
      for (const status of ['any', 'trash'])
        for await (const orders of readOrders({ status, modified_after: after, dates_are_gmt: 'true' }))
          yield orders
            .filter(({ version }) => version > after)
            .map((order) => ({ ...order, isOpen: onlyChanged && takeWhen.includes(order.status) }));
    },

    tellParcel: (id, { parcel, otherIds }) => addNote(id, sentenceOf(parcel), { toCustomer: notifyCustomer, otherIds }),

    async tellComplete(id) {
      const status = (await ask(`/${id}`))?.at('status').text ?? '';
      if (status !== 'completed' && !CANCELLED[status])
        await ask(`/${id}`, { method: 'PUT', body: { status: 'completed' } });
    },

    async tellPeople(id, { text }) {
      await addNote(id, text, {});
    },

    async test() {
      if (!(await ask('?per_page=1'))) throw noShop(url);
      // An empty batch changes nothing, and needs the permission to write.
      await askApi('products/batch', { method: 'POST', body: {} });
    },

    async *products() {
      for await (const products of readProducts('products')) {
        const isVariable = (product: Json) => product.at('type').text === 'variable';
        yield products.filter((product) => !isVariable(product)).map((product) => productOf(product));
        for (const product of products.filter(isVariable))
          for await (const variants of readProducts(`products/${product.at('id').text}/variations`))
            yield variants.map((variant) => productOf(product, variant));
      }
    },

    async tellStock(levels) {
      const byProduct = Map.groupBy(levels, ({ variant }) => (variant.includes('/') ? variant.split('/')[0] : ''));
      for (const [product, some] of byProduct)
        for (let begin = 0; begin < some.length; begin += PER_PAGE) {
          const update = some.slice(begin, begin + PER_PAGE).map(({ variant, quantity }) => ({
            id: Number(variant.replace(/^.*\//, '')),
            ...{ manage_stock: true, stock_quantity: quantity },
          }));
          const path = product ? `products/${product}/variations/batch` : 'products/batch';
          const answer = await askApi(path, { method: 'POST', body: { update } });
          if (!answer) throw new ShopRefused('WooCommerce has no such product.');
          const refused = answer.at('update').list.find((one) => one.at('error').at('message').text);
          if (refused) throw new ShopRefused(`WooCommerce: ${refused.at('error').at('message').text}`);
        }
    },
  };
}

/** WooCommerce answers 404 for every path if the REST API is switched off, or permalinks are "Plain". */
function noShop(url: string): ShopUnavailable {
  return new ShopUnavailable(`There is no WooCommerce REST API at ${url}.`, 'without_api');
}

/** Reads a product, or a variant of it. */
function productOf(product: Json, variant?: Json): ShopProduct {
  const one = variant ?? product;
  const options = (variant?.at('attributes').list ?? []).map((attribute) => attribute.at('option').text);
  const id = product.at('id').text;
  return {
    sku: one.at('sku').text,
    name: [product.at('name').text, options.filter(Boolean).join(' / ')].filter(Boolean).join(' - '),
    variant: variant ? `${id}/${variant.at('id').text}` : id,
    barcode: one.at('global_unique_id').text,
    pictureUrl: variant?.at('image').at('src').text || (product.at('images').list[0]?.at('src').text ?? ''),
  };
}

function plain(text: string): string {
  return decodeHTMLStrict(text).replace(/\s+/g, ' ').trim();
}

/** Returns the customer's note about a parcel. */
function sentenceOf({ trackingNumber, trackingCarrier, trackingUrl }: Parcel): string {
  const how = [trackingCarrier && `with ${trackingCarrier}`, trackingNumber && `as ${trackingNumber}`];
  return `${['Shipped', ...how.filter(Boolean)].join(' ')}.${trackingUrl ? ` ${trackingUrl}` : ''}`;
}
