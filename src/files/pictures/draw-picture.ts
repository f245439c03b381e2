import { readFile } from 'node:fs/promises';
import type { MediaType } from '../file-content.ts';
import { drawLabel } from './draw-label.ts';
import { drawPage, type RawImage } from './draw-page.ts';

/** What a picture shows at most, along its longer side. */
export const PICTURE_PIXELS = { small: 320, large: 1_280 } as const;
const WEBP_QUALITY = 82;
/** What judging lets through has fewer pixels. */
const INPUT_PIXELS_MAX = 500_000_000;

/** Loaders for images, for the PNGs of labels, and for the large picture. */
const LOADERS = [
  'VipsForeignLoadPngFile',
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
];

/** Two sizes of a picture of a file, as WebP in base64: they cross from one process to another. */
export interface Pictures {
  small: string;
  large: string;
}

/**
 * Draws what a file shows: an image, the first page of a PDF, the first label of ZPL. Undefined where it cannot be drawn. Like judging, it is
 * for a process of its own.
 */
export async function drawPicture(path: string, mediaType: MediaType): Promise<Pictures | undefined> {
  try {
    const sharp = await openSharp();
    const { data, raw } = await imageOf(path, mediaType);
    const large = await sharp(data, {
      ...(raw && { raw }),
      limitInputPixels: INPUT_PIXELS_MAX,
      sequentialRead: true,
      failOn: 'none',
    })
      .autoOrient()
      .resize({ ...square(PICTURE_PIXELS.large), fit: 'inside', withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY })
      .toBuffer();
    const small = await sharp(large)
      .resize({ ...square(PICTURE_PIXELS.small), fit: 'inside', withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY })
      .toBuffer();
    return { small: small.toString('base64'), large: large.toString('base64') };
  } catch (error) {
    // That of the file system is not the file's fault.
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string') throw error;
    return undefined;
  }
}

/** The path of an image, or an image of what the file shows. */
async function imageOf(
  path: string,
  mediaType: MediaType,
): Promise<{ data: string | Buffer; raw?: RawImage['raw'] }> {
  switch (mediaType) {
    case 'image/png':
    case 'image/jpeg':
      return { data: path };
    case 'application/pdf':
      return drawPage(await readFile(path), PICTURE_PIXELS.large);
    case 'application/zpl':
      return { data: await drawLabel(await readFile(path)) };
    default:
      throw new Error('Nothing shows such a file.');
  }
}

/** Loaded where it is used: judging does without most of it. Nothing is read as another format than it was judged to be. */
async function openSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [...LOADERS] });
  return sharp;
}

function square(pixels: number) {
  return { width: pixels, height: pixels };
}
