import { readFile } from 'node:fs/promises';
import { printZpl } from '../formats/print-zpl.ts';
import { readZpl } from '../formats/read-zpl.ts';
import type { MediaType } from './file-content.ts';
import { allocate, discardPdfium, openPdfium, type Pdfium } from './pdfium.ts';

/** PDFium's order is blue, green, red, alpha. `REVERSE_BYTE_ORDER` makes it red, green, blue, alpha. */
const BGRA = 4;
const WHITE = 0xffffffff;
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER. */
const RENDER_FLAGS = 0x01 | 0x10;
type RawImage = { data: Buffer; raw: { width: number; height: number; channels: 4 } };

/** Draws page `index` of a PDF on white. The longer side gets `pixels`. Throws for an unreadable page. */
export async function drawPage(content: Buffer, pixels: number, index = 0): Promise<RawImage> {
  const pdfium = await openPdfium();
  const pointer = allocate(pdfium, content.length);
  try {
    pdfium.HEAPU8.set(content, pointer);
    const document = pdfium._FPDF_LoadMemDocument(pointer, content.length, 0);
    const page = document && pdfium._FPDF_LoadPage(document, index);
    if (!page) throw new Error('The PDF has no page that can be read.');
    const image = renderPage(pdfium, page, pixels);
    pdfium._FPDF_ClosePage(page);
    pdfium._FPDF_CloseDocument(document);
    return image;
  } catch (error) {
    discardPdfium();
    throw error;
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}

function renderPage(pdfium: Pdfium, page: number, pixels: number): RawImage {
  const sides = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
  const scale = pixels / Math.max(...sides);
  const [width = 1, height = 1] = sides.map((side) => Math.max(1, Math.round(side * scale)));
  const bytes = width * height * BGRA;
  const pointer = allocate(pdfium, bytes);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRA, pointer, width * BGRA);
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
  const data = Buffer.from(pdfium.HEAPU8.slice(pointer, pointer + bytes));
  pdfium._FPDFBitmap_Destroy(bitmap);
  pdfium.wasmExports.free(pointer);
  return { data, raw: { width, height, channels: 4 } };
}

/** 203 dpi, the resolution of most label printers. `^PW` and `^LL` count in these dots. */
const DOTS_PER_MM = 8;
/** 4 x 6 inches. */
const USUAL_MEDIA = { mediaWidthMm: 101.6, mediaHeightMm: 152.4, dotsPerInch: 203 };
const LABEL_MM_MAX = { width: 220, height: 400 };

/** Draws the first label as a PNG, in the size of `^PW` and `^LL` or of 4 x 6 inches. */
async function drawLabel(file: Uint8Array): Promise<Buffer> {
  const reading = readZpl(file);
  if (reading.kind !== 'labels') throw new Error('The file has no label to draw.');
  const zpl = printZpl(reading.labels.slice(0, 1), USUAL_MEDIA).toString('utf8');
  const { ready } = await import('zpl-renderer-js');
  const { api } = await ready;
  const width = millimeters(zpl, 'PW', USUAL_MEDIA.mediaWidthMm, LABEL_MM_MAX.width);
  const height = millimeters(zpl, 'LL', USUAL_MEDIA.mediaHeightMm, LABEL_MM_MAX.height);
  return Buffer.from(await api.zplToBase64Async(zpl, width, height, DOTS_PER_MM), 'base64');
}

function millimeters(zpl: string, command: 'PW' | 'LL', usual: number, max: number): number {
  const dots = Number(new RegExp(`\\^${command}(\\d{1,5})`).exec(zpl)?.[1] ?? 0);
  return dots > 0 ? Math.min(dots / DOTS_PER_MM, max) : usual;
}

/** The length of a picture's longer side, in pixels. */
export const PICTURE_PIXELS = { small: 320, large: 1_280 } as const;
const WEBP_QUALITY = 82;
/** Files that pass the inspection have fewer pixels. */
const INPUT_PIXELS_MAX = 500_000_000;

/** Loaders for images, for the PNGs of labels, and for the large picture. */
const LOADERS = [
  'VipsForeignLoadPngFile',
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
];

export type Pictures = { small: string; large: string };

/** Draws an image, first page or first label. Undefined if this fails. Call it only in a separate process. */
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
    // An error of the file system says nothing about the file.
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string') throw error;
    return undefined;
  }
}

async function imageOf(path: string, mediaType: MediaType): Promise<{ data: string | Buffer; raw?: RawImage['raw'] }> {
  switch (mediaType) {
    case 'image/png':
    case 'image/jpeg':
      return { data: path };
    case 'application/pdf':
      return drawPage(await readFile(path), PICTURE_PIXELS.large);
    case 'application/zpl':
      return { data: await drawLabel(await readFile(path)) };
    default:
      throw new Error('Files of this type cannot be drawn.');
  }
}

/** Loads sharp when it is needed. Other formats than those listed are not read. */
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
