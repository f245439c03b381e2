import type { Pool } from 'pg';
import { runFor } from '../platform/database/asker.ts';
import { batching } from '../platform/database/batching.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { REQUEST_WAIT_MS_MAX } from '../platform/http/request-gate.ts';
import { type ClientState, findClientStates } from './client-store.ts';

const REFRESH_INTERVAL_MS = 1_000;
/** A read of client states takes at most this long, with all its attempts. */
export const READ_MS_MAX = 3_000;
/** A `ClientState` is used for at most this time after its read began. A refresh ends within this time. */
export const STATE_MS_MAX = REFRESH_INTERVAL_MS + READ_MS_MAX;
/**
 * The tokens of a disabled client end within this time. A request is checked on arrival, by a state that may
 * be as old as STATE_MS_MAX, and may then wait at the request gate.
 */
export const DISABLED_WITHIN_MS = STATE_MS_MAX + REQUEST_WAIT_MS_MAX;
/** Above this number all states are forgotten, and read again when their clients call. */
const CLIENTS_REMEMBERED_MAX = 10_000;
const LOAD_BATCH = { maxBatchSize: 200, maxInFlight: 2, loadMsMax: READ_MS_MAX, name: 'clients' };
type KnownState = { state: ClientState; readAt: number };

/** Keeps the `ClientState` of each calling client in memory, so that checking a token needs no statement. */
export class ClientRegistry {
  readonly #pool: Pool;
  readonly #known = new Map<string, KnownState>();
  readonly #onError: (error: unknown) => void;
  readonly #find: (clientId: string) => Promise<KnownState | undefined>;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(pool: Pool, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#onError = onError;
    this.#find = batching((clientIds) => findAll(pool, clientIds), LOAD_BATCH);
  }

  start(): void {
    this.#timer = setInterval(() => {
      // One refresh at a time: a slow database gets no further statements.
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = undefined;
      });
    }, REFRESH_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Returns the state in memory; undefined when there is none, or it is too old. */
  get(clientId: string): ClientState | undefined {
    const known = this.#known.get(clientId);
    if (!known) return undefined;
    if (performance.now() - known.readAt <= STATE_MS_MAX) return known.state;
    this.#known.delete(clientId);
    return undefined;
  }

  async load(clientId: string): Promise<ClientState | undefined> {
    const found = await this.#find(clientId);
    if (found) this.#remember(clientId, found);
    return found?.state;
  }

  #remember(clientId: string, found: KnownState): void {
    // A read that began later may have ended earlier.
    if ((this.#known.get(clientId)?.readAt ?? 0) > found.readAt) return;
    if (this.#known.size >= CLIENTS_REMEMBERED_MAX) this.#known.clear();
    this.#known.set(clientId, found);
  }

  async #refresh(): Promise<void> {
    const clientIds = [...this.#known.keys()];
    if (clientIds.length === 0) return;
    const readAt = performance.now();
    try {
      const states = await runFor({ until: readAt + READ_MS_MAX }, () => findClientStates(this.#pool, clientIds));
      for (const state of states) this.#remember(state.clientId, { state, readAt });
      const present = new Set(states.map(({ clientId }) => clientId));
      for (const clientId of clientIds) if (!present.has(clientId)) this.#known.delete(clientId);
    } catch (error) {
      this.#onError(error);
    }
  }
}

async function findAll(pool: Pool, clientIds: readonly string[]): Promise<(KnownState | undefined)[]> {
  return withRetry(async () => {
    const readAt = performance.now();
    const states = await findClientStates(pool, [...new Set(clientIds)]);
    const found = new Map(states.map((state) => [state.clientId, { state, readAt }]));
    return clientIds.map((clientId) => found.get(clientId));
  });
}
