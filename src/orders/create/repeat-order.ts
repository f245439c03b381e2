import type { Pool } from 'pg';
import type { Actor } from '../../platform/audit/actor.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError, invalidRequest, orderNotFound, type Violation } from '../../platform/errors/errors.ts';
import { changeOrder } from '../change/change-order.ts';
import { normaliseOrder } from '../document/order-document.ts';
import type { Order } from '../document/order-schemas.ts';
import { upsertClientFile } from '../files/client-file-store.ts';
import { findKeptFiles, type KeptFile } from '../files/order-file-store.ts';
import { contentOf, measuresOf } from '../files/order-files.ts';
import type { OrderKey } from '../rows/order-row-store.ts';
import { violation } from './body-rules.ts';
import { type CreateOrderContext, createOrder, tryOrder } from './create-order.ts';
import { withWellFormedReferences } from './reference-rules.ts';
import { insertRepeat, listRepeats, type OrderRepeat } from './repeat-store.ts';

export interface RepeatContext extends CreateOrderContext {
  pool: Pool;
  /** Returns the address at which staff read a kept file of an order. */
  fileUrl: (key: OrderKey, sha256: string) => string;
}

export interface Repeating extends Pick<OrderRepeat, 'orderId' | 'kind' | 'paidBy' | 'reason'> {
  /** Absent: all pieces. */
  items?: readonly { id: string; quantity: number }[] | undefined;
  /** Absent: as the original. An own label cannot be used twice. */
  shipping?: unknown;
  by: Actor;
  /** The client of the original. */
  client: { name: string; mode: 'live' | 'sandbox' };
  /** Checks it only. */
  dryRun: boolean;
}

/**
 * Creates an order with the pieces of a shipped order, under the rules of creation. It has the files that
 * were printed, even if their addresses have expired. Idempotent by the new orderId. Throws
 * `order_not_changeable` unless the original has shipped.
 */
export async function repeatOrder(
  context: RepeatContext,
  key: OrderKey,
  { client, by, dryRun, ...repeating }: Repeating,
): Promise<{ orderId: string; document?: string; version?: number; replayed: boolean }> {
  const { pool, batches, clock } = context;
  const { clientId } = key;
  const stored = await batches.find(key);
  if (!stored) throw orderNotFound();
  const original: Order = JSON.parse(stored.document);
  if (original.status !== 'SHIPPED' || original.personalDataErased !== undefined) {
    const message =
      original.status === 'SHIPPED'
        ? 'The personal data of the order was erased, so it cannot be repeated.'
        : `The order is ${original.status}. Only a SHIPPED order can be repeated.`;
    throw new ApiError('order_not_changeable', message);
  }
  const kept = await withRetry(() => findKeptFiles(pool, clientId, key.orderId));
  const faults = repeatFaults(original, repeating);
  if (faults.length > 0) throw invalidRequest(faults);
  const body = bodyOf(original, repeating, kept, (sha256) => context.fileUrl(key, sha256));
  const outcome = await tryOrder(context, clientId, body, []);
  const isOther =
    outcome === 'replayed' && (await withRetry(() => listRepeats(pool, clientId, repeating.orderId))).length === 0;
  if (isOther) throw alreadyThere();
  if (dryRun) return { orderId: repeating.orderId, replayed: outcome === 'replayed' };
  const { orderId, kind, reason, paidBy } = repeating;
  const pieces = body.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const repeat = { orderId, originalId: key.orderId, kind, reason, paidBy, pieces, created: clock() };
  // The row comes first, so that no order exists without it. A row without its order is shown nowhere.
  if (!(await withRetry(() => insertRepeat(pool, clientId, repeat)))) throw alreadyThere();
  for (const file of kept) {
    const { sha256 } = file;
    const content = { ...contentOf(file), ...measuresOf(file) };
    const found = { sha256, content, etag: null, lastModified: null, fetched: clock() };
    await withRetry(() => upsertClientFile(pool, { clientId, orderId }, context.fileUrl(key, sha256), found));
  }
  const names = { kind, ...(reason && { reason }) };
  const repeatOf = { orderId: key.orderId, ...names };
  const created = await createOrder(context, { clientId, ...client, enteredBy: by, repeatOf }, body, []);
  await nameRepeat(context, key, { orderId, ...names }, by);
  return created;
}

