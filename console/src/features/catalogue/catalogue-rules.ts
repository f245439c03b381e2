import type { Schemas } from '../../shared/api/operator-client.ts';
import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export const ARTICLE_TYPES = ['BLANK', 'CUSTOMIZATION', 'UNPRODUCIBLE'] as const;
export type ArticleType = (typeof ARTICLE_TYPES)[number];

/** Reads the filters. Without a type the list shows products. */
export const readCatalogueSearch = searchReader({ q: readText, type: oneOf(ARTICLE_TYPES), cursor: readText });
export type CatalogueSearch = ReturnType<typeof readCatalogueSearch>;

type ArticleVariant = Schemas['StaffArticle']['variants'][number];
export type Locations = ArticleVariant['allowedLocations'];

interface LocationGroup {
  locations: Locations;
  /** The variants with exactly these locations. */
  skus: string[];
}

/**
 * Groups variants with the same locations, so twelve sizes of a shirt are one table. Variants without
 * locations come last.
 */
export function groupLocations(
  variants: readonly ArticleVariant[],
  field: 'allowedLocations' | 'isAllowedOnLocations',
): LocationGroup[] {
  const groups = Map.groupBy(variants, (variant) => JSON.stringify(variant[field]));
  return [...groups.values()]
    .map((some) => ({ locations: some[0]?.[field] ?? [], skus: some.map(({ sku }) => sku) }))
    .sort((one, other) => Number(one.locations.length === 0) - Number(other.locations.length === 0));
}
