import type { FileContent, MediaType } from '../../platform/files/file-content.ts';
import type { Order } from '../document/order-schemas.ts';
import { contentViolation, type FileRole } from './content-rules.ts';
import type { KeptFile } from './order-file-store.ts';

/** A place in an order that names a file by URL. */
export interface OrderFile {
  /** JSON Pointer into the order. */
  pointer: string;
  role: FileRole;
  url: string;
}

/** What a file was judged to be. */
export type KnownContent = FileContent;

/** What is known of the content of a kept file. It can be used: only the place may take others. */
export function contentOf({ mediaType, bytes }: Pick<KeptFile, 'mediaType' | 'bytes'>) {
  return { mediaType: mediaType as MediaType, bytes };
}

/** What was measured of the content of a kept file, without what it does not have. */
export function measuresOf({ width, height, dpi, hasAlpha, pages, widthMm, heightMm }: KeptFile) {
  return {
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(dpi !== null && { dpi }),
    ...(hasAlpha !== null && { hasAlpha }),
    ...(pages !== null && { pages }),
    ...(widthMm !== null && { widthMm }),
    ...(heightMm !== null && { heightMm }),
  };
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
 * The URLs that an order's customer or staff complained of: those at and below the places that the reason of its ERROR names. The
 * files there may have been replaced under the same URLs. A reason that names no place complains of none.
 */
export function complainedUrls(
  files: readonly OrderFile[],
  complaint: Pick<NonNullable<Order['statusReason']>, 'pointer' | 'details'> | undefined,
): Set<string> {
  const named = [complaint?.pointer, ...(complaint?.details ?? []).map(({ pointer }) => pointer)];
  const places = new Set(named.filter((pointer) => pointer !== undefined));
  const urls = new Set<string>();
  if (places.size === 0) return urls;
  for (const { pointer, url } of files) if (pathsTo(pointer).some((path) => places.has(path))) urls.add(url);
  return urls;
}

/** What becomes of the files kept for an order whose content changes. */
export interface Relinked {
  /** At the places where they stand now. */
  moved: KeptFile[];
  /** Places that no longer have them. */
  gone: string[];
}

/** A kept file belongs to its URL, wherever in the order that stands now; `urls` are not to be kept. */
export function relinkFiles(
  kept: readonly KeptFile[],
  files: readonly OrderFile[],
  without: ReadonlySet<string>,
): Relinked {
  const byUrl = new Map(kept.map((file) => [file.url, file]));
  const before = new Map(kept.map(({ pointer, url, role }) => [pointer, `${role} ${url}`]));
  const moved: KeptFile[] = [];
  const staying = new Set<string>();
  for (const file of files) {
    const same = without.has(file.url) ? undefined : byUrl.get(file.url);
    const violation = same && contentViolation(file.role, contentOf(same));
    if (!same || violation) continue;
    staying.add(file.pointer);
    if (before.get(file.pointer) !== `${file.role} ${file.url}`) moved.push({ ...same, ...file });
  }
  return { moved, gone: kept.map(({ pointer }) => pointer).filter((pointer) => !staying.has(pointer)) };
}

/** The pointer, and those of all that it lies in. */
function pathsTo(pointer: string): string[] {
  const parts = pointer.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
