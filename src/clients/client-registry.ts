import type { Pool } from 'pg';
import { runFor } from '../platform/database/asker.ts';
import { batching, REQUEST_LOAD_MS_MAX } from '../platform/database/batching.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { type ClientState, findClientStates } from './client-store.ts';

/** How often what is remembered of clients is read again. */
const REFRESH_INTERVAL_MS = 1_000;
/** What could not be read again for so long is forgotten: a disabled client is cut off within 5 s, whatever happens. */
const STALE_AFTER_MS = 4_000;
/** Clients remembered at most; past that all are forgotten and read anew as they call. */
const CLIENTS_REMEMBERED_MAX = 10_000;
const LOAD_BATCH = { maxBatchSize: 200, maxInFlight: 2, loadMsMax: REQUEST_LOAD_MS_MAX, name: 'clients' };

/**
 * The state of the clients that call, in memory and at most a few seconds old, so that checking a token costs no
 * statement. `get` answers at once or not at all; `load` asks the database.
 */
export class ClientRegistry {
  readonly #pool: Pool;
  readonly #states = new Map<string, ClientState>();
  readonly #onError: (error: unknown) => void;
  readonly #find: (clientId: string) => Promise<ClientState | undefined>;
  #refreshedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #generation = 0;
  #refreshing: Promise<void> | undefined;

  constructor(pool: Pool, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#onError = onError;
    this.#find = batching((clientIds) => findAll(pool, clientIds), LOAD_BATCH);
  }

  start(): void {
    this.#timer = setInterval(() => {
      // One at a time: a database that is slow is not to be asked more often for it.
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = undefined;
      });
    }, REFRESH_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get(clientId: string): ClientState | undefined {
    if (performance.now() - this.#refreshedAt > STALE_AFTER_MS) this.#states.clear();
    return this.#states.get(clientId);
  }

  async load(clientId: string): Promise<ClientState | undefined> {
    const generation = this.#generation;
    const state = await this.#find(clientId);
    // Read before a refresh that has finished since: it could be older than what the refresh saw.
    if (state && generation === this.#generation) {
      if (this.#states.size === 0) this.#refreshedAt = performance.now();
      if (this.#states.size >= CLIENTS_REMEMBERED_MAX) this.#states.clear();
      this.#states.set(clientId, state);
    }
    return state;
  }

  async #refresh(): Promise<void> {
    const startedAt = performance.now();
    try {
      const clientIds = [...this.#states.keys()];
      const states =
        clientIds.length > 0
          ? await runFor({ until: startedAt + STALE_AFTER_MS }, () => findClientStates(this.#pool, clientIds))
          : [];
      const present = new Map(states.map((state) => [state.clientId, state]));
      for (const clientId of clientIds) {
        const state = present.get(clientId);
        if (state) this.#states.set(clientId, state);
        else this.#states.delete(clientId);
      }
      this.#generation++;
      this.#refreshedAt = startedAt;
    } catch (error) {
      this.#onError(error);
    }
  }
}

async function findAll(pool: Pool, clientIds: readonly string[]): Promise<(ClientState | undefined)[]> {
  const states = await withRetry(() => findClientStates(pool, [...new Set(clientIds)]));
  const present = new Map(states.map((state) => [state.clientId, state]));
  return clientIds.map((clientId) => present.get(clientId));
}
