import type { useFormats } from '../../../shared/copy/copy.ts';
import type { OperatorOrder, OrderEvent } from './order-api.ts';
import type { copy } from './order-copy.en.ts';
import { ADDRESS_FIELDS } from './order-part-rules.ts';

/**
 * What the page of an order does with each field. test/order-fields.test.ts fails when a field is in neither
 * list.
 */
export const PAGE_FIELDS = {
  used: [
    'orderId',
    'status',
    'items.quantity',
    'items.unitPrice',
    'items.existingProduct.ean13',
    'items.existingProduct.name',
    'items.customProduct.sku',
    'items.customProduct.prints.dataUrl',
    'items.customProduct.prints.location',
    'items.customProduct.prints.technology',
    'items.customProduct.prints.qualityControlImageUrl',
    'items.customProduct.customizations.sku',
    'items.customProduct.customizations.location',
    'items.customProduct.customizations.technology',
    'items.customProduct.customizations.qualityControlImageUrl',
    'items.customProduct.qualityControlImageUrl',
    ...ADDRESS_FIELDS.map((field) => `shipping.address.${field}` as const),
    'shipping.carrierId',
    'shipping.shippingLabelUrl',
    'shipping.returnLabelUrl',
    'packingSlip',
    'unitPriceCurrency',
    'message',
    'gift',
    'importerReference',
    'priority',
    'customerReference',
    'giftMessage',
    'requestedDeliveryDate',
    'taxIds.ioss',
    'taxIds.eori',
    'taxIds.vat',
    'metadata',
    'items.metadata',
    'statusReason',
    'cancellation',
    'shipments',
    'warnings',
    'personalDataErased',
  ],
  leftOut: {
    expectedShipDate: 'the head of the page has the due time',
    'items.customProduct.prints.designName': 'is on the packing slip',
    'items.id': 'the page counts the items',
    'shipping.trackingNumber': 'is in shipments',
    'shipping.trackingCarrier': 'is in shipments',
    'shipping.trackingUrl': 'is in shipments',
    withdrawnShipments: 'is in the history',
    charges: 'the page has a section of its own, also for clients that do not see them',
    repeatOf: 'the page lists the repeats of the order, with links',
    repeatedBy: 'like repeatOf',
    created: 'is in the history',
    updated: 'is in the history',
  },
};

type Words = typeof copy;
type Formats = Pick<ReturnType<typeof useFormats>, 'count' | 'day' | 'money'>;

/** Returns the facts about the whole order, each with its name. A fact without a value is not displayed. */
export function orderFacts(
  seen: OperatorOrder,
  words: Words,
  formats: Formats,
): (readonly [name: string, value: string | undefined])[] {
  const { order } = seen;
  const carrier = seen.carrier?.name ?? seen.carrier?.carrierId;
  return [
    [words.zone, zoneOf(seen, words)],
    [words.carrier, carrier ?? ('address' in order.shipping ? words.noCarrier : undefined)],
    [words.value, worthOf(order, words, formats)],
    [words.message, order.message],
    [words.importerReference, order.importerReference],
    [words.gift, order.gift ? words.giftMeans : undefined],
    [words.giftMessage, order.giftMessage],
    [words.customerReference, order.customerReference],
    [words.requestedDeliveryDate, order.requestedDeliveryDate && formats.day(order.requestedDeliveryDate)],
    [words.taxIds, pairsOf(order.taxIds)],
    [words.metadata, pairsOf(order.metadata)],
    ...order.items.map(
      ({ metadata }, index) => [words.metadataOfItem(formats.count(index + 1)), pairsOf(metadata)] as const,
    ),
  ];
}

/** Returns the texts with their names, such as "cartId: c-81". */
function pairsOf(texts: object | undefined): string | undefined {
  return (
    texts &&
    Object.entries(texts)
      .map(([name, text]) => `${name}: ${text}`)
      .join(' · ')
  );
}

/** Returns the customs zone of the destination, with the place that decides it. */
function zoneOf({ zone, zonePlace }: OperatorOrder, words: Words): string | undefined {
  if (!zone) return undefined;
  return zonePlace ? `${words.zones[zone]} (${words.places[zonePlace] ?? zonePlace})` : words.zones[zone];
}

/** Returns the sum of all items, and how many have no price. */
function worthOf(order: OperatorOrder['order'], words: Words, { count, money }: Formats): string {
  const { unitPriceCurrency } = order;
  const { sum, unpriced } = orderValue(order);
  if (!unitPriceCurrency || unpriced === order.items.length) return words.noValue;
  const amount = money(sum, unitPriceCurrency);
  return unpriced === 0 ? amount : words.valueWithout(amount, count(unpriced));
}

/** Returns the sum of the priced items, and the number of items without a price. */
function orderValue({ items }: Pick<OperatorOrder['order'], 'items'>): {
  sum: number;
  unpriced: number;
} {
  const priced = items.filter(({ unitPrice }) => unitPrice !== undefined);
  return {
    sum: priced.reduce((total, { quantity, unitPrice = 0 }) => total + quantity * unitPrice, 0),
    unpriced: items.length - priced.length,
  };
}

/** Joins lists of events that may overlap, the newest event first. */
export function mergeHistory(...lists: readonly (readonly OrderEvent[])[]): OrderEvent[] {
  const byKey = new Map(lists.flat().map((event) => [historyKey(event), event]));
  return [...byKey.values()].sort((a, b) => b.version - a.version || Date.parse(b.occurred) - Date.parse(a.occurred));
}

/** Returns the key of an event. The version is not enough: a return has the order's earlier version. */
export function historyKey({ version, type, occurred }: OrderEvent): string {
  return `${version} ${type} ${occurred}`;
}

/** Returns the known problem of the file at this JSON Pointer of the order; undefined without one. */
export function fileProblem({ statusReason }: OperatorOrder['order'], pointer: string): string | undefined {
  if (!statusReason) return undefined;
  return [...(statusReason.details ?? []), statusReason].find((one) => one.pointer === pointer)?.message;
}
