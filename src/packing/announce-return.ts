import type { Pool } from 'pg';
import { findContract } from '../clients/contract-store.ts';
import { type ChangedOrder, prepareChange } from '../orders/change/change-order.ts';
import { lockOrders, type OrderKey } from '../orders/rows/order-row-store.ts';
import { SYSTEM } from '../platform/audit/actor.ts';
import type { Doing } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { inTransaction, type Work } from '../platform/database/transaction.ts';
import { ApiError, invalidRequest, type Violation } from '../platform/errors/errors.ts';
import {
  type AnnouncedLine,
  bookAnnouncement,
  type ClientReturn,
  findShippedParcel,
  insertAnnouncement,
  listExpectedLines,
  listReturnsOfClient,
  sumAnnounced,
  updateWithdrawn,
} from './announced-return-store.ts';
import { requestReturnLabel } from './change-parcel.ts';
import { releaseReturnLabel } from './parcel-label-store.ts';
import { type ReturnableItem, returnableItems } from './return-rules.ts';
import { insertReturn, sumReturned } from './return-store.ts';

interface Announcement {
  items: readonly AnnouncedLine[];
  reference?: string | undefined;
  note?: string | undefined;
  label?: boolean | undefined;
}

/**
 * Returns the work that records a return which the client expects. Throws `order_not_found`,
 * `order_not_changeable` if nothing has left, and `invalid_request` for more pieces than have left.
 */
export function prepareAnnouncement(
  key: OrderKey,
  { items, reference, note, label = false }: Announcement,
  now: Date,
): Work<string> {
  const returnId = risingId();
  return async (connection, { mayBeDone }) => {
    const [order] = await lockOrders(connection, key.clientId, [key.orderId]);
    if (!order) throw new ApiError('order_not_found', 'You have no order with this orderId.');
    if (mayBeDone && (await findClientReturn(connection, key.clientId, returnId))) return returnId;
    const returnables = returnableItems(order.content, await sumReturned(connection, key));
    if (returnables.length === 0)
      throw new ApiError('order_not_changeable', `The order is ${order.status}, and nothing of it has left.`);
    const violations = announcementFaults(items, returnables, await sumAnnounced(connection, key));
    if (violations.length > 0) throw invalidRequest(violations);
    const contract = label ? await findContract(connection, key.clientId) : undefined;
    if (label && !contract?.buysReturnLabels)
      throw new ApiError(
        'return_label_not_allowed',
        'Your contract has no labels for returns: send it without "label".',
      );
    const parcelCode = label ? ((await findShippedParcel(connection, key)) ?? null) : null;
    const texts = { reference: reference ?? null, note: note ?? null, parcelCode };
    await insertAnnouncement(connection, key, { returnId, announced: now, lines: items, ...texts });
    return returnId;
  };
}

function announcementFaults(
  items: readonly AnnouncedLine[],
  returnables: readonly ReturnableItem[],
  announced: ReadonlyMap<string, number>,
): Violation[] {
  return items.flatMap(({ id, quantity }, index): Violation[] => {
    const item = returnables.find(({ itemId }) => itemId === id);
    if (!item) {
      const message = 'Nothing of an item with this id has left.';
      const allowed = returnables.map(({ itemId }) => itemId);
      return [{ pointer: `/items/${index}/id`, code: 'unknown_item', message, allowed }];
    }
    if (items.findIndex((one) => one.id === id) < index) {
      const message = 'This item is listed twice. List each item once, with all its pieces.';
      return [{ pointer: `/items/${index}/id`, code: 'duplicate_item_id', message }];
    }
    const most = item.shipped - item.returned - (announced.get(id) ?? 0);
    if (quantity <= most) return [];
    const message = `Of this item ${item.shipped} left. At most ${Math.max(0, most)} more can come back.`;
    return [{ pointer: `/items/${index}/quantity`, code: 'too_large', message }];
  });
}

