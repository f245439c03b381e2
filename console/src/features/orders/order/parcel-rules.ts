import type { OperatorOrder, ScrappedPieces, Tracking } from './order-api.ts';

interface PiecesLeft {
  id: string;
  quantity: number;
}

/** What has not left yet, by item. Of parcels that do not say what is in them nothing is known, so all of it counts as left. */
export function piecesLeft({ items, shipments = [] }: OperatorOrder['order']): PiecesLeft[] {
  const gone = new Map<string, number>();
  for (const { id, quantity } of shipments.flatMap(({ items: inside }) => inside)) {
    gone.set(id, (gone.get(id) ?? 0) + quantity);
  }
  return items
    .map(({ id, quantity }) => ({ id, quantity: quantity - (gone.get(id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

type Shipment = NonNullable<OperatorOrder['order']['shipments']>[number];

/** What the server calls a parcel: one without an id by its place, counted from 1. */
export function shipmentIdAt({ shipmentId }: Pick<Shipment, 'shipmentId'>, index: number): string {
  return shipmentId ?? String(index + 1);
}

/** What of a parcel's tracking is to be corrected; an empty text takes away what was told. */
export function changedTracking(
  before: Pick<Shipment, 'trackingNumber' | 'trackingCarrier' | 'trackingUrl'>,
  typed: Required<Tracking>,
): Tracking {
  const names = ['trackingNumber', 'trackingCarrier', 'trackingUrl'] as const;
  const changed = names.map((name) => [name, typed[name].trim()] as const);
  return Object.fromEntries(changed.filter(([name, value]) => value !== (before[name] ?? '')));
}

/** The spoiled pieces of one item, as typed. */
interface ScrapLine {
  quantity: number;
  reason: string;
}

/** By id of the item. */
export type ScrapLines = Readonly<Record<string, ScrapLine>>;

/** The lines to send; undefined while a reason is missing. */
export function scrappedOf(lines: ScrapLines): ScrappedPieces[] | undefined {
  const named = Object.entries(lines)
    .filter(([, { quantity }]) => quantity > 0)
    .map(([item, { quantity, reason }]) => ({ item, quantity, reason: reason.trim() }));
  return named.every(({ reason }) => reason !== '') ? named : undefined;
}
