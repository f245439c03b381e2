import { stateAsWritten } from '../src/shipping/states.ts';
import { checkHmac, dropEmpty, header, type Json, pricePerPiece, readBody } from './read-json.ts';
import { RefusedWebhook, type Shop, type ShopApi, type ShopItem, type ShopOrder } from './shop.ts';

/**
 * Receives webhooks of Shopify: https://shopify.dev/docs/api/webhooks and
 * …/docs/apps/build/webhooks/subscribe/https.
 */
export function shopify(webhookSecret: string, api: ShopApi | undefined): Shop {
  return {
    readWebhook(request) {
      checkHmac(request.body, webhookSecret, header(request, 'x-shopify-hmac-sha256'), 'base64');
      if (!header(request, 'x-shopify-topic').startsWith('orders/')) return undefined;
      return shopifyOrder(readBody(request.body));
    },
    ...(api && { api }),
  };
}

/** Reads an order in the form of a webhook. Throws RefusedWebhook. */
export function shopifyOrder(order: Json): ShopOrder {
  const id = order.at('admin_graphql_api_id').text.replace(/^gid:\/\/shopify\/Order\//, '') || order.at('id').text;
  if (!/^\d+$/.test(id)) throw new RefusedWebhook(400, 'The body is not an order of Shopify.');
  const currency = order.at('currency').text;
  const to = order.at('shipping_address');
  const taxesIncluded = order.at('taxes_included').isTrue;
  const status = order.at('financial_status').text;
  const lines = order.at('line_items').list.filter((line) => line.at('requires_shipping').value !== false);
  // A removed or refunded item stays in the order with quantity 0.
  const items = lines.map((line) => itemOf(line, currency, taxesIncluded)).filter(({ quantity }) => quantity > 0);
  return {
    id,
    number: order.at('name').text,
    status,
    cancelled: order.at('cancelled_at').text
      ? 'Cancelled in the shop.'
      : /^(refunded|voided)$/.test(status) || (items.length === 0 && lines.length > 0)
        ? 'Refunded in the shop.'
        : '',
    isRefundedInPart: status === 'partially_refunded',
    isOnHold: false,
    isTest: order.at('test').isTrue,
    isFulfilled: order.at('fulfillment_status').text === 'fulfilled',
    version: order.at('version').text || versionOf(order.at('updated_at').text),
    currency,
    address: dropEmpty({
      personName: to.at('name').text || `${to.at('first_name').text} ${to.at('last_name').text}`.trim(),
      company: to.at('company').text,
      street: to.at('address1').text,
      addressLine2: to.at('address2').text,
      city: to.at('city').text,
      postalCode: to.at('zip').text,
      state: stateAsWritten(to.at('country_code').text, to.at('province_code').text, to.at('province').text),
      country: to.at('country_code').text,
      phoneNumber: to.at('phone').text || order.at('phone').text,
      email: order.at('email').text || order.at('contact_email').text,
    }) as ShopOrder['address'],
    shippingMethods: order
      .at('shipping_lines')
      .list.flatMap((line) => [line.at('code').text, line.at('title').text])
      .filter(Boolean),
    items,
    note: order.at('note').text,
    values: order.at('note_attributes').values,
  };
}

function itemOf(line: Json, currency: string, taxesIncluded: boolean): ShopItem {
  const sold = line.at('quantity').number;
  const current = line.at('current_quantity').number;
  const sum = (list: Json[], name: string) => list.reduce((total, one) => total + (one.at(name).number || 0), 0);
  const discounts = sum(line.at('discount_allocations').list, 'amount');
  const taxes = taxesIncluded ? 0 : sum(line.at('tax_lines').list, 'price');
  const price = line.at('price').number || 0;
  return {
    id: line.at('id').text,
    sku: line.at('sku').text,
    name: line.at('title').text,
    quantity: Number.isNaN(current) ? sold : current,
    unitPrice: pricePerPiece(price * sold - discounts + taxes, sold, currency),
    values: line.at('properties').values,
  };
}

/** Converts a time to UTC. Webhooks use the shop's time zone, and the API uses UTC. */
export function versionOf(updated: string): string {
  return String(Date.parse(updated));
}
