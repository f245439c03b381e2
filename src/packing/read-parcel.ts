import type { Pool } from 'pg';
import { readVariantCustoms } from '../catalog/variant-data.ts';
import type { ClientSlip } from '../clients/client-slip-store.ts';
import { customsItems, variantCodesOf } from '../orders/document/declare-order.ts';
import type { FieldUse, Order } from '../orders/document/order-schemas.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import type { CustomsPaper } from '../papers/customs-form.ts';
import { chooseCustomsForm } from '../papers/customs-form-rules.ts';
import type { PackingSlip, SlipForm } from '../papers/packing-slip.ts';
import type { AddressLabel } from '../papers/paper-types.ts';
import { withRetry } from '../platform/database/transaction.ts';
import {
  type CustomsDeclaration,
  type CustomsItem,
  declareCustoms,
  type SenderTaxIds,
} from '../shipping/customs-rules.ts';
import { isS10 } from '../shipping/tracking-rules.ts';
import { findVariantTexts, type PaperNames, type VariantText } from './parcel-paper-store.ts';
import { isFull, packedItems } from './parcel-rules.ts';
import { findOrderParcels, findOrderWithClient, findParcelWithOrder, type ShownLabel } from './parcel-store.ts';

/** Reads the data of a parcel's papers. Returns undefined if the order is gone. */
export async function readParcelData(
  {
    pool,
    senderAddress,
    packagingGrams,
  }: { pool: Pool; senderAddress: () => readonly string[]; packagingGrams: () => number },
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
    senderAddress: senderAddress(),
    packagingGrams: packagingGrams(),
    trackingNumber: filled.trackingNumber,
    texts: await withRetry(() => findVariantTexts(pool, skus, ean13s)),
    declaration: declareCustoms(items, order.shipping.address, order.unitPriceCurrency),
    weightGrams: isKnown ? weights.reduce((sum, grams) => sum + grams, 0) : undefined,
    clientId: found.clientId,
    packedItems: items.filter(({ quantity }) => quantity > 0),
    packageId: found.packageId,
    weighedGrams: found.weighedGrams,
    station: found.station,
    label: found.label,
    isPacked: found.state === 'PACKED',
  };
}

/** Reads a whole order as one parcel, to try label rules. Returns undefined if the order is gone. */
export async function readOrderAsParcel(pool: Pool, key: OrderKey, packagingGrams: number) {
  const found = await withRetry(() => findOrderWithClient(pool, key));
  if (!found) return undefined;
  const order = JSON.parse(found.document) as Order;
  return packAsOne(pool, order, { clientId: key.clientId, packagingGrams, names: found });
}

