import { decodeHTMLStrict } from 'entities';
import { countryOf } from '../src/shipping/countries.ts';
import { stateAsWritten } from '../src/shipping/states.ts';
import { checkHmac, dropEmpty, header, Json, pricePerPiece, readBody } from './read-json.ts';
import { RefusedWebhook, type Shop, type ShopApi, type ShopOrder, ShopRefused, ShopUnavailable } from './shop.ts';
import { askShop, type Calling, type ShopCall } from './shop-request.ts';

/** Entries per page. Order Desk sends at most 500, and takes about 3 requests per second. */
const PER_PAGE = 100;
/** Pages of one list. A longer one never ends. */
const PAGES_MAX = 1_000;
/** Order Desk requires a tracking number. This one marks a parcel without any. */
const NO_NUMBER = 'n/a';

/** Payment statuses of orders that must not be made, with the reason. */
const CANCELLED: Readonly<Record<string, string>> = {
  canceled: 'Cancelled in the shop.',
  cancelled: 'Cancelled in the shop.',
  'fully refunded': 'Refunded in the shop.',
  refunded: 'Refunded in the shop.',
  voided: 'Refunded in the shop.',
  rejected: 'The payment failed in the shop.',
};
/** The greatest difference between UTC and the local time of a store west of it. */
const LOCAL_TIME_MS = 12 * 3_600_000;

interface OrderDeskAccess extends Calling {
  /** For example https://app.orderdesk.me. */
  url: string;
  storeId: string;
  apiKey: string;
  /** Folder with the orders to ship. Without it, orders arrive only by Order Desk's rule. */
  folder: string | undefined;
  /** Currency of every order, because Order Desk does not send one. */
  currency: string;
}

/**
 * Connects to Order Desk and its rule "Post Order JSON":
 * https://help.orderdesk.com/article/34-post-order-information-to-a-custom-script.
 */
export function orderDesk(access: OrderDeskAccess): Shop {
  return {
    readWebhook(request) {
      if (header(request, 'x-order-desk-store-id') !== access.storeId)
        throw new RefusedWebhook(401, 'The request names another store.');
      const order = signedOrder(request.body.toString(), access.apiKey, header(request, 'x-order-desk-hash'));
      return orderDeskOrder(readBody(order), access.currency);
    },
    api: orderDeskApi(access),
  };
}

/**
 * Returns the form field "order" after it has checked its signature. The signature covers the text, which may
 * be percent-encoded twice. Throws RefusedWebhook.
 */
function signedOrder(form: string, apiKey: string, signature: string): string {
  const order = new URLSearchParams(form).get('order');
  if (order === null) throw new RefusedWebhook(400, 'The body has no field "order".');
  const decoded = /^%7B/i.test(order)
    ? new URLSearchParams(`order=${order.replaceAll('+', '%2B')}`).get('order')!
    : order;
  checkHmac(decoded, apiKey, signature, 'hex');
  return decoded;
}

/** Reads an order, which has the same form in rules and in the API. Throws RefusedWebhook. */
function orderDeskOrder(encoded: Json, currency: string): ShopOrder {
  // Order Desk passes on the texts of other shops, also with their HTML entities.
  const order = new Json(encoded.value, decodeHTMLStrict);
  const id = order.at('id').text;
  if (!/^\d+$/.test(id)) throw new RefusedWebhook(400, 'The field "order" has no order of Order Desk.');
  const to = order.at('shipping');
  // Order Desk has codes and names.
  const country = countryOf(to.at('country').text) ?? to.at('country').text;
  const status = order.at('payment_status').text;
  const lines = ['address2', 'address3', 'address4'].map((name) => to.at(name).text).filter(Boolean);
  return {
    id,
    number: order.at('source_id').text || id,
    status,
    cancelled: CANCELLED[status.toLowerCase()] ?? '',
    isRefundedInPart: /^partially refunded$/i.test(status),
    isOnHold: false,
    isTest: false,
    isFulfilled: order.at('order_shipments').list.length > 0,
    version: `${order.at('date_updated').text} ${status}`,
    currency,
    address: dropEmpty({
      personName: `${to.at('first_name').text} ${to.at('last_name').text}`.trim(),
      company: to.at('company').text,
      street: to.at('address1').text,
      addressLine2: lines.join(', '),
      city: to.at('city').text,
      postalCode: to.at('postal_code').text,
      state: stateAsWritten(country, to.at('state').text),
      country,
      phoneNumber: to.at('phone').text,
      email: order.at('email').text,
    }) as ShopOrder['address'],
    shippingMethods: [order.at('shipping_method').text].filter(Boolean),
    items: order
      .at('order_items')
      .list.filter((line) => /^(ship)?$/.test(line.at('delivery_type').text))
      .map((line) => ({
        id: line.at('id').text,
        sku: line.at('code').text,
        name: line.at('name').text,
        quantity: line.at('quantity').number || 0,
        unitPrice: pricePerPiece(line.at('price').number || 0, 1, currency),
        values: { ...line.at('variation_list').values, ...line.at('metadata').values },
      }))
      .filter(({ quantity }) => quantity > 0),
    // The notes of a checkout are in its values.
    note: '',
    values: { ...order.at('checkout_data').values, ...order.at('order_metadata').values },
  };
}

