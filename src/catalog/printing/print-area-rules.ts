import type { PrintArea } from '../catalog-schemas.ts';

/** A print area of an article. Without a size, it applies to each size without a separate area. */
export interface ArticlePrintArea {
  location: string;
  size?: string | undefined;
  area: PrintArea;
}

interface AreaFault {
  /** Index of the area. */
  index: number;
  code: 'duplicate' | 'areas_overlap';
  message: string;
}

/** Finds areas that are given twice, and areas on one side of the product that overlap in a size. */
export function areaFaults(areas: readonly ArticlePrintArea[]): AreaFault[] {
  const faults: AreaFault[] = [];
  const first = new Map<string, number>();
  areas.forEach(({ location, size = '' }, index) => {
    const key = JSON.stringify([location, size]);
    const message = `The location ${location} has two areas${size && ` for size ${size}`}.`;
    if (first.has(key)) faults.push({ index, code: 'duplicate', message });
    else first.set(key, index);
  });
  const found = new Set<string>();
  for (const size of new Set(areas.map((one) => one.size ?? ''))) {
    const ofSize = [...indexesOfSize(areas, size)];
    for (const [place, index] of ofSize.entries()) {
      for (const other of ofSize.slice(0, place)) {
        const [one, two] = [areas[other]!, areas[index]!];
        if (found.has(`${other} ${index}`) || !doOverlap(one.area, two.area)) continue;
        found.add(`${other} ${index}`);
        const where = `on the side ${one.area.side}${size && `, in size ${size}`}`;
        const message = `The areas of ${one.location} and ${two.location} overlap ${where}. Correct a size or a position.`;
        faults.push({ index: Math.max(other, index), code: 'areas_overlap', message });
      }
    }
  }
  return faults;
}

/** Returns the indexes of the areas that apply to a size: areas of this size, and areas without a size. */
function indexesOfSize(areas: readonly ArticlePrintArea[], size: string): Iterable<number> {
  const byLocation = new Map<string, number>();
  for (const ofSize of ['', size])
    for (const [index, one] of areas.entries()) if ((one.size ?? '') === ofSize) byLocation.set(one.location, index);
  return byLocation.values();
}

/** Returns whether two areas share a part of the product. Areas of which this is not known do not. */
function doOverlap(one: PrintArea, other: PrintArea): boolean {
  if (one.side === undefined || one.side !== other.side || one.origin !== other.origin) return false;
  if (one.topMm === undefined || other.topMm === undefined) return false;
  const share = (from: number, length: number, otherFrom: number, otherLength: number) =>
    from < otherFrom + otherLength && otherFrom < from + length;
  if (!share(one.topMm, one.heightMm, other.topMm, other.heightMm)) return false;
  // Without `leftMm`, an area is centered.
  if (one.leftMm === undefined && other.leftMm === undefined) return true;
  if (one.origin === 'PLATEN' && (one.leftMm === undefined || other.leftMm === undefined)) return false;
  const leftOf = ({ leftMm, widthMm }: PrintArea) => leftMm ?? -widthMm / 2;
  return share(leftOf(one), one.widthMm, leftOf(other), other.widthMm);
}
