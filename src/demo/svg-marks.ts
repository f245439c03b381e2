/** Markup of the left half, and again mirrored about x = 400. */
export function both(markup: string): string {
  return `${markup}<g transform="matrix(-1 0 0 1 800 0)">${markup}</g>`;
}

/** The colour of the thing drawn; `dark` ones show their seams in white. */
export type Material = { hex: string; dark: boolean };

type Corner = [x: number, y: number];
type Curve = [x1: number, y1: number, x2: number, y2: number, x: number, y: number];

/** Path data of a closed outline that is symmetrical about x = 400, from its right half, top to bottom, measured from the axis. */
export function symmetrical(start: Corner, half: Array<Corner | Curve>): string {
  const ends = [start, ...half.map((step): Corner => [step.at(-2)!, step.at(-1)!])];
  const right = half.map((step) => segment(step, 1));
  const left = half.map((step, index) => {
    const [x, y] = ends[index]!;
    return segment(step.length === 6 ? [step[2], step[3], step[0], step[1], x, y] : [x, y], -1);
  });
  return `M${400 + start[0]} ${start[1]}${right.join('')}${left.reverse().join('')}Z`;
}

function segment(step: Corner | Curve, side: 1 | -1): string {
  const coordinates = step.map((value, index) => (index % 2 === 0 ? 400 + side * value : value));
  return `${step.length === 6 ? 'C' : 'L'}${coordinates.join(' ')}`;
}

/** A filled path. */
export function fill(data: string, color: string, opacity = 1): string {
  return `<path d="${data}" fill="${color}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`;
}

/** A stroked path with round ends. */
export function stroke(data: string, color: string, width: number, opacity = 1): string {
  const see = opacity < 1 ? ` stroke-opacity="${opacity}"` : '';
  return `<path d="${data}" fill="none" stroke="${color}" stroke-width="${width}"${see} stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** A filled circle. */
export function dot(x: number, y: number, radius: number, color: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`;
}

/** A line where two pieces of the material meet. */
export function seam(data: string, material: Material): string {
  return stroke(data, material.dark ? '#ffffff' : '#3a3128', 2, material.dark ? 0.2 : 0.26);
}

/** A row of stitches. */
export function stitches(data: string, material: Material): string {
  const color = material.dark ? '#ffffff' : '#3a3128';
  return `<path d="${data}" fill="none" stroke="${color}" stroke-width="1.6" stroke-opacity="${material.dark ? 0.24 : 0.3}" stroke-dasharray="5 3.5"/>`;
}

/** A colour moved towards black (negative) or white (positive) by a share between -1 and 1. */
export function tone(hex: string, share: number): string {
  const target = share < 0 ? 0 : 255;
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const moved = channels.map((value) => Math.round(value + (target - value) * Math.abs(share)));
  return `#${moved.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Markup moved to (x, y), and scaled and turned there. */
export function place(markup: string, x: number, y: number, scale = 1, degrees = 0): string {
  const turn = degrees ? ` rotate(${degrees})` : '';
  const size = scale === 1 ? '' : ` scale(${round(scale)})`;
  return `<g transform="translate(${round(x)} ${round(y)})${turn}${size}">${markup}</g>`;
}

/** A number with at most two decimals. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
