import type { LockedOrder, OrderKey } from '../orders/rows/order-row-store.ts';
import { invalidRequest } from '../platform/errors/errors.ts';
import type { Batch } from './batch-store.ts';
import { type DueRule, dueOf } from './due-rules.ts';
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

/** Returns the filter of a release as its batch keeps it: with the due time instead of the creation time. */
export function choiceOfBatch({ madeBy, status: _, ...rest }: ReleaseChoice, dueRule: DueRule): object {
  return { ...rest, ...(madeBy && { dueBy: dueOf(madeBy, dueRule) }) };
}

/** Returns when the first of these orders is due, and how many orders and pieces there are. */
export function sumsOfBatch(
  orders: readonly Pick<LockedOrder, 'created' | 'content'>[],
  dueRule: DueRule,
): Pick<Batch, 'due' | 'orders' | 'pieces'> {
  const first = Math.min(...orders.map(({ created }) => created.getTime()));
  const quantities = orders.flatMap(({ content }) => content.items.map(({ quantity }) => quantity));
  return {
    due: dueOf(new Date(first), dueRule),
    orders: orders.length,
    pieces: quantities.reduce((sum, quantity) => sum + quantity, 0),
  };
}

/**
 * Chooses the pieces that leave a batch because blanks are missing: first pieces of the youngest orders, and
 * of these the last in the batch. A lot leaves as a whole. Pieces of orders that have left production do not
 * count. Throws `invalid_request` if the batch needs fewer blanks.
 */
export function choosePiecesToLeave(
  pieces: readonly Piece[],
  orders: ReadonlyMap<string, Pick<LockedOrder, 'status' | 'created'>>,
  missing: number,
): Piece[] {
  const inProduction = pieces.flatMap((piece) => {
    const order = orders.get(orderKeyOf(piece));
    return order?.status === 'ACCEPTED' ? [{ piece, created: order.created.getTime() }] : [];
  });
  const youngestFirst = inProduction.sort(
    (one, other) => other.created - one.created || (other.piece.batchPlace ?? 0) - (one.piece.batchPlace ?? 0),
  );
  const chosen: Piece[] = [];
  let left = missing;
  for (const { piece } of youngestFirst) {
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
