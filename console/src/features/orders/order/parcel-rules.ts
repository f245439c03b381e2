import type { OperatorOrder } from './order-api.ts';

export interface PiecesLeft {
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
