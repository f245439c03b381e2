import { problemMessage } from '../errors/problem-messages.ts';
import type { FileWindow, Findings } from './file-content.ts';
import { type PdfDictionary, PdfName, PdfObjects, PdfObjectsError, PdfRef, type PdfValue } from './pdf-objects.ts';
import {
  allocate,
  discardPdfium,
  openPdfium,
  PDFIUM_PASSWORD_NEEDED,
  PDFIUM_SECURITY_UNKNOWN,
  type Pdfium,
} from './pdfium.ts';

/** PDF readers look for the header in this number of first bytes, and for the end in as many last bytes. */
export const PDF_EDGE_BYTES = 1024;

const READ_AT_ONCE_BYTES = 64 * 1024;
/** A width and a height of four bytes each. */
const SIZE_BYTES = 8;
const MM_PER_POINT = 25.4 / 72;
/** A larger page is a mistake. */
const PAGE_MM_MAX = 1_000_000;

/** Returns page count and paper size, or a fault, such as encryption or forbidden content. */
export async function inspectPdf(file: FileWindow): Promise<Findings> {
  const end = Buffer.from(await file.read(file.bytes - PDF_EDGE_BYTES, PDF_EDGE_BYTES));
  // ISO 32000-1, 7.5.5. A truncated file may still have pages.
  if (!end.includes('%%EOF')) return { fault: 'unreadable' };
  const pdfium = await openPdfium();
  const pointer = allocate(pdfium, file.bytes);
  try {
    await copyFile(file, pdfium, pointer);
    return inspectDocument(pdfium, pointer, file.bytes);
  } catch (error) {
    // An error of the file system says nothing about the file.
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
    // HEAPU8 is replaced when the memory grows.
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
    const content = new PdfContentReader().read(Buffer.from(pdfium.HEAPU8.buffer, pointer, bytes));
    if (content.pages === 0) return { fault: 'no_pages' };
    const size = sizeOfPaper(pdfium, document, content.userUnit);
    if (!size || content.longestSide * content.userUnit * MM_PER_POINT > PAGE_MM_MAX) return { fault: 'unreadable' };
    if (content.active !== undefined) {
      return { fault: 'not_printable', problem: problemMessage('active_content', { content: content.active }) };
    }
    const pages = Math.max(pdfium._FPDF_GetPageCount(document), content.pages ?? 0);
    return { pages, ...size, ...(isFirstPageEmpty(pdfium, document) && { visibleShare: 0 }) };
  } finally {
    pdfium._FPDF_CloseDocument(document);
  }
}

/** A page with more objects shows something. */
const OBJECTS_DRAWN_MAX = 50;
const SMALL_PIXELS = 128;
const BGRA = 4;
/** FPDF_ANNOT. */
const RENDER_FLAGS = 0x01;

/** Draws the first page small, and returns whether no pixel has a color. */
function isFirstPageEmpty(pdfium: Pdfium, document: number): boolean {
  const page = pdfium._FPDF_LoadPage(document, 0);
  if (!page) return false;
  try {
    if (pdfium._FPDFPage_CountObjects(page) > OBJECTS_DRAWN_MAX) return false;
    const bytes = SMALL_PIXELS * SMALL_PIXELS * BGRA;
    const pointer = allocate(pdfium, bytes);
    const bitmap = pdfium._FPDFBitmap_CreateEx(SMALL_PIXELS, SMALL_PIXELS, BGRA, pointer, SMALL_PIXELS * BGRA);
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, SMALL_PIXELS, SMALL_PIXELS, 0);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, SMALL_PIXELS, SMALL_PIXELS, 0, RENDER_FLAGS);
    const pixels = pdfium.HEAPU8.subarray(pointer, pointer + bytes);
    const isEmpty = pixels.every((value) => value === 0);
    pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium.wasmExports.free(pointer);
    return isEmpty;
  } finally {
    pdfium._FPDF_ClosePage(page);
  }
}

type Size = { widthMm: number; heightMm: number };

/** A file with more pages is refused. */
const PAGES_MEASURED_MAX = 50;

