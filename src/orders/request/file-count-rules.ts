import type { Violation } from '../../errors.ts';
import { list, record, violation } from './body-rules.ts';

/** `too_many_files`, once, at the first URL that is one too many. What stands at several places is one file. */
export function fileCountViolations(order: Record<string, unknown>, filesMax: number): Violation[] {
  const urls = new Set<unknown>();
  for (const [pointer, url] of namedFiles(order)) {
    if (typeof url !== 'string' || urls.add(url).size <= filesMax) continue;
    const message = `An order names at most ${filesMax} different URLs; one that stands at several places counts once. Split the order.`;
    return [violation(pointer, 'too_many_files', message)];
  }
  return [];
}

function* namedFiles(order: Record<string, unknown>): Generator<[pointer: string, url: unknown]> {
  const shipping = record(order.shipping);
  yield ['/shipping/shippingLabelUrl', shipping.shippingLabelUrl];
  yield ['/shipping/returnLabelUrl', shipping.returnLabelUrl];
  yield ['/packingSlip', order.packingSlip];
  for (const [index, item] of list(order.items).entries()) {
    const product = record(record(item).customProduct);
    const at = `/items/${index}/customProduct`;
    yield [`${at}/qualityControlImageUrl`, product.qualityControlImageUrl];
    for (const [place, print] of list(product.prints).entries()) {
      const { dataUrl, qualityControlImageUrl } = record(print);
      yield [`${at}/prints/${place}/dataUrl`, dataUrl];
      yield [`${at}/prints/${place}/qualityControlImageUrl`, qualityControlImageUrl];
    }
    for (const [place, customization] of list(product.customizations).entries()) {
      const { qualityControlImageUrl } = record(customization);
      yield [`${at}/customizations/${place}/qualityControlImageUrl`, qualityControlImageUrl];
    }
  }
}
