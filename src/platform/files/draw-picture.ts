import { readFile } from 'node:fs/promises';
import { drawFirstLabel, RendererCrash } from './draw-label.ts';
import type { MediaType } from './file-content.ts';
import { openSharp } from './open-sharp.ts';
import { allocate, discardPdfium, openPdfium, type Pdfium } from './pdfium.ts';

/** PDFium's order is blue, green, red, alpha. `REVERSE_BYTE_ORDER` makes it red, green, blue, alpha. */
const BGRA = 4;
const WHITE = 0xffffffff;
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER. */
const RENDER_FLAGS = 0x01 | 0x10;
/** FPDF_RENDER_NO_SMOOTHTEXT and FPDF_RENDER_NO_SMOOTHPATH: no grey edges. */
export const SHARP_EDGES = 0x1000 | 0x4000;
type RawImage = { data: Buffer; raw: { width: number; height: number; channels: 4 } };

/**
 * Draws page `index` of a PDF on white. The longer side gets `pixels`. `flags` are further flags of PDFium.
 * Throws for an unreadable page.
 */
export async function drawPage(content: Buffer, pixels: number, index = 0, flags = 0): Promise<RawImage> {
  const pdfium = await openPdfium();
  const pointer = allocate(pdfium, content.length);
  try {
    pdfium.HEAPU8.set(content, pointer);
    const document = pdfium._FPDF_LoadMemDocument(pointer, content.length, 0);
    const page = document && pdfium._FPDF_LoadPage(document, index);
    if (!page) throw new Error('The PDF has no page that can be read.');
    const image = renderPage(pdfium, page, pixels, flags);
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

function renderPage(pdfium: Pdfium, page: number, pixels: number, flags: number): RawImage {
  const sides = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
  const scale = pixels / Math.max(...sides);
  const [width = 1, height = 1] = sides.map((side) => Math.max(1, Math.round(side * scale)));
  const bytes = width * height * BGRA;
  const pointer = allocate(pdfium, bytes);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRA, pointer, width * BGRA);
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS | flags);
  const data = Buffer.from(pdfium.HEAPU8.slice(pointer, pointer + bytes));
  pdfium._FPDFBitmap_Destroy(bitmap);
  pdfium.wasmExports.free(pointer);
  return { data, raw: { width, height, channels: 4 } };
}

/** The length of a picture's longer side, in pixels. */
export const PICTURE_PIXELS = { small: 320, large: 1_280 } as const;
const WEBP_QUALITY = 82;
/** Files that pass the inspection have fewer pixels. */
const INPUT_PIXELS_MAX = 500_000_000;

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
    // An error of the file system or of an earlier label says nothing about the file.
    if (error instanceof RendererCrash || typeof (error as NodeJS.ErrnoException).syscall === 'string') throw error;
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
      return { data: await drawFirstLabel(await readFile(path)) };
    default:
      throw new Error('Files of this type cannot be drawn.');
  }
}

function square(pixels: number) {
  return { width: pixels, height: pixels };
}
