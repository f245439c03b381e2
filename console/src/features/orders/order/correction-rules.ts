import type { Correction, OperatorOrder } from './order-api.ts';
import { ADDRESS_FIELDS, nameOf, type OrderPart } from './order-part-rules.ts';

type Order = OperatorOrder['order'];
type ItemCorrection = NonNullable<Correction['items']>[number];

/** A part of an order that staff correct as text. */
export interface CorrectableField extends OrderPart {
  value: string;
}

/** Lists the fields of the destination: the address and the carrier, or the client's label. */
export function destinationFields({ shipping }: Order): CorrectableField[] {
  if (!('address' in shipping))
    return [{ pointer: '/shipping/shippingLabelUrl', kind: 'shippingLabelUrl', value: shipping.shippingLabelUrl }];
  const { address, carrierId = '' } = shipping;
  return [
    ...ADDRESS_FIELDS.map((field) => ({
      pointer: `/shipping/address/${field}`,
      kind: 'addressField' as const,
      place: field,
      value: address[field] ?? '',
    })),
    { pointer: '/shipping/carrierId', kind: 'carrier', value: carrierId },
  ];
}

/** Lists the fields that can change until production begins: packing slip, items, quantities and artwork. */
export function contentFields({ items, packingSlip }: Order): CorrectableField[] {
  const slip = packingSlip === undefined ? [] : [packingSlip];
  return [
    ...slip.map((value) => ({ pointer: '/packingSlip', kind: 'packingSlip' as const, value })),
    ...items.flatMap((item, index): CorrectableField[] => {
      const at = `/items/${index}`;
      const named = { item: { number: index + 1, name: nameOf(item) } };
      const quantity = { pointer: `${at}/quantity`, kind: 'quantity' as const, ...named, value: String(item.quantity) };
      if (!('customProduct' in item)) {
        const { ean13 } = item.existingProduct;
        return [{ pointer: `${at}/existingProduct/ean13`, kind: 'item', ...named, value: ean13 }, quantity];
      }
      const { sku, prints = [] } = item.customProduct;
      return [
        { pointer: `${at}/customProduct/sku`, kind: 'item', ...named, value: sku },
        quantity,
        ...prints.map(({ dataUrl, location, technology }, place) => ({
          pointer: `${at}/customProduct/prints/${place}/dataUrl`,
          kind: 'artwork' as const,
          ...named,
          place: `${location} ${technology}`,
          value: dataUrl,
        })),
      ];
    }),
  ];
}

/** Returns the correction that writes the values at their JSON Pointers. A changed product is sent whole. */
export function correctionOf(order: Order, changed: ReadonlyMap<string, string>): Correction {
  const address: Record<string, string> = {};
  const shipping: Record<string, unknown> = {};
  const items = new Map<string, ItemCorrection>();
  const correction: Correction = {};
  for (const [pointer, value] of changed) {
    const [, part = '', name = '', field = '', list = '', place = ''] = pointer.split('/');
    if (part === 'packingSlip') correction.packingSlip = value;
    else if (part === 'shipping' && name === 'address') address[field] = value;
    else if (part === 'shipping') shipping[name] = value;
    const item = part === 'items' ? order.items[Number(name)] : undefined;
    if (!item) continue;
    const corrected = items.get(item.id) ?? { id: item.id };
    items.set(item.id, corrected);
    if (field === 'quantity') corrected.quantity = Number(value);
    else if (field === 'existingProduct') corrected.existingProduct = { ean13: value };
    else if ('customProduct' in item) {
      const product = structuredClone(corrected.customProduct ?? item.customProduct) as typeof item.customProduct;
      if (list === 'sku') product.sku = value;
      const print = list === 'prints' ? product.prints?.[Number(place)] : undefined;
      if (print) print.dataUrl = value;
      corrected.customProduct = product;
    }
  }
  if (Object.keys(address).length > 0) shipping.address = address;
  if (Object.keys(shipping).length > 0) correction.shipping = shipping;
  if (items.size > 0) correction.items = [...items.values()];
  return correction;
}
