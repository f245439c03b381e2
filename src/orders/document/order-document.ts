import { hash } from 'node:crypto';
import { problemMessage } from '../../platform/errors/problem-messages.ts';
import { addressWarnings } from '../../shipping/address-rules.ts';
import { normaliseCountry } from '../../shipping/countries.ts';
import type { OrderEventType } from '../../webhooks/event-types.ts';
import {
  addressFields,
  carrierFields,
  customizationFields,
  customProductFields,
  itemFields,
  type OrderStatus,
  orderFields,
  ownLabelFields,
  printFields,
} from './order-fields.ts';
import type { OrderRequest } from './order-request-schemas.ts';
import type { Order, OrderSummary, OrderWarning } from './order-schemas.ts';

/** A request in its canonical form: equal orders give equal texts. */
export type NormalisedOrder = Omit<Order, 'status' | 'created' | 'updated' | 'items' | keyof OrderExtras> & {
  items: (Omit<Order['items'][number], 'existingProduct'> & { existingProduct?: { ean13: string } })[];
};

/** Fields that only responses have, beside the state. Null removes a field, and an absent one stays. */
export interface OrderExtras {
  statusReason?: Order['statusReason'] | null;
  cancellation?: Order['cancellation'] | null;
  shipments?: Order['shipments'] | null;
  withdrawnShipments?: string[];
  warnings?: Order['warnings'] | null;
  personalDataErased?: string;
  expectedShipDate?: string | null;
  charges?: Order['charges'];
  repeatOf?: Order['repeatOf'];
  repeatedBy?: Order['repeatedBy'];
}

export type OrderState = { status: OrderStatus; created: Date; updated: Date };

/**
 * Returns the canonical form of a request: ordered fields, item ids set, upper-case country, no empty fields.
 * `storedEan13s` has the catalogue's form of an EAN-13.
 */
export function normaliseOrder(
  request: OrderRequest,
  storedEan13s: ReadonlyMap<string, string> = new Map(),
): NormalisedOrder {
  const ids = itemIds(request.items);
  const { address } = request.shipping;
  return compact({
    orderId: request.orderId,
    items: request.items.map(({ existingProduct, customProduct, ...item }, index) =>
      compact({
        id: ids[index] as string,
        ...pick(item, ITEM_FIELDS),
        metadata: sortedMetadata(item.metadata),
        existingProduct: existingProduct && {
          ean13: storedEan13s.get(existingProduct.ean13) ?? existingProduct.ean13,
        },
        customProduct: customProduct && normaliseCustomProduct(customProduct),
      }),
    ),
    shipping: compact({ address: address && normaliseAddress(address), ...pick(request.shipping, SHIPPING_FIELDS) }),
    ...pick(request, ORDER_FIELDS),
    taxIds: nonEmptyObject(request.taxIds && compact(pick(request.taxIds, ['ioss', 'eori', 'vat']))),
    metadata: sortedMetadata(request.metadata),
  });
}

/** Equal data in another order of its keys is the same order. */
function sortedMetadata(metadata: Record<string, string> | undefined): Record<string, string> | undefined {
  return nonEmptyObject(metadata && Object.fromEntries(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))));
}

function nonEmptyObject<T extends object>(object: T | undefined): T | undefined {
  return object && Object.keys(object).length > 0 ? object : undefined;
}

export function hashOrder(order: NormalisedOrder): Buffer {
  return hash('sha256', JSON.stringify(order), 'buffer');
}

/** Returns the order as clients read it. `variantName` returns the name for an EAN-13. */
export function newOrder(order: NormalisedOrder, state: OrderState, variantName: (ean13: string) => string): Order {
  const { orderId, items, ...rest } = order;
  const warnings = requestWarnings(rest, state.updated);
  return {
    orderId,
    status: state.status,
    items: items.map(({ existingProduct, customProduct, ...item }) => ({
      ...item,
      ...(existingProduct && { existingProduct: { ...existingProduct, name: variantName(existingProduct.ean13) } }),
      ...(customProduct && { customProduct }),
    })),
    ...rest,
    ...(warnings.length > 0 && { warnings }),
    created: state.created.toISOString(),
    updated: state.updated.toISOString(),
  };
}

