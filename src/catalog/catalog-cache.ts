import type { Pool } from 'pg';
import { findContract } from '../clients/contract-store.ts';
import { batching, REQUEST_LOAD_MS_MAX } from '../platform/database/batching.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { nearestCode } from '../platform/errors/wording.ts';
import { gtinForms, gtinKey } from '../platform/formats/gtin.ts';
import { listContractedCarriers } from './assignment-store.ts';
import type { ArticleType, LocationTechnologies } from './catalog-schemas.ts';
import {
  type AssignedVariant,
  findArticleVariants,
  findAssignedVariants,
  listSimilarSkus,
  listSkus,
  readCatalogVersion,
} from './catalog-store.ts';

/** Variants, articles and carrier lists in memory, each. Above this number all of the kind are forgotten. */
const ENTRIES_REMEMBERED_MAX = 200_000;
/** Answers in memory, and their bytes with the keys. Above these limits the oldest are forgotten. */
const ANSWERS_REMEMBERED_MAX = 1_000;
const ANSWERS_BYTES_MAX = 16 * 1_048_576;

/** Unknown SKUs of one order for which the nearest known ones are found. */
const SIMILAR_LOOKED_UP_MAX = 5;
/**
 * Comparisons of SKUs for one order, which take at most about 10 ms. In a larger catalogue, an unknown SKU is
 * only compared with its neighbours in code-point order.
 */
const SKUS_COMPARED_MAX = 10_000;
export type Locations = ReadonlyMap<string, ReadonlySet<string>>;

interface OrderableArticle {
  type: ArticleType;
  allowedLocations: Locations;
  isAllowedOnLocations: Locations;
  isRetired: boolean;
}

export type OrderReferences = {
  ean13s: ReadonlySet<string>;
  skus: ReadonlySet<string>;
  carrier: boolean;
  rush: boolean;
};

/** The part of the catalogue that an order refers to and its client may use. */
export interface OrderCatalog {
  /** The names of the client's product variants, by each EAN-13 that the order has. */
  variantNames: ReadonlyMap<string, string>;
  /** The catalogue's form of each EAN-13 of the order, which may have more or fewer leading zeros. */
  storedEan13s: ReadonlyMap<string, string>;
  /** EAN-13s of the order that new orders cannot name. */
  retiredVariants: ReadonlySet<string>;
  articles: ReadonlyMap<string, OrderableArticle>;
  /** Existing SKUs that resemble unknown SKUs of the order, as hints in error messages. */
  similarSkus: readonly string[];
  carrierIds: ReadonlySet<string>;
  /** Whether the contract allows priority RUSH. False if the order does not ask for it. */
  mayRush: boolean;
}

interface VersionedCatalog extends OrderCatalog {
  version: string;
}

/** The part of one catalogue version that is kept in memory. */
class Edition {
  readonly variants = new Map<string, AssignedVariant>();
  readonly articles = new Map<string, OrderableArticle & { ownerId: string | null }>();
  readonly carrierIds = new Map<string, ReadonlySet<string>>();
  readonly mayRush = new Map<string, boolean>();
  readonly answers = new Map<string, { json: Buffer }>();
  /** The first SKUs, once an unknown one was compared with them. */
  skus: readonly string[] | undefined;
  readonly version: string;
  #answersBytes = 0;

  constructor(version: string) {
    this.version = version;
  }

  rememberAnswer(key: string, answer: { json: Buffer }): void {
    // Two requests may have made it at the same time.
    if (this.answers.has(key)) return;
    // Buffer.alloc copies. A small buffer is a slice of Node's pool, which would stay in memory.
    this.answers.set(key, { ...answer, json: Buffer.alloc(answer.json.length, answer.json) });
    this.#answersBytes += bytesOf(key, answer);
    for (const [oldest, known] of this.answers) {
      if (this.answers.size <= ANSWERS_REMEMBERED_MAX && this.#answersBytes <= ANSWERS_BYTES_MAX) break;
      this.answers.delete(oldest);
      this.#answersBytes -= bytesOf(oldest, known);
    }
  }
}

function bytesOf(key: string, { json }: { json: Buffer }): number {
  return key.length + json.length;
}

/**
 * Keeps the frequently read part of the current catalogue version in memory. A request first reads the
 * current version, in one statement with others of its event-loop turn, or compares it when it inserts an
 * order. The cache therefore never serves outdated data. Only values that exist are kept.
 */
export class CatalogCache {
  readonly #pool: Pool;
  readonly #readVersion: (key: 'version') => Promise<string>;
  #edition = new Edition('');

  constructor(pool: Pool) {
    this.#pool = pool;
    this.#readVersion = batching(
      async (keys) => {
        const version = await withRetry(() => readCatalogVersion(pool));
        return keys.map(() => version);
      },
      { maxBatchSize: 1_000, maxInFlight: 2, loadMsMax: REQUEST_LOAD_MS_MAX, name: 'catalogue version' },
    );
  }

