import type { PrintAreaOf } from '../../catalog/print-areas.ts';
import type { Order, OrderWarning } from '../document/order-schemas.ts';
import { ARTWORK_DPI_MIN, artworkDpi } from './content-rules.ts';
import type { KeptFile } from './order-file-store.ts';

/** Of one order; what is coarse at more places is coarse for the same reason. */
const WARNINGS_MAX = 100;

/** An artwork of an order, by the place of its URL. */
export interface ArtworkPlace {
  pointer: string;
  sku: string;
  location: string;
}

/** Every artwork that the items name. */
export function artworkPlaces({ items }: Pick<Order, 'items'>): ArtworkPlace[] {
  return items.flatMap(({ customProduct }, index) =>
    (customProduct?.prints ?? []).map(({ location }, place) => ({
      pointer: `/items/${index}/customProduct/prints/${place}/dataUrl`,
      sku: customProduct?.sku ?? '',
      location,
    })),
  );
}

/** What could be better about the artwork of an order: fewer dots per inch, scaled to its print area, than most printers want. At most a hundred are told. */
export function artworkWarnings(
  order: Pick<Order, 'items'>,
  files: readonly Pick<KeptFile, 'pointer' | 'width' | 'height'>[],
  printAreaOf: PrintAreaOf,
): OrderWarning[] {
  const filesAt = new Map(files.map((file) => [file.pointer, file]));
  const warnings: OrderWarning[] = [];
  for (const { pointer, sku, location } of artworkPlaces(order)) {
    if (warnings.length === WARNINGS_MAX) return warnings;
    const file = filesAt.get(pointer);
    const area = printAreaOf(sku, location);
    const dpi = file && area && artworkDpi(file, area);
    if (dpi === undefined || dpi >= ARTWORK_DPI_MIN) continue;
    const size = `${area?.widthMm} x ${area?.heightMm} mm`;
    const message = `Scaled to the print area of ${size} the artwork has ${dpi} dpi; below ${ARTWORK_DPI_MIN} dpi prints look coarse.`;
    warnings.push({ code: 'low_resolution', message, pointer });
  }
  return warnings;
}
