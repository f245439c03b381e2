import { readOneOf, readText } from '../../shared/list/text-search.ts';

export const KINDS = ['ARTICLE', 'PRODUCT'] as const;
export type Kind = (typeof KINDS)[number];

/** The whole state of the list, as it stands in the address. */
export interface StockSearch {
  q?: string | undefined;
  kind?: Kind | undefined;
  /** So many pieces or fewer may still be reserved. */
  low?: string | undefined;
  short?: 'true' | undefined;
  cursor?: string | undefined;
}

/** What the address asks for; what it says wrongly is left out. */
export function readStockSearch(search: Record<string, unknown>): StockSearch {
  const low = readText(search.low);
  const read: StockSearch = {
    q: readText(search.q),
    kind: readOneOf(search.kind, KINDS),
    low: low && /^\d{1,9}$/.test(low) ? low : undefined,
    short: readOneOf(search.short, ['true'] as const),
    cursor: readText(search.cursor),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