type RepeatName = NonNullable<Order['repeatedBy']>[number];
/** The document of a shipped order names at most this many repeats, the latest ones. */
const REPEATS_NAMED_MAX = 100;

/** Names the new order in the original, once. Its client gets `order.updated`. */
async function nameRepeat({ pool, clock }: RepeatContext, key: OrderKey, repeat: RepeatName, by: Actor): Promise<void> {
  await changeOrder(pool, key, clock(), ({ content: { repeatedBy = [] } }) => {
    if (repeatedBy.some(({ orderId }) => orderId === repeat.orderId)) return undefined;
    const extras = { repeatedBy: [...repeatedBy, repeat].slice(-REPEATS_NAMED_MAX) };
    return { event: 'order.updated', by, reason: 'repeated', extras };
  });
}

function alreadyThere(): ApiError {
  return new ApiError('order_already_exists', 'Another order has this orderId. Use another orderId.');
}

function repeatFaults(original: Order, { items, shipping, kind, reason }: Omit<Repeating, 'by' | 'client' | 'dryRun'>) {
  const faults: Violation[] = [];
  const byId = new Map(original.items.map((item) => [item.id, item]));
  for (const [index, { id, quantity }] of (items ?? []).entries()) {
    const most = byId.get(id)?.quantity;
    if (most === undefined) {
      const message = 'The order has no item with this id.';
      faults.push(violation(`/items/${index}/id`, 'unknown_item', message, [...byId.keys()]));
    } else if (quantity > most) {
      const message = `The order has ${most} of this item.`;
      faults.push(violation(`/items/${index}/quantity`, 'too_large', message));
    }
  }
  if (new Set(items?.map(({ id }) => id)).size < (items?.length ?? 0))
    faults.push(violation('/items', 'duplicate_item_id', 'An item is named twice.'));
  if (shipping === undefined && original.shipping.address === undefined) {
    const message =
      'The client supplied the label of this order, which cannot be used twice. Give a new one, or an address.';
    faults.push(violation('/shipping', 'required', message));
  }
  if ((kind === 'REPLACEMENT') !== (reason !== null)) {
    const message = '"reason" is given for a replacement, and only for one.';
    faults.push(violation('/reason', kind === 'REPLACEMENT' ? 'required' : 'not_allowed', message));
  }
  return faults;
}

/**
 * Returns the request of the new order. Leaves out the packing slip of the client, which lists the old order,
 * and the wished day, which is that of the old parcel.
 */
function bodyOf(
  original: Order,
  { orderId, items, shipping }: Pick<Repeating, 'orderId' | 'items' | 'shipping'>,
  kept: readonly KeptFile[],
  fileUrl: (sha256: string) => string,
) {
  const { packingSlip: _, priority: __, requestedDeliveryDate: ___, ...rest } = normaliseOrder(original);
  // Orders of earlier versions may have malformed references.
  const request = withWellFormedReferences(rest);
  const { address, carrierId } = request.shipping;
  const chosen = items && new Map(items.map(({ id, quantity }) => [id, quantity]));
  const body = {
    ...request,
    orderId,
    shipping: shipping ?? { address, ...(carrierId && { carrierId }) },
    items: request.items.flatMap((item) => {
      const quantity = chosen ? chosen.get(item.id) : item.quantity;
      return quantity ? [{ ...item, quantity }] : [];
    }),
  };
  const keptUrls = new Map(kept.map(({ url, sha256 }) => [url, fileUrl(sha256)]));
  return replaceUrls(body, keptUrls);
}

function replaceUrls<T>(value: T, urls: ReadonlyMap<string, string>): T {
  return JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' ? (urls.get(one) ?? one) : one));
}
