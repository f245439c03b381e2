import type { Pool } from 'pg';
import { readPrintSettings } from '../../catalog/printing/read-print-settings.ts';
import type { Order } from '../../orders/document/order-schemas.ts';
import { artworkPlaces } from '../../orders/files/order-files.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import type { Rate } from '../../shipping/labels/label-provider.ts';
import { codesOf, dayIn } from './charge-orders.ts';
import { chargesOf, type PaidLabel, type PrintSize, visibleCharges } from './charge-rules.ts';
import { findGoods } from './charge-store.ts';
import { listPricedLists } from './price-list-store.ts';

export interface QuotedPrices {
  /** Without postage that depends on the service. */
  charges: NonNullable<Order['charges']>;
  /** Whether every part has a price. */
  isPriced: boolean;
  /** The postage of each service, in the order of the services; undefined: it has no price. */
  postage: ({ amount: number; currency: string } | undefined)[];
}

/**
 * Returns the charges of an order that would ship today in one parcel, by the price lists of the client. A
 * print is taken to fill its print area.
 */
export async function priceQuote(
  { pool, clock, timeZone }: { pool: Pool; clock: () => Date; timeZone: string },
  clientId: string,
  order: Order,
  services: readonly Rate[],
): Promise<QuotedPrices> {
  const goods = await withRetry(() => findGoods(pool, codesOf(order)));
  const codes = [...goods].flatMap(([code, { parent }]) => [code, parent]);
  const places = artworkPlaces(order);
  const [lists, { areaOf }] = await withRetry(() =>
    Promise.all([
      listPricedLists(pool, clientId, codes),
      readPrintSettings(
        pool,
        clientId,
        places.map(({ sku }) => sku),
      ),
    ]),
  );
  const sizes = new Map(
    places.flatMap(({ pointer, sku, location }): [string, PrintSize][] => {
      const area = areaOf(sku, location);
      return area ? [[pointer, area]] : [];
    }),
  );
  const shipped = clock().toISOString();
  const items = order.items.map(({ id, quantity }) => ({ id, quantity }));
  const facts = {
    ...{ lists, goods, sizes, dayOf: dayIn(timeZone), freeReason: null, charged: [], missing: [] },
    order: { ...order, status: 'SHIPPED' as const, shipments: [{ shipped, items, trackingNumber: QUOTED }] },
  };
  const chargesWith = (labels: readonly PaidLabel[]) => chargesOf({ ...facts, labels });
  const { charges, missing } = chargesWith([]);
  const postage = services.map(({ cost, carrier }) => {
    const label = { trackingNumber: QUOTED, title: carrier, cost: null, currency: null };
    const paid = cost ? { ...label, cost: String(cost.amount), currency: cost.currency } : label;
    const charge = chargesWith([paid]).charges.find(({ kind }) => kind === 'POSTAGE');
    return charge && { amount: charge.amount, currency: charge.currency };
  });
  // Before the client's first price list, there are neither charges nor missing prices.
  const isPriced = charges.length > 0 && missing.every(({ kind }) => kind === 'POSTAGE');
  return { charges: visibleCharges(charges), isPriced, postage };
}

/** Stands for the tracking number of the parcel. */
const QUOTED = 'quoted';
