import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Actor, SYSTEM } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { isStorable } from '../platform/database/statement-parts.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import type { Violation } from '../platform/errors/errors.ts';
import { problemMessage } from '../platform/errors/problem-messages.ts';
import { importStock } from '../stock/import-stock.ts';
import { assignCarriers, assignProducts, recountClient, type SameGtin, setDefaultCarrier } from './assignment-store.ts';
import {
  addDifference,
  type CatalogDifferences,
  DIFFERENCES_LISTED_MAX,
  type DifferenceCounts,
  noDifferences,
  type RetiredVariant,
} from './catalog-differences.ts';
import { assertNoViolations, CatalogError, type CatalogFile, FAULTS_MAX } from './catalog-file.ts';
import {
  type CatalogRows,
  CHUNK_PRODUCTS,
  CHUNK_ROWS,
  chunksOf,
  findProductChanges,
  findSameGtins,
  productIdsOf,
  rowsOf,
  updateClientsOfProducts,
} from './catalog-rows.ts';
import { checkLocationsOfType, otherFormMessage } from './catalog-rules.ts';
import {
  clientExists,
  countOpenOrders,
  describeVariants,
  findArticleTypes,
  findMisplacedVariants,
  findProductNames,
  findStored,
  lockCatalog,
  type RecordKind,
  raiseCatalogVersion,
  sumVariants,
  upsertArticles,
  upsertArticleVariants,
  upsertCarriers,
  upsertProducts,
  upsertProductVariants,
} from './import-store.ts';
import { findMissingAreas, replacePrintAreas } from './printing/print-settings-store.ts';
import { findMissing, lockVariants, type MissingVariants, NOTHING_MISSING, retireVariants } from './retire-missing.ts';

/** An import waits for another one for this time at most. */
const STATEMENT_TIMEOUT_MS = 600_000;

export interface ImportOptions {
  /** The client that receives the products and carriers of the file, and the products of its variants. */
  clientId?: string;
  /** The time in the ledger; the present time when absent. */
  now?: Date;
  /** The actor in the ledger; Platen itself when absent. */
  by?: Actor;
  /** Retires the variants that the file no longer names (see `findMissing`). */
  retireMissing?: boolean;
  dryRun?: boolean;
  /** Receives the number of rows. Starts again at 0 when the transaction is repeated. */
  onProgress?: (done: number, total: number) => void;
}

/** The numbers of records in the file, and of those now assigned to the client (0 without a client). */
export interface ImportCounts {
  articles: number;
  articleVariants: number;
  products: number;
  productVariants: number;
  carriers: number;
  assignedProducts: number;
  assignedProductVariants: number;
  assignedCarriers: number;
  /** Imported values that are probably mistakes; absent when there are none. */
  warnings?: readonly Violation[];
  /** The changes; present for a dry run, and with `retireMissing`. */
  differences?: CatalogDifferences;
  dryRun?: true;
}

/** Locations that an import names as without a print area. */
const WARNINGS_OF_AREAS_MAX = 20;

class RolledBack extends Error {
  readonly counts: ImportCounts;

  constructor(counts: ImportCounts) {
    super('A dry run is rolled back.');
    this.counts = counts;
  }
}

/**
 * Imports the whole file, or nothing. All clients of a product receive its new name and variants. If a
 * variant moves to another product, clients of the old product lose it and clients of the new one get it.
 * Throws CatalogError for an unknown client, article or product, or locations that do not fit an article.
 */
export async function importCatalog(pool: Pool, file: CatalogFile, options: ImportOptions): Promise<ImportCounts> {
  try {
    return await importInTransaction(pool, file, options);
  } catch (error) {
    if (error instanceof RolledBack) return error.counts;
    throw error;
  }
}

