import type { FileWindow, Findings } from '../file-content.ts';
import {
  allocate,
  discardPdfium,
  openPdfium,
  PDFIUM_PASSWORD_NEEDED,
  PDFIUM_SECURITY_UNKNOWN,
  type Pdfium,
} from '../pdfium.ts';
import { readPdfContent } from './pdf-content.ts';
import { PdfObjectsError } from './pdf-objects.ts';

/** PDF readers look for the header within these first bytes, and for the end within as many last ones. */
export const PDF_EDGE_BYTES = 1024;

const READ_AT_ONCE_BYTES = 64 * 1024;
/** A width and a height, of four bytes each. */
const SIZE_BYTES = 8;
const MM_PER_POINT = 25.4 / 72;
/** Longer than any building; what is more is a mistake, and would be no number of ours. */
const PAGE_MM_MAX = 1_000_000;

/**
 * Finds the number of pages of a PDF, the size of the first page, and content that is not allowed. An encrypted PDF is refused, even if it
 * opens without a password.
 */
export async function inspectPdf(file: FileWindow): Promise<Findings> {
  const end = Buffer.from(await file.read(file.bytes - PDF_EDGE_BYTES, PDF_EDGE_BYTES));
  // ISO 32000-1, 7.5.5. A file that was cut off may still have pages.
  if (!end.includes('%%EOF')) return { fault: 'unreadable' };
  const pdfium = await openPdfium();
  const pointer = allocate(pdfium, file.bytes);
  try {
    await copyFile(file, pdfium, pointer);
    return inspectDocument(pdfium, pointer, file.bytes);
  } catch (error) {
    // The file is not at fault for an error of the file system.
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string') throw error;
    if (error instanceof PdfObjectsError) return { fault: error.fault };
    discardPdfium();
    return { fault: 'unreadable' };
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}

async function copyFile(file: FileWindow, pdfium: Pdfium, pointer: number): Promise<void> {
  for (let at = 0; at < file.bytes; ) {
    const part = await file.read(at, READ_AT_ONCE_BYTES);
    if (part.length === 0) return;
    // The memory is another array once it has grown.
    pdfium.HEAPU8.set(part, pointer + at);
    at += part.length;
  }
}

function inspectDocument(pdfium: Pdfium, pointer: number, bytes: number): Findings {
  const document = pdfium._FPDF_LoadMemDocument(pointer, bytes, 0);
  if (!document) {
    const error = pdfium._FPDF_GetLastError();
    const isEncrypted = error === PDFIUM_PASSWORD_NEEDED || error === PDFIUM_SECURITY_UNKNOWN;
    return { fault: isEncrypted ? 'encrypted' : 'unreadable' };
  }
  try {
    if (pdfium._FPDF_GetSecurityHandlerRevision(document) !== -1) return { fault: 'encrypted' };
    const content = readPdfContent(Buffer.from(pdfium.HEAPU8.buffer, pointer, bytes));
    if (content.pages === 0) return { fault: 'no_pages' };
    const size = sizeOfFirstPage(pdfium, document, content.userUnit);
    if (!size || content.longestSide * content.userUnit * MM_PER_POINT > PAGE_MM_MAX)
      return { fault: 'unreadable' };
    if (content.active !== undefined) {
      const problem = `The PDF has ${content.active}. Send one without, for example by printing it to a new PDF.`;
      return { fault: 'not_printable', problem };
    }
    return { pages: Math.max(pdfium._FPDF_GetPageCount(document), content.pages ?? 0), ...size };
  } finally {
    pdfium._FPDF_CloseDocument(document);
  }
}

/** The size as the page is shown; undefined for a page that cannot be read. */
function sizeOfFirstPage(
  pdfium: Pdfium,
  document: number,
  userUnit: number,
): { widthMm: number; heightMm: number } | undefined {
  const size = allocate(pdfium, SIZE_BYTES);
  const isFound = pdfium._FPDF_GetPageSizeByIndexF(document, 0, size);
  const [width = 0, height = 0] = pdfium.HEAPF32.subarray(size / 4, (size + SIZE_BYTES) / 4);
  pdfium.wasmExports.free(size);
  const millimeters = (units: number) => Math.round(units * userUnit * MM_PER_POINT * 10) / 10;
  const [widthMm, heightMm] = [millimeters(width), millimeters(height)];
  const isSize = (mm: number) => mm > 0 && mm <= PAGE_MM_MAX;
  return isFound && isSize(widthMm) && isSize(heightMm) ? { widthMm, heightMm } : undefined;
}
