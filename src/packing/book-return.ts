import { saveInTurn } from '../orders/change/change-order.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { lockOrders } from '../orders/rows/order-row-store.ts';
import type { Doing } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import type { Connection, Work } from '../platform/database/transaction.ts';
import { ApiError, invalidRequest } from '../platform/errors/errors.ts';
import { readScanCode, scanCodeOf } from '../platform/formats/scan-codes.ts';
import { isEnded } from '../production/piece-states.ts';
import { findPieceByCode } from '../production/piece-store.ts';
import { takeBack } from '../stock/change-stock.ts';
import { bookAnnouncement } from './announced-return-store.ts';
import { type AskedLine, type NamedPiece, planReturn, returnableItems } from './return-rules.ts';
import { findReturn, insertReturn, type Return, sumReturned, sumReturnedPieces } from './return-store.ts';

/**
 * Prepares a return. The returned function runs in a transaction: it records the return and books it in the
 * stock ledger. Refuses more pieces than have left. Throws `order_not_found`, `sandbox_order`,
 * `invalid_request`, `too_much_stock`.
 */
export function prepareReturn(key: OrderKey, requestedLines: readonly AskedLine[], { by, now }: Doing): Work<Return> {
  // Made outside, because the transaction may run again after its commit.
  const returnId = risingId();
  const eventId = risingId();
  return async (connection, { mayBeDone }) => {
    const done = mayBeDone ? await findReturn(connection, key, returnId) : undefined;
    if (done) return done;
    const { clientId, orderId } = key;
    const [order] = await lockOrders(connection, clientId, [orderId]);
    if (!order) throw new ApiError('order_not_found', 'This client has no order with this orderId.');
    if (order.mode === 'sandbox')
      throw new ApiError('sandbox_order', 'The order is of a sandbox client: nothing of it was ever sent.');
    const items = returnableItems(order.content, await sumReturned(connection, key));
    const pieces = await findNamedPieces(connection, key, requestedLines);
    const { lines, violations } = planReturn(requestedLines, items, pieces);
    if (violations.length > 0) throw invalidRequest(violations);
    await insertReturn(connection, key, {
      returnId,
      received: now,
      orderVersion: order.version,
      by,
      lines,
    });
    const returned = lines.map(({ kind, code, quantity, condition, reason, note }) => ({
      kind,
      code,
      quantity,
      isWaste: condition === 'WASTE',
      note: note === null ? reason : `${reason}: ${note}`,
    }));
    await takeBack(connection, clientId, { orderId, by }, returned, now);
    const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
    const itemIds = lines.map(({ itemId }) => itemId);
    const announced = await bookAnnouncement(connection, key, returnId, itemIds);
    const change = { event: 'order.returned', by, returned: { returnId: announced ?? returnId, quantity } } as const;
    await saveInTurn(connection, clientId, order, [change], { eventId, now });
    const booked = await findReturn(connection, key, returnId);
    if (!booked) throw new Error('A return that was just booked is not there.');
    return booked;
  };
}

/** Finds the order's pieces that the lines name, by the text that names them. */
async function findNamedPieces(
  connection: Connection,
  key: OrderKey,
  requestedLines: readonly AskedLine[],
): Promise<Map<string, NamedPiece>> {
  const pieceCodes = new Set(requestedLines.flatMap(({ piece }) => (piece === undefined ? [] : [piece])));
  const found = new Map<string, NamedPiece>();
  for (const text of pieceCodes) {
    const scanned = readScanCode(text);
    if (scanned?.kind !== 'piece') continue;
    const piece = await findPieceByCode(connection, scanCodeOf('piece', scanned.number));
    const isOfOrder = piece?.clientId === key.clientId && piece.orderId === key.orderId;
    if (!piece || !isOfOrder || isEnded(piece.state)) continue;
    const { code, itemId, quantity } = piece;
    found.set(text, { code, itemId, quantity, returned: 0 });
  }
  const codes = [...found.values()].map(({ code }) => code);
  const before = codes.length > 0 ? await sumReturnedPieces(connection, key, codes) : new Map();
  for (const piece of found.values()) piece.returned = before.get(piece.code) ?? 0;
  return found;
}
