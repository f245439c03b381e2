import type { PrintArea } from '../catalog-schemas.ts';

export const FITS = ['CONTAIN', 'COVER', 'ACTUAL'] as const;
export const FIT_POSITIONS = ['TOP', 'CENTER'] as const;

/** How artwork is fitted into its print area. */
export interface FittingRule {
  /** CONTAIN: whole artwork, as large as the area allows. COVER: fills the area. ACTUAL: its own size. */
  fit: (typeof FITS)[number];
  /** Where artwork lies that is lower than the area, and which part of higher artwork is printed. */
  position: (typeof FIT_POSITIONS)[number];
}

export const USUAL_FITTING: FittingRule = { fit: 'CONTAIN', position: 'TOP' };

/** The measures of a stored file: pixels and resolution of an image, millimeters of a PDF. */
interface ArtworkMeasures {
  width: number | null;
  height: number | null;
  dpi?: number | null;
  widthMm: number | null;
  heightMm: number | null;
}

/** A print in its area. Lengths are millimeters. */
export interface Placement {
  widthMm: number;
  heightMm: number;
  /** From the left and top edges of the print area. Negative: bleed. */
  leftMm: number;
  topMm: number;
  /** The printed part of the artwork, as fractions from 0 to 1 of its width and height. */
  part: { left: number; top: number; width: number; height: number };
  /** Whether ACTUAL was asked for artwork without a resolution. It is then contained. */
  isSizeUnknown: boolean;
}

const MM_PER_INCH = 25.4;
const WHOLE = { left: 0, top: 0, width: 1, height: 1 };

/** Returns where artwork is printed. With bleed, it is fitted into the area enlarged by the bleed. */
export function placeArtwork(artwork: ArtworkMeasures | undefined, area: PrintArea, rule: FittingRule): Placement {
  const bleed = area.bleedMm ?? 0;
  const [areaWidth, areaHeight] = [area.widthMm + 2 * bleed, area.heightMm + 2 * bleed];
  const width = artwork?.width ?? artwork?.widthMm;
  const height = artwork?.height ?? artwork?.heightMm;
  if (!width || !height) {
    const size = { widthMm: round(areaWidth), heightMm: round(areaHeight) };
    return { ...size, leftMm: 0 - bleed, topMm: 0 - bleed, part: WHOLE, isSizeUnknown: false };
  }
  const scale = scaleOf({ ...artwork, width }, rule, areaWidth / width, areaHeight / height);
  const [full, high] = [width * scale.mm, height * scale.mm];
  const [widthMm, heightMm] = [Math.min(full, areaWidth), Math.min(high, areaHeight)];
  const part = { width: widthMm / full, height: heightMm / high };
  const isTop = rule.position === 'TOP';
  return {
    widthMm: round(widthMm),
    heightMm: round(heightMm),
    leftMm: round((areaWidth - widthMm) / 2 - bleed),
    topMm: round((isTop ? 0 : (areaHeight - heightMm) / 2) - bleed),
    part: { ...part, left: (1 - part.width) / 2, top: isTop ? 0 : (1 - part.height) / 2 },
    isSizeUnknown: scale.isUnknown,
  };
}

/** Returns the millimeters of one pixel, or of one millimeter of a PDF. */
function scaleOf(
  { width, dpi, widthMm }: { width: number; dpi?: number | null; widthMm?: number | null },
  { fit }: FittingRule,
  across: number,
  down: number,
): { mm: number; isUnknown: boolean } {
  if (fit === 'COVER') return { mm: Math.max(across, down), isUnknown: false };
  const actual = widthMm ? widthMm / width : dpi ? MM_PER_INCH / dpi : undefined;
  if (fit === 'ACTUAL' && actual !== undefined) return { mm: actual, isUnknown: false };
  return { mm: Math.min(across, down), isUnknown: fit === 'ACTUAL' };
}

/** Returns the pixels per inch of an image at its printed size. Undefined without pixels. */
export function printedDpi({ width }: ArtworkMeasures, { part, widthMm }: Placement): number | undefined {
  return width === null ? undefined : Math.round(((width * part.width) / widthMm) * MM_PER_INCH);
}

function round(length: number): number {
  return Math.round(length * 10) / 10 || 0;
}
