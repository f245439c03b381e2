import { gtinForms, readGtin } from '../../platform/formats/gtin.ts';
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
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const COUNTRY_CODE_LENGTHS = [1, 2, 3];
/** A search for a phone number, with spaces, hyphens, slashes or parentheses. */
const PHONE = /^\+?[\d\s()/.-]{6,}$/u;
/** Letters without a Unicode decomposition, with their usual replacement. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' }),
);
/** Replacements for keyboards without these letters. */
const SPELLED_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }),
);
const AROUND_WORD = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
type Searchable = Pick<NormalisedOrder, 'orderId' | 'customerReference' | 'items' | 'shipping'> &
  Pick<Order, 'shipments'>;

/**
 * Returns the terms of an order as the text of a tsvector. They are its orderId, customerReference,
 * recipient, e-mail address, phone, place and tracking numbers. Items add EAN-13s, SKUs, names and file
 * names. `titles` are names of articles by SKU.
 */
export function searchTerms(
  { orderId, customerReference, items, shipping, shipments }: Searchable,
  titles: ReadonlyMap<string, string> = new Map(),
): string {
  const terms = new Set<string>();
  const add = (candidates: readonly string[]) => {
    for (const term of candidates.map(cut)) if (term !== '' && terms.size < TERMS_MAX) terms.add(term);
  };
  const addSigns = (text: string) => {
    const signs = signsOf(text);
    if (signs.length > 0) add([...signs, ...wordsOf(fold(besideSigns(text)))]);
  };
  const addText = (text = '') => {
    for (const spelling of spellingsOf(text)) add(wordsOf(spelling));
    addSigns(text);
  };
  const addCode = (text = '') => {
    add([...wordsOf(fold(text)), compact(text)]);
    addSigns(text);
  };
  const { personName, company, city, postalCode, email = '', phoneNumber = '' } = shipping.address ?? {};
  const tracking = (shipments ?? []).map(({ trackingNumber }) => trackingNumber);
  for (const code of [orderId, customerReference, postalCode, ...tracking]) addCode(code);
  for (const text of [orderId, customerReference, personName, company, city]) addText(text);
  add([...wordsOf(fold(email)), email.toLowerCase().slice(email.indexOf('@') + 1), ...numbersOf(phoneNumber)]);
  for (const { existingProduct, customProduct } of items) {
    if (existingProduct) add([fold(existingProduct.ean13)]);
    addText(existingProduct && 'name' in existingProduct ? String(existingProduct.name) : '');
    const { prints = [], customizations = [], sku } = customProduct ?? {};
    for (const code of [sku, ...customizations.map((one) => one.sku)]) {
      addCode(code);
      addText(titles.get(code ?? ''));
    }
    for (const { dataUrl } of prints) addText(fileNameOf(dataUrl));
    if (terms.size === TERMS_MAX) break;
  }
  return withoutBeginnings(terms).map(quote).join(' ');
}

/** Returns the SKUs of the order's articles, for their titles. */
export function skusOf({ items }: Pick<Order, 'items'>): string[] {
  return items.flatMap(({ customProduct }) =>
    customProduct ? [customProduct.sku, ...(customProduct.customizations ?? []).map(({ sku }) => sku)] : [],
  );
}

/** Returns "AM-1057" as "am1057". */
function compact(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns each sign of Chinese, Japanese and Korean, which are written without spaces. */
function signsOf(text: string): string[] {
  return (text.normalize('NFKC').match(SIGNS) ?? []).map(fold);
}

/** Returns the text without these signs. */
function besideSigns(text: string): string {
  return text.normalize('NFKC').replace(SIGNS, ' ');
}

/** Returns the digits of a phone number as a whole, by parts, and without possible country codes. */
function numbersOf(phone: string): string[] {
  const digits = phone.replace(/\D/gu, '').replace(/^0+/u, '');
  const isInternational = /^\s*(?:\+|00)/u.test(phone);
  const national = isInternational ? COUNTRY_CODE_LENGTHS.map((length) => digits.slice(length)) : [];
  return [digits, ...national, ...phone.split(NO_WORD)].filter((number) => number !== '');
}

/** Returns the last part of the path of a URL. */
function fileNameOf(url: string): string {
  const [path = ''] = url.split(/[?#]/u);
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Leaves out a term with which another begins, because a prefix search finds that, unless it is short. */
function withoutBeginnings(terms: Iterable<string>): string[] {
  // After sorting, the terms that begin with a term follow it.
  const sorted = [...terms].sort();
  return sorted.filter((term, place) => term.length < PREFIX_LENGTH_MIN || !sorted[place + 1]?.startsWith(term));
}

/** Returns the words of a search for a tsquery. An order must match all; each may begin a term. */
export function searchWords(text: string): string[] {
  const words = text.split(/\s+/u).map((word) => wordQuery(word));
  const parts = [...new Set(words.filter((query) => query !== ''))].slice(0, WORDS_MAX);
  const digits = text.replace(/\D/gu, '').replace(/^0+/u, '');
  if (!PHONE.test(text.trim()) || digits === text || digits === '' || parts.length === 0) return parts;
  return [`${parts.map((query) => `(${query})`).join(' & ')} | ${prefixQuery(digits)}`];
}

/** Returns the query for one word, in all spellings: "am-1057" is also "am1057". */
function wordQuery(word: string): string {
  const signs = signsOf(word);
  if (signs.length > 0) {
    // Folded before it is split, as the terms are, because an accent does not end a word.
    const others = fold(besideSigns(word)).split(NO_WORD).map(wordQuery);
    const parts = others.filter((query) => query !== '').map((query) => `(${query})`);
    return [...signs.map(prefixQuery), ...parts].join(' & ');
  }
  // Some letters become several words.
  const [plain = [], spelledOut = []] = spellingsOf(word).map((spelling) => spelling.split(/\s+/u));
  const queries = plain.map((part, index) => {
    // An order may have the GTIN of the word with more or fewer leading zeros.
    const others = [compact(part), ...gtinForms(readGtin(part) ?? '')];
    const spellings = [...[part, spelledOut[index] ?? part].map(wordOf), ...others].filter((one) => one !== '');
    return [...new Set(spellings)].map(prefixQuery).join(' | ');
  });
  const parts = queries.filter((query) => query !== '');
  return parts.length > 1 ? parts.map((query) => `(${query})`).join(' & ') : (parts[0] ?? '');
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
