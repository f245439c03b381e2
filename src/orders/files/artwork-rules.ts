import type { PrintAreaOf } from '../../catalog/print-areas.ts';
import { ARTWORK_DPI_MIN, artworkDpi } from '../../files/content-rules.ts';
import type { Order, OrderWarning } from '../document/order-schemas.ts';
import type { KeptFile } from './order-file-store.ts';

/** What could be better about the artwork of an order: fewer dots per inch, scaled to its print area, than most printers want. */
export function artworkWarnings(
  { items }: Pick<Order, 'items'>,
  files: readonly Pick<KeptFile, 'pointer' | 'width' | 'height'>[],
  printAreaOf: PrintAreaOf,
): OrderWarning[] {
  const warnings: OrderWarning[] = [];
  items.forEach(({ customProduct }, index) => {
    customProduct?.prints?.forEach(({ location }, place) => {
      const pointer = `/items/${index}/customProduct/prints/${place}/dataUrl`;
      const file = files.find((one) => one.pointer === pointer);
      const area = printAreaOf(customProduct.sku, location);
      const dpi = file && area && artworkDpi(file, area);
      if (dpi === undefined || dpi >= ARTWORK_DPI_MIN) return;
      const size = `${area?.widthMm} x ${area?.heightMm} mm`;
      const message = `Scaled to the print area of ${size} the artwork has ${dpi} dpi; below ${ARTWORK_DPI_MIN} dpi prints look coarse.`;
      warnings.push({ code: 'low_resolution', message, pointer });
    });
  });
  return warnings;
}
