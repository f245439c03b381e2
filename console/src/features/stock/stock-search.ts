import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export const KINDS = ['ARTICLE', 'PRODUCT'] as const;
export type Kind = (typeof KINDS)[number];

/** The state of the list in the address. */
export const readStockSearch = searchReader({
  q: readText,
  kind: oneOf(KINDS),
  /** At most this many pieces are not reserved. */
  low: (value) => (/^\d{1,9}$/.test(readText(value) ?? '') ? readText(value) : undefined),
  short: oneOf(['true']),
  cursor: readText,
});
export type StockSearch = ReturnType<typeof readStockSearch>;
