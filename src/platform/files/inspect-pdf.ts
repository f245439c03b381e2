import { problemMessage } from '../errors/problem-messages.ts';
import type { FileWindow, Findings } from './file-content.ts';
import { SAVE_DECRYPTED, saveDocument } from './pdf-artwork.ts';
import {
  type PdfDictionary,
  PdfName,
  PdfObjects,
  PdfObjectsError,
  PdfRef,
  PdfText,
  type PdfValue,
} from './pdf-objects.ts';
import {
  allocate,
  discardPdfium,
  openPdfium,
  PDFIUM_PASSWORD_NEEDED,
  PDFIUM_SECURITY_UNKNOWN,
  type Pdfium,
} from './pdfium.ts';

/** PDF readers look for the header in this number of first bytes. */
export const PDF_EDGE_BYTES = 1024;
/** Bytes at the end that may follow the end of the PDF, such as zeros or a web page of the same program. */
const TRAILING_BYTES_MAX = 60 * 1024;

/** Bit 3 of the permissions of an encrypted PDF (ISO 32000-2, table 22). */
const PRINTING_ALLOWED = 4;
const READ_AT_ONCE_BYTES = 64 * 1024;
/** A width and a height of four bytes each. */
const SIZE_BYTES = 8;
const MM_PER_POINT = 25.4 / 72;
/** A larger page is a mistake. */
const PAGE_MM_MAX = 1_000_000;

