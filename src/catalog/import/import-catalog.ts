import type { Pool } from 'pg';
import { type Actor, SYSTEM } from '../../audit/actor.ts';
import { isStorable } from '../../database/storable.ts';
import { type Connection, inTransaction } from '../../database/transaction.ts';
import type { Violation } from '../../errors.ts';
import { importStock } from '../../stock/import-stock.ts';
import {
  assignCarriers,
  assignProducts,
  assignVariants,
  findClientsOfProducts,
  recountClient,
  renameAssignedProducts,
  setDefaultCarrier,
  withdrawMovedVariants,
} from './assignment-store.ts';
import { assertNoViolations, CatalogError, type CatalogFile } from './catalog-file.ts';
import { checkLocationsOfType } from './catalog-rules.ts';
import {
  clientExists,
  findArticleTypes,
  findMisplacedVariants,
  findProductNames,
  findProductsOfVariants,
  lockCatalog,
  raiseCatalogVersion,
  recountVariants,
  sumVariants,
  upsertArticles,
  upsertArticleVariants,
  upsertCarriers,
  upsertProducts,
  upsertProductVariants,
} from './import-store.ts';

/** Of one statement: 5,000 variants are some 1 to 5 MB. */
const CHUNK_ROWS = 5_000;
/** Of one statement that touches all variants of each product. */
const CHUNK_PRODUCTS = 1_000;
/** Also how long an import waits for another one to end. */
const STATEMENT_TIMEOUT_MS = 600_000;

export interface ImportOptions {
  /** Gets the file's products, also those that only a variant names, and its carriers. */
  clientId?: string;
  /** Of the ledger's rows; the machine's time when absent. */
  now?: Date;
  /** Who does it, for the ledger; Platen itself when absent. */
  by?: Actor;
  /** In rows. Begins again at 0 when the transaction does. */
  onProgress?: (done: number, total: number) => void;
}

/** What the file holds; `assigned…` is what the client has of it now, 0 without a client. */
export interface ImportCounts {
  articles: number;
  articleVariants: number;
  products: number;
  productVariants: number;
  carriers: number;
  assignedProducts: number;
  assignedProductVariants: number;
  assignedCarriers: number;
}

type Rows = ReturnType<typeof rowsOf>;

/** What an import means for the clients that have the products already. */
interface ProductChanges {
  renamed: Set<string>;
  /** EAN-13s that are new, or move from one product to another. */
  arrived: string[];
  moved: string[];
  /** The products that gain or lose variants. */
  recounted: Set<string>;
}

/**
 * Inserts and updates what the file holds, all or nothing; what it does not hold stays. Clients that have a product follow it:
 * its new name and variants become theirs, and a variant that moves to another product goes to that one's clients. Throws
 * CatalogError when the client does not exist, or the article or product of a variant.
 */
export async function importCatalog(
  pool: Pool,
  file: CatalogFile,
  { clientId, now = new Date(), by = SYSTEM, onProgress }: ImportOptions,
): Promise<ImportCounts> {
  const rows = rowsOf(file);
  const ledger = { occurred: now, actor: by };
  const { articles, articleVariants, products, productVariants, carriers } = rows;
  const toAssign = clientId === undefined ? [] : productIdsOf(rows);
  const total =
    articles.length +
    articleVariants.length +
    products.length +
    productVariants.length +
    carriers.length +
    toAssign.length;

  return inTransaction(pool, async (connection) => {
    let done = 0;
    let changed = 0;
    let assignedProductVariants = 0;
    onProgress?.(done, total);
    const inChunks = async <T>(
      all: readonly T[],
      size: number,
      write: (chunk: readonly T[]) => Promise<number>,
    ) => {
      for (const chunk of chunksOf(all, size)) {
        changed += await write(chunk);
        done += chunk.length;
        onProgress?.(done, total);
      }
    };

    await lockCatalog(connection, STATEMENT_TIMEOUT_MS);
    if (clientId !== undefined) await assertClientExists(connection, clientId);
    await assertParentsExist(connection, file);
    const changes = await findProductChanges(connection, rows);
    await inChunks(articles, CHUNK_ROWS, (chunk) => upsertArticles(connection, chunk));
    await inChunks(articleVariants, CHUNK_ROWS, (chunk) => {
      const counted = chunk.map(({ sku, stockLevelQuantity }) => [sku, stockLevelQuantity] as const);
      return importStock(connection, 'ARTICLE', counted, ledger, () =>
        upsertArticleVariants(connection, chunk),
      );
    });
    await assertTypesFit(connection, file);
    await inChunks(products, CHUNK_ROWS, (chunk) => upsertProducts(connection, chunk));
    await inChunks(productVariants, CHUNK_ROWS, (chunk) => {
      const counted = chunk.map(({ ean13, stockLevelQuantity }) => [ean13, stockLevelQuantity] as const);
      return importStock(connection, 'PRODUCT', counted, ledger, () =>
        upsertProductVariants(connection, chunk),
      );
    });
    await inChunks(carriers, CHUNK_ROWS, (chunk) => upsertCarriers(connection, chunk));
    await followProducts(connection, changes);
    if (clientId !== undefined) {
      await inChunks(toAssign, CHUNK_PRODUCTS, async (chunk) => {
        assignedProductVariants += await sumVariants(connection, chunk);
        return assignProducts(connection, clientId, chunk);
      });
      await recountClient(connection, clientId);
      changed += await contractCarriers(connection, clientId, file);
    }
    if (changed > 0) await raiseCatalogVersion(connection);

    return {
      articles: articles.length,
      articleVariants: articleVariants.length,
      products: products.length,
      productVariants: productVariants.length,
      carriers: carriers.length,
      assignedProducts: toAssign.length,
      assignedProductVariants,
      assignedCarriers: clientId === undefined ? 0 : carriers.length,
    };
  });
}

