import type { Pool } from 'pg';
import { readVariantCustoms } from '../catalog/variant-data.ts';
import { customsItems, variantCodesOf } from '../orders/document/declare-order.ts';
import type { FieldUse, Order } from '../orders/document/order-schemas.ts';
import type { CustomsPaper } from '../papers/customs-form.ts';
import { chooseCustomsForm } from '../papers/customs-form-rules.ts';
import type { PackingSlip } from '../papers/list-papers.ts';
import type { AddressLabel } from '../papers/paper-types.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { type CustomsDeclaration, declareCustoms } from '../shipping/customs-rules.ts';
import { findVariantTexts, type PaperNames, type VariantText } from './parcel-paper-store.ts';
import { isFull, packedItems } from './parcel-rules.ts';
import { findOrderParcels, findParcelWithOrder } from './parcel-store.ts';

/** Reads the data of a parcel's papers. Returns undefined if the order is gone. */
export async function readParcelData(
  { pool, senderAddress }: { pool: Pool; senderAddress: readonly string[] },
  code: string,
): Promise<ParcelData | undefined> {
  const found = await withRetry(() => findParcelWithOrder(pool, code));
  const begun = found && (await withRetry(() => findOrderParcels(pool, found, undefined)));
  const filled = begun?.parcels.find((one) => one.code === code);
  if (!found || !begun || !filled) return undefined;
  const order = JSON.parse(found.document) as Order;
  const inside = new Map(filled.inside.map(({ itemId, quantity }) => [itemId, quantity]));
  const { skus, ean13s } = variantCodesOf(order);
  const variantOf = await withRetry(() => readVariantCustoms(pool, skus, ean13s));
  const items = customsItems(order, variantOf, inside);
  const weights = items
    .filter(({ quantity }) => quantity > 0)
    .map(({ quantity, customs, addedGrams = 0 }) =>
      customs.weightGrams === undefined ? undefined : quantity * (customs.weightGrams + addedGrams),
    );
  const isKnown = weights.every((grams) => grams !== undefined);
  return {
    code,
    number: found.parcel,
    isLast: found.state === 'SHIPPED' ? found.status === 'SHIPPED' : isFull(packedItems(order, filled.inside)),
    order,
    orderCode: begun.code,
    inside,
    names: found,
    senderAddress,
    texts: await withRetry(() => findVariantTexts(pool, skus, ean13s)),
    declaration: declareCustoms(items, order.shipping.address, order.unitPriceCurrency),
    weightGrams: isKnown ? weights.reduce((sum, grams) => sum + grams, 0) : undefined,
  };
}

export interface ParcelData {
  code: string;
  number: number;
  /** Whether nothing of the order is left to ship. */
  isLast: boolean;
  order: Order;
  orderCode: string;
  /** Pieces of each item in the parcel. */
  inside: ReadonlyMap<string, number>;
  names: PaperNames;
  /** The country is the last line. */
  senderAddress: readonly string[];
  texts: readonly VariantText[];
  declaration: CustomsDeclaration;
  /** The weight of all contents. Undefined if a piece has an unknown weight. */
  weightGrams: number | undefined;
}

/** The use of each field on papers: tickets, packing slips, labels and customs forms. */
export const PAPER_FIELDS: FieldUse = {
  used: [
    'orderId',
    'created',
    'items.id',
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
    'shipping.address.personName',
    'shipping.address.company',
    'shipping.address.street',
    'shipping.address.addressLine2',
    'shipping.address.city',
    'shipping.address.postalCode',
    'shipping.address.country',
    'shipping.address.state',
    'shipping.address.phoneNumber',
    'shipping.address.email',
    'shipping.carrierId',
    'shipping.shippingLabelUrl',
    'shipping.returnLabelUrl',
    'packingSlip',
    'unitPriceCurrency',
    'shipments',
  ],
  leftOut: {
    status: 'papers are drawn during production',
    'shipping.trackingNumber': 'the carrier gives it to a printed label',
    'shipping.trackingCarrier': 'like the tracking number',
    'shipping.trackingUrl': 'like the tracking number',
    statusReason: 'is for the client and staff',
    cancellation: 'ends production',
    withdrawnShipments: 'have not left',
    warnings: 'are for the client',
    personalDataErased: 'an erased order has no papers',
    updated: 'a ticket has the date of the order',
  },
};

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

/** Returns the customs form that the carrier wants. */
export function customsOf(data: ParcelData): CustomsPaper {
  const { code, order, names, declaration, weightGrams } = data;
  const { totalValue: value, totalNetWeightGrams } = declaration;
  const currency = declaration.currency ?? '';
  const grossWeightGrams = weightGrams ?? totalNetWeightGrams;
  const choice = names.customsForm === 'NONE' ? 'BY_VALUE' : names.customsForm;
  return {
    form: chooseCustomsForm(choice, { value, currency, grossWeightGrams }),
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
