import { fill, type Material, seam, stitches, stroke, tone } from './svg-marks.ts';

/** The opening of a round collar: the inside of the back, a label, the rib. From `top` down to `low`, in px. */
export function roundCollar(material: Material, half: number, top: number, low: number, rib: number): string {
  const front = neckline(half, top, low);
  const back = `C${400 + half * 0.55} ${top + 20} ${400 - half * 0.55} ${top + 20} ${400 - half} ${top}`;
  const inside = neckline(half, top + 6, top + 22);
  const edge = neckline(half + rib * 0.5, top + 2, low + rib * 0.62);
  const outer = neckline(half + rib * 0.5 + 5, top + 3, low + rib * 0.62 + 6);
  return [
    fill(`${front}${back}Z`, tone(material.hex, material.dark ? -0.35 : -0.2)),
    stroke(inside, tone(material.hex, -0.08), 10),
    fill(`M382 ${top + 26}h36v22h-36Z`, LABEL, 0.9),
    stroke(front, ribColor(material), rib),
    seam(edge, material) + stitches(outer, material),
  ].join('');
}

/** A collar seen from behind: only its rib. */
export function backCollar(material: Material, half: number, top: number): string {
  return (
    stroke(neckline(half, top - 3, top + 15), ribColor(material), 15) +
    seam(neckline(half + 8, top - 3, top + 24), material) +
    stitches(neckline(half + 12, top - 3, top + 30), material)
  );
}

/** The colour of the maker's label sewn into a neck. */
export const LABEL = '#efe9dd';

/** The colour of ribbed bands, a little off the cloth's. */
export function ribColor(material: Material): string {
  return tone(material.hex, material.dark ? 0.06 : -0.045);
}

function neckline(half: number, top: number, low: number): string {
  const turn = top + (low - top) * 0.72;
  return `M${400 - half} ${top}C${400 - half * 0.86} ${turn} ${400 - half * 0.5} ${low} 400 ${low}C${400 + half * 0.5} ${low} ${400 + half * 0.86} ${turn} ${400 + half} ${top}`;
}
