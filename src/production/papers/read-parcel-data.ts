import { readVariantCustoms } from '../../catalog/variant-customs.ts';
import { withRetry } from '../../database/transaction.ts';
import { customsItems, namedVariants } from '../../orders/customs/declare-order.ts';
import type { Order } from '../../orders/document/order-schemas.ts';
import { declareCustoms } from '../../shipping/customs-rules.ts';
import { isFull, packedItems } from '../parcel-rules.ts';
import { findParcelByCode } from '../parcel-store.ts';
import { findProductionOrders } from '../production-order-store.ts';
import type { PaperContext } from './draw-parcel-papers.ts';
import { findOrderDocument, findPaperNames, findVariantTexts } from './paper-text-store.ts';
import { readInside } from './parcel-contents.ts';
import type { ParcelData } from './parcel-paper-data.ts';

/** What the papers of a parcel are made of, by the order and the catalogue as they are now; undefined: the order is gone. */
export async function readParcelData(
  { pool, senderAddress }: Pick<PaperContext, 'pool' | 'senderAddress'>,
  code: string,
): Promise<ParcelData | undefined> {
  const parcel = await withRetry(() => findParcelByCode(pool, code));
  if (!parcel) return undefined;
  const { clientId, orderId } = parcel;
  const found = await withRetry(() => findOrderDocument(pool, clientId, orderId));
  const [begun] = await withRetry(() => findProductionOrders(pool, clientId, [orderId]));
  if (!found || !begun) return undefined;
  const order = JSON.parse(found.document) as Order;
  const inside = await readInside(pool, begun.run, parcel);
  const { skus, ean13s } = namedVariants(order);
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
    number: parcel.parcel,
    isLast: parcel.state === 'SHIPPED' ? found.status === 'SHIPPED' : isLastOf(order, inside),
    order,
    orderCode: begun.code,
    inside,
    names: await withRetry(() => findPaperNames(pool, clientId, found.carrier)),
    senderAddress,
    texts: await withRetry(() => findVariantTexts(pool, skus, ean13s)),
    declaration: declareCustoms(items, order.shipping.address, order.unitPriceCurrency),
    weightGrams: isKnown ? weights.reduce((sum, grams) => sum + grams, 0) : undefined,
  };
}

function isLastOf(order: Order, inside: ReadonlyMap<string, number>): boolean {
  return isFull(
    packedItems(
      order,
      [...inside].map(([itemId, quantity]) => ({ itemId, quantity })),
    ),
  );
}
