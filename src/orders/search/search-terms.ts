import type { NormalisedOrder } from '../document/order-document.ts';
import type { Order } from '../document/order-schemas.ts';

/** Of one order; those of its last items are left out. */
const TERMS_MAX = 1_000;
/** Characters; of a longer one the beginning is kept. */
const TERM_LENGTH_MAX = 128;
/** Words of one search. */
const WORDS_MAX = 10;
/** A shorter word must be met whole: too many begin with it. */
const PREFIX_LENGTH_MIN = 3;
const NO_WORD = /[^\p{L}\p{N}]+/u;
/** Letters that Unicode does not take apart, as most people write them without. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' }),
);
/** As some write these where a keyboard lacks them. */
const SPELLED_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }),
);
const AROUND_WORD = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

type Searchable = Pick<NormalisedOrder, 'orderId' | 'items' | 'shipping'> & Pick<Order, 'shipments'>;

/** What staff find the order by, as the text of a tsvector: its id, recipient, tracking numbers, EAN-13s and SKUs. */
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

/** Without those that another one begins with, which is found by their beginnings too; but short ones must be met whole. */
function withoutBeginnings(terms: Iterable<string>): string[] {
  // In this order what begins with a term comes right after it.
  const sorted = [...terms].sort();
  return sorted.filter(
    (term, place) => term.length < PREFIX_LENGTH_MIN || !sorted[place + 1]?.startsWith(term),
  );
}

/**
 * The words of a search, each as the text of a tsquery; an order must have them all, each as the beginning of a term. Empty when there
 * is no word in it.
 */
export function searchWords(text: string): string[] {
  const [plain = [], spelledOut = []] = spellingsOf(text).map((spelling) =>
    spelling.split(/\s+/u).map(wordOf),
  );
  const words = plain.map((word, index) =>
    [...new Set([word, spelledOut[index] ?? word])].filter((spelling) => spelling !== ''),
  );
  const asked = words.filter((spellings) => spellings.length > 0);
  return [...new Set(asked.map((spellings) => spellings.map(beginning).join(' | ')))].slice(0, WORDS_MAX);
}

function wordOf(folded: string): string {
  return cut(folded.replace(AROUND_WORD, '') || folded);
}

function beginning(word: string): string {
  return word.length < PREFIX_LENGTH_MIN ? quote(word) : `${quote(word)}:*`;
}

/** Its words with and without punctuation around them, and their parts: "Müller-Lee", "#10/1", "ST-CREATOR-BLK-M". */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/u);
  return [...words, ...words.map((word) => word.replace(AROUND_WORD, '')), ...text.split(NO_WORD)];
}

/** "Müller" as muller and as mueller; a text that has but one spelling, once. */
function spellingsOf(text: string): string[] {
  const spelledOut = text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüøå]/gu, (letter) => SPELLED_OUT.get(letter) as string);
  return [...new Set([fold(text), fold(spelledOut)])];
}

/** Without case and accents: "Müller" is found by "muller", "Straße" by "strasse". */
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

/** A lexeme as PostgreSQL reads it (manual, 8.11.1). */
function quote(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** An item of an order as a row. */
export interface ItemRow {
  orderId: string;
  /** From 1. */
  position: number;
  itemId: string;
  kind: 'ARTICLE' | 'PRODUCT';
  /** EAN-13 of a product, or SKU of the blank of a custom product. */
  code: string;
  quantity: number;
  /** Of a custom product: its first print, else customization. */
  technology: string | null;
}

/** The order's items as rows. */
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
