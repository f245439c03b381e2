import { demoColors } from './demo-colors.ts';
import { type Artwork, type DemoProduct, demoProducts, demoViews } from './demo-products.ts';
import { drawMotif } from './draw-motif.ts';
import { type Area, drawShape, type Shape } from './draw-shape.ts';
import { both, type Material, place, stroke } from './svg-marks.ts';

/** The picture behind every previewImageUrl of the demo products, 800 x 800, as SVG text without scripts or references. */
export function previewImages(): Array<{ path: string; svg: string }> {
  return demoProducts.flatMap((product) =>
    demoViews(product).map(({ path, back, artwork }) => ({ path, svg: drawPicture(product, back, artwork) })),
  );
}

/** The product in its first colour, with its print, 800 x 800, as SVG text. */
export function drawPicture(
  product: Pick<DemoProduct, 'name' | 'colors' | 'shape'>,
  back: boolean,
  artwork: Artwork,
): string {
  const material = demoColors[product.colors[0]!];
  const shape = drawShape(product.shape, material, back);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800" role="img">',
    `<title>${product.name}, ${back ? 'back' : 'front'}</title>`,
    definitions(shape),
    '<rect width="800" height="800" fill="url(#backdrop)"/>',
    shadow('wide', 22, 0.34) + shadow('soft', 6, 0.3),
    shape.behind ?? '',
    `<use href="#outline" fill="${material.hex}"/>`,
    '<g clip-path="url(#body)">',
    shape.lining ?? '',
    print(artwork, artwork.place === 'chest' ? shape.chest! : shape.print),
    shading(shape, material),
    shape.detail,
    '</g>',
    shape.above ?? '',
    '</svg>',
  ].join('');
}

function definitions(shape: Shape): string {
  return [
    '<defs>',
    '<radialGradient id="backdrop" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="#f3efe9"/><stop offset="1" stop-color="#dcd5ca"/></radialGradient>',
    `<linearGradient id="side">${LIGHTS[shape.light]}</linearGradient>`,
    '<linearGradient id="fall" x2="0" y2="1"><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-opacity=".13"/></linearGradient>',
    '<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="10"/></filter>',
    '<filter id="wide" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="20"/></filter>',
    `<path id="outline" d="${shape.outline}"/><clipPath id="body"><use href="#outline"/></clipPath>`,
    '</defs>',
  ].join('');
}

/** Stops across a body from left to right: [offset, colour, opacity]. */
const LIGHTS = {
  cloth: stops(
    [0, '#000', 0.16],
    [0.24, '#000', 0.02],
    [0.42, '#fff', 0.07],
    [0.74, '#000', 0.02],
    [1, '#000', 0.2],
  ),
  round: stops(
    [0, '#000', 0.3],
    [0.12, '#000', 0.1],
    [0.27, '#fff', 0.34],
    [0.42, '#fff', 0.03],
    [0.7, '#000', 0.05],
    [0.93, '#000', 0.28],
    [1, '#000', 0.2],
  ),
  flat: stops([0, '#fff', 0.1], [0.5, '#fff', 0], [1, '#000', 0.07]),
};

function stops(...list: Array<[offset: number, color: string, opacity: number]>): string {
  return list
    .map(([at, color, opacity]) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${opacity}"/>`)
    .join('');
}

function shadow(filter: 'soft' | 'wide', drop: number, opacity: number): string {
  return `<use href="#outline" y="${drop}" fill="#4a3f33" fill-opacity="${opacity}" filter="url(#${filter})"/>`;
}

function print(artwork: Artwork, area: Area): string {
  const { x, y, width, height, corner = 0 } = area;
  const ground = artwork.ground
    ? `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${corner}" fill="${artwork.ground}"/>`
    : '';
  const room = artwork.ground ? 0.78 : 1;
  const scale = (Math.min(width, height) / 200) * (artwork.scale ?? 1) * room;
  return ground + place(drawMotif(artwork.motif, artwork.inks), x, y, scale);
}

function shading(shape: Shape, material: Material): string {
  const [dark, bright] = shape.folds ?? ['', ''];
  return [
    '<use href="#outline" fill="url(#side)"/><use href="#outline" fill="url(#fall)"/>',
    dark && `<g filter="url(#soft)">${both(stroke(dark, '#000000', 15, material.dark ? 0.27 : 0.12))}</g>`,
    bright &&
      `<g filter="url(#soft)">${both(stroke(bright, '#ffffff', 13, material.dark ? 0.06 : 0.22))}</g>`,
  ].join('');
}
