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
  for (const text of [orderId, personName, company, ...tracking]) add(wordsOf(fold(text)));
  for (const { existingProduct, customProduct } of items) {
    if (existingProduct) add([fold(existingProduct.ean13)]);
    if (customProduct) add([fold(customProduct.sku)]);
    for (const { sku } of customProduct?.customizations ?? []) add([fold(sku)]);
    if (terms.size === TERMS_MAX) break;
  }
  return [...terms].map(quote).join(' ');
}

/** A search as the text of a tsquery: every word must be the beginning of a term. Undefined when there is no word in it. */
export function searchQuery(text: string): string | undefined {
  const words = new Set(
    fold(text)
      .split(/\s+/u)
      .map((word) => cut(word.replace(AROUND_WORD, '') || word))
      .filter((word) => word !== ''),
  );
  if (words.size === 0) return undefined;
  return [...words]
    .slice(0, WORDS_MAX)
    .map((word) => (word.length < PREFIX_LENGTH_MIN ? quote(word) : `${quote(word)}:*`))
    .join(' & ');
}

/** The whole, its words with and without punctuation around them, and their parts: "Müller-Lee", "#10/1". */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/u);
  return [text, ...words, ...words.map((word) => word.replace(AROUND_WORD, '')), ...text.split(NO_WORD)];
}

/** Without case and accents: "Müller" is found by "muller", "Straße" by "strasse". */
function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').trim();
}

function cut(term: string): string {
  return term.length > TERM_LENGTH_MAX ? term.slice(0, TERM_LENGTH_MAX).toWellFormed() : term;
}

/** A lexeme as PostgreSQL reads it (manual, 8.11.1). */
function quote(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
