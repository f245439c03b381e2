import { findPrintAreas } from '../../catalog/print-areas.ts';
import type { Connection } from '../../database/transaction.ts';
import type { Order } from '../../orders/document/order-schemas.ts';
import { artworkPlaces } from '../../orders/files/artwork-rules.ts';
import type { PrintSize } from './shown-file.ts';

/** How large the print of each kept artwork may be, by its pointer, as far as the catalogue says so today. */
export async function findArtworkAreas(
  connection: Connection,
  order: Pick<Order, 'items'>,
  files: readonly { pointer: string }[],
): Promise<Map<string, PrintSize>> {
  const kept = new Set(files.map(({ pointer }) => pointer));
  const places = artworkPlaces(order).filter(({ pointer }) => kept.has(pointer));
  const areas = new Map<string, PrintSize>();
  if (places.length === 0) return areas;
  const printAreaOf = await findPrintAreas(
    connection,
    places.map(({ sku }) => sku),
  );
  for (const { pointer, sku, location } of places) {
    const area = printAreaOf(sku, location);
    if (area) areas.set(pointer, area);
  }
  return areas;
}
