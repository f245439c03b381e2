import type { Connection } from '../../database/transaction.ts';
import {
  addDifference,
  type CatalogDifferences,
  DIFFERENCES_LISTED_MAX,
  type DifferenceCounts,
  noDifferences,
  type RetiredVariant,
} from './catalog-differences.ts';
import { type CatalogRows, CHUNK_ROWS, chunksOf } from './catalog-rows.ts';
import { countOpenOrders, describeVariants, findStored, type RecordKind } from './difference-store.ts';
import type { MissingVariants } from './retire-missing.ts';

/** How the file differs from what is stored, and what is retired. Asked under the lock, before anything is written. */
export async function findDifferences(
  connection: Connection,
  rows: CatalogRows,
  missing: MissingVariants,
): Promise<CatalogDifferences> {
  const differences = noDifferences();
  const { counts } = differences;
  const compare = async <T extends object>(
    kind: RecordKind,
    counted: DifferenceCounts,
    given: readonly T[],
    codeOf: (record: T) => string,
  ) => {
    for (const chunk of chunksOf(given, CHUNK_ROWS)) {
      const found = await findStored(connection, kind, chunk.map(codeOf));
      const stored = new Map(found.map((one) => [one.code, one]));
      for (const record of chunk) {
        const code = codeOf(record);
        addDifference(differences, counted, { kind, code, given: record }, stored.get(code));
      }
    }
  };
  await compare('article', counts.articles, rows.articles, (one) => one.manufacturerCode);
  await compare('articleVariant', counts.articleVariants, rows.articleVariants, (one) => one.sku);
  await compare('product', counts.products, rows.products, (one) => one.productId);
  await compare('productVariant', counts.productVariants, rows.productVariants, (one) => one.ean13);
  await compare('carrier', counts.carriers, rows.carriers, (one) => one.carrierId);
  counts.articleVariants.retired = missing.skus.length;
  counts.productVariants.retired = missing.ean13s.length;
  differences.retired = await listRetired(connection, missing);
  return differences;
}

async function listRetired(connection: Connection, missing: MissingVariants): Promise<RetiredVariant[]> {
  const skus = missing.skus.slice(0, DIFFERENCES_LISTED_MAX);
  const ean13s = missing.ean13s.slice(0, DIFFERENCES_LISTED_MAX - skus.length);
  if (skus.length + ean13s.length === 0) return [];
  const named = await countOpenOrders(connection, skus, ean13s);
  const openOrders = new Map(named.map((one) => [`${one.kind} ${one.code}`, one.openOrders]));
  const variants = await describeVariants(connection, skus, ean13s);
  return variants.map(({ kind, code, ...rest }) => {
    return { kind, code, ...rest, openOrders: openOrders.get(`${kind} ${code}`) ?? 0 };
  });
}
