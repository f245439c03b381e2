import type { LockedOrder, OrderKey } from '../orders/rows/order-row-store.ts';
import { invalidRequest } from '../platform/errors/errors.ts';
import type { Batch } from './batch-store.ts';
import type { Piece } from './piece-store.ts';
import type { ReleaseChoice } from './release-store.ts';

/** Returns a key for maps. */
export function orderKeyOf({ clientId, orderId }: OrderKey): string {
  return `${clientId}\0${orderId}`;
}

/** Groups orders by client, sorted: two transactions that lock them in this order cannot deadlock. */
export function groupByClient<Key extends OrderKey>(keys: readonly Key[]): [string, Key[]][] {
  return [...Map.groupBy(keys, ({ clientId }) => clientId)].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Returns the filter of a release as its batch keeps it. */
export function choiceOfBatch({ status: _, ...rest }: ReleaseChoice): object {
  return rest;
}

/** Returns when the first of these orders is due, and how many orders and pieces there are. */
export function sumsOfBatch(
  orders: readonly Pick<LockedOrder, 'created' | 'due' | 'content'>[],
): Pick<Batch, 'due' | 'orders' | 'pieces'> {
  const first = Math.min(...orders.map(({ due, created }) => (due ?? created).getTime()));
  const quantities = orders.flatMap(({ content }) => content.items.map(({ quantity }) => quantity));
  return {
    due: new Date(first),
    orders: orders.length,
    pieces: quantities.reduce((sum, quantity) => sum + quantity, 0),
  };
}

/**
 * Chooses the pieces that leave a batch because blanks are missing. Rush orders leave after all others.
 * Orders that are due later leave first, and within an order the last pieces of the batch. A lot leaves as
 * a whole. Pieces of orders that have left production do not count. Throws `invalid_request` if the batch
 * needs fewer blanks.
 */
export function choosePiecesToLeave(
  pieces: readonly Piece[],
  orders: ReadonlyMap<string, Pick<LockedOrder, 'status' | 'created' | 'due' | 'isRush'>>,
  missing: number,
): Piece[] {
  const inProduction = pieces.flatMap((piece) => {
    const order = orders.get(orderKeyOf(piece));
    return order?.status === 'ACCEPTED'
      ? [{ piece, isRush: order.isRush, due: Number(order.due ?? order.created) }]
      : [];
  });
  const lastFirst = inProduction.sort(
    (one, other) =>
      Number(one.isRush) - Number(other.isRush) ||
      other.due - one.due ||
      (other.piece.batchPlace ?? 0) - (one.piece.batchPlace ?? 0),
  );
  const chosen: Piece[] = [];
  let left = missing;
  for (const { piece } of lastFirst) {
    if (left <= 0) break;
    chosen.push(piece);
    left -= piece.quantity;
  }
  if (left <= 0) return chosen;
  const message = `This batch still needs ${missing - left} of this blank, so at most ${missing - left} can be missing.`;
  throw invalidRequest([{ pointer: '/missing', code: 'too_large', message }]);
}

export function sumByOrder(pieces: readonly Piece[]): (OrderKey & { quantity: number })[] {
  return [...Map.groupBy(pieces, orderKeyOf).values()].map((ofOrder) => {
    const { clientId, orderId } = ofOrder[0] as Piece;
    return { clientId, orderId, quantity: ofOrder.reduce((sum, { quantity }) => sum + quantity, 0) };
  });
}