/** Returns the whole order as one parcel. It need not be stored. */
export async function packAsOne<T extends { clientId: string; packagingGrams: number; names: { clientName: string } }>(
  pool: Pool,
  order: Order,
  given: T,
) {
  const { skus, ean13s } = variantCodesOf(order);
  const packedItems = customsItems(order, await withRetry(() => readVariantCustoms(pool, skus, ean13s)));
  const declaration = declareCustoms(packedItems, order.shipping.address, order.unitPriceCurrency);
  const none = { code: '', station: '', packageId: null, weighedGrams: null };
  return { ...none, ...given, order, declaration, packedItems };
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
  /** Weight of the packing, which is added to the contents. */
  packagingGrams: number;
  trackingNumber: string | null;
  texts: readonly VariantText[];
  declaration: CustomsDeclaration;
  /** The weight of all contents. Undefined if a piece has an unknown weight. */
  weightGrams: number | undefined;
  clientId: string;
  packedItems: readonly CustomsItem[];
  /** The package that a packer chose, and the weight of the whole parcel, if it was weighed. */
  packageId: string | null;
  weighedGrams: number | null;
  station: string;
  /** The latest label that was bought, or is to be bought. */
  label: ShownLabel | null;
  /** Whether the parcel is closed, and waits for its label. */
  isPacked: boolean;
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
    'items.customProduct.prints.designName',
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
    'message',
    'gift',
    'importerReference',
    'customerReference',
    'giftMessage',
    'taxIds.ioss',
    'taxIds.eori',
    'taxIds.vat',
    'shipments',
  ],
  leftOut: {
    priority: 'is on the job ticket',
    requestedDeliveryDate: 'is for staff',
    metadata: 'is for the client',
    'items.metadata': 'like metadata',
    expectedShipDate: 'concerns the shop, not the recipient',
    status: 'papers are drawn during production',
    'shipping.trackingNumber': 'the carrier gives it to a printed label',
    'shipping.trackingCarrier': 'like the tracking number',
    'shipping.trackingUrl': 'like the tracking number',
    statusReason: 'is for the client and staff',
    cancellation: 'ends production',
    withdrawnShipments: 'have not left',
    warnings: 'are for the client',
    charges: 'are for the client, and not for the recipient',
    repeatOf: 'are for the client and staff',
    repeatedBy: 'like repeatOf',
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

interface SlipExtras {
  clientSlip: ClientSlip;
  text: string | undefined;
  /** Pictures of the designs by their JSON Pointers. */
  pictures: ReadonlyMap<string, Buffer>;
  form: SlipForm;
}

type SlipData = Pick<
  ParcelData,
  'number' | 'isLast' | 'order' | 'orderCode' | 'inside' | 'names' | 'senderAddress' | 'texts'
>;

export function slipOf(data: SlipData, { clientSlip, text, pictures, form }: SlipExtras): PackingSlip {
  const { number, isLast, order, orderCode, inside, names, senderAddress, texts } = data;
  const { logo, color, link, returnText, prices } = clientSlip;
  const { orderId, gift = false, unitPriceCurrency, customerReference } = order;
  const message = [order.message, order.giftMessage].filter((one) => one !== undefined).join('\n');
  const textOf = (code: string) => texts.find((one) => one.code === code);
  const lines = order.items.flatMap(({ id, customProduct, existingProduct, unitPrice }, index) => {
    const quantity = inside.get(id) ?? 0;
    if (quantity === 0) return [];
    const sku = customProduct?.sku ?? existingProduct?.ean13 ?? '';
    const { title = existingProduct?.name ?? sku, color, size } = textOf(sku) ?? {};
    const prints = customProduct?.prints ?? [];
    return [
      {
        ...{ itemId: id, title, sku, quantity },
        ...(color && { color }),
        ...(size && { size }),
        designs: [...new Set(prints.map(({ designName, dataUrl }) => designName ?? fileNameOf(dataUrl)))],
        pictures: prints.flatMap((_, print) => pictures.get(designPointer(index, print)) ?? []),
        ...(prices && unitPrice !== undefined && unitPriceCurrency !== undefined && { unitPrice }),
      },
    ];
  });
  return {
    form,
    code: orderCode,
    shop: { name: names.clientName, ...(logo && { logo }), ...(color && { color }) },
    orderId,
    ordered: new Date(order.created),
    ...(order.shipping.address && { recipient: order.shipping.address }),
    parcel: { number, of: isLast ? number : number + 1 },
    isGift: gift,
    ...(customerReference !== undefined && { customerReference }),
    ...(message !== '' && { message }),
    ...(unitPriceCurrency !== undefined && { currency: unitPriceCurrency }),
    lines,
    ...(text !== undefined && { text }),
    ...(senderAddress.length > 0 && { returnAddress: senderOf(data) }),
    ...(returnText !== null && { returnText }),
    ...(link !== null && { link: link.replaceAll('{orderId}', encodeURIComponent(orderId)) }),
  };
}

const designPointer = (item: number, print: number) => `/items/${item}/customProduct/prints/${print}/dataUrl`;

/** Returns the JSON Pointers to the artwork of the items in the parcel. */
export function designPointersOf({ order, inside }: ParcelData): string[] {
  return order.items.flatMap(({ id, customProduct }, index) =>
    inside.has(id) ? (customProduct?.prints ?? []).map((_, print) => designPointer(index, print)) : [],
  );
}

/** Returns the name of the file without its ending, for people. */
function fileNameOf(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  return decodeOrKeep(last).replace(/\.[A-Za-z\d]{1,5}$/, '');
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the customs form that the carrier wants. */
export function customsOf(data: ParcelData, clientSlip: ClientSlip): CustomsPaper {
  const { code, order, names, declaration, weightGrams, trackingNumber, packagingGrams } = data;
  const { totalValue: value, totalNetWeightGrams } = declaration;
  const currency = declaration.currency ?? '';
  const grossWeightGrams = (weightGrams ?? totalNetWeightGrams) + packagingGrams;
  const choice = names.customsForm === 'NONE' ? 'BY_VALUE' : names.customsForm;
  return {
    form: chooseCustomsForm(choice, { value, currency, grossWeightGrams }),
    code,
    orderId: order.orderId,
    sender: senderOf(data),
    recipient: order.shipping.address ?? {},
    currency,
    declared: declaration,
    grossWeightGrams,
    ...(names.carrierName !== null && { carrier: names.carrierName }),
    ...(trackingNumber !== null && isS10(trackingNumber) && { s10: trackingNumber }),
    ...(order.importerReference !== undefined && { importerReference: order.importerReference }),
    ...senderTaxIds(order, clientSlip),
  };
}

/** Returns the sender's numbers for customs: from the order, or else from its client. */
export function senderTaxIds(
  { taxIds = {} }: Pick<Order, 'taxIds'>,
  clientSlip: Pick<ClientSlip, 'eori' | 'vatNumber' | 'iossNumber'>,
): SenderTaxIds {
  const eori = taxIds.eori ?? clientSlip.eori;
  const vatNumber = taxIds.vat ?? clientSlip.vatNumber;
  const iossNumber = taxIds.ioss ?? clientSlip.iossNumber;
  return { ...(eori && { eori }), ...(vatNumber && { vatNumber }), ...(iossNumber && { iossNumber }) };
}

function senderOf({ names, senderAddress }: Pick<ParcelData, 'names' | 'senderAddress'>): string[] {
  return [names.clientName, ...senderAddress];
}
