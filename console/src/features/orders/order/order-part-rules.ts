import type { OperatorOrder } from './order-api.ts';

/** Texts of the whole order that staff correct. */
export const ORDER_TEXTS = ['message', 'giftMessage', 'customerReference', 'requestedDeliveryDate'] as const;
export type OrderText = (typeof ORDER_TEXTS)[number];

/** The kinds of parts that a problem or a correction can be about. */
export type PartKind =
  | OrderText
  | 'item'
  | 'quantity'
  | 'unitPrice'
  | 'artwork'
  | 'qualityControl'
  | 'customization'
  | 'address'
  | 'addressField'
  | 'carrier'
  | 'shippingLabelUrl'
  | 'returnLabelUrl'
  | 'packingSlip';

/** A part of an order. Its pointer names it to the server. */
export interface OrderPart {
  /** JSON Pointer into the order. */
  pointer: string;
  kind: PartKind;
  /** `number` counts from 1. */
  item?: { number: number; name: string };
  /** Location and technology of a print, SKU of a customization, or field of an address. */
  place?: string;
}

type Order = OperatorOrder['order'];
type Item = Order['items'][number];

/** Returns the SKU of a custom product, or the name of a ready-made product. */
export function nameOf(item: Item): string {
  return 'customProduct' in item ? item.customProduct.sku : item.existingProduct.name;
}

/** Lists all parts that a problem can be about: items, then shipping. */
export function orderParts(order: Order): OrderPart[] {
  return [...order.items.flatMap(partsOfItem), ...partsOfShipping(order)];
}

/** Finds the part at a pointer, or else the smallest part that contains it. */
export function partAt(parts: readonly OrderPart[], pointer: string): OrderPart | undefined {
  const exact = parts.find((part) => part.pointer === pointer);
  if (exact) return exact;
  // The other fields of a print have the same parent as the URL of its artwork.
  const place = ({ pointer: at }: OrderPart) => at.replace(/\/dataUrl$/, '');
  const within = parts.filter((part) => `${pointer}/`.startsWith(`${place(part)}/`));
  return within.sort((a, b) => place(b).length - place(a).length)[0];
}

/** Returns the part that a changed field belongs to, also if the order has the field no more. */
export function changedPart(order: Order, pointer: string): OrderPart | undefined {
  const field = ADDRESS_FIELDS.find((name) => pointer === `/shipping/address/${name}`);
  if (field) return { pointer, kind: 'addressField', place: field };
  const text = ORDER_TEXTS.find((name) => pointer === `/${name}`);
  if (text) return { pointer, kind: text };
  if (pointer === '/shipping/carrierId') return { pointer, kind: 'carrier' };
  return partAt(orderParts(order), pointer);
}

function partsOfItem(item: Item, index: number): OrderPart[] {
  const at = `/items/${index}`;
  const itemName = { item: { number: index + 1, name: nameOf(item) } };
  const own: OrderPart[] = [
    { pointer: at, kind: 'item', ...itemName },
    { pointer: `${at}/quantity`, kind: 'quantity', ...itemName },
    ...(item.unitPrice === undefined ? [] : [{ pointer: `${at}/unitPrice`, kind: 'unitPrice' as const, ...itemName }]),
  ];
  if (!('customProduct' in item)) return own;
  const { prints = [], customizations = [], qualityControlImageUrl } = item.customProduct;
  const of = `${at}/customProduct`;
  const picture = (pointer: string, url: string | undefined, place?: string): OrderPart[] =>
    url === undefined
      ? []
      : [
          {
            pointer: `${pointer}/qualityControlImageUrl`,
            kind: 'qualityControl',
            ...itemName,
            ...(place !== undefined && { place }),
          },
        ];
  return [
    ...own,
    ...prints.flatMap(({ location, technology, qualityControlImageUrl: url }, place): OrderPart[] => [
      {
        pointer: `${of}/prints/${place}/dataUrl`,
        kind: 'artwork',
        ...itemName,
        place: `${location} ${technology}`,
      },
      ...picture(`${of}/prints/${place}`, url, `${location} ${technology}`),
    ]),
    ...customizations.flatMap(({ sku, location, qualityControlImageUrl: url }, place): OrderPart[] => [
      {
        pointer: `${of}/customizations/${place}`,
        kind: 'customization',
        ...itemName,
        place: `${sku} ${location}`,
      },
      ...picture(`${of}/customizations/${place}`, url, `${sku} ${location}`),
    ]),
    ...picture(of, qualityControlImageUrl),
  ];
}

export const ADDRESS_FIELDS = [
  'personName',
  'company',
  'street',
  'addressLine2',
  'postalCode',
  'city',
  'state',
  'country',
  'phoneNumber',
  'email',
] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

function partsOfShipping({ shipping, packingSlip }: Order): OrderPart[] {
  const parts: OrderPart[] = [];
  if ('address' in shipping) {
    const { address } = shipping;
    parts.push({ pointer: '/shipping/address', kind: 'address' });
    for (const field of ADDRESS_FIELDS) {
      if (address[field] === undefined) continue;
      parts.push({ pointer: `/shipping/address/${field}`, kind: 'addressField', place: field });
    }
    if (shipping.carrierId !== undefined) parts.push({ pointer: '/shipping/carrierId', kind: 'carrier' });
  } else {
    parts.push({ pointer: '/shipping/shippingLabelUrl', kind: 'shippingLabelUrl' });
    if (shipping.returnLabelUrl !== undefined)
      parts.push({ pointer: '/shipping/returnLabelUrl', kind: 'returnLabelUrl' });
  }
  if (packingSlip !== undefined) parts.push({ pointer: '/packingSlip', kind: 'packingSlip' });
  return parts;
}

/** Reasons of staff for a problem. The first is the most general. */
export const PROBLEM_CODES = [
  'production_problem',
  'artwork_unusable',
  'artwork_not_allowed',
  'not_available',
  'address_undeliverable',
  'papers_unusable',
  'prices_missing',
] as const;
type ProblemCode = (typeof PROBLEM_CODES)[number];

const USUAL: Partial<Record<PartKind, ProblemCode>> = {
  artwork: 'artwork_unusable',
  qualityControl: 'artwork_unusable',
  unitPrice: 'prices_missing',
  address: 'address_undeliverable',
  addressField: 'address_undeliverable',
  shippingLabelUrl: 'papers_unusable',
  returnLabelUrl: 'papers_unusable',
  packingSlip: 'papers_unusable',
};

/** Returns the most frequent problem of a kind of part. */
export function usualProblem(kind: PartKind): ProblemCode {
  return USUAL[kind] ?? 'production_problem';
}
