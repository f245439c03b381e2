import { stateAsWritten } from '../src/shipping/states.ts';
import { checkHmac, dropEmpty, header, type Json, pricePerPiece, readBody } from './read-json.ts';
import { RefusedWebhook, type Shop, type ShopApi, type ShopOrder, ShopRefused, ShopUnavailable } from './shop.ts';
import { askShop, type Fetch, type ShopCall } from './shop-request.ts';

const ORDERS_PER_PAGE = 100;
/** Pages of one list. A longer one never ends. */
const PAGES_MAX = 1_000;
/** Order Desk requires a tracking number. This one marks a parcel without any. */
const NO_NUMBER = 'n/a';

interface OrderDeskAccess {
  /** For example https://app.orderdesk.me. */
  url: string;
  storeId: string;
  apiKey: string;
  /** Folder with the orders to ship. Without it, orders arrive only by Order Desk's rule. */
  folder: string | undefined;
  /** Currency of every order, because Order Desk does not send one. */
  currency: string;
  fetch?: Fetch | undefined;
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
function orderDeskOrder(order: Json, currency: string): ShopOrder {
  const id = order.at('id').text;
  if (!/^\d+$/.test(id)) throw new RefusedWebhook(400, 'The field "order" has no order of Order Desk.');
  const to = order.at('shipping');
  const status = order.at('payment_status').text;
  const lines = ['address2', 'address3', 'address4'].map((name) => to.at(name).text).filter(Boolean);
  return {
    id,
    number: order.at('source_id').text || id,
    status,
    cancelled: /^cancell?ed$/i.test(status)
      ? 'Cancelled in the shop.'
      : /^(refunded|voided)$/i.test(status)
        ? 'Refunded in the shop.'
        : '',
    isRefundedInPart: false,
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
      state: stateAsWritten(to.at('country').text, to.at('state').text),
      country: to.at('country').text,
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
function orderDeskApi({ url, storeId, apiKey, folder, currency, fetch }: OrderDeskAccess): ShopApi {
  const headers = { 'orderdesk-store-id': storeId, 'orderdesk-api-key': apiKey };
  const askApi = (path: string, call: Omit<ShopCall, 'headers'> = {}) =>
    askShop(`${url}/api/v2/${path}`, { ...call, headers, fetch });
  const ask = (path: string, call: Omit<ShopCall, 'headers'> = {}) => askApi(`orders${path}`, call);
  const readOrders = async function* (query: Record<string, string>) {
    for (let page = 0; page < PAGES_MAX; page++) {
      const offset = String(page * ORDERS_PER_PAGE);
      const paged = new URLSearchParams({ ...query, limit: String(ORDERS_PER_PAGE), offset });
      const orders = (await ask(`?${paged}`))?.at('orders').list ?? [];
      yield orders.map((order) => orderDeskOrder(order, currency));
      if (orders.length < ORDERS_PER_PAGE) return;
    }
    throw new ShopRefused('The list of orders in Order Desk has no end.');
  };
  return {
    async order(id) {
      const order = (await ask(`/${id}`))?.at('order');
      return order && orderDeskOrder(order, currency);
    },

    async *list(changedSince, onlyChanged = false) {
      const queries: Record<string, string>[] = [
        ...(folder === undefined || onlyChanged ? [] : [{ folder_name: folder }]),
        ...(changedSince ? [{ modified_start_date: changedSince.toISOString().slice(0, 19).replace('T', ' ') }] : []),
      ];
      for (const query of queries)
        for await (const orders of readOrders(query))
          yield orders.map(({ id, version }) => ({ id, version, isOpen: onlyChanged || 'folder_name' in query }));
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
      if (!(await askApi('test'))) throw new ShopUnavailable(`There is no Order Desk at ${url}.`, 'unknown');
    },

    async *products() {
      for (let page = 0; page < PAGES_MAX; page++) {
        const query = `?limit=${ORDERS_PER_PAGE}&offset=${page * ORDERS_PER_PAGE}`;
        const items = (await askApi(`inventory-items${query}`))?.at('inventory_items').list ?? [];
        yield items.map((item) => ({
          sku: item.at('code').text,
          name: item.at('name').text,
          variant: item.at('id').text,
          barcode: item.at('metadata').at('upc').text,
          pictureUrl: item.at('metadata').at('image').text,
        }));
        if (items.length < ORDERS_PER_PAGE) return;
      }
      throw new ShopRefused('The list of items in Order Desk has no end.');
    },

    async tellStock(levels) {
      for (let begin = 0; begin < levels.length; begin += ORDERS_PER_PAGE) {
        const items = levels.slice(begin, begin + ORDERS_PER_PAGE);
        const body = items.map(({ variant, quantity }) => ({ id: variant, stock: quantity }));
        await askApi('batch-inventory-items', { method: 'PUT', body });
      }
    },
  };
}
