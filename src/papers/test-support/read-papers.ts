import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const LIBRARY = dirname(
  dirname(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))),
);
const WASM = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
const POINTS_PER_INCH = 72;
const POINTS_PER_MM = 72 / 25.4;

prepareZXingModule({
  overrides: { wasmBinary: WASM.buffer.slice(WASM.byteOffset, WASM.byteOffset + WASM.length) },
});

export interface ReadText {
  text: string;
  /** In millimeters from the top left of the page; `y` is the baseline. */
  x: number;
  y: number;
  width: number;
  size: number;
}

export interface ReadPage {
  widthMm: number;
  heightMm: number;
  png: Buffer;
  texts: ReadText[];
  /** All of it, in the order of drawing. */
  text: string;
}

/** The pages of a PDF as a printer with so many dots per inch shows them, and what stands on them. */
export async function readPages(pdf: Buffer, dpi = 203.2): Promise<ReadPage[]> {
  const task = getDocument({
    data: new Uint8Array(pdf),
    standardFontDataUrl: join(LIBRARY, 'standard_fonts/'),
    cMapUrl: join(LIBRARY, 'cmaps/'),
    wasmUrl: join(LIBRARY, 'wasm/'),
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const document = await task.promise;
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number++)
    pages.push(await readPage(document, number, dpi));
  await task.destroy();
  return pages;
}

async function readPage(document: PDFDocumentProxy, number: number, dpi: number): Promise<ReadPage> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: dpi / POINTS_PER_INCH });
  const factory = document.canvasFactory as {
    create(width: number, height: number): { canvas: HTMLCanvasElement };
  };
  const { canvas } = factory.create(Math.round(viewport.width), Math.round(viewport.height));
  await page.render({ canvas, viewport, background: 'white' }).promise;
  const png = (canvas as unknown as { toBuffer(type: string): Buffer }).toBuffer('image/png');
  const [, , width = 0, height = 0] = page.view;
  const { items } = await page.getTextContent();
  const texts = items
    .filter((item) => 'str' in item)
    .filter(({ str }) => str.trim() !== '')
    .map((item) => ({
      text: item.str,
      x: item.transform[4] / POINTS_PER_MM,
      y: (height - item.transform[5]) / POINTS_PER_MM,
      width: item.width / POINTS_PER_MM,
      size: item.height / POINTS_PER_MM,
    }));
  return {
    widthMm: width / POINTS_PER_MM,
    heightMm: height / POINTS_PER_MM,
    png,
    texts,
    text: texts.map(({ text }) => text).join(' '),
  };
}

/** What a scanner reads on the picture, Code 128 and QR codes each sorted. */
export async function readCodes(png: Buffer): Promise<{ bars: string[]; squares: string[] }> {
  const found = await readBarcodes(new Uint8Array(png), {
    formats: ['Code128', 'QRCode'],
    tryHarder: true,
    maxNumberOfSymbols: 255,
  });
  const of = (format: string) =>
    found
      .filter((code) => code.format === format)
      .map(({ text }) => text)
      .sort();
  return { bars: of('Code128'), squares: of('QRCode') };
}
