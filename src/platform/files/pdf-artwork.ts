import { readFile, writeFile } from 'node:fs/promises';
import { allocate, discardPdfium, openPdfium, type Pdfium } from './pdfium.ts';
import { PngWriter } from './png-writer.ts';

/** A print of PDF artwork: the part of its first page, as fractions from 0 to 1, and its size. */
interface PdfPrint {
  path: string;
  part: { left: number; top: number; width: number; height: number };
  widthMm: number;
  heightMm: number;
  isMirrored: boolean;
}

const POINTS_PER_MM = 72 / 25.4;
const MM_PER_INCH = 25.4;
const MM_PER_METER = 1_000;
const FLOAT_BYTES = 4;
const MATRIX_NUMBERS = 6;

/** Writes a PDF of one page in the size of the print. The artwork stays vectors, text and pictures. */
export async function placePdf(print: PdfPrint, target: string): Promise<void> {
  const { part, widthMm, heightMm, isMirrored } = print;
  await readDocument(print.path, async (pdfium, document) => {
    const [width, height] = [widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM];
    const placed = pdfium._FPDF_CreateNewDocument();
    const source = pdfium._FPDF_NewXObjectFromPage(placed, document, 0);
    if (!source) throw new Error('The page of the PDF cannot be placed.');
    const form = pdfium._FPDF_NewFormObjectFromXObject(source);
    const page = pdfium._FPDFPage_New(placed, 0, width, height);
    const size = pageSizeOf(pdfium, document);
    const across = width / (size.width * part.width);
    const down = height / (size.height * part.height);
    const left = -part.left * size.width * across;
    // PDF counts upwards from the lower edge.
    const bottom = -(1 - part.top - part.height) * size.height * down;
    const matrix = isMirrored ? [-across, 0, 0, down, width - left, bottom] : [across, 0, 0, down, left, bottom];
    const pointer = allocate(pdfium, MATRIX_NUMBERS * FLOAT_BYTES);
    pdfium.HEAPF32.set(matrix, pointer / FLOAT_BYTES);
    pdfium._FPDFPageObj_SetMatrix(form, pointer);
    pdfium._FPDFPage_InsertObject(page, form);
    pdfium._FPDFPage_GenerateContent(page);
    pdfium._FPDF_CloseXObject(source);
    const saved = saveDocument(pdfium, placed);
    pdfium._FPDF_ClosePage(page);
    pdfium._FPDF_CloseDocument(placed);
    await writeFile(target, saved);
  });
}

/** The file of FPDF_SaveAsCopy: a version, and a function that takes each block. */
const FILE_WRITE_BYTES = 8;
const FILE_WRITE_VERSION = 1;
const EMPTY_PLACE = 0;
/** A module that exports an imported function (i32, i32, i32) -> i32, which a table of functions takes. */
const WRITER_MODULE = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f],
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
);

/** FPDF_REMOVE_SECURITY. */
export const SAVE_DECRYPTED = 3;

/** Returns the document as a new PDF. `flags` are passed to FPDF_SaveAsCopy. */
export function saveDocument(pdfium: Pdfium, document: number, flags = 0): Buffer {
  const blocks: Buffer[] = [];
  const write = (_file: number, data: number, size: number) => {
    blocks.push(Buffer.from(pdfium.HEAPU8.slice(data, data + size)));
    return 1;
  };
  const writer = new WebAssembly.Instance(new WebAssembly.Module(WRITER_MODULE), { e: { f: write } });
  const table = pdfium.wasmExports.__indirect_function_table;
  // The table cannot grow. Its first place is empty, because a function is never at address 0.
  table.set(EMPTY_PLACE, writer.exports.f);
  const file = allocate(pdfium, FILE_WRITE_BYTES);
  new DataView(pdfium.HEAPU8.buffer).setInt32(file, FILE_WRITE_VERSION, true);
  new DataView(pdfium.HEAPU8.buffer).setInt32(file + 4, EMPTY_PLACE, true);
  const isSaved = pdfium._FPDF_SaveAsCopy(document, file, flags);
  pdfium.wasmExports.free(file);
  table.set(EMPTY_PLACE, null);
  if (!isSaved) throw new Error('PDFium could not save the PDF.');
  return Buffer.concat(blocks);
}

