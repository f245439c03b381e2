import type { OrderRequest } from '../../orders/document/order-request-schemas.ts';
import type { OrderKey } from '../../orders/document/order-store.ts';
import { type DemoShop, FUCHSBAU, KOPFSTEIN, MIRABELLE } from '../demo-shops.ts';
import { fnv1a } from '../demo-stock.ts';
import { labelPathOf, slipPathOf } from './demo-files.ts';
import { fuchsbauOrders } from './fuchsbau-orders.ts';
import { kopfsteinOrders } from './kopfstein-orders.ts';
import { mirabelleOrders } from './mirabelle-orders.ts';
import type { DemoItem, DemoOrder, Step } from './order-story.ts';

const HOUR_MS = 3_600_000;
/** From the making of an order to its intake. */
const INTAKE_AFTER_MS = 4_000;
/** Nothing happens on the minute: orders are made so much earlier at most, and what becomes of them comes so much later. */
const MADE_EARLIER_MS_MAX = 100_000;
const STEP_LATER_MS_MAX = 330_000;

const ORDERS: readonly { shop: DemoShop; order: DemoOrder }[] = [
  ...fuchsbauOrders.map((order) => ({ shop: FUCHSBAU, order })),
  ...mirabelleOrders.map((order) => ({ shop: MIRABELLE, order })),
  ...kopfsteinOrders.map((order) => ({ shop: KOPFSTEIN, order })),
].sort((one, other) => other.order.hoursAgo - one.order.hoursAgo);

/** Something that happens to an order of the demo. */
export interface DemoMoment {
  at: Date;
  shop: DemoShop;
  order: DemoOrder;
  what: 'create' | 'take in' | Step;
}

/** All that happens in the demo up to the present, in its order. The last of it is the making of the last order. */
export function demoTimeline(present: Date): DemoMoment[] {
  const moments = ORDERS.flatMap(({ shop, order }) => {
    const created = createdAt(order, present);
    const moment = (after: number, what: DemoMoment['what']): DemoMoment => ({
      at: new Date(created.getTime() + after),
      shop,
      order,
      what,
    });
    return [
      moment(0, 'create'),
      ...(order.isLeftAlone ? [] : [moment(INTAKE_AFTER_MS, 'take in')]),
      ...order.story.map((step) => moment(afterOf(order, step), step)),
    ];
  });
  return moments.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** The demo begins with its oldest order, and is whole with its youngest. */
export const FIRST_ORDER = keyOf(ORDERS.at(0));
export const LAST_ORDER = keyOf(ORDERS.at(-1));

/** The present of a demo whose first order was made then. */
export function presentOf(firstCreated: Date): Date {
  const [first] = ORDERS;
  return new Date(firstCreated.getTime() + (first ? ageOf(first.order) : 0));
}

function createdAt(order: DemoOrder, present: Date): Date {
  return new Date(present.getTime() - ageOf(order));
}

function ageOf({ orderId, hoursAgo }: DemoOrder): number {
  return Math.round(hoursAgo * HOUR_MS) + (fnv1a(orderId) % MADE_EARLIER_MS_MAX);
}

/** What happens within the first minutes happens at its time. */
function afterOf({ orderId, isLeftAlone }: DemoOrder, { after }: Step): number {
  const later = isLeftAlone ? 0 : fnv1a(`${orderId} ${after}`) % STEP_LATER_MS_MAX;
  return Math.round(after * HOUR_MS) + later;
}

function keyOf(one: { shop: DemoShop; order: DemoOrder } | undefined): OrderKey {
  if (!one) throw new RangeError('The demo has no orders.');
  return { clientId: one.shop.clientId, orderId: one.order.orderId };
}

/** As its shop sends it. */
export function demoOrderRequest(order: DemoOrder, filesUrl: string): OrderRequest {
  const { orderId, items, to, label, hasSlip, carrierId, currency = 'EUR' } = order;
  const urlOf = (path: string) => new URL(path, filesUrl).href;
  return {
    orderId,
    items: items.map((item) => withUrls(item, urlOf)),
    shipping: label
      ? { shippingLabelUrl: urlOf(labelPathOf(order)) }
      : { address: { ...to }, ...(carrierId && { carrierId }) },
    ...(hasSlip && { packingSlip: urlOf(slipPathOf(order)) }),
    unitPriceCurrency: currency,
  };
}

function withUrls({ customProduct, ...item }: DemoItem, urlOf: (path: string) => string): DemoItem {
  if (!customProduct) return item;
  const { prints = [], qualityControlImageUrl, ...rest } = customProduct;
  return {
    ...item,
    customProduct: {
      ...rest,
      prints: prints.map((print) => ({ ...print, dataUrl: urlOf(print.dataUrl) })),
      ...(qualityControlImageUrl && { qualityControlImageUrl: urlOf(qualityControlImageUrl) }),
    },
  };
}
