import { readOneOf, readText } from '../../shared/list/text-search.ts';

export const ARTICLE_TYPES = ['BLANK', 'CUSTOMIZATION', 'UNPRODUCIBLE'] as const;
export type ArticleType = (typeof ARTICLE_TYPES)[number];

/** The whole state of the list, as it stands in the address. Without a type it is the products. */
export interface CatalogueSearch {
  q?: string | undefined;
  type?: ArticleType | undefined;
  cursor?: string | undefined;
}

/** What the address asks for; what it says wrongly is left out. */
export function readCatalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const read: CatalogueSearch = {
    q: readText(search.q),
    type: readOneOf(search.type, ARTICLE_TYPES),
    cursor: readText(search.cursor),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
