import type { Connection } from '../../database/transaction.ts';
import {
  assignVariants,
  findClientsOfProducts,
  listUnretiredProducts,
  recountClient,
  renameAssignedProducts,
  withdrawMovedVariants,
  withdrawVariants,
} from './assignment-store.ts';
import { type CatalogRows, CHUNK_PRODUCTS, CHUNK_ROWS, chunksOf } from './catalog-rows.ts';
import { findProductNames, findProductsOfVariants, recountVariants } from './import-store.ts';

/** What an import means for the clients that have the products already. */
export interface ProductChanges {
  renamed: Set<string>;
  /** EAN-13s that are new, come back, or move from one product to another. */
  arrived: string[];
  moved: string[];
  /** EAN-13s that are retired. */
  retired: readonly string[];
  /** The products that gain or lose variants. */
  recounted: Set<string>;
}

/** Asked under the lock, so that nothing else changes them before the upserts do. */
export async function findProductChanges(
  connection: Connection,
  rows: CatalogRows,
  retired: readonly string[],
): Promise<ProductChanges> {
  const changes: ProductChanges = {
    renamed: new Set(),
    arrived: [],
    moved: [],
    retired,
    recounted: new Set(),
  };
  for (const chunk of chunksOf(rows.products, CHUNK_ROWS)) {
    const stored = await findProductNames(
      connection,
      chunk.map(({ productId }) => productId),
    );
    const names = new Map(stored.map(({ productId, name }) => [productId, name]));
    for (const { productId, name } of chunk) {
      if ((names.get(productId) ?? name) !== name) changes.renamed.add(productId);
    }
  }
  for (const chunk of chunksOf(rows.productVariants, CHUNK_ROWS)) {
    const stored = await findProductsOfVariants(
      connection,
      chunk.map(({ ean13 }) => ean13),
    );
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
    for (const { productId } of await findProductsOfVariants(connection, chunk))
      changes.recounted.add(productId);
  }
  return changes;
}

/** Gives the clients of the products what changed; client by client, so that a statement stays small however many clients have a product. */
export async function followProducts(
  connection: Connection,
  { renamed, arrived, moved, retired, recounted }: ProductChanges,
  now: Date,
): Promise<void> {
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
    for (const chunk of chunksOf(arrived, CHUNK_ROWS)) await assignVariants(connection, clientId, chunk);
    for (const chunk of chunksOf([...recounted], CHUNK_ROWS)) {
      await listUnretiredProducts(connection, clientId, chunk);
    }
    if (arrived.length + retired.length > 0) await recountClient(connection, clientId);
  }
}
