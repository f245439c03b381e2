import type { CatalogFile } from './catalog-file.ts';

/** Of one statement: 5,000 variants are some 1 to 5 MB. */
export const CHUNK_ROWS = 5_000;
/** Of one statement that touches all variants of each product. */
export const CHUNK_PRODUCTS = 1_000;

export type CatalogRows = ReturnType<typeof rowsOf>;

/** The file as rows of tables, each in the order of its key, so that two who write many rows do not wait for each other in a ring. */
export function rowsOf(file: CatalogFile) {
  return {
    articles: sorted(
      file.articles.map(({ variants: _, ...article }) => article),
      (article) => article.manufacturerCode,
    ),
    articleVariants: sorted(
      [
        ...file.articles.flatMap(({ manufacturerCode, variants }) =>
          variants.map((variant) => ({ ...variant, manufacturerCode })),
        ),
        ...(file.articleVariants ?? []),
      ],
      (variant) => variant.sku,
    ),
    products: sorted(
      file.products.map(({ variants: _, ...product }) => product),
      (product) => product.productId,
    ),
    productVariants: sorted(
      [
        ...file.products.flatMap(({ productId, variants }) =>
          variants.map((variant) => ({ ...variant, productId })),
        ),
        ...(file.productVariants ?? []),
      ],
      (variant) => variant.ean13,
    ),
    carriers: sorted(file.carriers, (carrier) => carrier.carrierId),
  };
}

/** Of the products that the file holds or that its variants name. */
export function productIdsOf({ products, productVariants }: CatalogRows): string[] {
  return [...new Set([...products, ...productVariants].map(({ productId }) => productId))].sort();
}

/** Parts of at most `size` rows: what one statement takes. */
export function* chunksOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

/** In code-unit order. */
function sorted<T>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}
