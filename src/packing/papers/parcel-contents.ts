import type { Order } from '../../orders/document/order-schemas.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { sumPacked } from '../../production/piece-store.ts';
import { type PackedItem, packedItems } from '../parcel-rules.ts';
import { listParcelLines, type Parcel, sumWaiting } from '../parcel-store.ts';

/** What of each item is in a parcel of the order, which was not shipped yet. */
export async function readContents(
  connection: Connection,
  content: Pick<Order, 'items' | 'shipments'>,
  run: number,
  parcel: Parcel,
): Promise<PackedItem[]> {
  const { clientId, orderId } = parcel;
  const pieces = await sumPacked(connection, { clientId, orderId, run }, parcel.parcel);
  const products = await listParcelLines(connection, parcel);
  const waiting = await sumWaiting(connection, parcel, run, parcel.parcel);
  return packedItems(content, [...pieces, ...products], waiting);
}

/** The same of a parcel that has left: what it held counts as still there. */
export async function readInside(
  connection: Connection,
  run: number,
  parcel: Parcel,
): Promise<ReadonlyMap<string, number>> {
  const { clientId, orderId } = parcel;
  const pieces = await sumPacked(connection, { clientId, orderId, run }, parcel.parcel);
  const products = await listParcelLines(connection, parcel);
  return new Map([...pieces, ...products].map(({ itemId, quantity }) => [itemId, quantity]));
}
