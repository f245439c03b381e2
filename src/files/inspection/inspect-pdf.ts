import type { PDFDataRangeTransport, PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Findings } from '../file-content.ts';
import type { FileWindow } from './file-window.ts';
import { readPdfContent } from './pdf-content.ts';
import { PdfObjectsError } from './pdf-objects.ts';

/** PDF readers look for the header within these first bytes, and for the end within as many last ones. */
export const PDF_EDGE_BYTES = 1024;

/**
 * A file up to this size is handed over whole. For a larger one the library asks part by part; if that is damaged, so that an object is said to stand right behind its end, the
 * library repeats an empty request for ever (pdf.js 6, `ChunkedStream.ensureByte`), until the file has taken all the time that it may.
 */
const WHOLE_BYTES_MAX = 4 * 1_048_576;

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
  const { getDocument, PDFDataRangeTransport, VerbosityLevel } = await import(
    'pdfjs-dist/legacy/build/pdf.mjs'
  );
  const failure = Promise.withResolvers<never>();
  const task = getDocument({
    ...(file.bytes <= WHOLE_BYTES_MAX
      ? { data: await file.copy(0, file.bytes) }
      : { range: new (fileRange(PDFDataRangeTransport, file, failure.reject))(file.bytes, null) }),
    disableAutoFetch: true,
    disableStream: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    stopAtErrors: true,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const found = await Promise.race([task.promise.then(readPages), failure.promise]);
    return found.fault ? found : { ...found, ...(await inspectContent(file, found.pages ?? 0)) };
  } catch (error) {
    // That of the file system is not the file's fault.
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string') throw error;
    if (error instanceof PdfObjectsError) return { fault: error.fault };
    const isEncrypted = (error as Error).name === 'PasswordException';
    return { fault: isEncrypted ? 'encrypted' : 'unreadable' };
  } finally {
    await task.destroy();
  }
}

async function readPages(pdf: PDFDocumentProxy): Promise<Findings> {
  // Only what is encrypted grants permissions.
  if ((await pdf.getPermissions()) !== null) return { fault: 'encrypted' };
  const pages = pdf.numPages;
  if (pages < 1) return { fault: 'no_pages' };
  const first = await pdf.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  const [widthMm, heightMm] = [width, height].map((points) => Math.round(points * MM_PER_POINT * 10) / 10);
  const isSize = (mm: number | undefined): mm is number => mm !== undefined && mm > 0 && mm <= PAGE_MM_MAX;
  if (!isSize(widthMm) || !isSize(heightMm)) return { fault: 'unreadable' };
  // pdf.js does not count a signature as a form.
  const { info } = await pdf.getMetadata();
  const { IsAcroFormPresent, IsXFAPresent } = info as { IsAcroFormPresent?: boolean; IsXFAPresent?: boolean };
  if (IsAcroFormPresent || IsXFAPresent) return notPrintable('a form');
  return { pages, widthMm, heightMm };
}

async function inspectContent(file: FileWindow, pages: number): Promise<Findings> {
  const content = readPdfContent(Buffer.from((await file.copy(0, file.bytes)).buffer));
  if (content.active !== undefined) return notPrintable(content.active);
  return { pages: Math.max(pages, content.pages) };
}

function notPrintable(what: string): Findings {
  const problem = `The PDF has ${what}. Send one without, for example by printing it to a new PDF.`;
  return { fault: 'not_printable', problem };
}

/** Hands the library the parts of the file that it asks for: of most files a few, however large they are. */
function fileRange(
  Base: typeof PDFDataRangeTransport,
  file: FileWindow,
  onError: (error: unknown) => void,
): typeof PDFDataRangeTransport {
  return class extends Base {
    override requestDataRange(begin: number, end: number): void {
      file.copy(begin, end).then((chunk) => this.onDataRange(begin, chunk), onError);
    }
  };
}
