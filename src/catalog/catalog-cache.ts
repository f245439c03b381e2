import type { Pool } from 'pg';
import { currentAsker, runFor } from '../platform/database/asker.ts';
import { batching, REQUEST_LOAD_MS_MAX } from '../platform/database/batching.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { listContractedCarriers } from '../shipping/carrier-store.ts';
import type { ArticleType, LocationTechnologies } from './catalog-schemas.ts';
import { findArticleVariants, findAssignedVariants, readCatalogVersion } from './catalog-store.ts';

/** Variants, articles and carrier lists remembered at most, of each; past that all are forgotten and read anew as they are asked for. */
const ENTRIES_REMEMBERED_MAX = 200_000;
/** Answers remembered at most, and together with their keys; past that the oldest are forgotten. */
const ANSWERS_REMEMBERED_MAX = 1_000;
const ANSWERS_BYTES_MAX = 16 * 1_048_576;

/** Locations of an article and the technologies allowed at each. */
export type Locations = ReadonlyMap<string, ReadonlySet<string>>;

/** What an order needs to know of an article variant. */
export interface OrderableArticle {
  type: ArticleType;
  allowedLocations: Locations;
  isAllowedOnLocations: Locations;
  /** New orders cannot name it. */
  isRetired: boolean;
}

/** What an order refers to: EANs and SKUs, and whether it names a carrier. */
export interface OrderReferences {
  ean13s: ReadonlySet<string>;
  skus: ReadonlySet<string>;
  carrier: boolean;
}

/** The part of the catalogue that an order refers to, as far as its client may use it. */
export interface OrderCatalog {
  /** EAN-13 to name, of the client's product variants, also of those that are retired. */
  variantNames: ReadonlyMap<string, string>;
  /** EAN-13s of those variants that new orders cannot name. */
  retiredVariants: ReadonlySet<string>;
  /** By SKU. */
  articles: ReadonlyMap<string, OrderableArticle>;
  /** Of the carriers that the client has a contract with. */
  carrierIds: ReadonlySet<string>;
}

/** And the version of the catalogue that it is of. */
export interface VersionedCatalog extends OrderCatalog {
  version: string;
}

/** What is remembered of one version of the catalogue. */
class Edition {
  readonly variants = new Map<string, { name: string; isRetired: boolean }>();
  readonly articles = new Map<string, OrderableArticle>();
  readonly carrierIds = new Map<string, ReadonlySet<string>>();
  readonly answers = new Map<string, { json: Buffer }>();
  readonly version: string;
  #answersBytes = 0;

  constructor(version: string) {
    this.version = version;
  }

  rememberAnswer(key: string, answer: { json: Buffer }): void {
    // Two may have asked for it at once.
    if (this.answers.has(key)) return;
    // Buffer.alloc copies. A small buffer is a slice of Node's pool, which would stay in memory as a whole.
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
 * The part of the catalogue that is asked for again and again, in memory for one version of it. Each request first
 * learns the version, in one small statement for all requests of a turn, or has the statement that stores something compare it, so nothing stale is used;
 * what is not in memory is asked of the database, and what is not there either is not remembered.
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

  /**
   * What the order refers to; what does not exist, or is another client's, is not in the answer. `remembered`: of the version that was
   * last heard of, without asking, where there is one. Whoever goes by it sees to it that it is still the current one.
   */
  async lookUp(
    clientId: string,
    { ean13s, skus, carrier }: OrderReferences,
    { remembered = false } = {},
  ): Promise<VersionedCatalog> {
    const edition = remembered && this.#edition.version !== '' ? this.#edition : await this.#current();
    const [variants, articles, carrierIds] = await Promise.all([
      recall(edition.variants, ean13s, `${clientId} `, async (missing) => {
        const rows = await withRetry(() => findAssignedVariants(this.#pool, clientId, missing));
        return rows.map(({ ean13, name, isRetired }) => [ean13, { name, isRetired }]);
      }),
      recall(edition.articles, skus, '', async (missing) => {
        const rows = await withRetry(() => findArticleVariants(this.#pool, missing));
        return rows.map(({ sku, type, isRetired, allowedLocations, isAllowedOnLocations }) => [
          sku,
          {
            type,
            allowedLocations: byLocation(allowedLocations),
            isAllowedOnLocations: byLocation(isAllowedOnLocations),
            isRetired,
          },
        ]);
      }),
      recall(edition.carrierIds, new Set(carrier ? [clientId] : []), '', async () => {
        const carriers = await withRetry(() => listContractedCarriers(this.#pool, clientId));
        return [[clientId, new Set(carriers.map(({ carrierId }) => carrierId))]];
      }),
    ]);
    const variantNames = new Map<string, string>();
    const retiredVariants = new Set<string>();
    for (const [ean13, { name, isRetired }] of variants) {
      variantNames.set(ean13, name);
      if (isRetired) retiredVariants.add(ean13);
    }
    const ofClient = carrierIds.get(clientId) ?? new Set();
    return { variantNames, retiredVariants, articles, carrierIds: ofClient, version: edition.version };
  }

  /** Whether the catalogue is still in that version. */
  async isCurrent(version: string): Promise<boolean> {
    return (await this.#current()).version === version;
  }

  /**
   * What `make` made for the key in this version of the catalogue. `make` must depend on key and catalogue alone; what is
   * `empty`, such as a page past the end, is not remembered, since there is no end of those.
   * `make` runs for `asker`.
   */
  async answer<T extends { json: Buffer; empty: boolean }>(
    key: string,
    make: () => Promise<T>,
    asker = currentAsker(),
  ): Promise<T> {
    const edition = await this.#current();
    const remembered = edition.answers.get(key) as T | undefined;
    if (remembered !== undefined) return remembered;
    const made = await runFor(asker, make);
    if (!made.empty) edition.rememberAnswer(key, made);
    return made;
  }

  async #current(): Promise<Edition> {
    const version = await this.#readVersion('version');
    if (version !== this.#edition.version) this.#edition = new Edition(version);
    return this.#edition;
  }
}

/** Values by key from memory, where they stand behind `prefix`, and from the database where memory has none. */
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

function byLocation(list: readonly LocationTechnologies[]): Locations {
  return new Map(list.map(({ location, printTechnologies }) => [location, new Set(printTechnologies)]));
}
