import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { PictureBytes } from './paper-types.ts';
import type { Sheet, SheetImage } from './pdf-sheet.ts';

/** 25 mm at 300 dpi. */
const PICTURE_PIXELS = 300;
const JPEG_QUALITY = 80;
/** Pictures of one document that are remembered, since the pieces of an order share theirs. */
const PICTURES_KEPT_MAX = 200;
const INPUT_PIXELS_MAX = 50_000_000;
/** Mean brightness, of 255, above which artwork would not be seen on white. */
const LIGHT_MIN = 170;
const DARK_GROUND = { r: 70, g: 70, b: 70 };
const WHITE_GROUND = { r: 255, g: 255, b: 255 };

/** Makes pictures small enough to print, on a ground on which they are seen, each once for a document. */
export class TicketPictures {
  readonly #kept = new Map<string, SheetImage | undefined>();
  readonly #sheet: Sheet;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  /** Undefined for bytes that are no picture. */
  async open(bytes: PictureBytes): Promise<SheetImage | undefined> {
    const key = createHash('sha256').update(bytes).digest('base64');
    if (this.#kept.has(key)) return this.#kept.get(key);
    const jpeg = await asJpeg(bytes);
    const image = jpeg && this.#sheet.openPicture(jpeg);
    if (this.#kept.size >= PICTURES_KEPT_MAX) this.#kept.clear();
    this.#kept.set(key, image);
    return image;
  }
}

async function asJpeg(bytes: PictureBytes): Promise<Buffer | undefined> {
  try {
    const small = await sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX })
      .autoOrient()
      .resize({ width: PICTURE_PIXELS, height: PICTURE_PIXELS, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = small.info;
    const background = isLight(small.data) ? DARK_GROUND : WHITE_GROUND;
    return await sharp(small.data, { raw: { width, height, channels: 4 } })
      .flatten({ background })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
  } catch {
    return undefined;
  }
}

/** Whether what is seen of artwork with transparent parts is light. A picture without such parts brings its own ground. */
function isLight(rgba: Buffer): boolean {
  let [light, seen, clear] = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3]!;
    light += alpha * (0.3 * rgba[at]! + 0.59 * rgba[at + 1]! + 0.11 * rgba[at + 2]!);
    seen += alpha;
    clear += 255 - alpha;
  }
  return clear > 0 && seen > 0 && light / seen > LIGHT_MIN;
}