/** The file as rows of tables, each in the order of its key, so that two who write many rows do not wait for each other in a ring. */
function rowsOf(file: CatalogFile) {
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

function productIdsOf({ products, productVariants }: Rows): string[] {
  return [...new Set([...products, ...productVariants].map(({ productId }) => productId))].sort();
}

async function assertClientExists(connection: Connection, clientId: string): Promise<void> {
  if (isStorable(clientId) && (await clientExists(connection, clientId))) return;
  const message = `There is no client ${JSON.stringify(clientId)}; "platen client list" shows them.`;
  throw new CatalogError('client_not_found', message);
}

/** What rules cannot know: whether the articles and products are there that rows of CSV name and the file does not hold. */
async function assertParentsExist(
  connection: Connection,
  { articleVariants = [], productVariants = [] }: CatalogFile,
): Promise<void> {
  const violations: Violation[] = [];
  const report = (violation: Violation) => violations.push(violation);
  for (const chunk of chunksOf(articleVariants, CHUNK_ROWS)) {
    const stored = await findArticleTypes(connection, [...new Set(chunk.map((row) => row.manufacturerCode))]);
    const types = new Map(stored.map(({ manufacturerCode, type }) => [manufacturerCode, type]));
    for (const variant of chunk) {
      const type = types.get(variant.manufacturerCode);
      const message = 'There is no such article, neither in the file nor in the database.';
      if (!type) report({ pointer: variant.place('manufacturerCode'), code: 'unknown_article', message });
      else checkLocationsOfType(type, variant, variant.place, report);
    }
  }
  for (const chunk of chunksOf(productVariants, CHUNK_ROWS)) {
    const stored = await findProductNames(connection, [...new Set(chunk.map((row) => row.productId))]);
    const known = new Set(stored.map(({ productId }) => productId));
    for (const { productId, place } of chunk) {
      const message = 'There is no such product, neither in the file nor in the database.';
      if (!known.has(productId)) report({ pointer: place('productId'), code: 'unknown_product', message });
    }
  }
  assertNoViolations(violations);
}

/** An article may change its type only together with all its variants, those that the file does not hold included. */
async function assertTypesFit(connection: Connection, { articles }: CatalogFile): Promise<void> {
  const violations: Violation[] = [];
  const places = new Map(
    articles.map(({ manufacturerCode }, index) => [manufacturerCode, `/articles/${index}/type`]),
  );
  for (const chunk of chunksOf([...places.keys()], CHUNK_ROWS)) {
    for (const { sku, manufacturerCode, type } of await findMisplacedVariants(connection, chunk)) {
      const message = `The stored variant ${sku} has locations that an article of type ${type} must not have; import it too.`;
      violations.push({
        pointer: places.get(manufacturerCode) ?? '',
        code: 'locations_not_of_type',
        message,
      });
    }
  }
  assertNoViolations(violations);
}

/** Under the lock, so that nothing else changes them before the upserts do. */
async function findProductChanges(connection: Connection, rows: Rows): Promise<ProductChanges> {
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

/** Client by client, so that a statement stays small however many clients have a product. */
async function followProducts(
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

async function contractCarriers(
  connection: Connection,
  clientId: string,
  { carriers }: CatalogFile,
): Promise<number> {
  const carrierIds = carriers.map(({ carrierId }) => carrierId);
  const assigned = await assignCarriers(connection, clientId, carrierIds);
  const preferred = carriers.find((carrier) => carrier.default);
  return preferred
    ? assigned + (await setDefaultCarrier(connection, clientId, preferred.carrierId))
    : assigned;
}

function* chunksOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

/** In code-unit order. */
function sorted<T>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}
