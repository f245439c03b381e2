import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export const ARTICLE_TYPES = ['BLANK', 'CUSTOMIZATION', 'UNPRODUCIBLE'] as const;
export type ArticleType = (typeof ARTICLE_TYPES)[number];

/** The state of the list in the address. Without a type it is the products. */
export const readCatalogueSearch = searchReader({
  q: readText,
  type: oneOf(ARTICLE_TYPES),
  cursor: readText,
});
export type CatalogueSearch = ReturnType<typeof readCatalogueSearch>;
