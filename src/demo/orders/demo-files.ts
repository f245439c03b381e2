import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Drawing } from '../../files/pictures/paint-drawing.ts';
import type { ColorName } from '../demo-colors.ts';
import type { Artwork } from '../demo-products.ts';
import type { DemoShop } from '../demo-shops.ts';
import { drawPicture } from '../draw-preview.ts';
import type { ShapeName } from '../draw-shape.ts';
import { drawDemoArtwork } from './demo-artwork.ts';
import { labelOf, slipOf } from './demo-papers.ts';
import type { DemoOrder } from './order-story.ts';

const QC_PIXELS = 480;
/** Of a file that is broken off in the middle. */
const BROKEN_BYTES = 9_000;

/** How a finished piece should look. */
const QC_PICTURES: Record<string, { shape: ShapeName; color: ColorName; front: Artwork }> = {
  'qc/night-ride-white.jpg': {
    shape: 'tee',
    color: 'White',
    front: { motif: 'bicycle', inks: ['#2b2d33', '#a33a2c', '#f4ead5'] },
  },
  'qc/night-ride-mustard.jpg': {
    shape: 'tee',
    color: 'Mustard',
    front: { motif: 'bicycle', inks: ['#2b2d33', '#a33a2c', '#f4ead5'] },
  },
  'qc/blue-whale.jpg': {
    shape: 'sweatshirt',
    color: 'White',
    front: { motif: 'whale', inks: ['#2f6c86', '#cfe3ea', '#2b2d33'] },
  },
};

/** Makes an image of a drawing. */
export type Paint = (drawing: Drawing) => Promise<Buffer>;

/** Makes the files of the order that are not there yet below `folder`. What the demo does not have is left missing. */
export async function makeFilesOf(
  folder: string,
  shop: DemoShop,
  order: DemoOrder,
  paint: Paint,
): Promise<void> {
  for (const path of filePathsOf(order)) {
    const file = join(folder, path);
    if (existsSync(file)) continue;
    const content = await contentOf(path, shop, order, paint);
    if (!content) continue;
    await mkdir(dirname(file), { recursive: true });
    // Whole or not at all, also when the process is killed.
    await writeFile(`${file}.new`, content);
    await rename(`${file}.new`, file);
  }
}

export function labelPathOf({ orderId, label }: DemoOrder): string {
  return `labels/${orderId.toLowerCase()}.${label?.type}`;
}

export function slipPathOf({ orderId }: DemoOrder): string {
  return `slips/${orderId.toLowerCase()}.pdf`;
}

function filePathsOf(order: DemoOrder): string[] {
  const ofItems = order.items.flatMap(({ customProduct }) => [
    customProduct?.qualityControlImageUrl,
    ...(customProduct?.prints ?? []).map(({ dataUrl }) => dataUrl),
  ]);
  const papers = [order.label && labelPathOf(order), order.hasSlip && slipPathOf(order)];
  return [...ofItems, ...papers].filter(
    (path): path is string => typeof path === 'string' && !URL.canParse(path),
  );
}

async function contentOf(
  path: string,
  shop: DemoShop,
  order: DemoOrder,
  paint: Paint,
): Promise<Buffer | undefined> {
  if (path === 'artwork/broken-upload.png')
    return (await paintArtwork('summit-club', paint))?.subarray(0, BROKEN_BYTES);
  if (path === 'artwork/notes.png')
    return Buffer.from('Herb leaf, as on the last order, but 2 cm higher. Thanks!\n');
  if (path.startsWith('artwork/')) return paintArtwork(path.slice('artwork/'.length, -'.png'.length), paint);
  if (path.startsWith('labels/')) return labelOf(shop, order);
  if (path.startsWith('slips/')) return slipOf(shop, order);
  return paintQcPicture(path, paint);
}

async function paintArtwork(name: string, paint: Paint): Promise<Buffer | undefined> {
  const svg = drawDemoArtwork(name);
  return svg === undefined ? undefined : paint({ svg, as: 'png' });
}

async function paintQcPicture(path: string, paint: Paint): Promise<Buffer | undefined> {
  const picture = QC_PICTURES[path];
  if (!picture) return undefined;
  const { shape, color, front } = picture;
  const svg = drawPicture({ name: 'Quality control', colors: [color], shape }, false, front);
  const sized = svg.replace('width="800" height="800"', `width="${QC_PIXELS}" height="${QC_PIXELS}"`);
  return paint({ svg: sized, as: 'jpeg' });
}
