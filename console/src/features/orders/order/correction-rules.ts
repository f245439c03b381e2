import type { Correction, OperatorOrder, Piece } from './order-api.ts';
import { ADDRESS_FIELDS, nameOf, ORDER_TEXTS, type OrderPart } from './order-part-rules.ts';

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

/** Lists the texts of the whole order. An empty one is removed. */
export function textFields(order: Order): CorrectableField[] {
  return ORDER_TEXTS.map((name) => ({ pointer: `/${name}`, kind: name, value: order[name] ?? '' }));
}

/** Returns whether changing these fields makes a printed paper void. The papers of the client stay valid. */
export function voidsPaper(
  changed: readonly CorrectableField[],
  { kind: paper, source }: { kind: string; source: string },
): boolean {
  if (source === 'CLIENT') return false;
  const isText = ({ kind }: CorrectableField) => ORDER_TEXTS.some((name) => name === kind);
  if (!changed.every(isText)) return true;
  return paper === 'SLIP' && changed.some(({ kind }) => kind !== 'requestedDeliveryDate');
}

/** The roles of the files that can be uploaded, by kind of part. */
export const FILE_ROLES = { artwork: 'artwork', packingSlip: 'packing_slip', shippingLabelUrl: 'label' } as const;

/** Lists packing slip, items, quantities and artwork. Items in `begun` change only their quantity. */
export function contentFields({ items, packingSlip }: Order, begun: ReadonlySet<string>): CorrectableField[] {
  const slip = packingSlip === undefined ? [] : [packingSlip];
  return [
    ...slip.map((value) => ({ pointer: '/packingSlip', kind: 'packingSlip' as const, value })),
    ...items.flatMap((item, index): CorrectableField[] => {
      const at = `/items/${index}`;
      const itemName = { item: { number: index + 1, name: nameOf(item) } };
      const quantity: CorrectableField = {
        pointer: `${at}/quantity`,
        kind: 'quantity',
        ...itemName,
        value: String(item.quantity),
      };
      if (begun.has(item.id)) return [quantity];
      if (!('customProduct' in item)) {
        const { ean13 } = item.existingProduct;
        return [{ pointer: `${at}/existingProduct/ean13`, kind: 'item', ...itemName, value: ean13 }, quantity];
      }
      const { sku, prints = [] } = item.customProduct;
      return [
        { pointer: `${at}/customProduct/sku`, kind: 'item', ...itemName, value: sku },
        quantity,
        ...prints.map(({ dataUrl, location, technology }, place) => ({
          pointer: `${at}/customProduct/prints/${place}/dataUrl`,
          kind: 'artwork' as const,
          ...itemName,
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
    const text = ORDER_TEXTS.find((one) => one === part);
    if (text) correction[text] = value;
    else if (part === 'packingSlip') correction.packingSlip = value;
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

/** Returns the items of which a piece is begun or has left. */
export function begunItems({ shipments = [] }: Order, pieces: readonly Piece[]): Set<string> {
  const isBegun = ({ state, stepsDone }: Piece) =>
    state === 'TO_MAKE' ? stepsDone > 0 : ['MADE', 'CHECKED', 'PACKED'].includes(state);
  const left = shipments.flatMap(({ items }) => items.map(({ id }) => id));
  return new Set([...left, ...pieces.filter(isBegun).map(({ itemId }) => itemId)]);
}
