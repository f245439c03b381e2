import type { FileRole } from '../../files/content-rules.ts';
import type { Order } from '../document/order-schemas.ts';

/** A place in an order that names a file by URL. */
export interface OrderFile {
  /** JSON Pointer into the order. */
  pointer: string;
  role: FileRole;
  url: string;
}

/** Every file that the order names. */
export function orderFiles(order: Pick<Order, 'items' | 'shipping' | 'packingSlip'>): OrderFile[] {
  const files: OrderFile[] = [];
  const add = (pointer: string, role: FileRole, url: string | undefined) => {
    if (url !== undefined) files.push({ pointer, role, url });
  };
  order.items.forEach(({ customProduct }, index) => {
    if (!customProduct) return;
    const at = `/items/${index}/customProduct`;
    add(`${at}/qualityControlImageUrl`, 'quality_control_image', customProduct.qualityControlImageUrl);
    customProduct.prints?.forEach((print, place) => {
      add(`${at}/prints/${place}/dataUrl`, 'artwork', print.dataUrl);
      add(
        `${at}/prints/${place}/qualityControlImageUrl`,
        'quality_control_image',
        print.qualityControlImageUrl,
      );
    });
    customProduct.customizations?.forEach((customization, place) => {
      const pointer = `${at}/customizations/${place}/qualityControlImageUrl`;
      add(pointer, 'quality_control_image', customization.qualityControlImageUrl);
    });
  });
  add('/shipping/shippingLabelUrl', 'label', order.shipping.shippingLabelUrl);
  add('/shipping/returnLabelUrl', 'label', order.shipping.returnLabelUrl);
  add('/packingSlip', 'packing_slip', order.packingSlip);
  return files;
}

/**
 * The files that an order can go on with when its way begins anew: those that it still names, without what was complained of. The
 * file there may have been replaced under the same URL.
 */
export function filesToKeep(
  order: Pick<Order, 'items' | 'shipping' | 'packingSlip'>,
  complaint: Order['statusReason'],
): OrderFile[] {
  const files = orderFiles(order);
  if (!complaint) return files;
  const pointer = complaint.pointer ?? '';
  const complained = files.filter((file) => `${file.pointer}/`.startsWith(`${pointer}/`));
  const urls = new Set(complained.map(({ url }) => url));
  return files.filter(({ url }) => !urls.has(url));
}
