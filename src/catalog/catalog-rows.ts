import type { Connection } from '../platform/database/transaction.ts';
import { gtinForms } from '../platform/formats/gtin.ts';
import {
  assignVariants,
  findClientsOfProducts,
  findVariantsOfForms,
  recountClient,
  renameAssignedProducts,
  type SameGtin,
  updateRetiredProducts,
  withdrawMovedVariants,
  withdrawVariants,
} from './assignment-store.ts';
import type { CatalogFile } from './catalog-file.ts';
import { findProductNames, findProductsOfVariants, recountVariants } from './import-store.ts';

/** Rows of one statement: 5,000 variants have 1 to 5 MB. */
export const CHUNK_ROWS = 5_000;
/** Products of one statement that reads or writes all their variants. */
export const CHUNK_PRODUCTS = 1_000;
export type CatalogRows = ReturnType<typeof rowsOf>;

/**
 * Returns the rows of each table, sorted by key: all transactions lock them in one order, without deadlock.
 */
export function rowsOf(file: CatalogFile) {
  return {
    articles: sortBy(
      file.articles.map(({ variants: _, ...article }) => article),
      (article) => article.manufacturerCode,
    ),
    articleVariants: sortBy(
      [
        ...file.articles.flatMap(({ manufacturerCode, variants }) =>
          variants.map((variant) => ({ ...variant, manufacturerCode })),
        ),
        ...(file.articleVariants ?? []),
      ],
      (variant) => variant.sku,
    ),
    products: sortBy(
      file.products.map(({ variants: _, ...product }) => product),
      (product) => product.productId,
    ),
    productVariants: sortBy(
      [
        ...file.products.flatMap(({ productId, variants }) => variants.map((variant) => ({ ...variant, productId }))),
        ...(file.productVariants ?? []),
      ],
      (variant) => variant.ean13,
    ),
    carriers: sortBy(file.carriers, (carrier) => carrier.carrierId),
  };
}

/** Returns the ids of products in the file, and of products that its variants name. */
export function productIdsOf({ products, productVariants }: CatalogRows): string[] {
  return [...new Set([...products, ...productVariants].map(({ productId }) => productId))].sort();
}

export function* chunksOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

function sortBy<T>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

interface ProductChanges {
  renamed: Set<string>;
  /** EAN-13s that are new, return, or move to another product. */
  arrived: string[];
  moved: string[];
  retired: readonly string[];
  /** Products that gain or lose variants. */
  recounted: Set<string>;
}

/** Finds the changes before the upserts, under the lock of the catalogue. */
export async function findProductChanges(
  connection: Connection,
  rows: CatalogRows,
  retired: readonly string[],
): Promise<ProductChanges> {
  const changes: ProductChanges = { renamed: new Set(), arrived: [], moved: [], retired, recounted: new Set() };
  for (const chunk of chunksOf(rows.products, CHUNK_ROWS)) {
    const productIds = chunk.map(({ productId }) => productId);
    const stored = await findProductNames(connection, productIds);
    const names = new Map(stored.map(({ productId, name }) => [productId, name]));
    for (const { productId, name } of chunk) {
      if ((names.get(productId) ?? name) !== name) changes.renamed.add(productId);
    }
  }
  for (const chunk of chunksOf(rows.productVariants, CHUNK_ROWS)) {
    const numbers = chunk.map(({ ean13 }) => ean13);
    const stored = await findProductsOfVariants(connection, numbers);
    const before = new Map(stored.map((variant) => [variant.ean13, variant]));
    for (const { ean13, productId } of chunk) {
      const variant = before.get(ean13);
      if (variant?.productId === productId && !variant.isRetired) continue;
      changes.arrived.push(ean13);
      changes.recounted.add(productId);
      if (!variant || variant.productId === productId) continue;
      changes.moved.push(ean13);
      changes.recounted.add(variant.productId);
    }
  }
  for (const chunk of chunksOf(retired, CHUNK_ROWS)) {
    for (const { productId } of await findProductsOfVariants(connection, chunk)) changes.recounted.add(productId);
  }
  return changes;
}

/** Finds the client's variants that have the GTIN of one of `ean13s` in another form. */
export function findSameGtins(connection: Connection, clientId: string, ean13s: readonly string[]) {
  const pairs = ean13s.flatMap((ean13) => gtinForms(ean13).map((form) => ({ ean13, form })));
  const [given, forms] = [pairs.map(({ ean13 }) => ean13), pairs.map(({ form }) => form)];
  return findVariantsOfForms(connection, clientId, given, forms);
}

/**
 * Applies the changes to the clients of the products, client by client, which keeps each statement small.
 * Returns the GTINs that a client now has in two forms.
 */
export async function updateClientsOfProducts(
  connection: Connection,
  { renamed, arrived, moved, retired, recounted }: ProductChanges,
  now: Date,
): Promise<SameGtin[]> {
  const same: SameGtin[] = [];
  for (const chunk of chunksOf([...recounted], CHUNK_PRODUCTS)) await recountVariants(connection, chunk, now);
  const clientIds = new Set<string>();
  for (const chunk of chunksOf([...renamed, ...recounted], CHUNK_PRODUCTS)) {
    for (const clientId of await findClientsOfProducts(connection, chunk)) clientIds.add(clientId);
  }
  for (const clientId of [...clientIds].sort()) {
    for (const chunk of chunksOf([...renamed], CHUNK_ROWS)) {
      await renameAssignedProducts(connection, clientId, chunk);
    }
    for (const chunk of chunksOf(moved, CHUNK_ROWS)) await withdrawMovedVariants(connection, clientId, chunk);
    for (const chunk of chunksOf(retired, CHUNK_ROWS)) await withdrawVariants(connection, clientId, chunk);
    for (const chunk of chunksOf(arrived, CHUNK_ROWS)) {
      await assignVariants(connection, clientId, chunk);
      same.push(...(await findSameGtins(connection, clientId, chunk)));
    }
    for (const chunk of chunksOf([...recounted], CHUNK_ROWS)) {
      await updateRetiredProducts(connection, clientId, chunk);
    }
    if (arrived.length + retired.length > 0) await recountClient(connection, clientId);
  }
  return same;
}
