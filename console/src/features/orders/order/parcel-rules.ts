import type { OperatorOrder, Piece, ScrappedPieces, Tracking } from './order-api.ts';

type PiecesLeft = { id: string; quantity: number };

/**
 * Returns the pieces that have not shipped, by item. Parcels without contents do not count as shipped pieces.
 */
export function piecesLeft({ items, shipments = [] }: OperatorOrder['order']): PiecesLeft[] {
  const gone = new Map<string, number>();
  for (const { id, quantity } of shipments.flatMap(({ items: inside }) => inside)) {
    gone.set(id, (gone.get(id) ?? 0) + quantity);
  }
  return items
    .map(({ id, quantity }) => ({ id, quantity: quantity - (gone.get(id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Returns the unmade pieces that have to leave with these, because too few of their item are made. */
export function unmadePieces(
  order: OperatorOrder['order'],
  pieces: readonly Piece[],
  leaving: readonly PiecesLeft[],
): Piece[] {
  const left = new Map(piecesLeft(order).map(({ id, quantity }) => [id, quantity]));
  return leaving.flatMap(({ id, quantity }) => {
    const ofItem = pieces.filter(({ itemId }) => itemId === id);
    const made = ofItem.filter(({ state }) => state === 'MADE' || state === 'CHECKED' || state === 'PACKED');
    const gone = (order.items.find((one) => one.id === id)?.quantity ?? 0) - (left.get(id) ?? 0);
    const ready = made.reduce((sum, piece) => sum + piece.quantity, 0) - gone;
    return ofItem.filter(({ state }) => state === 'TO_MAKE').slice(0, Math.max(0, quantity - Math.max(0, ready)));
  });
}

type Shipment = NonNullable<OperatorOrder['order']['shipments']>[number];

/** Returns the server's ID of a parcel: its own ID, or its position counted from 1. */
export function shipmentIdAt({ shipmentId }: Pick<Shipment, 'shipmentId'>, index: number): string {
  return shipmentId ?? String(index + 1);
}

/** Returns the changed tracking fields. An empty text removes a value. */
export function changedTracking(
  before: Pick<Shipment, 'trackingNumber' | 'trackingCarrier' | 'trackingUrl'>,
  typed: Required<Tracking>,
): Tracking {
  const names = ['trackingNumber', 'trackingCarrier', 'trackingUrl'] as const;
  const changed = names.map((name) => [name, typed[name].trim()] as const);
  return Object.fromEntries(changed.filter(([name, value]) => value !== (before[name] ?? '')));
}

/** The input for the spoiled pieces of one item. */
type ScrapLine = { quantity: number; reason: string };

/** Keyed by the ID of the item. */
export type ScrapLines = Readonly<Record<string, ScrapLine>>;

/** Returns the spoiled pieces to send; undefined if a reason is missing. */
export function scrappedOf(lines: ScrapLines): ScrappedPieces[] | undefined {
  const entries = Object.entries(lines)
    .filter(([, { quantity }]) => quantity > 0)
    .map(([item, { quantity, reason }]) => ({ item, quantity, reason: reason.trim() }));
  return entries.every(({ reason }) => reason !== '') ? entries : undefined;
}