type Warned = Pick<NormalisedOrder, 'shipping' | 'requestedDeliveryDate'>;
/** At the end of this time zone, a day is over everywhere. */
const LATEST_ZONE_MS = 12 * 3_600_000;

/** Returns the warnings about an order that was sent at a moment. Its files have further ones. */
export function requestWarnings({ shipping, requestedDeliveryDate: wish }: Warned, sent: Date): OrderWarning[] {
  const ofAddress = addressWarnings(shipping.address ?? {}, '/shipping/address');
  const today = new Date(sent.getTime() - LATEST_ZONE_MS).toISOString().slice(0, 10);
  if (wish === undefined || wish >= today) return ofAddress;
  const code = 'requested_date_past';
  return [...ofAddress, { pointer: '/requestedDeliveryDate', code, message: problemMessage(code) }];
}

/** Returns the order with another state and extras. `shipping` has the first parcel's tracking, if any. */
export function changedOrder(order: Order, state: OrderState, extras: OrderExtras): Order {
  const [parcel] = extras.shipments ?? [];
  const tracked = extras.shipments === null ? {} : (parcel ?? order.shipping);
  const { trackingNumber, trackingCarrier, trackingUrl }: Order['shipping'] = tracked;
  return compact({
    ...order,
    status: state.status,
    shipping: compact({ ...order.shipping, trackingNumber, trackingCarrier, trackingUrl }),
    ...extras,
    created: state.created.toISOString(),
    updated: state.updated.toISOString(),
  }) as Order;
}

export function orderSummary(orderId: string, { status, created, updated }: OrderState): string {
  return JSON.stringify({ orderId, status, created, updated } satisfies Record<keyof OrderSummary, unknown>);
}

/** Sets missing item ids: the place of the item counted from 1, or the next free number. */
function itemIds(items: OrderRequest['items']): string[] {
  const taken = new Set(items.map((item) => item.id));
  // Maps a taken number to where its search ended, so that many items do not search the same numbers again.
  const next = new Map<number, number>();
  return items.map((item, index) => {
    if (item.id !== undefined) return item.id;
    const passed: number[] = [];
    let number = index + 1;
    while (taken.has(String(number))) {
      passed.push(number);
      number = next.get(number) ?? number + 1;
    }
    for (const one of passed) next.set(one, number + 1);
    taken.add(String(number));
    return String(number);
  });
}

function normaliseCustomProduct(product: NonNullable<OrderRequest['items'][number]['customProduct']>) {
  return compact({
    sku: product.sku,
    prints: nonEmpty(product.prints?.map((print) => compact(pick(print, PRINT_FIELDS)))),
    customizations: nonEmpty(
      product.customizations?.map((customization) => compact(pick(customization, CUSTOMIZATION_FIELDS))),
    ),
    ...pick(product, CUSTOM_PRODUCT_FIELDS),
  });
}

function normaliseAddress(address: NonNullable<OrderRequest['shipping']['address']>) {
  const { country, ...rest } = pick(address, ADDRESS_FIELDS);
  const given = Object.entries(rest).filter(([, value]) => value !== '');
  return compact({ ...(Object.fromEntries(given) as typeof rest), country: country && normaliseCountry(country) });
}

const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[];
const ORDER_FIELDS = namesOf(orderFields);
const ITEM_FIELDS = namesOf(itemFields);
const CUSTOM_PRODUCT_FIELDS = namesOf(customProductFields);
const PRINT_FIELDS = namesOf(printFields);
const CUSTOMIZATION_FIELDS = namesOf(customizationFields);
const SHIPPING_FIELDS = namesOf({ ...carrierFields, ...ownLabelFields });
const ADDRESS_FIELDS = namesOf(addressFields);