/** Finds a return of the client by its id. */
export async function findClientReturn(
  connection: Parameters<typeof listReturnsOfClient>[0],
  clientId: string,
  returnId: string,
): Promise<ClientReturn | undefined> {
  const [found] = await listReturnsOfClient(connection, clientId, { returnId }, { before: undefined, limit: 1 });
  return found;
}

/**
 * Requests the label of an announced return, once. Returns the code of the parcel. Returns undefined without
 * a label if the return was withdrawn, or if no parcel left from a packing station to an address.
 */
export async function requestLabelOf(
  pool: Pool,
  { clientId, orderId, returnId, parcelCode }: OrderKey & Pick<ClientReturn, 'returnId' | 'parcelCode'>,
  doing: Doing,
): Promise<string | undefined> {
  if (parcelCode === null) return undefined;
  try {
    return await inTransaction(pool, async (connection) => {
      await lockOrders(connection, clientId, [orderId]);
      const announced = await findClientReturn(connection, clientId, returnId);
      if (!announced || announced.withdrawn) return undefined;
      await requestReturnLabel(connection, doing, parcelCode);
      return parcelCode;
    });
  } catch (error) {
    if (error instanceof ApiError && error.error === 'label_not_made') return undefined;
    throw error;
  }
}

/**
 * Withdraws a return that has not arrived, and gives up its label if no other return of the parcel has it.
 * Returns the code of the parcel. Does nothing if it was withdrawn. Throws `return_not_withdrawable`.
 */
export async function withdrawReturn(
  pool: Pool,
  { clientId, orderId, returnId, parcelCode }: OrderKey & Pick<ClientReturn, 'returnId' | 'parcelCode'>,
  now: Date,
): Promise<string | undefined> {
  return inTransaction(pool, async (connection) => {
    await lockOrders(connection, clientId, [orderId]);
    const found = await findClientReturn(connection, clientId, returnId);
    if (found?.received) {
      const message = 'This return has arrived, so it cannot be withdrawn.';
      throw new ApiError('return_not_withdrawable', message);
    }
    if (found?.withdrawn) return undefined;
    await updateWithdrawn(connection, { clientId, orderId }, returnId, now);
    if (parcelCode === null) return undefined;
    await releaseReturnLabel(connection, { clientId, orderId }, parcelCode);
    return parcelCode;
  });
}

/**
 * Returns the work that lets an announced return of a sandbox order arrive, or everything that has left. It
 * books no stock.
 */
export function prepareSimulatedReturn(key: OrderKey, now: Date): Work<ChangedOrder> {
  const bookedId = risingId();
  return prepareChange(key, now, async (order, connection) => {
    const items = returnableItems(order.content, await sumReturned(connection, key));
    const expected = new Map((await listExpectedLines(connection, key)).map((line) => [line.id, line]));
    const lines = items.flatMap(({ itemId, kind, code, shipped, returned }) => {
      const line = expected.get(itemId);
      const most = shipped - returned;
      const quantity = expected.size === 0 ? most : Math.min(most, line?.quantity ?? 0);
      if (quantity < 1) return [];
      const condition = kind === 'PRODUCT' ? ('RESELL' as const) : ('REUSE' as const);
      const reason = line?.reason ?? ('OTHER' as const);
      return { itemId, kind, code, piece: null, quantity, note: null, condition, reason };
    });
    if (lines.length === 0)
      throw new ApiError('order_not_changeable', `The order is ${order.status}, and nothing of it can come back.`);
    await insertReturn(connection, key, {
      returnId: bookedId,
      received: now,
      orderVersion: order.version,
      by: SYSTEM,
      lines,
    });
    const ids = lines.map(({ itemId }) => itemId);
    const returnId = (await bookAnnouncement(connection, key, bookedId, ids)) ?? bookedId;
    const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
    return { event: 'order.returned', by: SYSTEM, reason: 'sandbox', returned: { returnId, quantity } };
  });
}
