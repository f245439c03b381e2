import { type PdfDictionary, PdfName, PdfObjects, PdfRef, type PdfValue } from './pdf-objects.ts';

/**
 * What a PDF has that does more than show pages, by the names that it cannot do without (ISO 32000-2, 7.11, 12.6, 13). Links to web pages
 * and within the document are left: nothing happens until somebody follows them.
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

/** Pages in pages in pages; what is deeper is no tree. */
const PAGE_TREE_DEPTH_MAX = 100;
/** As many as anybody counts. */
const PAGES_COUNTED_MAX = 1_000_000_000;

/** What objects of a number are. A number has several where the file has older versions of it. */
const DESTINATION = 1;
const STREAM = 2;
const OTHER = 4;

export interface PdfContent {
  /** What it has that does more than show pages; undefined where there is nothing. */
  active: string | undefined;
  /** Of all trees of pages in it the largest. */
  pages: number;
}

/** Looks at every object of a PDF that is not encrypted. Throws PdfObjectsError. */
export function readPdfContent(bytes: Buffer): PdfContent {
  return new PdfContentReader().read(bytes);
}

class PdfContentReader {
  #active: string | undefined;
  #startsByItself = false;
  readonly #kinds = new Map<number, number>();
  /** Objects that are opened with the document, and that follow an event. */
  readonly #opened: number[] = [];
  readonly #triggers: number[] = [];
  /** Lists of pages by the numbers of their nodes, and arrays that such a node may refer to. */
  readonly #kids = new Map<number, readonly PdfValue[] | PdfRef>();
  readonly #arrays = new Map<number, readonly PdfValue[]>();
  /** Nodes that stand within others have no number. */
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
    return { active: this.#active ?? (startsByItself ? BY_ITSELF : undefined), pages: this.#countPages() };
  }

  #look(value: PdfValue, number: number | undefined): void {
    if (Array.isArray(value)) for (const one of value) this.#look(one, undefined);
    if (!(value instanceof Map)) return;
    this.#lookAtTriggers(value);
    const kids = value.get('Kids');
    // Names and fields have kids too, and are not counted.
    if (value.has('Count') && (Array.isArray(kids) || kids instanceof PdfRef)) {
      this.#nodesWithin += 1;
      this.#kids.set(number ?? -this.#nodesWithin, kids);
    }
    for (const one of value.values()) this.#look(one, undefined);
  }

  /** An action when the document is opened may go to a page. Those of other events are there for nothing else than to run by themselves. */
  #lookAtTriggers(dictionary: PdfDictionary): void {
    const open = dictionary.get('OpenAction');
    if (open instanceof PdfRef) this.#opened.push(open.number);
    else if (open !== undefined && !isDestination(open)) this.#startsByItself = true;
    const others = dictionary.get('AA');
    if (others instanceof PdfRef) this.#triggers.push(others.number);
    else if (others instanceof Map && others.size > 0) this.#startsByItself = true;
  }

  #areReferencesHarmless(): boolean {
    return (
      this.#opened.every((number) => this.#kinds.get(number) === DESTINATION) &&
      // A glyph of a font may have that name as well.
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
      // In a circle it has none.
      counted.set(number, 0);
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

/** An array names a page of the document, and a place on it; an action may do the same. */
function isDestination(value: PdfValue): boolean {
  if (Array.isArray(value)) return true;
  const type = value instanceof Map ? value.get('S') : undefined;
  return type instanceof PdfName && type.value === 'GoTo' && !(value as PdfDictionary).has('Next');
}