/** Calls the API of https://apidocs.orderdesk.com. */
function orderDeskApi(access: OrderDeskAccess): ShopApi {
  const { url, storeId, apiKey, folder, currency } = access;
  const headers = { 'orderdesk-store-id': storeId, 'orderdesk-api-key': apiKey };
  const askApi = async (path: string, call: Omit<ShopCall, 'headers'> = {}) => {
    const answer = await askShop(access, `${url}/api/v2/${path}`, { ...call, headers });
    if (answer?.at('status').text === 'error') throw new ShopRefused(`Order Desk: ${answer.at('message').text}`);
    return answer;
  };
  const ask = (path: string, call: Omit<ShopCall, 'headers'> = {}) => askApi(`orders${path}`, call);
  /** Reads all pages of a list. Throws if the address has no such list. */
  const readPages = async function* (path: string, name: string, query: Record<string, string> = {}) {
    for (let page = 0; page < PAGES_MAX; page++) {
      const paged = new URLSearchParams({ ...query, limit: String(PER_PAGE), offset: String(page * PER_PAGE) });
      const found = (await askApi(`${path}?${paged}`))?.at(name).list;
      if (!found) throw noStore(url);
      yield found;
      if (found.length < PER_PAGE) return;
    }
    throw new ShopRefused(`The list of ${path} in Order Desk has no end.`);
  };
  const readOrders = async function* (query: Record<string, string>) {
    for await (const found of readPages('orders', 'orders', query))
      yield found.map((order) => orderDeskOrder(order, currency));
  };
  return {
    async order(id) {
      const order = (await ask(`/${id}`))?.at('order');
      return order && orderDeskOrder(order, currency);
    },

    async *list(changedSince, onlyChanged = false) {
      if (folder !== undefined && !onlyChanged)
        for await (const orders of readOrders({ folder_name: folder }))
          yield orders.map(({ id, version }) => ({ id, version, isOpen: true }));
      if (!changedSince) return;
      // The filter has the local time of the store, which no answer names.
      const since = new Date(changedSince.getTime() - LOCAL_TIME_MS).toISOString();
      for await (const orders of readOrders({ modified_start_date: since.slice(0, 19).replace('T', ' ') }))
        yield orders.map(({ id, version }) => ({ id, version, isOpen: onlyChanged }));
    },

    async tellParcel(id, { parcel, shipmentId, otherIds }) {
      const known = (await ask(`/${id}/shipments`))?.at('shipments').list;
      if (!known) throw new ShopRefused('Order Desk has no such order.');
      const { trackingCarrier = '', trackingUrl = '' } = parcel;
      // Order Desk refuses a second shipment with the same number.
      const number = parcel.trackingNumber ?? (shipmentId === '1' ? NO_NUMBER : `${NO_NUMBER} ${shipmentId}`);
      const same = known.find(
        (one) => one.at('tracking_number').text === number && !otherIds.has(one.at('id').text || number),
      );
      if (same) return same.at('id').text || number;
      const body = { tracking_number: number, carrier_code: trackingCarrier, tracking_url: trackingUrl };
      const made = (await ask(`/${id}/shipments`, { method: 'POST', body }))?.at('shipment');
      return made?.at('id').text || number;
    },

    async tellPeople(id, { text }) {
      await ask(`/${id}/order-history`, { method: 'POST', body: { note: text, source_name: 'Platen' } });
    },

    async test() {
      if (!(await askApi('test'))) throw noStore(url);
    },

    async *products() {
      for await (const items of readPages('inventory-items', 'inventory_items'))
        yield items
          .map((item) => new Json(item.value, decodeHTMLStrict))
          .map((item) => ({
            sku: item.at('code').text,
            name: item.at('name').text,
            variant: item.at('id').text,
            barcode: item.at('metadata').at('upc').text,
            pictureUrl: item.at('metadata').at('image').text,
          }));
    },

    async tellStock(levels) {
      const quantities = new Map(levels.map(({ variant, quantity }) => [variant, quantity]));
      for await (const items of readPages('inventory-items', 'inventory_items')) {
        // An update replaces the whole item.
        const body = items
          .filter((item) => quantities.has(item.at('id').text))
          .map((item) => ({ ...Object(item.value), stock: quantities.get(item.at('id').text) }));
        if (body.length > 0) await askApi('batch-inventory-items', { method: 'PUT', body });
      }
    },
  };
}

function noStore(url: string): ShopUnavailable {
  return new ShopUnavailable(`There is no Order Desk at ${url}.`, 'unknown');
}