/** Returns page count and paper size, or a fault, such as a password or forbidden content. */
export async function inspectPdf(file: FileWindow): Promise<Findings> {
  const tail = (await file.read(file.bytes - TRAILING_BYTES_MAX, TRAILING_BYTES_MAX)).toString('latin1');
  // ISO 32000-1, 7.5.5. A truncated file may still have pages, and the end of an earlier version.
  const end = tail.lastIndexOf('%%EOF');
  if (end < 0 || /\d obj\b/.test(tail.slice(end))) return { fault: 'unreadable' };
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
    const isEncrypted = pdfium._FPDF_GetSecurityHandlerRevision(document) !== -1;
    if (isEncrypted && (pdfium._FPDF_GetDocPermissions(document) & PRINTING_ALLOWED) === 0)
      return { fault: 'encrypted' };
    const content = new PdfContentReader().read(
      isEncrypted ? saveDocument(pdfium, document, SAVE_DECRYPTED) : Buffer.from(pdfium.HEAPU8.buffer, pointer, bytes),
    );
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

/** Types of actions and annotations that are not allowed (ISO 32000-2, 12.6 and 13). */
const ACTIVE_TYPES: Readonly<Record<string, string>> = {
  Launch: 'an action that starts a program',
  SubmitForm: 'an action that sends a form',
  ImportData: 'an action that reads a file',
  RichMedia: 'multimedia',
  RichMediaExecute: 'multimedia',
  Rendition: 'multimedia',
  Movie: 'multimedia',
  Sound: 'multimedia',
};
/** Entries whose value is a type. Elsewhere such a name is harmless: a font may be named Sound. */
const TYPE_KEYS: readonly string[] = ['S', 'Subtype'];
/** Entries that are not allowed unless they are empty. The pages of a collection only say how to open it. */
const ACTIVE_ENTRIES: Readonly<Record<string, string>> = {
  XFA: 'a form',
  Collection: 'a collection of files',
};
/** The script by which libraries of PHP (TCPDF, Dompdf) open the print dialog, in Latin-1 or UTF-16. */
const PRINTS = /^(?:this\.)?print\((?:true|false|\{[\w\s:,]*\})?\);?$/;
const SCRIPT = 'JavaScript';
const BY_ITSELF = 'an action that runs by itself';
const FORM = 'a form';

const PAGE_TREE_DEPTH_MAX = 100;
/** The count stops here. */
const PAGES_COUNTED_MAX = 1_000_000_000;

/** Kinds of objects, as flags. A number has several kinds if the file has older versions of its object. */
const DESTINATION = 1;
const STREAM = 2;
const OTHER = 4;
const EMPTY = 8;

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
  #hasScript = false;
  /** Whether a script does more than print. */
  #hasActiveScript = false;
  #longestSide = 0;
  #userUnit = 1;
  readonly #kinds = new Map<number, number>();
  /** Numbers of objects that `OpenAction` and `AA` refer to. */
  readonly #opened: number[] = [];
  readonly #triggers: number[] = [];
  /** Numbers of objects that the entries of ACTIVE_ENTRIES refer to, with the content. */
  readonly #entries = new Map<number, string>();
  /** An object with a hidden number may be the one that a reference means. */
  #hasHiddenNumber = false;
  /** Children of page tree nodes by the node's number, and arrays that a node may refer to. */
  readonly #kids = new Map<number, readonly PdfValue[] | PdfRef>();
  readonly #arrays = new Map<number, readonly PdfValue[]>();
  /** Counts nodes inside other objects, which have no number. */
  #nodesWithin = 0;

  read(bytes: Buffer): PdfContent {
    const objects = new PdfObjects(bytes, (key, value) => this.#inspectEntry(key, value));
    for (const { number, value, isStream } of objects) {
      this.#hasHiddenNumber ||= number === undefined;
      if (number !== undefined) {
        this.#kinds.set(number, (this.#kinds.get(number) ?? 0) | (isStream ? STREAM : kindOf(value)));
        if (Array.isArray(value)) this.#arrays.set(number, value);
      }
      // An entry may refer to its type.
      if (value instanceof PdfName) this.#inspectEntry('S', value);
      this.#inspectValue(value, number);
    }
    for (const [number, content] of this.#entries) if (!this.#isOnly(number, EMPTY)) this.#active ??= content;
    const startsByItself = this.#startsByItself || !this.#areReferencesHarmless();
    const script = this.#hasScript && this.#hasActiveScript ? SCRIPT : undefined;
    const form = this.#hasForm && this.#hasField ? FORM : undefined;
    return {
      active: script ?? this.#active ?? form ?? (startsByItself ? BY_ITSELF : undefined),
      pages: this.#kids.size > 0 ? this.#countPages() : undefined,
      longestSide: this.#longestSide,
      userUnit: this.#userUnit,
    };
  }

  #inspectEntry(key: string, value: PdfValue): void {
    if (TYPE_KEYS.includes(key) && value instanceof PdfName) {
      this.#hasScript ||= value.value === SCRIPT;
      if (Object.hasOwn(ACTIVE_TYPES, value.value)) this.#active ??= ACTIVE_TYPES[value.value];
    }
    if (key === 'JS') this.#hasActiveScript ||= !(value instanceof PdfText && PRINTS.test(plainText(value)));
    const content = Object.hasOwn(ACTIVE_ENTRIES, key) ? ACTIVE_ENTRIES[key] : undefined;
    if (content === undefined) return;
    if (value instanceof PdfRef) this.#entries.set(value.number, content);
    else if (!isEmpty(value)) this.#active ??= content;
  }

  #inspectValue(value: PdfValue, number: number | undefined): void {
    if (Array.isArray(value)) for (const one of value) this.#inspectValue(one, undefined);
    if (!(value instanceof Map)) return;
    this.#inspectTriggers(value);
    this.#inspectForm(value);
    this.#inspectSize(value);
    const kids = value.get('Kids');
    // Name trees and form fields have Kids too, without Count.
    if (value.has('Count') && (Array.isArray(kids) || kids instanceof PdfRef)) {
      this.#nodesWithin += 1;
      this.#kids.set(number ?? -this.#nodesWithin, kids);
    }
    for (const one of value.values()) this.#inspectValue(one, undefined);
  }

  /** `OpenAction`, and `AA` with the actions of other events, run by themselves. They may go to a page. */
  #inspectTriggers(dictionary: PdfDictionary): void {
    const others = dictionary.get('AA');
    if (others instanceof PdfRef) this.#triggers.push(others.number);
    for (const action of [dictionary.get('OpenAction'), ...(others instanceof Map ? others.values() : [])]) {
      if (action instanceof PdfRef) this.#opened.push(action.number);
      else if (action !== undefined && !isDestination(action)) this.#startsByItself = true;
    }
  }

  /** A signature and a read-only field are also fields, but nobody fills them in. */
  #inspectForm(dictionary: PdfDictionary): void {
    this.#hasForm ||= dictionary.has('AcroForm');
    const [type, flags] = [dictionary.get('FT'), dictionary.get('Ff')];
    const isSignature = type instanceof PdfName && type.value === 'Sig';
    const isReadOnly = typeof flags === 'number' && flags % 2 === 1;
    this.#hasField ||= type !== undefined && !isSignature && !isReadOnly;
  }

  #inspectSize(dictionary: PdfDictionary): void {
    const [unit, box] = [dictionary.get('UserUnit'), dictionary.get('MediaBox')];
    if (typeof unit === 'number') this.#userUnit = Math.max(this.#userUnit, unit);
    if (!Array.isArray(box)) return;
    const [left, bottom, right, top] = box.map((edge) => (typeof edge === 'number' ? edge : 0));
    const sides = [(right ?? 0) - (left ?? 0), (top ?? 0) - (bottom ?? 0)].map(Math.abs);
    this.#longestSide = Math.max(this.#longestSide, ...sides);
  }

  #areReferencesHarmless(): boolean {
    return (
      this.#opened.every((number) => this.#isOnly(number, DESTINATION | EMPTY)) &&
      // A font may have a glyph named AA, which is a stream.
      this.#triggers.every((number) => this.#isOnly(number, STREAM | EMPTY))
    );
  }

  /** Returns whether an object has only these kinds. A missing object is null (ISO 32000-2, 7.3.10). */
  #isOnly(number: number, kinds: number): boolean {
    const found = this.#kinds.get(number) ?? (this.#hasHiddenNumber ? OTHER : EMPTY);
    return (found & ~kinds) === 0;
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

