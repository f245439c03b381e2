import type { Static } from 'typebox';
import { readPrintSettings } from '../catalog/printing/read-print-settings.ts';
import type { OrderChange } from '../orders/change/apply-change.ts';
import { type ChangedOrder, changeOrder, type Decision, type OperateInput } from '../orders/change/change-order.ts';
import { listBegunPieces } from '../orders/change/order-change-store.ts';
import { listNonEmpty, remainingPieces } from '../orders/change/shipment-rules.ts';
import { notPossible, preconditionFailed, refuseSandbox } from '../orders/change/staff-verb-rules.ts';
import { violation } from '../orders/create/body-rules.ts';
import { type ValidatedOrder, validateOrder } from '../orders/create/validate-order.ts';
import { type NormalisedOrder, normaliseOrder } from '../orders/document/order-document.ts';
import { CORRECTABLE_TEXTS, type OrderCorrectionSchema } from '../orders/document/order-request-schemas.ts';
import type { Order, OrderWarning } from '../orders/document/order-schemas.ts';
import { artworkWarnings } from '../orders/files/artwork-rules.ts';
import type { KeptFile } from '../orders/files/order-file-store.ts';
import { orderFiles } from '../orders/files/order-files.ts';
import { gatherFiles, type KeepContext } from '../orders/intake/keep-files.ts';
import type { LockedOrder } from '../orders/rows/order-row-store.ts';
import { findOrders, type OrderKey } from '../orders/rows/order-row-store.ts';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, withRetry } from '../platform/database/transaction.ts';
import { invalidRequest, orderNotFound, type Violation } from '../platform/errors/errors.ts';
import type { Config } from '../platform/settings/config.ts';
import { reworkPieces } from '../production/begin-production.ts';
import type { ItemChange } from '../production/piece-rules.ts';
import { type AmendContext, changeDestination, decideAmendment, isSameBut } from './amend-order.ts';
import { sumPackedProducts } from './parcel-store.ts';

/** The parts of an order that staff correct. Absent fields stay. */
export type OrderCorrection = Omit<Static<typeof OrderCorrectionSchema>, 'reason'>;

export interface CorrectContext extends AmendContext {
  config: Pick<Config, 'PRODUCTION_STEPS' | 'ARTWORK_DPI_MIN'>;
  /** Fetches new files. */
  keep: KeepContext;
}

interface Correcting extends OperateInput {
  correction: OrderCorrection;
  reason: string;
}

/**
 * Corrects parts of an order for its customer, under the rules of creation. Once production has begun, the
 * order stays in it: unbegun pieces follow the correction, and begun ones stay. Otherwise its intake starts
 * again, unless only its destination changes or quantities fall.
 * Throws `order_not_changeable`, and `precondition_failed` if the order changed since it was read.
 */
export async function correctOrder(
  context: CorrectContext,
  key: OrderKey,
  { by, correction, reason, isExpected }: Correcting,
): Promise<ChangedOrder> {
  const { pool, clock, onWork } = context;
  const { clientId, orderId } = key;
  const [stored] = await withRetry(() => findOrders(pool, clientId, [orderId]));
  if (!stored) throw orderNotFound();
  const accepted: Order = JSON.parse(stored.document);
  const faults = itemViolations(accepted, correction);
  const validated = await validateOrder(context, clientId, correctedOrder(accepted, correction), faults, { accepted });
  if (validated.violations.length > 0) throw invalidRequest(validated.violations);
  const now = clock();
  const after = validated.order as Order;
  const urls = urlsOf(after).difference(urlsOf(accepted));
  const files = urls.size === 0 ? [] : await gatherIfBegun(context, key, accepted, after, urls);
  const doubts = await findDoubts(context, clientId, after, files ?? []);
  const changed = await changeOrder(pool, key, now, async (order, connection) => {
    refuseSandbox(order);
    if (order.requestHash.equals(validated.requestHash)) return undefined;
    const isRead = isExpected?.(order.version) ?? true;
    if (!isRead || !order.requestHash.equals(stored.requestHash)) throw preconditionFailed(order);
    const doing = { by, now, reason: CORRECTED, correctionReason: reason, files, doubts };
    const change = await decideCorrection(context, connection, clientId, order, validated, doing);
    const subject = ['order', `${clientId}/${orderId}`] as const;
    await recordAudit(connection, by, now, { action: 'order.corrected', subject, detail: { reason } });
    return change;
  });
  if (changed.changed) onWork(clientId, 'live');
  return changed;
}

const CORRECTED = 'corrected';
const urlsOf = (order: Order) => new Set(orderFiles(order).map(({ url }) => url));

async function decideCorrection(
  context: CorrectContext,
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  validated: ValidatedOrder,
  doing: Doing & {
    reason: string;
    correctionReason: string;
    files: readonly KeptFile[] | undefined;
    doubts: readonly OrderWarning[];
  },
): Promise<Decision | undefined> {
  const { orderId, status, content } = order;
  if (content.personalDataErased !== undefined || status === 'CANCELLED')
    throw notPossible(order, 'it has ended, so it cannot be corrected');
  if (status === 'SHIPPED') throw notPossible(order, 'withdraw a shipment that has not left, then correct the order');
  if (status === 'ACCEPTED') {
    const changes = itemChanges(content, validated.order);
    const key = { clientId, orderId };
    const packed = await sumPackedProducts(connection, key);
    if (isSmall(order, validated, changes) || (await isBegun(connection, clientId, content, packed))) {
      // A scan has begun the production since new files were or were not gathered.
      if (!doing.files) throw preconditionFailed(order);
      const rework = { before: content.items, after: validated.order.items, changes };
      const fixed = findFixedItem(content, changes, packed);
      const refusal = fixed ?? (await reworkPieces(connection, key, rework, doing, context.config.PRODUCTION_STEPS));
      if (refusal !== undefined) throw notPossible(order, refusal);
      const change = await changeDestination(connection, clientId, order, validated, doing);
      return { ...change, correctionReason: doing.correctionReason, trims: true };
    }
  }
  const change = decideAmendment({ ...order, status: 'NEW' }, validated, doing.by, doing.now);
  const { reason, correctionReason } = doing;
  return change && { ...(change as OrderChange), reason, correctionReason };
}

