import { type Placement, placeArtwork, printedDpi } from '../../catalog/printing/placement-rules.ts';
import type { PrintSettings } from '../../catalog/printing/read-print-settings.ts';
import { problemMessage } from '../../platform/errors/problem-messages.ts';
import type { Order, OrderWarning } from '../document/order-schemas.ts';
import type { KeptFile } from './order-file-store.ts';
import { artworkPlaces } from './order-files.ts';

const WARNINGS_MAX = 100;
/** Artwork that fills less of its print area was probably exported at a wrong size. */
const FILLED_SHARE_MIN = 0.1;

type CheckedFile = Pick<KeptFile, 'pointer' | 'width' | 'height' | 'dpi' | 'widthMm' | 'heightMm'> &
  Pick<KeptFile, 'visibleShare' | 'isOpaque'>;

export const ARTWORK_WARNINGS: readonly string[] = [
  ...['low_resolution', 'no_transparency', 'artwork_empty', 'artwork_small', 'size_unknown'],
];

/** Returns warnings about artwork that will probably not print well, at most WARNINGS_MAX. */
export function artworkWarnings(
  order: Pick<Order, 'items'>,
  files: readonly CheckedFile[],
  { areaOf, fittingOf, technologyOf }: Pick<PrintSettings, 'areaOf' | 'fittingOf' | 'technologyOf'>,
  dpiMin: number,
): OrderWarning[] {
  const filesAt = new Map(files.map((file) => [file.pointer, file]));
  const warnings: OrderWarning[] = [];
  for (const { pointer, sku, location, technology } of artworkPlaces(order)) {
    const file = filesAt.get(pointer);
    if (!file) continue;
    if (warnings.length >= WARNINGS_MAX) break;
    const warn = (code: Parameters<typeof problemMessage>[0], values = {}) =>
      warnings.push({ code, message: problemMessage(code, values), pointer });
    if (file.visibleShare === 0) warn('artwork_empty');
    else if (file.isOpaque && technologyOf(technology).needsAlpha) warn('no_transparency');
    const area = areaOf(sku, location);
    if (!area) continue;
    const placement = placeArtwork(file, area, fittingOf(sku));
    const dpi = printedDpi(file, placement);
    const size = `${area.widthMm} x ${area.heightMm} mm`;
    if (dpi !== undefined && dpi < dpiMin) warn('low_resolution', { size, dpi, limit: dpiMin });
    const filled = filledShare(file, placement, area);
    if (filled > 0 && filled < FILLED_SHARE_MIN) warn('artwork_small', { size, percent: Math.round(filled * 100) });
    if (placement.isSizeUnknown) warn('size_unknown');
  }
  return warnings.slice(0, WARNINGS_MAX);
}

/** Returns how much of the area the visible part of the artwork fills, from 0 to 1. */
function filledShare(
  { visibleShare, width, widthMm }: CheckedFile,
  placement: Placement,
  area: { widthMm: number; heightMm: number },
): number {
  if (!width && !widthMm) return 1;
  const printed = placement.widthMm * placement.heightMm;
  return (printed / (area.widthMm * area.heightMm)) * (visibleShare ?? 1);
}
