import type { Order } from '../../orders/document/order-schemas.ts';
import type { CustomsPaper } from '../../papers/customs-form.ts';
import { customsForm } from '../../papers/customs-form-rules.ts';
import type { AddressLabel, PackingSlip } from '../../papers/paper-types.ts';
import type { CustomsDeclaration } from '../../shipping/customs-rules.ts';
import type { PaperNames, VariantText } from './paper-text-store.ts';

/** What our own papers of a parcel are made of. */
export interface ParcelData {
  /** Of the parcel. */
  code: string;
  number: number;
  /** Nothing of the order is still to leave. */
  isLast: boolean;
  order: Order;
  /** Of the order, for returns. */
  orderCode: string;
  /** How many pieces of each item are in the parcel. */
  inside: ReadonlyMap<string, number>;
  names: PaperNames;
  /** Lines of the sender's address, the country last. */
  senderAddress: readonly string[];
  texts: readonly VariantText[];
  declaration: CustomsDeclaration;
  /** Of all that is inside; undefined where it is not known of each piece. */
  weightGrams: number | undefined;
}

/** The address label. */
export function labelOf(data: ParcelData): AddressLabel {
  const { code, number, isLast, order, names, weightGrams } = data;
  return {
    code,
    sender: senderOf(data),
    recipient: order.shipping.address ?? {},
    ...(names.carrierName !== null && { carrier: names.carrierName }),
    parcel: { number, ...(isLast && { of: number }) },
    ...(weightGrams !== undefined && { weightGrams }),
    orderId: order.orderId,
  };
}

/** The packing slip, in the shop's name. */
export function slipOf(data: ParcelData): PackingSlip {
  const { number, isLast, order, orderCode, inside, names, senderAddress, texts } = data;
  const textOf = (code: string) => texts.find((one) => one.code === code);
  const lines = order.items.flatMap(({ id, customProduct, existingProduct }) => {
    const quantity = inside.get(id) ?? 0;
    if (quantity === 0) return [];
    const sku = customProduct?.sku ?? existingProduct?.ean13 ?? '';
    const { title = existingProduct?.name ?? sku, color, size } = textOf(sku) ?? {};
    return [{ title, sku, ...(color && { color }), ...(size && { size }), quantity }];
  });
  return {
    code: orderCode,
    shop: { name: names.clientName },
    orderId: order.orderId,
    ordered: new Date(order.created),
    ...(order.shipping.address && { recipient: order.shipping.address }),
    parcel: { number, of: isLast ? number : number + 1 },
    lines,
    ...(senderAddress.length > 0 && { returnAddress: senderOf(data) }),
  };
}

/** The customs form: which one, the carrier says. */
export function customsOf(data: ParcelData): CustomsPaper {
  const { code, order, names, declaration, weightGrams } = data;
  const { totalValue: value, totalNetWeightGrams } = declaration;
  const currency = declaration.currency ?? '';
  const grossWeightGrams = weightGrams ?? totalNetWeightGrams;
  const choice = names.customsForm === 'NONE' ? 'BY_VALUE' : names.customsForm;
  return {
    form: customsForm(choice, { value, currency, grossWeightGrams }),
    code,
    orderId: order.orderId,
    sender: senderOf(data),
    recipient: order.shipping.address ?? {},
    currency,
    declared: declaration,
  };
}

function senderOf({ names, senderAddress }: ParcelData): string[] {
  return [names.clientName, ...senderAddress];
}