/** PDFium's order is blue, green, red, alpha. `REVERSE_BYTE_ORDER` makes it red, green, blue, alpha. */
const BGRA = 4;
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER. */
const RENDER_FLAGS = 0x01 | 0x10;
const CLEAR = 0;
/** Memory of the rows that are drawn at once. */
const BAND_BYTES = 16 * 1024 * 1024;

/** Draws the print as a PNG with transparency, band by band, so that its size does not matter. */
export async function drawPdf(print: PdfPrint, dpi: number, target: string): Promise<{ width: number }> {
  const { part, widthMm, heightMm, isMirrored } = print;
  const pixels = (mm: number) => Math.max(1, Math.round((mm / MM_PER_INCH) * dpi));
  const [width, height] = [pixels(widthMm), pixels(heightMm)];
  const png = await PngWriter.open(target, width, height, Math.round((dpi / MM_PER_INCH) * MM_PER_METER));
  try {
    await readDocument(print.path, async (pdfium, document) => {
      const page = pdfium._FPDF_LoadPage(document, 0);
      const [wholeWidth, wholeHeight] = [Math.round(width / part.width), Math.round(height / part.height)];
      const [left, top] = [Math.round(part.left * wholeWidth), Math.round(part.top * wholeHeight)];
      const bandRows = Math.max(1, Math.min(height, Math.floor(BAND_BYTES / (width * BGRA))));
      const pointer = allocate(pdfium, bandRows * width * BGRA);
      for (let row = 0; row < height; row += bandRows) {
        const rows = Math.min(bandRows, height - row);
        const bitmap = pdfium._FPDFBitmap_CreateEx(width, rows, BGRA, pointer, width * BGRA);
        pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, rows, CLEAR);
        pdfium._FPDF_RenderPageBitmap(bitmap, page, -left, -top - row, wholeWidth, wholeHeight, 0, RENDER_FLAGS);
        const drawn = Buffer.from(pdfium.HEAPU8.slice(pointer, pointer + rows * width * BGRA));
        pdfium._FPDFBitmap_Destroy(bitmap);
        if (isMirrored) mirrorRows(drawn, width);
        await png.write(drawn);
      }
      pdfium.wasmExports.free(pointer);
      pdfium._FPDF_ClosePage(page);
    });
  } finally {
    await png.end();
  }
  return { width };
}

function mirrorRows(image: Buffer, width: number): void {
  const pixels = new Uint32Array(image.buffer, image.byteOffset, image.length / BGRA);
  for (let at = 0; at < pixels.length; at += width) pixels.subarray(at, at + width).reverse();
}

async function readDocument(path: string, work: (pdfium: Pdfium, document: number) => Promise<void>): Promise<void> {
  const content = await readFile(path);
  const pdfium = await openPdfium();
  const pointer = allocate(pdfium, content.length);
  try {
    pdfium.HEAPU8.set(content, pointer);
    const document = pdfium._FPDF_LoadMemDocument(pointer, content.length, 0);
    if (!document) throw new Error('The PDF cannot be read.');
    await work(pdfium, document);
    pdfium._FPDF_CloseDocument(document);
  } catch (error) {
    discardPdfium();
    throw error;
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}

function pageSizeOf(pdfium: Pdfium, document: number): { width: number; height: number } {
  const page = pdfium._FPDF_LoadPage(document, 0);
  if (!page) throw new Error('The PDF has no page that can be read.');
  const size = { width: pdfium._FPDF_GetPageWidth(page), height: pdfium._FPDF_GetPageHeight(page) };
  pdfium._FPDF_ClosePage(page);
  return size;
}
