import type { NormalisedOrder } from '../document/order-document.ts';
import type { Order } from '../document/order-schemas.ts';

/** Terms of one order. The terms of its last items are left out. */
const TERMS_MAX = 1_000;
/** Characters. A longer term is cut. */
const TERM_LENGTH_MAX = 128;
const WORDS_MAX = 10;
/** A shorter word must match a whole term, because too many terms begin with it. */
const PREFIX_LENGTH_MIN = 3;
const NO_WORD = /[^\p{L}\p{N}]+/u;
/** Letters without a Unicode decomposition, with their usual replacement. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' }),
);
/** Replacements for keyboards without these letters. */
const SPELLED_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }),
);
const AROUND_WORD = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
type Searchable = Pick<NormalisedOrder, 'orderId' | 'items' | 'shipping'> & Pick<Order, 'shipments'>;

/** Returns orderId, recipient, tracking numbers, EAN-13s and SKUs as the text of a tsvector. */
export function searchTerms({ orderId, items, shipping, shipments }: Searchable): string {
  const terms = new Set<string>();
  const add = (candidates: readonly string[]) => {
    for (const term of candidates.map(cut)) if (term !== '' && terms.size < TERMS_MAX) terms.add(term);
  };
  const { personName = '', company = '' } = shipping.address ?? {};
  const tracking = (shipments ?? []).map(({ trackingNumber = '' }) => trackingNumber);
  for (const text of [orderId, personName, company, ...tracking])
    for (const spelling of spellingsOf(text)) add(wordsOf(spelling));
  for (const { existingProduct, customProduct } of items) {
    if (existingProduct) add([fold(existingProduct.ean13)]);
    if (customProduct) add(wordsOf(fold(customProduct.sku)));
    for (const { sku } of customProduct?.customizations ?? []) add(wordsOf(fold(sku)));
    if (terms.size === TERMS_MAX) break;
  }
  return withoutBeginnings(terms).map(quote).join(' ');
}

/** Leaves out a term with which another begins, because a prefix search finds that, unless it is short. */
function withoutBeginnings(terms: Iterable<string>): string[] {
  // After sorting, the terms that begin with a term follow it.
  const sorted = [...terms].sort();
  return sorted.filter((term, place) => term.length < PREFIX_LENGTH_MIN || !sorted[place + 1]?.startsWith(term));
}

/** Returns the words of a search for a tsquery. An order must match all; each may begin a term. */
export function searchWords(text: string): string[] {
  const [plain = [], spelledOut = []] = spellingsOf(text).map((spelling) => spelling.split(/\s+/u).map(wordOf));
  const words = plain.map((word, index) =>
    [...new Set([word, spelledOut[index] ?? word])].filter((spelling) => spelling !== ''),
  );
  const asked = words.filter((spellings) => spellings.length > 0);
  return [...new Set(asked.map((spellings) => spellings.map(prefixQuery).join(' | ')))].slice(0, WORDS_MAX);
}

function wordOf(folded: string): string {
  return cut(folded.replace(AROUND_WORD, '') || folded);
}

function prefixQuery(word: string): string {
  return word.length < PREFIX_LENGTH_MIN ? quote(word) : `${quote(word)}:*`;
}

/** Returns the words with and without surrounding punctuation, and their parts: "Müller-Lee", "#10/1". */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/u);
  return [...words, ...words.map((word) => word.replace(AROUND_WORD, '')), ...text.split(NO_WORD)];
}

/** Returns "Müller" as "muller" and "mueller"; a text with one spelling once. */
function spellingsOf(text: string): string[] {
  const spelledOut = text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüøå]/gu, (letter) => SPELLED_OUT.get(letter) as string);
  return [...new Set([fold(text), fold(spelledOut)])];
}

/** Removes case and accents: "muller" finds "Müller", "strasse" finds "Straße". */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłıþ]/gu, (letter) => PLAIN_LETTERS.get(letter) as string)
    .trim();
}

function cut(term: string): string {
  return term.length > TERM_LENGTH_MAX ? term.slice(0, TERM_LENGTH_MAX).toWellFormed() : term;
}

/** Quotes a lexeme (PostgreSQL manual, section 8.11.1). */
function quote(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

export interface ItemRow {
  orderId: string;
  position: number;
  itemId: string;
  kind: 'ARTICLE' | 'PRODUCT';
  code: string;
  quantity: number;
  /** The technology of the first print, or of the first customization. */
  technology: string | null;
}

export function itemRows({ orderId, items }: Pick<Order, 'orderId' | 'items'>): ItemRow[] {
  return items.map(({ id, quantity, existingProduct, customProduct }, index) => ({
    orderId,
    position: index + 1,
    itemId: id,
    kind: existingProduct ? 'PRODUCT' : 'ARTICLE',
    code: existingProduct?.ean13 ?? customProduct?.sku ?? '',
    quantity,
    technology: (customProduct?.prints?.[0] ?? customProduct?.customizations?.[0])?.technology ?? null,
  }));
}
