import { PDFiumModule } from '@hyzyla/pdfium';

/** Codes of `_FPDF_GetLastError`. */
export const PDFIUM_PASSWORD_NEEDED = 4;
export const PDFIUM_SECURITY_UNKNOWN = 5;

/** Functions of PDFium (fpdfview.h) that are missing in the package's types. */
interface MoreFunctions {
  HEAPF32: Float32Array;
  wasmExports: { __indirect_function_table: WebAssembly.Table };
  _FPDF_InitLibrary(): void;
  /** Returns -1 for a document without encryption. */
  _FPDF_GetSecurityHandlerRevision(document: number): number;
  /** Returns the flags of ISO 32000-2, 7.6.4.2. */
  _FPDF_GetDocPermissions(document: number): number;
  /** Writes width and height to `size` without reading the page. Returns 0 if the page is missing. */
  _FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): number;
  _FPDF_CreateNewDocument(): number;
  /** Returns 0 if the page cannot be read. */
  _FPDF_NewXObjectFromPage(target: number, source: number, index: number): number;
  _FPDF_NewFormObjectFromXObject(xobject: number): number;
  _FPDF_CloseXObject(xobject: number): void;
  _FPDFPage_New(document: number, index: number, width: number, height: number): number;
  _FPDFPage_InsertObject(page: number, object: number): void;
  _FPDFPage_GenerateContent(page: number): number;
  /** `matrix` points to six floats. */
  _FPDFPageObj_SetMatrix(object: number, matrix: number): number;
  _FPDF_SaveAsCopy(document: number, file: number, flags: number): number;
}

export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & MoreFunctions;

let opened: Promise<Pdfium> | undefined;

/** Returns PDFium (WebAssembly). It reads untrusted files, so use it only in a separate process. */
export function openPdfium(): Promise<Pdfium> {
  opened ??= loadPdfium();
  return opened;
}

async function loadPdfium(): Promise<Pdfium> {
  const pdfium = (await PDFiumModule({})) as Pdfium;
  pdfium._FPDF_InitLibrary();
  return pdfium;
}

/** Makes the next file use a new instance. A file that made PDFium fail may have damaged this one. */
export function discardPdfium(): void {
  opened = undefined;
}

/** Allocates memory of PDFium. The caller frees it. */
export function allocate({ wasmExports }: Pdfium, bytes: number): number {
  const pointer = wasmExports.malloc(bytes) >>> 0;
  if (pointer === 0) throw new RangeError('PDFium has no memory for the file.');
  return pointer;
}
