import { stateAsWritten } from '../src/shipping/states.ts';
import { dropEmpty, type Json, pricePerPiece } from './read-json.ts';
import {
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
/** A token is renewed this long before it expires. */
const EXPIRY_SKEW_MS = 30_000;
/** Marks a parcel without a tracking number, which Shopware cannot keep. */
const NO_NUMBER = 'n/a';

interface ShopwareAccess extends Calling {
  /** For example https://shop.example.com. */
  url: string;
  /** Access key of an integration. */
  accessKey: string;
  secretKey: string;
  /** States of the payment in which orders are taken. */
  takeWhen: readonly string[];
  /** If true, Shopware emails the customer. */
  notifyCustomer: boolean;
}

/**
 * Connects to Shopware 6 by its Admin API: https://developer.shopware.com/docs/guides/integrations-api.
 * A shop sends webhooks only to apps, so the connector looks for changed orders.
 */
export function shopware(access: ShopwareAccess): Shop {
  return {
    readWebhook() {
      throw new RefusedWebhook(400, 'Shopware sends no webhooks to this address.');
    },
    api: shopwareApi(access),
  };
}

const equals = (field: string, value: unknown) => ({ type: 'equals', field, value });
const since = (field: string, time: Date) => ({ type: 'range', field, parameters: { gte: time.toISOString() } });
const anyOf = (queries: object[]) => ({ type: 'multi', operator: 'or', queries });
const STATES = {
  stateMachineState: {},
  transactions: { associations: { stateMachineState: {} }, sort: [{ field: 'createdAt' }] },
  deliveries: { associations: { stateMachineState: {} } },
};
const WHOLE_ORDER = {
  ...STATES,
  deliveries: {
    associations: {
      stateMachineState: {},
      shippingMethod: {},
      shippingOrderAddress: { associations: { country: {}, countryState: {} } },
    },
  },
  lineItems: {},
  orderCustomer: {},
  currency: {},
};

/** Returns functions that call the Admin API, with a token that is renewed before it expires. */
function openAdminApi(access: ShopwareAccess) {
  const { url, accessKey, secretKey } = access;
  let held: { token: string; endsAt: number } | undefined;
  const readToken = async () => {
    if (held && Date.now() < held.endsAt) return held.token;
    const body = { grant_type: 'client_credentials', client_id: accessKey, client_secret: secretKey };
    const call = { method: 'POST', headers: {}, body } as const;
    const answer = await askShop(access, `${url}/api/oauth/token`, call).catch((error) => {
      // Shopware answers 500 to a malformed access key, and 400 to some wrong secrets.
      const isDenied = error instanceof ShopRefused || /access key/i.test(error.message);
      throw isDenied ? new ShopUnavailable(error.message, 'denied') : error;
    });
    const token = answer?.at('access_token').text;
    if (!token) throw new ShopUnavailable(`There is no Shopware shop at ${url}.`, 'unknown');
    held = { token, endsAt: Date.now() + (answer?.at('expires_in').number || 0) * 1_000 - EXPIRY_SKEW_MS };
    return token;
  };
  const ask = async (path: string, call: Omit<ShopCall, 'headers'>) => {
    const headers = { authorization: `Bearer ${await readToken()}`, 'sw-inheritance': '1' };
    try {
      return await askShop(access, `${url}/api/${path}`, { ...call, headers });
    } catch (error) {
      // The next attempt gets a new token.
      if (error instanceof ShopUnavailable && error.fault === 'denied') held = undefined;
      throw error;
    }
  };
  const search = async (entity: string, body: object) =>
    (await ask(`search/${entity}`, { method: 'POST', body }))?.at('data').list ?? [];
  const readPages = async function* (entity: string, body: object) {
    for (let page = 1; page <= PAGES_MAX; page++) {
      const found = await search(entity, { ...body, page, limit: PER_PAGE, sort: [{ field: 'id' }] });
      yield found;
      if (found.length < PER_PAGE) return;
    }
    throw new ShopRefused(`The list of ${entity} in Shopware has no end.`);
  };
  return { ask, search, readPages };
}

function shopwareApi(access: ShopwareAccess): ShopApi {
  const { takeWhen, notifyCustomer } = access;
  const { ask, search, readPages } = openAdminApi(access);
  const findOrder = async (id: string) =>
    (await search('order', { ids: [id], limit: 1, associations: WHOLE_ORDER }))[0];
  const requireDelivery = async (id: string) => {
    const order = await findOrder(id);
    const delivery = order && deliveryOf(order);
    if (!delivery) throw new ShopRefused('Shopware has no such order, or it has no delivery.');
    return {
      deliveryId: delivery.at('id').text,
      state: stateOf(delivery),
      codes: delivery.at('trackingCodes').list.map((code) => code.text),
    };
  };
  const saveCodes = (deliveryId: string, trackingCodes: readonly string[]) =>
    ask(`order-delivery/${deliveryId}`, { method: 'PATCH', body: { trackingCodes } });
  const changeState = (deliveryId: string, transition: string) =>
    ask(`_action/order_delivery/${deliveryId}/state/${transition}`, {
      method: 'POST',
      body: { sendMail: notifyCustomer },
    });
  return {
    async order(id) {
      const order = await findOrder(id);
      return order && shopwareOrder(order);
    },

    async *list(changedSince, onlyChanged = false) {
      const open = [
        equals('deliveries.stateMachineState.technicalName', 'open'),
        { type: 'equalsAny', field: 'transactions.stateMachineState.technicalName', value: takeWhen.join('|') },
      ];
      // The time of an order does not change with the states of its payment and delivery.
      const fields = ['createdAt', 'updatedAt', 'transactions.updatedAt', 'deliveries.updatedAt'];
      const changed = changedSince ? [[anyOf(fields.map((field) => since(field, changedSince)))]] : [];
      for (const filter of [...(onlyChanged ? [] : [open]), ...changed])
        for await (const orders of readPages('order', { filter, associations: STATES }))
          yield orders.map((order) => ({
            id: order.at('id').text,
            version: versionOf(order),
            isOpen: filter === open || (onlyChanged && takeWhen.includes(paymentOf(order))),
          }));
    },

    async tellParcel(id, { parcel: { trackingNumber }, shipmentId, all, ordered }) {
      const { deliveryId, codes, state } = await requireDelivery(id);
      if (trackingNumber && !codes.includes(trackingNumber)) await saveCodes(deliveryId, [...codes, trackingNumber]);
      const countOf = (items: typeof ordered) => items.reduce((sum, { quantity }) => sum + quantity, 0);
      const isPart = countOf(all.flatMap(({ items }) => items)) < countOf(ordered) && all[0]?.items.length;
      if (isPart && state === 'open') await changeState(deliveryId, 'ship_partially');
      return trackingNumber ?? `${NO_NUMBER} ${shipmentId}`;
    },

    async withdrawParcel(id, toldId) {
      const { deliveryId, codes, state } = await requireDelivery(id);
      if (codes.includes(toldId))
        await saveCodes(
          deliveryId,
          codes.filter((code) => code !== toldId),
        );
      if (state.startsWith('shipped')) await changeState(deliveryId, 'reopen');
    },

    async tellComplete(id) {
      const { deliveryId, state } = await requireDelivery(id);
      if (state === 'open' || state === 'shipped_partially') await changeState(deliveryId, 'ship');
    },

    async tellPeople(id, { text }) {
      const order = await findOrder(id);
      if (!order) throw new ShopRefused('Shopware has no such order.');
      const comment = order.at('internalComment');
      // Earlier versions of Shopware have no comments.
      const hasComments = comment.value !== undefined;
      if (comment.text.includes(text)) return;
      const body = hasComments
        ? { internalComment: [comment.text, text].filter(Boolean).join(' ') }
        : { customFields: { platen: text } };
      await ask(`order/${id}`, { method: 'PATCH', body });
    },

    async test() {
      for (const entity of ['order', 'product']) await search(entity, { limit: 1 });
    },

    async *products() {
      const filter = [anyOf([equals('childCount', 0), equals('childCount', null)])];
      const associations = { cover: { associations: { media: {} } }, options: {} };
      for await (const products of readPages('product', { filter, associations })) yield products.map(productOf);
    },

    async tellStock(levels) {
      for (let begin = 0; begin < levels.length; begin += PER_PAGE) {
        const payload = levels
          .slice(begin, begin + PER_PAGE)
          .map(({ variant, quantity }) => ({ id: variant, stock: quantity }));
        const stock = { entity: 'product', action: 'upsert', payload };
        await ask('_action/sync', { method: 'POST', body: { stock } });
      }
    },
  };
}

const nameOf = (thing: Json) => thing.at('translated').at('name').text || thing.at('name').text;
/** Returns the delivery of the goods. A discount of shipping is a further delivery with a negative cost. */
function deliveryOf(order: Json): Json | undefined {
  const costOf = (delivery: Json) => delivery.at('shippingCosts').at('totalPrice').number || 0;
  return order.at('deliveries').list.toSorted((one, other) => costOf(other) - costOf(one))[0];
}
const stateOf = (thing: Json) => thing.at('stateMachineState').at('technicalName').text;

/** Returns the state of the payment that counts: a paid one, or else the last one. */
function paymentOf(order: Json): string {
  const states = order.at('transactions').list.map(stateOf);
  return states.find((state) => state === 'paid') ?? states.at(-1) ?? '';
}

function versionOf(order: Json): string {
  const deliveries = order.at('deliveries').list.map(stateOf);
  const updated = order.at('updatedAt').text || order.at('createdAt').text;
  return [updated, stateOf(order), paymentOf(order), ...deliveries].join(' ');
}

function shopwareOrder(order: Json): ShopOrder {
  const payment = paymentOf(order);
  const currency = order.at('currency').at('isoCode').text;
  const isNet = order.at('price').at('taxStatus').text === 'net';
  const delivery = deliveryOf(order);
  const to = delivery?.at('shippingOrderAddress');
  const country = to?.at('country').at('iso').text ?? '';
  const text = (name: string) => to?.at(name).text ?? '';
  const state = to?.at('countryState');
  const lines = [text('additionalAddressLine1'), text('additionalAddressLine2')].filter(Boolean);
  return {
    id: order.at('id').text,
    number: order.at('orderNumber').text,
    status: payment,
    cancelled:
      stateOf(order) === 'cancelled' ? 'Cancelled in the shop.' : payment === 'refunded' ? 'Refunded in the shop.' : '',
    isRefundedInPart: payment === 'refunded_partially',
    isOnHold: false,
    isTest: false,
    isFulfilled: delivery !== undefined && stateOf(delivery) === 'shipped',
    version: versionOf(order),
    currency,
    address: dropEmpty({
      personName: `${text('firstName')} ${text('lastName')}`.trim(),
      company: text('company'),
      street: text('street'),
      addressLine2: lines.join(', '),
      city: text('city'),
      postalCode: text('zipcode'),
      state: stateAsWritten(country, state?.at('shortCode').text.replace(/^..-/, '') ?? '', state && nameOf(state)),
      country,
      phoneNumber: text('phoneNumber'),
      email: order.at('orderCustomer').at('email').text,
    }) as ShopOrder['address'],
    shippingMethods: [delivery && nameOf(delivery.at('shippingMethod'))].filter((name) => name !== undefined),
    items: order
      .at('lineItems')
      .list.filter((line) => line.at('type').text === 'product')
      .map((line) => {
        const quantity = line.at('quantity').number || 0;
        const taxes = line.at('price').at('calculatedTaxes').list;
        const tax = isNet ? taxes.reduce((sum, one) => sum + (one.at('tax').number || 0), 0) : 0;
        const options = line.at('payload').at('options').list;
        return {
          id: line.at('id').text,
          sku: line.at('payload').at('productNumber').text,
          name: line.at('label').text,
          quantity,
          unitPrice: pricePerPiece((line.at('totalPrice').number || 0) + tax, quantity, currency),
          values: {
            ...Object.fromEntries(options.map((option) => [option.at('group').text, option.at('option').text])),
            ...line.at('payload').at('customFields').values,
            ...line.at('customFields').values,
          },
        };
      })
      .filter(({ quantity }) => quantity > 0),
    note: order.at('customerComment').text,
    values: order.at('customFields').values,
  };
}

function productOf(product: Json): ShopProduct {
  const options = product.at('options').list.map(nameOf).filter(Boolean);
  return {
    sku: product.at('productNumber').text,
    name: [nameOf(product), options.join(' / ')].filter(Boolean).join(' - '),
    variant: product.at('id').text,
    barcode: product.at('ean').text,
    pictureUrl: product.at('cover').at('media').at('url').text,
  };
}
