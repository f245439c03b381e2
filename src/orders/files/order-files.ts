import type { FileContent, MediaType } from '../../platform/files/file-content.ts';
import type { Order } from '../document/order-schemas.ts';
import { contentViolation, type FileRole } from './content-rules.ts';
import type { KeptFile, OrderFile } from './order-file-store.ts';

/** An upload that no order uses is kept for this time. */
export const UPLOAD_DAYS = 30;
export type KnownContent = FileContent;

export function contentOf({ mediaType, bytes }: Pick<KeptFile, 'mediaType' | 'bytes'>) {
  return { mediaType: mediaType as MediaType, bytes };
}

export function measuresOf({ width, height, dpi, hasAlpha, pages, widthMm, heightMm, ...found }: KeptFile) {
  return {
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(dpi !== null && { dpi }),
    ...(hasAlpha !== null && { hasAlpha }),
    ...(pages !== null && { pages }),
    ...(widthMm !== null && { widthMm }),
    ...(heightMm !== null && { heightMm }),
    ...(found.visibleShare !== null && { visibleShare: found.visibleShare }),
    ...(found.isOpaque !== null && { isOpaque: found.isOpaque }),
  };
}

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
      add(`${at}/prints/${place}/qualityControlImageUrl`, 'quality_control_image', print.qualityControlImageUrl);
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

/** Returns whether staff uploaded the file at this URL. It is fetched from nowhere. */
export function isUpload(url: string): boolean {
  return /\/operator\/v1\/orders\/[^/]+\/[^/]+\/files\/[0-9a-f]{64}$/.test(url);
}

/** Returns the id of the client's upload that this URL names, if its path has the form of one. */
export function uploadIdOf(url: string): string | undefined {
  return /\/v1\/files\/([\w-]{32})$/.exec(url)?.[1];
}

/** Returns the URLs at and below the places that an ERROR names. They may serve other files now. */
export function urlsOfComplaint(
  files: readonly OrderFile[],
  complaint: Pick<NonNullable<Order['statusReason']>, 'pointer' | 'details'> | undefined,
): Set<string> {
  const pointers = [complaint?.pointer, ...(complaint?.details ?? []).map(({ pointer }) => pointer)];
  const places = new Set(pointers.filter((pointer) => pointer !== undefined));
  const urls = new Set<string>();
  if (places.size === 0) return urls;
  for (const { pointer, url } of files)
    if (pathsTo(pointer).some((path) => places.has(path)) && !isUpload(url)) urls.add(url);
  return urls;
}

/** Moves kept and added files to the places that name their URLs now. Leaves out the URLs in `without`. */
export function relinkFiles(
  kept: readonly KeptFile[],
  files: readonly OrderFile[],
  without: ReadonlySet<string>,
  added: readonly KeptFile[] = [],
): { moved: KeptFile[]; gone: string[] } {
  const byUrl = new Map([...kept, ...added].map((file) => [file.url, file]));
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

function pathsTo(pointer: string): string[] {
  const parts = pointer.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

interface ArtworkPlace {
  pointer: string;
  sku: string;
  location: string;
  technology: string;
}

export function artworkPlaces({ items }: Pick<Order, 'items'>): ArtworkPlace[] {
  return items.flatMap(({ customProduct }, index) =>
    (customProduct?.prints ?? []).map(({ location, technology }, place) => ({
      pointer: `/items/${index}/customProduct/prints/${place}/dataUrl`,
      sku: customProduct?.sku ?? '',
      location,
      technology,
    })),
  );
}
