import type { Pool } from 'pg';
import type { OrderRequest } from '../../client/dist/platen-client.js';
import { mapOrder } from '../../connectors/map-order.ts';
import type { Mapping, ProductMapping } from '../../connectors/mapping.ts';
import { Json } from '../../connectors/read-json.ts';
import { shopifyOrder } from '../../connectors/shopify.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { minorUnits } from '../shipping/currencies.ts';
import { type OpenContext, openConnection } from './open-connection.ts';
import type { StoredConnection } from './shop-connection-store.ts';
import { findTargets } from './shop-product-store.ts';

/** Shopify shows this many rates and more, which nobody reads. */
const RATES_MAX = 20;
/** The decimals of each price in Shopify, whatever the currency has. */
const SHOPIFY_DECIMALS = 2;
const DAY_MS = 86_400_000;
/** The address of a text that the customer wrote. A quote does not draw its file. */
const TEXT_URL = 'https://example.com/text.pdf';

/**
 * Reads a cart from Shopify's request for rates, as the order that it would become. Undefined: a line is not
 * mapped, or nothing is made here.
 */
export async function readCart(
  context: OpenContext & { pool: Pool },
  stored: StoredConnection,
  rate: unknown,
): Promise<Omit<OrderRequest, 'orderId'> | undefined> {
  const cart = new Json(rate);
  const to = cart.at('destination');
  const lines = cart.at('items').list;
  const order = shopifyOrder(
    new Json({
      id: '1',
      currency: cart.at('currency').text,
      shipping_address: {
        // A cart may have no name and street yet.
        name: to.at('name').text || '-',
        address1: to.at('address1').text || '-',
        ...{ address2: to.at('address2').text, city: to.at('city').text, zip: to.at('postal_code').text },
        ...{ company: to.at('company_name').text, province_code: to.at('province').text },
        country_code: to.at('country').text,
      },
      line_items: lines.map((line, index) => ({
        id: String(index + 1),
        ...{ sku: line.at('sku').text, title: line.at('name').text, quantity: line.at('quantity').value },
        price: (line.at('price').number || 0) / 10 ** SHOPIFY_DECIMALS,
        requires_shipping: line.at('requires_shipping').value,
        properties: line.at('properties').value,
      })),
    }),
  );
  const skus = order.items.map(({ sku }) => sku);
  const { pool } = context;
  const found = await withRetry(() => findTargets(pool, stored.clientId, { prefix: stored.connection, skus }));
  const targets = found.flatMap(({ sku, target }) => (target ? [[sku, target as ProductMapping] as const] : []));
  const mapping: Mapping = { ...openConnection(context, stored).mapping, skus: Object.fromEntries(targets) };
  const mapped = mapOrder(order, mapping);
  if (!('order' in mapped)) return undefined;
  const { orderId: _, items, ...rest } = mapped.order;
  return { ...rest, items: items.map(withoutTexts) };
}

function withoutTexts(item: OrderRequest['items'][number]): OrderRequest['items'][number] {
  const prints = (item.customProduct?.prints ?? []) as { drawText?: object }[];
  if (prints.length === 0) return item;
  const files = prints.map(({ drawText, ...print }) => (drawText ? { ...print, dataUrl: TEXT_URL } : print));
  return { ...item, customProduct: { ...item.customProduct, prints: files } } as typeof item;
}

/** A service with the postage of the client, if it has a price in the minor unit of the currency. */
export interface PricedService {
  service: string;
  carrier: string;
  days?: number | undefined;
  postage?: { amount: number; currency: string } | undefined;
}

/** Returns the services with a price in the form of Shopify. */
export function ratesOf(services: readonly PricedService[], shipped: Date) {
  return services
    .flatMap(({ service, carrier, days, postage }) => {
      if (!postage) return [];
      const { amount, currency } = postage;
      const day = days === undefined ? undefined : timeOf(new Date(shipped.getTime() + days * DAY_MS));
      return {
        service_name: [carrier, service].filter(Boolean).join(' '),
        service_code: service,
        total_price: String(Math.round(amount * 10 ** (SHOPIFY_DECIMALS - minorUnits(currency)))),
        currency,
        ...(day !== undefined && { min_delivery_date: day, max_delivery_date: day }),
      };
    })
    .slice(0, RATES_MAX);
}

/** Returns `2026-01-31 12:00:00 +0000`. */
const timeOf = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} +0000`;
