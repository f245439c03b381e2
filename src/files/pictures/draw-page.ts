import { allocate, discardPdfium, openPdfium, type Pdfium } from '../pdfium.ts';

/** Blue, green, red and transparency in PDFium; `REVERSE_BYTE_ORDER` makes it red, green, blue. */
const BGRA = 4;
const WHITE = 0xffffffff;
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER. */
const RENDER_FLAGS = 0x01 | 0x10;

/** Pixels of red, green, blue and transparency, row by row. */
export interface RawImage {
  data: Buffer;
  raw: { width: number; height: number; channels: 4 };
}

/** Draws the page of a PDF on white, with `pixels` along its longer side. Throws for a page that cannot be drawn. */
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
