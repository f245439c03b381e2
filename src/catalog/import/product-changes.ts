import type { Connection } from '../../database/transaction.ts';
import {
  assignVariants,
  findClientsOfProducts,
  recountClient,
  renameAssignedProducts,
  withdrawMovedVariants,
} from './assignment-store.ts';
import { type CatalogRows, CHUNK_PRODUCTS, CHUNK_ROWS, chunksOf } from './catalog-rows.ts';
import { findProductNames, findProductsOfVariants, recountVariants } from './import-store.ts';

/** What an import means for the clients that have the products already. */
export interface ProductChanges {
  renamed: Set<string>;
  /** EAN-13s that are new, or move from one product to another. */
  arrived: string[];
  moved: string[];
  /** The products that gain or lose variants. */
  recounted: Set<string>;
}

/** Asked under the lock, so that nothing else changes them before the upserts do. */
export async function findProductChanges(connection: Connection, rows: CatalogRows): Promise<ProductChanges> {
  const changes: ProductChanges = { renamed: new Set(), arrived: [], moved: [], recounted: new Set() };
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
    const productIds = new Map(stored.map(({ ean13, productId }) => [ean13, productId]));
    for (const { ean13, productId } of chunk) {
      const before = productIds.get(ean13);
      if (before === productId) continue;
      changes.arrived.push(ean13);
      changes.recounted.add(productId);
      if (before === undefined) continue;
      changes.moved.push(ean13);
      changes.recounted.add(before);
    }
  }
  return changes;
}

/** Gives the clients of the products what changed; client by client, so that a statement stays small however many clients have a product. */
export async function followProducts(
  connection: Connection,
  { renamed, arrived, moved, recounted }: ProductChanges,
): Promise<void> {
  for (const chunk of chunksOf([...recounted], CHUNK_PRODUCTS)) await recountVariants(connection, chunk);
  const clientIds = new Set<string>();
  for (const chunk of chunksOf([...renamed, ...recounted], CHUNK_PRODUCTS)) {
    for (const clientId of await findClientsOfProducts(connection, chunk)) clientIds.add(clientId);
  }
  for (const clientId of [...clientIds].sort()) {
    for (const chunk of chunksOf([...renamed], CHUNK_ROWS)) {
      await renameAssignedProducts(connection, clientId, chunk);
    }
    for (const chunk of chunksOf(moved, CHUNK_ROWS)) await withdrawMovedVariants(connection, clientId, chunk);
    for (const chunk of chunksOf(arrived, CHUNK_ROWS)) await assignVariants(connection, clientId, chunk);
    if (arrived.length > 0) await recountClient(connection, clientId);
  }
}