async function importInTransaction(
  pool: Pool,
  file: CatalogFile,
  { clientId, now = new Date(), by = SYSTEM, retireMissing = false, dryRun = false, onProgress }: ImportOptions,
): Promise<ImportCounts> {
  const rows = rowsOf(file);
  const entryId = randomUUIDv7();
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
    const inChunks = async <T>(all: readonly T[], size: number, write: (chunk: readonly T[]) => Promise<number>) => {
      for (const chunk of chunksOf(all, size)) {
        changed += await write(chunk);
        done += chunk.length;
        onProgress?.(done, total);
      }
    };

    await lockCatalog(connection, STATEMENT_TIMEOUT_MS);
    if (clientId !== undefined) await assertClientExists(connection, clientId);
    await assertParentsExist(connection, file);
    const missing = retireMissing ? await findMissing(connection, rows, clientId) : NOTHING_MISSING;
    const differences = retireMissing || dryRun ? await findDifferences(connection, rows, missing) : undefined;
    const changes = await findProductChanges(connection, rows, missing.ean13s);
    if (retireMissing) await lockVariants(connection, rows, missing);
    await inChunks(articles, CHUNK_ROWS, (chunk) => upsertArticles(connection, chunk));
    await inChunks(articleVariants, CHUNK_ROWS, (chunk) => {
      const counted = chunk.map(({ sku, stockLevelQuantity }) => [sku, stockLevelQuantity] as const);
      return importStock(connection, 'ARTICLE', counted, ledger, () => upsertArticleVariants(connection, chunk));
    });
    changed += await retireVariants(connection, 'ARTICLE', missing.skus, ledger);
    await assertTypesFit(connection, file);
    changed += await importPrintAreas(connection, file);
    await inChunks(products, CHUNK_ROWS, (chunk) => upsertProducts(connection, chunk));
    await inChunks(productVariants, CHUNK_ROWS, (chunk) => {
      const counted = chunk.map(({ ean13, stockLevelQuantity }) => [ean13, stockLevelQuantity] as const);
      return importStock(connection, 'PRODUCT', counted, ledger, () => upsertProductVariants(connection, chunk));
    });
    changed += await retireVariants(connection, 'PRODUCT', missing.ean13s, ledger);
    await inChunks(carriers, CHUNK_ROWS, (chunk) => upsertCarriers(connection, chunk));
    const same = await updateClientsOfProducts(connection, changes, now);
    if (clientId !== undefined) {
      await inChunks(toAssign, CHUNK_PRODUCTS, async (chunk) => {
        assignedProductVariants += await sumVariants(connection, chunk);
        const { assigned, ean13s } = await assignProducts(connection, clientId, chunk);
        same.push(...(await findSameGtins(connection, clientId, ean13s)));
        return assigned;
      });
      await recountClient(connection, clientId);
      changed += await contractCarriers(connection, clientId, file);
    }
    assertOneForm(file, same);
    if (changed > 0) await raiseCatalogVersion(connection);
    const warnings = [...(file.warnings ?? []), ...(await warnOfMissingAreas(connection, file))];
    const counts: ImportCounts = {
      articles: articles.length,
      articleVariants: articleVariants.length,
      products: products.length,
      productVariants: productVariants.length,
      carriers: carriers.length,
      assignedProducts: toAssign.length,
      assignedProductVariants,
      assignedCarriers: clientId === undefined ? 0 : carriers.length,
      ...(warnings.length > 0 && { warnings }),
      ...(differences && { differences }),
      ...(dryRun && { dryRun }),
    };
    if (dryRun) throw new RolledBack(counts);
    await recordImport(connection, counts, { entryId, clientId, by, now });
    return counts;
  });
}

async function recordImport(
  connection: Connection,
  { differences, ...counts }: ImportCounts,
  { entryId, clientId, by, now }: { entryId: string; clientId: string | undefined; by: Actor; now: Date },
): Promise<void> {
  const detail = {
    ...counts,
    ...(differences && { differences: differences.counts }),
    ...(clientId !== undefined && { clientId }),
  };
  await recordAudit(connection, by, now, { entryId, action: 'catalog.imported', subject: ['catalog'], detail });
}

async function assertClientExists(connection: Connection, clientId: string): Promise<void> {
  if (isStorable(clientId) && (await clientExists(connection, clientId))) return;
  const message = `No client has the id ${JSON.stringify(clientId)}; "platen client list" lists all clients.`;
  throw new CatalogError('client_not_found', message);
}

/** Checks that the articles and products exist that only rows of CSV name. */
async function assertParentsExist(
  connection: Connection,
  { articleVariants = [], productVariants = [], areaPlaces = new Map() }: CatalogFile,
): Promise<void> {
  const violations: Violation[] = [];
  const report = (violation: Violation) => violations.push(violation);
  for (const chunk of chunksOf(articleVariants, CHUNK_ROWS)) {
    if (violations.length >= FAULTS_MAX) break;
    const stored = await findArticleTypes(connection, [...new Set(chunk.map((row) => row.manufacturerCode))]);
    const types = new Map(stored.map(({ manufacturerCode, type }) => [manufacturerCode, type]));
    for (const variant of chunk) {
      const type = types.get(variant.manufacturerCode);
      const message = 'There is no such article, neither in the file nor in the database.';
      if (!type) report({ pointer: variant.place('manufacturerCode'), code: 'unknown_article', message });
      else checkLocationsOfType(type, variant, variant.place, report);
    }
  }
  const withAreas = new Set(
    (await findArticleTypes(connection, [...areaPlaces.keys()])).map((one) => one.manufacturerCode),
  );
  for (const [manufacturerCode, place] of areaPlaces) {
    const message = 'There is no such article, neither in the file nor in the database.';
    if (!withAreas.has(manufacturerCode))
      report({ pointer: place('manufacturerCode'), code: 'unknown_article', message });
  }
  for (const chunk of chunksOf(productVariants, CHUNK_ROWS)) {
    if (violations.length >= FAULTS_MAX) break;
    const stored = await findProductNames(connection, [...new Set(chunk.map((row) => row.productId))]);
    const known = new Set(stored.map(({ productId }) => productId));
    for (const { productId, place } of chunk) {
      const message = 'There is no such product, neither in the file nor in the database.';
      if (!known.has(productId)) report({ pointer: place('productId'), code: 'unknown_product', message });
    }
  }
  assertNoViolations(violations);
}

