import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { findUnplainWords } from '../../../test/support/plain-words.ts';
import { drawPage } from '../../platform/files/draw-picture.ts';
import { allocate, openPdfium, type Pdfium } from '../../platform/files/pdfium.ts';

const WASM = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
const POINTS_PER_INCH = 72;
const POINTS_PER_MM = 72 / 25.4;
const TEXT_OBJECT = 1;
/** Buffer for results of PDFium: six numbers of four bytes, or the text of an object. */
const RESULT_BYTES = 4_096;

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
  /** All texts in the order of drawing. */
  text: string;
}

/** The functions of PDFium (fpdf_edit.h) that read the texts of a page. */
interface TextFunctions {
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  _FPDFTextObj_GetFontSize(object: number, size: number): number;
  _FPDFTextObj_GetText(object: number, textPage: number, buffer: number, length: number): number;
}

/**
 * Draws the pages of a PDF with `dpi` dots per inch, and reads their texts. Fails if a text shows a value of
 * the API or a wrong plural.
 */
export async function readPages(pdf: Buffer, dpi = 203.2): Promise<ReadPage[]> {
  const pdfium = (await openPdfium()) as Pdfium & TextFunctions;
  const pointer = allocate(pdfium, pdf.length);
  pdfium.HEAPU8.set(pdf, pointer);
  const document = pdfium._FPDF_LoadMemDocument(pointer, pdf.length, 0);
  const pages: ReadPage[] = [];
  for (let index = 0; index < pdfium._FPDF_GetPageCount(document); index++) {
    const page = pdfium._FPDF_LoadPage(document, index);
    const [width, height] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
    const texts = readTexts(pdfium, page, height);
    const unplain = texts.flatMap(({ text }) => findUnplainWords(text));
    if (unplain.length > 0) throw new Error(`The paper shows ${unplain.join(', ')}.`);
    pdfium._FPDF_ClosePage(page);
    const { data, raw } = await drawPage(pdf, Math.round((Math.max(width, height) * dpi) / POINTS_PER_INCH), index);
    pages.push({
      widthMm: width / POINTS_PER_MM,
      heightMm: height / POINTS_PER_MM,
      png: await sharp(data, { raw }).png({ compressionLevel: 1 }).toBuffer(),
      texts,
      text: texts.map(({ text }) => text).join(' '),
    });
  }
  pdfium._FPDF_CloseDocument(document);
  pdfium.wasmExports.free(pointer);
  return pages;
}

function readTexts(pdfium: Pdfium & TextFunctions, page: number, height: number): ReadText[] {
  const result = allocate(pdfium, RESULT_BYTES);
  const textPage = pdfium._FPDFText_LoadPage(page);
  const numbers = (count: number) => [...pdfium.HEAPF32.subarray(result / 4, result / 4 + count)];
  const texts: ReadText[] = [];
  for (let index = 0; index < pdfium._FPDFPage_CountObjects(page); index++) {
    const object = pdfium._FPDFPage_GetObject(page, index);
    if (pdfium._FPDFPageObj_GetType(object) !== TEXT_OBJECT) continue;
    const length = pdfium._FPDFTextObj_GetText(object, textPage, result, RESULT_BYTES);
    const units = pdfium.HEAPU8.subarray(result, result + length - 2);
    const text = Buffer.from(units).toString('utf16le').trim();
    if (text === '') continue;
    pdfium._FPDFPageObj_GetMatrix(object, result);
    const [, , c = 0, d = 0, x = 0, y = 0] = numbers(6);
    pdfium._FPDFTextObj_GetFontSize(object, result);
    const [size = 0] = numbers(1);
    pdfium._FPDFPageObj_GetBounds(object, result, result + 4, result + 8, result + 12);
    const [left = 0, , right = 0] = numbers(4);
    texts.push({
      text,
      x: x / POINTS_PER_MM,
      y: (height - y) / POINTS_PER_MM,
      width: (right - left) / POINTS_PER_MM,
      size: (size * Math.hypot(c, d)) / POINTS_PER_MM,
    });
  }
  pdfium._FPDFText_ClosePage(textPage);
  pdfium.wasmExports.free(result);
  return texts;
}

/** Reads the Data Matrix codes of a picture, sorted. A mirrored code is not read. */
export async function readMatrices(png: Buffer): Promise<string[]> {
  const options = { formats: ['DataMatrix' as const], tryHarder: true, maxNumberOfSymbols: 255 };
  const found = await readBarcodes(new Uint8Array(png), options);
  return found
    .filter(({ isMirrored }) => !isMirrored)
    .map(({ text }) => text)
    .sort();
}

/** Reads the Code 128 and QR codes of a picture, each sorted. */
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
