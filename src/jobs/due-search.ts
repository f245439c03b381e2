import type { Pool } from 'pg';
import { findDueOfAll, isOfClients, queryOfClient } from '../platform/database/due-query.ts';
import { isConnectionLost } from '../platform/observability/database-faults.ts';
import { listJobClients } from './job-run-store.ts';

/** Time for which the work of each client is searched alone after a failed common search. */
const ALONE_MS = 10_000;
/** Statements for single clients that run at once. */
const STATEMENTS_MAX = 4;
/** Clients of a lost node that one search asks again. */
const ASKED_AGAIN_MAX = 4;

type KindQuery = Parameters<typeof findDueOfAll>[1][number];
type FoundKey = Awaited<ReturnType<typeof findDueOfAll>>[number];

/**
 * Searches due work in one statement. While a node of a split database is down, each client has a separate
 * statement. The node then delays only its own clients.
 */
export class DueSearch {
  readonly #pool: Pool;
  /** In milliseconds of performance.now(). */
  #aloneUntil = 0;
  /** Clients whose node did not answer, the longest ago first. */
  readonly #lost = new Set<string>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async find(queries: readonly KindQuery[]): Promise<FoundKey[]> {
    if (performance.now() < this.#aloneUntil) return this.#findByClient(queries);
    try {
      return await findDueOfAll(this.#pool, queries);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      return this.#findByClient(queries);
    }
  }

  async #findByClient(queries: readonly KindQuery[]): Promise<FoundKey[]> {
    const [ofClients, others] = [true, false].map((wanted) =>
      queries.filter(({ query }) => isOfClients(query) === wanted),
    ) as [KindQuery[], KindQuery[]];
    // These fail too if the whole database is lost.
    const found = others.length > 0 ? await findDueOfAll(this.#pool, others) : [];
    const clients = await listJobClients(this.#pool);
    this.#aloneUntil = performance.now() + ALONE_MS;
    const again = [...this.#lost].slice(0, ASKED_AGAIN_MAX);
    const candidates = [...clients.filter((clientId) => !this.#lost.has(clientId)), ...again];
    const ask = async (clientId: string) => {
      this.#lost.delete(clientId);
      try {
        // Citus would send the results of the parts of one statement to all nodes.
        for (const { kind, query } of ofClients)
          found.push(...(await findDueOfAll(this.#pool, [{ kind, query: queryOfClient(query, clientId) }])));
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        this.#lost.add(clientId);
      }
    };
    for (let at = 0; ofClients.length > 0 && at < candidates.length; at += STATEMENTS_MAX)
      await Promise.all(candidates.slice(at, at + STATEMENTS_MAX).map(ask));
    if (this.#lost.size === 0) this.#aloneUntil = 0;
    return found;
  }
}