/** Returns the size of paper that takes every page, upright if the first one is. Undefined without pages. */
function sizeOfPaper(pdfium: Pdfium, document: number, userUnit: number): Size | undefined {
  const first = sizeOfPage(pdfium, document, userUnit, 0);
  if (!first) return undefined;
  const isUpright = first.widthMm <= first.heightMm;
  let [short, long] = [0, 0];
  const count = Math.min(pdfium._FPDF_GetPageCount(document), PAGES_MEASURED_MAX);
  for (let index = 0; index < count; index += 1) {
    const { widthMm, heightMm } = sizeOfPage(pdfium, document, userUnit, index) ?? first;
    short = Math.max(short, Math.min(widthMm, heightMm));
    long = Math.max(long, widthMm, heightMm);
  }
  return isUpright ? { widthMm: short, heightMm: long } : { widthMm: long, heightMm: short };
}

/** Returns the size of the page as it is shown; undefined if the page cannot be read. */
function sizeOfPage(pdfium: Pdfium, document: number, userUnit: number, index: number): Size | undefined {
  const size = allocate(pdfium, SIZE_BYTES);
  const isFound = pdfium._FPDF_GetPageSizeByIndexF(document, index, size);
  const [width = 0, height = 0] = pdfium.HEAPF32.subarray(size / 4, (size + SIZE_BYTES) / 4);
  pdfium.wasmExports.free(size);
  const millimeters = (units: number) => Math.round(units * userUnit * MM_PER_POINT * 10) / 10;
  const [widthMm, heightMm] = [millimeters(width), millimeters(height)];
  const isSize = (mm: number) => mm > 0 && mm <= PAGE_MM_MAX;
  return isFound && isSize(widthMm) && isSize(heightMm) ? { widthMm, heightMm } : undefined;
}

/**
 * Content that is not allowed, by names that it must have (ISO 32000-2, 7.11, 12.6, 13). Links do nothing
 * until somebody follows them.
 */
const ACTIVE_NAMES: Readonly<Record<string, string>> = {
  JavaScript: 'JavaScript',
  Launch: 'an action that starts a program',
  SubmitForm: 'an action that sends a form',
  ImportData: 'an action that reads a file',
  XFA: 'a form',
  EmbeddedFile: 'embedded files',
  EmbeddedFiles: 'embedded files',
  FileAttachment: 'embedded files',
  GoToE: 'embedded files',
  RichMedia: 'multimedia',
  RichMediaExecute: 'multimedia',
  Rendition: 'multimedia',
  Movie: 'multimedia',
  Sound: 'multimedia',
};
const BY_ITSELF = 'an action that runs by itself';
const FORM = 'a form';

const PAGE_TREE_DEPTH_MAX = 100;
/** The count stops here. */
const PAGES_COUNTED_MAX = 1_000_000_000;

/** Kinds of objects, as flags. A number has several kinds if the file has older versions of its object. */
const DESTINATION = 1;
const STREAM = 2;
const OTHER = 4;

interface PdfContent {
  active: string | undefined;
  pages: number | undefined;
  /** The longest side of all pages, in points; 0 if no page gives its size. */
  longestSide: number;
  /** The largest unit of any page, in points (ISO 32000-2, 7.7.3.3). */
  userUnit: number;
}

/** Checks every object of an unencrypted PDF. Throws PdfObjectsError. */
class PdfContentReader {
  #active: string | undefined;
  #startsByItself = false;
  #hasForm = false;
  #hasField = false;
  #longestSide = 0;
  #userUnit = 1;
  readonly #kinds = new Map<number, number>();
  /** Numbers of objects that `OpenAction` and `AA` refer to. */
  readonly #opened: number[] = [];
  readonly #triggers: number[] = [];
  /** Children of page tree nodes by the node's number, and arrays that a node may refer to. */
  readonly #kids = new Map<number, readonly PdfValue[] | PdfRef>();
  readonly #arrays = new Map<number, readonly PdfValue[]>();
  /** Counts nodes inside other objects, which have no number. */
  #nodesWithin = 0;

  read(bytes: Buffer): PdfContent {
    const objects = new PdfObjects(bytes, (name) => {
      this.#active ??= Object.hasOwn(ACTIVE_NAMES, name) ? ACTIVE_NAMES[name] : undefined;
    });
    for (const { number, value, isStream } of objects) {
      if (number !== undefined) {
        const kind = isStream ? STREAM : isDestination(value) ? DESTINATION : OTHER;
        this.#kinds.set(number, (this.#kinds.get(number) ?? 0) | kind);
        if (Array.isArray(value)) this.#arrays.set(number, value);
      }
      this.#look(value, number);
    }
    const startsByItself = this.#startsByItself || !this.#areReferencesHarmless();
    const form = this.#hasForm && this.#hasField ? FORM : undefined;
    return {
      active: this.#active ?? form ?? (startsByItself ? BY_ITSELF : undefined),
      pages: this.#kids.size > 0 ? this.#countPages() : undefined,
      longestSide: this.#longestSide,
      userUnit: this.#userUnit,
    };
  }

