import type { Schemas } from '../../shared/api/operator-client.ts';
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

type ArticleVariant = Schemas['StaffArticle']['variants'][number];
export type Locations = ArticleVariant['allowedLocations'];

interface LocationGroup {
  locations: Locations;
  /** The variants that have just these. */
  skus: string[];
}

/** Variants with the same locations together, so that twelve sizes of one shirt are one table. Those without any come last. */
export function groupLocations(
  variants: readonly ArticleVariant[],
  field: 'allowedLocations' | 'isAllowedOnLocations',
): LocationGroup[] {
  const groups = Map.groupBy(variants, (variant) => JSON.stringify(variant[field]));
  return [...groups.values()]
    .map((some) => ({ locations: some[0]?.[field] ?? [], skus: some.map(({ sku }) => sku) }))
    .sort((one, other) => Number(one.locations.length === 0) - Number(other.locations.length === 0));
}
