import type { Pool } from 'pg';
import type { Order } from '../orders/document/order-schemas.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { searchWords } from '../orders/search/search-terms.ts';
import { searchOrders } from '../orders/staff/search-orders.ts';
import { findOrderOfClient } from '../orders/staff/staff-order-store.ts';
import { isStorable } from '../platform/database/statement-parts.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { ApiError, invalidRequest, orderNotFound } from '../platform/errors/errors.ts';
import { readScanCode, scanCodeOf } from '../platform/formats/scan-codes.ts';
import { orderKeyOf } from '../production/batch-rules.ts';
import { findVariantFacts } from '../production/piece-facts-store.ts';
import { findPieceByCode, type Piece } from '../production/piece-store.ts';
import { findProductionOrderByCode } from '../production/production-order-store.ts';
import { possibleNumbers } from '../shipping/tracking-rules.ts';
import { findParcelsByTracking } from './hand-over-store.ts';
import { findParcelByCode } from './parcel-store.ts';
import { type AskedLine, returnableItems } from './return-rules.ts';
import { sumReturned, sumReturnedPieces } from './return-store.ts';

const FOUND_MAX = 10;
/** Statuses of orders that can have shipped pieces. */
const STATUSES = ['ACCEPTED', 'SHIPPED'];

interface FoundByCode {
  orders: OrderKey[];
  /** The piece, when the code names one. */
  piece?: Piece;
}

async function findOrdersByCode(pool: Pool, text: string): Promise<FoundByCode> {
  const scanned = readScanCode(text);
  if (scanned?.kind === 'piece') {
    const piece = await withRetry(() => findPieceByCode(pool, scanCodeOf('piece', scanned.number)));
    return piece ? { orders: [piece], piece } : { orders: [] };
  }
  if (scanned?.kind === 'order' || scanned?.kind === 'parcel') {
    const { kind, number } = scanned;
    const find = kind === 'order' ? findProductionOrderByCode : findParcelByCode;
    const key = await withRetry<OrderKey | undefined>(() => find(pool, scanCodeOf(kind, number)));
    return { orders: key ? [key] : [] };
  }
  const tracking = text.trim();
  if (scanned || !isStorable(tracking)) return { orders: [] };
  const parcels = await withRetry(() => findParcelsByTracking(pool, possibleNumbers(tracking), FOUND_MAX));
  if (parcels.length > 0) return { orders: [...new Map(parcels.map((one) => [orderKeyOf(one), one])).values()] };
  // Orders that were shipped without being packed here have no parcels.
  const found = await findOrdersByWords(pool, tracking);
  const orders = await Promise.all(found.map(async (key) => ((await hasTracking(pool, key, tracking)) ? [key] : [])));
  return { orders: orders.flat() };
}

/** Finds orders by a code or a tracking number. If there are none, searches for the words of the text. */
export async function findReturnable(pool: Pool, text: string) {
  const { orders, piece } = await findOrdersByCode(pool, text);
  const keys = orders.length > 0 || !isStorable(text) ? orders : await findOrdersByWords(pool, text);
  const found = await Promise.all(keys.map((key) => readReturnable(pool, key, piece)));
  return found.flatMap((one) => (one ? [one] : []));
}

/** Finds the order of a return, and its lines. Throws `order_not_found` or `invalid_request`. */
export async function findReturned(
  pool: Pool,
  { clientId, orderId, code, items }: { clientId?: string; orderId?: string; code?: string; items: AskedLine[] },
): Promise<{ key: OrderKey; lines: AskedLine[] }> {
  if (code === undefined) {
    if (clientId !== undefined && orderId !== undefined) {
      if (!isStorable(clientId) || !isStorable(orderId)) throw orderNotFound();
      return { key: { clientId, orderId }, lines: items };
    }
    const pointer = clientId === undefined ? '/clientId' : '/orderId';
    throw invalidRequest([{ pointer, code: 'required', message: 'Name the order, or give a code of it.' }]);
  }
  const { orders, piece } = await findOrdersByCode(pool, code);
  const candidates = orders.filter(
    (one) =>
      (clientId === undefined || one.clientId === clientId) && (orderId === undefined || one.orderId === orderId),
  );
  const [key] = candidates;
  if (!key) throw new ApiError('order_not_found', 'No order, piece or parcel has this code or tracking number.');
  if (candidates.length > 1) {
    const message = 'Several orders have this tracking number. Give the orderId too.';
    const allowed = candidates.map((one) => one.orderId);
    throw invalidRequest([{ pointer: '/code', code: 'ambiguous', message, allowed }]);
  }
  const lines =
    piece && items.length === 1
      ? items.map((line) => ({
          ...line,
          ...(line.itemId === undefined && { piece: line.piece ?? piece.code }),
        }))
      : items;
  return { key: { clientId: key.clientId, orderId: key.orderId }, lines };
}

async function findOrdersByWords(pool: Pool, text: string): Promise<OrderKey[]> {
  const search = { text, words: searchWords(text) };
  const { orders } = await searchOrders(pool, { mode: 'live', statuses: STATUSES }, search, FOUND_MAX);
  return orders.map(({ clientId, orderId }) => ({ clientId, orderId }));
}

async function hasTracking(pool: Pool, { clientId, orderId }: OrderKey, tracking: string): Promise<boolean> {
  const found = await withRetry(() => findOrderOfClient(pool, clientId, orderId));
  const { shipments = [] }: Partial<Order> = found ? JSON.parse(found.document) : {};
  return shipments.some(({ trackingNumber }) => trackingNumber?.toLowerCase() === tracking.toLowerCase());
}

async function readReturnable(pool: Pool, { clientId, orderId }: OrderKey, piece: Piece | undefined) {
  const key = { clientId, orderId };
  const found = await withRetry(() => findOrderOfClient(pool, clientId, orderId));
  if (found?.mode !== 'live') return undefined;
  const order: Order = JSON.parse(found.document);
  const items = returnableItems(order, await withRetry(() => sumReturned(pool, key)));
  if (items.length === 0) return undefined;
  const skus = items.flatMap(({ kind, code }) => (kind === 'ARTICLE' ? [code] : []));
  const variants = await withRetry(() => findVariantFacts(pool, skus));
  const names = new Map(order.items.map(({ id, existingProduct }) => [id, existingProduct?.name]));
  const back = piece && (await withRetry(() => sumReturnedPieces(pool, key, [piece.code])));
  return {
    clientId,
    clientName: found.clientName,
    orderId,
    status: order.status,
    ...(piece && {
      piece: { code: piece.code, itemId: piece.itemId, isReturned: (back?.get(piece.code) ?? 0) >= piece.quantity },
    }),
    items: items.map(({ itemId, kind, code, shipped, returned }) => {
      const variant = variants.get(code);
      const title = (kind === 'ARTICLE' ? variant?.title : names.get(itemId)) ?? code;
      const looks = variant && { color: variant.color, size: variant.size };
      return { itemId, kind, code, title, ...looks, shipped, returned };
    }),
  };
}