function pick<T extends object, K extends keyof T>(object: T, names: readonly K[]): Pick<T, K> {
  const picked = {} as Pick<T, K>;
  for (const name of names) picked[name] = object[name];
  return picked;
}

function nonEmpty<T>(list: T[] | undefined): T[] | undefined {
  return list?.length ? list : undefined;
}

type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

function compact<T extends object>(object: T): Compact<T> {
  const kept: Partial<T> = {};
  for (const name in object) if (object[name] !== undefined && object[name] !== null) kept[name] = object[name];
  return kept as unknown as Compact<T>;
}

/** Content that is also stored in columns, so that lists need no documents. */
export interface OrderColumns {
  itemCount: number;
  recipient: string | null;
  country: string | null;
  customerReference: string | null;
  reasonCode: string | null;
  reasonMessage: string | null;
  due: Date | null;
}

export function orderColumns({
  items,
  customerReference,
  shipping: { address },
  statusReason,
  expectedShipDate,
}: Pick<Order, 'items' | 'shipping' | 'customerReference' | 'statusReason' | 'expectedShipDate'>): OrderColumns {
  return {
    itemCount: items.length,
    recipient: address?.personName ?? address?.company ?? null,
    country: address?.country ?? null,
    customerReference: customerReference ?? null,
    reasonCode: statusReason?.code ?? null,
    reasonMessage: statusReason?.message ?? null,
    due: expectedShipDate === undefined ? null : new Date(expectedShipDate),
  };
}

/** Returns the carrier that the order names, or the default. Null with the customer's own label. */
export function carrierOf({ address, carrierId }: Order['shipping'], defaultCarrier: string | null): string | null {
  return carrierId ?? (address ? defaultCarrier : null);
}

export interface OrderNews {
  type: OrderEventType;
  occurred: Date;
  orderId: string;
  status: OrderStatus;
  previousStatus: OrderStatus | null;
  version: number;
}

/** Reason of the event when the client cancels some items or pieces. */
export const ITEMS_CANCELLED = 'items_cancelled';
/** Reasons of `order.updated` that its webhook names. Other reasons may be words of a person. */
export const UPDATE_REASONS = [
  ...['shipment_withdrawn', 'tracking_corrected', 'corrected'],
  ...['on_hold', 'released', 'rushed', ITEMS_CANCELLED, 'repeated'],
] as const;

/** A return that was booked: its id as the client knows it, and its number of pieces. */
export type ReturnNews = { returnId: string; quantity: number };

/** Returns the webhook body of an event, without personal data. `shipments` are its parcels. */
export function orderEventBody(
  { reason, returned, ...news }: OrderNews & { reason?: string | null | undefined; returned?: ReturnNews | undefined },
  { shipping, statusReason, cancellation }: Order,
  shipments: NonNullable<Order['shipments']> = [],
): string {
  const { trackingNumber, trackingCarrier, trackingUrl } = shipping;
  // Only the words of staff. The customer's words may name a person.
  const { status, rejectionReason } = cancellation ?? {};
  const isDecision = news.type === 'order.cancellation_rejected';
  return body(news, {
    trackingNumber,
    trackingCarrier,
    trackingUrl,
    // Without items, because there may be many.
    ...(shipments.length > 0 && { shipments: shipments.map(({ items: _, ...parcel }) => parcel) }),
    statusReason,
    ...(isDecision && { cancellation: { status, rejectionReason } }),
    ...(returned && { return: returned }),
    reason: UPDATE_REASONS.find((one) => one === reason),
  });
}

export function orderCreatedBody({ orderId, status, repeatOf }: Order, occurred: Date): string {
  return body({ type: 'order.created', occurred, orderId, status, previousStatus: null, version: 1 }, { repeatOf });
}

function body({ type, occurred, orderId, status, previousStatus, version }: OrderNews, rest: object): string {
  return JSON.stringify({
    type,
    timestamp: occurred,
    data: { orderId, status, ...(previousStatus && { previousStatus }), version, ...rest },
  });
}
