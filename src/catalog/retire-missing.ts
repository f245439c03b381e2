import type { Actor } from '../platform/audit/actor.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { lockVariantsForImport, retireStock } from '../stock/import-stock.ts';
import type { StockKind } from '../stock/stock-rules.ts';
import { type CatalogRows, CHUNK_PRODUCTS, CHUNK_ROWS, chunksOf, productIdsOf } from './catalog-rows.ts';
import { findEan13sOfProducts, listEan13sOfClient, listVariantCodes, updateRetired } from './import-store.ts';

/** Variants that are stored, not retired, and not in the file, in code-point order. */
export type MissingVariants = { skus: readonly string[]; ean13s: readonly string[] };
export const NOTHING_MISSING: MissingVariants = { skus: [], ean13s: [] };

/**
 * Finds the variants that the file no longer names. A file without article variants retires no article
 * variant; the same holds for product variants. An import for a client covers the products of the client and
 * of the file; any other import covers all. Articles are common to all clients.
 */
export async function findMissing(
  connection: Connection,
  rows: CatalogRows,
  clientId: string | undefined,
): Promise<MissingVariants> {
  const { articleVariants, productVariants } = rows;
  const skus = new Set(articleVariants.map(({ sku }) => sku));
  const ean13s = new Set(productVariants.map(({ ean13 }) => ean13));
  const missing = {
    skus:
      skus.size === 0
        ? []
        : await listOthers(skus, (after) => listVariantCodes(connection, 'ARTICLE', after, CHUNK_ROWS)),
    ean13s: [] as string[],
  };
  if (ean13s.size === 0) return missing;
  if (clientId === undefined) {
    missing.ean13s = await listOthers(ean13s, (after) => listVariantCodes(connection, 'PRODUCT', after, CHUNK_ROWS));
    return missing;
  }
  const ofClient = await listOthers(ean13s, (after) => listEan13sOfClient(connection, clientId, after, CHUNK_ROWS));
  const found = new Set(ofClient);
  for (const chunk of chunksOf(productIdsOf(rows), CHUNK_PRODUCTS)) {
    for (const ean13 of await findEan13sOfProducts(connection, chunk)) if (!ean13s.has(ean13)) found.add(ean13);
  }
  missing.ean13s = [...found].sort();
  return missing;
}

/** Locks all variants that the import changes, in the order of the orders' locks. */
export async function lockVariants(
  connection: Connection,
  { articleVariants, productVariants }: CatalogRows,
  { skus, ean13s }: MissingVariants,
): Promise<void> {
  const all: [StockKind, string[]][] = [
    ['ARTICLE', [...articleVariants.map(({ sku }) => sku), ...skus]],
    ['PRODUCT', [...productVariants.map(({ ean13 }) => ean13), ...ean13s]],
  ];
  for (const [kind, codes] of all) {
    for (const chunk of chunksOf(codes.sort(), CHUNK_ROWS)) {
      await lockVariantsForImport(connection, kind, chunk);
    }
  }
}

/** Retires the variants; orders that name them keep them. Returns how many. */
export async function retireVariants(
  connection: Connection,
  kind: StockKind,
  codes: readonly string[],
  by: { occurred: Date; actor: Actor },
): Promise<number> {
  let retired = 0;
  for (const chunk of chunksOf(codes, CHUNK_ROWS)) {
    retired += await retireStock(connection, kind, chunk, by, () =>
      updateRetired(connection, kind, chunk, by.occurred),
    );
  }
  return retired;
}

/** Reads all pages in order, and returns the codes that are not in `names`. */
async function listOthers(
  names: ReadonlySet<string>,
  pageAfter: (after: string) => Promise<string[]>,
): Promise<string[]> {
  const missing: string[] = [];
  let after = '';
  for (;;) {
    const page = await pageAfter(after);
    for (const code of page) if (!names.has(code)) missing.push(code);
    const last = page.at(-1);
    if (last === undefined || page.length < CHUNK_ROWS) return missing;
    after = last;
  }
}