/** Returns the warnings about new artwork, as the intake of an order finds them. */
async function findDoubts(
  { pool, config }: CorrectContext,
  clientId: string,
  after: Order,
  files: readonly KeptFile[],
): Promise<OrderWarning[]> {
  if (files.length === 0) return [];
  const skus = after.items.flatMap(({ customProduct }) => customProduct?.sku ?? []);
  const settings = await withRetry(() => readPrintSettings(pool, clientId, skus));
  return artworkWarnings(after, files, settings, config.ARTWORK_DPI_MIN);
}

/** Returns the new files of an order whose production has begun. Otherwise its intake fetches them. */
async function gatherIfBegun(
  { pool, keep }: CorrectContext,
  key: OrderKey,
  accepted: Order,
  after: Order,
  urls: ReadonlySet<string>,
): Promise<KeptFile[] | undefined> {
  if (accepted.status !== 'ACCEPTED') return undefined;
  const packed = await sumPackedProducts(pool, key);
  return (await isBegun(pool, key.clientId, accepted, packed))
    ? gatherFiles(keep, key.clientId, after, urls)
    : undefined;
}

/** Returns whether a piece of the order is made or packed, or its customer asks to cancel it. */
async function isBegun(
  connection: Connection,
  clientId: string,
  { orderId, shipments, cancellation }: Order,
  packed: ReadonlyMap<string, number>,
): Promise<boolean> {
  if (shipments !== undefined || cancellation?.status === 'REQUESTED' || packed.size > 0) return true;
  return (await listBegunPieces(connection, clientId, orderId)).length > 0;
}

/** Returns whether only destination, texts and prices change, and quantities fall. */
function isSmall({ content }: LockedOrder, validated: ValidatedOrder, changes: readonly ItemChange[]): boolean {
  const items = validated.order.items as Order['items'];
  if (changes.some(({ more }) => more > 0)) return false;
  return isSameBut({ content: { ...content, items } }, validated, ['address', 'carrierId'], CORRECTABLE_TEXTS);
}

/** Lists the changed items with the pieces that go and come. With other content, all of them do. */
function itemChanges(order: Order, { items: after }: NormalisedOrder): ItemChange[] {
  const contentOf = (item: (typeof after)[number]) => JSON.stringify({ ...item, quantity: 0, unitPrice: 0 });
  return normaliseOrder(order).items.flatMap((item, index): ItemChange[] => {
    const next = after[index] as typeof item;
    const by = next.quantity - item.quantity;
    const isOther = contentOf(item) !== contentOf(next);
    if (!isOther && by === 0) return [];
    const [fewer, more] = isOther ? [item.quantity, next.quantity] : [Math.max(0, -by), Math.max(0, by)];
    const [hasPieces, getsPieces] = [item.existingProduct === undefined, next.existingProduct === undefined];
    return [{ itemId: item.id, fewer, more, hasPieces, getsPieces }];
  });
}

/** Returns why pieces that have left, or products in a parcel, do not allow the changes. */
function findFixedItem(
  content: Order,
  changes: readonly ItemChange[],
  packed: ReadonlyMap<string, number>,
): string | undefined {
  const left = remainingPieces(content);
  for (const { itemId, fewer, more } of changes) {
    if ((left.get(itemId) ?? 0) - (packed.get(itemId) ?? 0) < fewer)
      return `of item ${JSON.stringify(itemId)} more pieces are packed or have left than may stay`;
    left.set(itemId, (left.get(itemId) ?? 0) - fewer + more);
  }
  return listNonEmpty(left).length === 0 ? 'nothing would be left to ship' : undefined;
}

/** Returns the order with the corrected parts. An empty text or field of the address is removed. */
function correctedOrder(
  order: Order,
  { shipping: { address, ...shipping } = {}, items = [], ...rest }: OrderCorrection,
) {
  const corrected = new Map(items.map((item) => [item.id, item]));
  const removed = CORRECTABLE_TEXTS.filter((name) => rest[name] === '').map((name) => [name, undefined]);
  return {
    ...order,
    ...rest,
    ...Object.fromEntries(removed),
    shipping: {
      ...order.shipping,
      ...shipping,
      ...(address && { address: { ...order.shipping.address, ...address } }),
    },
    items: order.items.map((item) => {
      const { existingProduct, customProduct } = corrected.get(item.id) ?? {};
      const product = existingProduct || customProduct ? { existingProduct, customProduct } : {};
      return { ...item, ...corrected.get(item.id), ...product };
    }),
  };
}

function itemViolations({ items: known }: Order, { items = [] }: OrderCorrection): Violation[] {
  const allowed = known.map(({ id }) => id);
  return items.flatMap(({ id }, index) => {
    const pointer = `/items/${index}/id`;
    if (!allowed.includes(id))
      return violation(pointer, 'unknown_item', 'The order has no item with this id.', allowed);
    const isRepeated = items.findIndex((item) => item.id === id) < index;
    const message = 'This item is listed twice. List each item once, with all its corrections.';
    return isRepeated ? violation(pointer, 'duplicate_item_id', message) : [];
  });
}
