import type { Pool } from 'pg';
import { batching } from '../database/batching.ts';
import { withRetry } from '../database/transaction.ts';
import {
  type ArticleVariantDetail,
  findArticleVariants,
  findAssignedVariants,
  readCatalogVersion,
} from './catalog-store.ts';

/** Variants and answers remembered at most, of each; past that all are forgotten and read anew as they are asked for. */
const VARIANTS_REMEMBERED_MAX = 200_000;
const ANSWERS_REMEMBERED_MAX = 2_000;

/** What is remembered of one version of the catalogue. */
class Edition {
  readonly assignedNames = new Map<string, string>();
  readonly articleVariants = new Map<string, ArticleVariantDetail>();
  readonly answers = new Map<string, unknown>();
  readonly version: string;

  constructor(version: string) {
    this.version = version;
  }
}

/**
 * The part of the catalogue that is asked for again and again, in memory for one version of it. Each request first
 * learns the version, in one small statement for all requests of a turn, so nothing stale is used; what is not in memory
 * is asked of the database, and what is not there either is not remembered.
 */
export class CatalogCache {
  readonly #pool: Pool;
  readonly #readVersion: (key: undefined) => Promise<string>;
  #edition = new Edition('');

  constructor(pool: Pool) {
    this.#pool = pool;
    this.#readVersion = batching(
      async (keys) => {
        const version = await withRetry(() => readCatalogVersion(pool));
        return keys.map(() => version);
      },
      { maxBatchSize: 1_000, maxInFlight: 2 },
    );
  }

  /** The names of those variants that are assigned to the client, and those of the article variants that exist. */
  async lookUp(clientId: string, ean13s: ReadonlySet<string>, skus: ReadonlySet<string>) {
    const { assignedNames, articleVariants } = await this.#current();
    const [names, articles] = await Promise.all([
      recall(
        assignedNames,
        ean13s,
        (ean13) => `${clientId}\0${ean13}`,
        async (missing) => {
          const rows = await withRetry(() => findAssignedVariants(this.#pool, clientId, missing));
          return rows.map(({ ean13, name }) => [ean13, name]);
        },
      ),
      recall(
        articleVariants,
        skus,
        (sku) => sku,
        async (missing) => {
          const rows = await withRetry(() => findArticleVariants(this.#pool, missing));
          return rows.map((variant) => [variant.sku, variant]);
        },
      ),
    ]);
    return { assignedNames: names, articleVariants: articles };
  }

  /** What `make` made for the key in this version of the catalogue. `make` must depend on key and catalogue alone. */
  async answer<T>(key: string, make: () => Promise<T>): Promise<T> {
    const { answers } = await this.#current();
    const remembered = answers.get(key) as T | undefined;
    if (remembered !== undefined) return remembered;
    const made = await make();
    if (answers.size >= ANSWERS_REMEMBERED_MAX) answers.clear();
    answers.set(key, made);
    return made;
  }

  async #current(): Promise<Edition> {
    const version = await this.#readVersion(undefined);
    if (version !== this.#edition.version) this.#edition = new Edition(version);
    return this.#edition;
  }
}

/** Values by key from memory, and from the database where memory has none. */
async function recall<V>(
  remembered: Map<string, V>,
  keys: ReadonlySet<string>,
  nameOf: (key: string) => string,
  load: (missing: string[]) => Promise<[string, V][]>,
): Promise<Map<string, V>> {
  const found = new Map<string, V>();
  const missing: string[] = [];
  for (const key of keys) {
    const value = remembered.get(nameOf(key));
    if (value === undefined) missing.push(key);
    else found.set(key, value);
  }
  if (missing.length === 0) return found;
  for (const [key, value] of await load(missing)) {
    found.set(key, value);
    if (remembered.size >= VARIANTS_REMEMBERED_MAX) remembered.clear();
    remembered.set(nameOf(key), value);
  }
  return found;
}