  /** Finds the records that an order names. With `remembered`, the returned version may be outdated. */
  async lookUp(
    clientId: string,
    { ean13s, skus, carrier, rush }: OrderReferences,
    { remembered = false } = {},
  ): Promise<VersionedCatalog> {
    const edition = remembered && this.#edition.version !== '' ? this.#edition : await this.#current();
    const [variants, known, carrierIds, mayRush] = await Promise.all([
      recall(edition.variants, ean13s, `${clientId} `, async (missing) => {
        const rows = await withRetry(() => findAssignedVariants(this.#pool, clientId, missing.flatMap(gtinForms)));
        return missing.flatMap((given) => {
          const same = rows.filter(({ ean13 }) => gtinKey(ean13) === gtinKey(given));
          const found = same.find(({ ean13 }) => ean13 === given) ?? same.find((one) => !one.isRetired) ?? same[0];
          return found ? [[given, found]] : [];
        });
      }),
      recall(edition.articles, skus, '', async (missing) => {
        const rows = await withRetry(() => findArticleVariants(this.#pool, missing));
        return rows.map(({ sku, type, isRetired, ownerId, allowedLocations, isAllowedOnLocations }) => [
          sku,
          {
            type,
            allowedLocations: locationsOf(allowedLocations),
            isAllowedOnLocations: locationsOf(isAllowedOnLocations),
            isRetired,
            ownerId,
          },
        ]);
      }),
      recall(edition.carrierIds, new Set(carrier ? [clientId] : []), '', async () => {
        const carriers = await withRetry(() => listContractedCarriers(this.#pool, clientId));
        return [[clientId, new Set(carriers.map(({ carrierId }) => carrierId))]];
      }),
      recall(edition.mayRush, new Set(rush ? [clientId] : []), '', async () => {
        const contract = await withRetry(() => findContract(this.#pool, clientId));
        return [[clientId, contract?.mayRush === true]];
      }),
    ]);
    // Blanks of another client do not exist for this one.
    const articles = new Map([...known].filter(([, { ownerId }]) => ownerId === null || ownerId === clientId));
    const variantNames = new Map<string, string>();
    const storedEan13s = new Map<string, string>();
    const retiredVariants = new Set<string>();
    for (const [given, { ean13, name, isRetired }] of variants) {
      variantNames.set(given, name);
      storedEan13s.set(given, ean13);
      if (isRetired) retiredVariants.add(given);
    }
    const unknown = [...skus].filter((sku) => !articles.has(sku)).slice(0, SIMILAR_LOOKED_UP_MAX);
    const similarSkus = unknown.length > 0 ? await this.#findSimilarSkus(edition, unknown) : [];
    const ofClient = carrierIds.get(clientId) ?? new Set();
    return {
      ...{ variantNames, storedEan13s, retiredVariants, articles, similarSkus, carrierIds: ofClient },
      mayRush: mayRush.get(clientId) === true,
      version: edition.version,
    };
  }

  async #findSimilarSkus(edition: Edition, unknown: readonly string[]): Promise<string[]> {
    edition.skus ??= await withRetry(() => listSkus(this.#pool, SKUS_COMPARED_MAX + 1));
    const isLarge = edition.skus.length > SKUS_COMPARED_MAX;
    const known = isLarge ? await withRetry(() => listSimilarSkus(this.#pool, unknown)) : edition.skus;
    const compared = unknown.slice(0, SKUS_COMPARED_MAX / known.length);
    return compared.flatMap((sku) => nearestCode(sku, known) ?? []);
  }

  async isCurrent(version: string): Promise<boolean> {
    return (await this.#current()).version === version;
  }

  /**
   * Returns the remembered answer of the current catalogue version, or the result of `make`, which may depend
   * only on key and catalogue. An `empty` answer, such as a page past the end, is not remembered.
   */
  async findOrMakeAnswer<T extends { json: Buffer; empty: boolean }>(key: string, make: () => Promise<T>): Promise<T> {
    const edition = await this.#current();
    const remembered = edition.answers.get(key) as T | undefined;
    if (remembered !== undefined) return remembered;
    const made = await make();
    if (!made.empty) edition.rememberAnswer(key, made);
    return made;
  }

  async #current(): Promise<Edition> {
    const version = await this.#readVersion('version');
    if (version !== this.#edition.version) this.#edition = new Edition(version);
    return this.#edition;
  }
}

/** Returns the values of the keys from memory, under keys with `prefix`, and loads missing ones. */
async function recall<V>(
  remembered: Map<string, V>,
  keys: ReadonlySet<string>,
  prefix: string,
  load: (missing: string[]) => Promise<[string, V][]>,
): Promise<Map<string, V>> {
  const found = new Map<string, V>();
  const missing: string[] = [];
  for (const key of keys) {
    const value = remembered.get(prefix + key);
    if (value === undefined) missing.push(key);
    else found.set(key, value);
  }
  if (missing.length === 0) return found;
  for (const [key, value] of await load(missing)) {
    found.set(key, value);
    if (remembered.size >= ENTRIES_REMEMBERED_MAX) remembered.clear();
    remembered.set(prefix + key, value);
  }
  return found;
}

function locationsOf(list: readonly LocationTechnologies[]): Locations {
  return new Map(list.map(({ location, printTechnologies }) => [location, new Set(printTechnologies)]));
}