  #look(value: PdfValue, number: number | undefined): void {
    if (Array.isArray(value)) for (const one of value) this.#look(one, undefined);
    if (!(value instanceof Map)) return;
    this.#lookAtTriggers(value);
    this.#lookAtForm(value);
    this.#lookAtSize(value);
    const kids = value.get('Kids');
    // Name trees and form fields have Kids too, without Count.
    if (value.has('Count') && (Array.isArray(kids) || kids instanceof PdfRef)) {
      this.#nodesWithin += 1;
      this.#kids.set(number ?? -this.#nodesWithin, kids);
    }
    for (const one of value.values()) this.#look(one, undefined);
  }

  /** `OpenAction`, and `AA` with the actions of other events, run by themselves. They may go to a page. */
  #lookAtTriggers(dictionary: PdfDictionary): void {
    const others = dictionary.get('AA');
    if (others instanceof PdfRef) this.#triggers.push(others.number);
    for (const action of [dictionary.get('OpenAction'), ...(others instanceof Map ? others.values() : [])]) {
      if (action instanceof PdfRef) this.#opened.push(action.number);
      else if (action !== undefined && !isDestination(action)) this.#startsByItself = true;
    }
  }

  /** A signature is also a field, but nobody fills it in. */
  #lookAtForm(dictionary: PdfDictionary): void {
    this.#hasForm ||= dictionary.has('AcroForm');
    const type = dictionary.get('FT');
    const isSignature = type instanceof PdfName && type.value === 'Sig';
    this.#hasField ||= type !== undefined && !isSignature;
  }

  #lookAtSize(dictionary: PdfDictionary): void {
    const [unit, box] = [dictionary.get('UserUnit'), dictionary.get('MediaBox')];
    if (typeof unit === 'number') this.#userUnit = Math.max(this.#userUnit, unit);
    if (!Array.isArray(box)) return;
    const [left, bottom, right, top] = box.map((edge) => (typeof edge === 'number' ? edge : 0));
    const sides = [(right ?? 0) - (left ?? 0), (top ?? 0) - (bottom ?? 0)].map(Math.abs);
    this.#longestSide = Math.max(this.#longestSide, ...sides);
  }

  #areReferencesHarmless(): boolean {
    return (
      this.#opened.every((number) => this.#kinds.get(number) === DESTINATION) &&
      // A font may have a glyph named AA, which is a stream.
      this.#triggers.every((number) => this.#kinds.get(number) === STREAM)
    );
  }

  #countPages(): number {
    const counted = new Map<number, number>();
    const count = (number: number, depth: number): number => {
      const known = counted.get(number);
      if (known !== undefined) return known;
      const kids = this.#kids.get(number);
      if (!kids) return 1;
      if (depth > PAGE_TREE_DEPTH_MAX) return PAGES_COUNTED_MAX;
      // Ends cycles, whose pages cannot be read.
      counted.set(number, 1);
      const list = kids instanceof PdfRef ? (this.#arrays.get(kids.number) ?? []) : kids;
      let pages = 0;
      for (const kid of list) pages += kid instanceof PdfRef ? count(kid.number, depth + 1) : 1;
      counted.set(number, Math.min(pages, PAGES_COUNTED_MAX));
      return Math.min(pages, PAGES_COUNTED_MAX);
    };
    let most = 0;
    for (const number of this.#kids.keys()) most = Math.max(most, count(number, 0));
    return most;
  }
}

/** Returns whether a value is a destination: an array, a name, or an action that goes to a page. */
function isDestination(value: PdfValue): boolean {
  return Array.isArray(value) || value instanceof PdfName || (value instanceof Map && goesToPage(value));
}

const PAGE_ACTIONS: readonly string[] = ['FirstPage', 'LastPage', 'NextPage', 'PrevPage'];

/** Returns whether an action only goes to a page (ISO 32000-2, 12.6.4.2 and 12.6.4.12). */
function goesToPage(action: PdfDictionary): boolean {
  const [type, name, next] = ['S', 'N', 'Next'].map((key) => action.get(key));
  if (next !== undefined && !(next instanceof Map && goesToPage(next))) return false;
  if (!(type instanceof PdfName)) return !action.has('S');
  return (
    type.value === 'GoTo' || (type.value === 'Named' && name instanceof PdfName && PAGE_ACTIONS.includes(name.value))
  );
}