/** Replaces the print areas that the file gives. Returns the number of their articles. */
async function importPrintAreas(connection: Connection, { printAreas = new Map() }: CatalogFile): Promise<number> {
  if (printAreas.size === 0) return 0;
  const rows = [...printAreas].flatMap(([manufacturerCode, areas]) =>
    areas.map((area) => ({ ...area, manufacturerCode })),
  );
  await replacePrintAreas(connection, [...printAreas.keys()], rows);
  return printAreas.size;
}

/** Returns warnings for locations of these articles at which no print file can be made. */
async function warnOfMissingAreas(connection: Connection, { articles }: CatalogFile): Promise<Violation[]> {
  const places = new Map(articles.map(({ manufacturerCode }, index) => [manufacturerCode, `/articles/${index}`]));
  const missing = await findMissingAreas(connection, [...places.keys()], WARNINGS_OF_AREAS_MAX);
  return missing.map(({ manufacturerCode, location, variants }) => {
    const message = problemMessage('no_print_area', { article: manufacturerCode, location, variants });
    return { pointer: places.get(manufacturerCode) ?? '', code: 'no_print_area', message };
  });
}

/** Checks that stored variants which are not in the file still fit the types of their articles. */
async function assertTypesFit(connection: Connection, { articles }: CatalogFile): Promise<void> {
  const violations: Violation[] = [];
  const places = new Map(articles.map(({ manufacturerCode }, index) => [manufacturerCode, `/articles/${index}/type`]));
  for (const chunk of chunksOf([...places.keys()], CHUNK_ROWS)) {
    const room = FAULTS_MAX - violations.length;
    if (room === 0) break;
    for (const { sku, manufacturerCode, type } of await findMisplacedVariants(connection, chunk, room)) {
      const message = `The stored variant ${sku} has locations that an article of type ${type} must not have; import it too.`;
      violations.push({ pointer: places.get(manufacturerCode) ?? '', code: 'locations_not_of_type', message });
    }
  }
  assertNoViolations(violations);
}

/** Checks that no client has a GTIN in two forms, such as 12 and 13 digits. */
function assertOneForm({ products, productVariants = [] }: CatalogFile, same: readonly SameGtin[]): void {
  if (same.length === 0) return;
  const places = new Map(productVariants.map(({ ean13, place }) => [ean13, place('ean13')]));
  for (const [at, { variants }] of products.entries())
    for (const [index, { ean13 }] of variants.entries()) places.set(ean13, `/products/${at}/variants/${index}/ean13`);
  assertNoViolations(
    same.map((one) => ({ pointer: places.get(one.ean13) ?? '', code: 'duplicate', message: otherFormMessage(one) })),
  );
}

async function contractCarriers(connection: Connection, clientId: string, { carriers }: CatalogFile): Promise<number> {
  const carrierIds = carriers.map(({ carrierId }) => carrierId);
  const assigned = await assignCarriers(connection, clientId, carrierIds);
  const preferred = carriers.find((carrier) => carrier.default);
  return preferred ? assigned + (await setDefaultCarrier(connection, clientId, preferred.carrierId)) : assigned;
}

/** Compares the file with the stored catalogue, under the lock and before anything is written. */
async function findDifferences(
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
  const counts = await countOpenOrders(connection, skus, ean13s);
  const openOrders = new Map(counts.map((one) => [`${one.kind} ${one.code}`, one.openOrders]));
  const variants = await describeVariants(connection, skus, ean13s);
  return variants.map(({ kind, code, ...rest }) => {
    return { kind, code, ...rest, openOrders: openOrders.get(`${kind} ${code}`) ?? 0 };
  });
}