function kindOf(value: PdfValue): number {
  if (isEmpty(value)) return EMPTY;
  return isDestination(value) ? DESTINATION : OTHER;
}

/** Returns whether a value is null, or an empty array or dictionary. */
function isEmpty(value: PdfValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value instanceof Map ? value.size === 0 : value === undefined;
}

/** Returns the text without the byte order mark and the zeros of UTF-16, trimmed. */
function plainText({ value }: PdfText): string {
  return value
    .replace(/^\xfe\xff/, '')
    .replaceAll('\0', '')
    .trim();
}

/** Returns whether a value is a destination: an array, a name, a text, or a harmless action. */
function isDestination(value: PdfValue): boolean {
  return (
    Array.isArray(value) ||
    value instanceof PdfName ||
    value instanceof PdfText ||
    (value instanceof Map && goesToPageOrPrints(value))
  );
}

/** Shops' programs write Print, so that a browser prints a slip at once. */
const HARMLESS_ACTIONS: readonly string[] = ['FirstPage', 'LastPage', 'NextPage', 'PrevPage', 'Print'];

/** Returns whether an action only goes to a page or prints (ISO 32000-2, 12.6.4.2 and 12.6.4.12). */
function goesToPageOrPrints(action: PdfDictionary): boolean {
  const [type, name, next] = ['S', 'N', 'Next'].map((key) => action.get(key));
  if (next !== undefined && ![next].flat().every((one) => one instanceof Map && goesToPageOrPrints(one))) return false;
  if (!(type instanceof PdfName)) return !action.has('S');
  return (
    type.value === 'GoTo' ||
    // All scripts of the file are checked elsewhere.
    type.value === SCRIPT ||
    (type.value === 'Named' && name instanceof PdfName && HARMLESS_ACTIONS.includes(name.value))
  );
}
