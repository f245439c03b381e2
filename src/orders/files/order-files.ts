import type { PrintAreaOf } from '../../catalog/variant-data.ts';
import { problemMessage } from '../../platform/errors/problem-messages.ts';
import type { FileContent, MediaType } from '../../platform/files/file-content.ts';
import type { Order, OrderWarning } from '../document/order-schemas.ts';
import { ARTWORK_DPI_MIN, artworkDpi, contentViolation, type FileRole } from './content-rules.ts';
import type { KeptFile, OrderFile } from './order-file-store.ts';

export type KnownContent = FileContent;

export function contentOf({ mediaType, bytes }: Pick<KeptFile, 'mediaType' | 'bytes'>) {
  return { mediaType: mediaType as MediaType, bytes };
}

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

const WARNINGS_MAX = 100;

export function artworkPlaces({ items }: Pick<Order, 'items'>): { pointer: string; sku: string; location: string }[] {
  return items.flatMap(({ customProduct }, index) =>
    (customProduct?.prints ?? []).map(({ location }, place) => ({
      pointer: `/items/${index}/customProduct/prints/${place}/dataUrl`,
      sku: customProduct?.sku ?? '',
      location,
    })),
  );
}

/** Returns a warning for each artwork with too few dots per inch for its print area, at most WARNINGS_MAX. */
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
    const message = problemMessage('low_resolution', { size, dpi, limit: ARTWORK_DPI_MIN });
    warnings.push({ code: 'low_resolution', message, pointer });
  }
  return warnings;
}
