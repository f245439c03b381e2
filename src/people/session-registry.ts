import type { Pool } from 'pg';
import { batching, REQUEST_LOAD_MS_MAX } from '../database/batching.ts';
import { withRetry } from '../database/transaction.ts';
import { ownMemory } from '../own-memory.ts';
import { hashToken } from './random-token.ts';
import { isOver } from './session-rules.ts';
import { findSessions, type SessionState, touchSession } from './session-store.ts';

/** So long a session is known without asking: one that was ended goes on for so long at most, on every process. */
const REMEMBERED_MS = 3_000;
/** Sessions remembered at most; past that all are forgotten and read anew as they call. */
const SESSIONS_REMEMBERED_MAX = 10_000;
/** How often it is noted that a session is in use. */
const TOUCH_INTERVAL_MS = 60_000;
const LOAD_BATCH = { maxBatchSize: 200, maxInFlight: 1, loadMsMax: REQUEST_LOAD_MS_MAX, name: 'sessions' };

interface Remembered {
  state: SessionState;
  /** As performance.now() has it. */
  until: number;
}

/** The sessions that call, in memory and a few seconds old at most: all requests of a session within these cost one statement. */
export class SessionRegistry {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #remembered = new Map<string, Remembered>();
  readonly #find: (hash: Buffer) => Promise<SessionState | undefined>;
  /** What was read before it was raised may be no longer true. */
  #generation = 0;

  constructor(pool: Pool, clock: () => Date) {
    this.#pool = pool;
    this.#clock = clock;
    this.#find = batching((hashes) => findAll(pool, hashes), LOAD_BATCH);
  }

  /** Who is signed in with this cookie; undefined where nobody is, or no longer. */
  async check(token: string): Promise<SessionState | undefined> {
    const hash = hashToken(token);
    if (!hash) return undefined;
    const key = hash.toString('base64');
    const state = this.#recall(key) ?? (await this.#load(key, hash));
    const now = this.#clock();
    if (!state || isOver(state, now)) return undefined;
    if (now.getTime() - state.lastSeen.getTime() >= TOUCH_INTERVAL_MS) {
      state.lastSeen = now;
      await withRetry(() => touchSession(this.#pool, hash, now));
    }
    return state;
  }

  /** Something of people or their sessions has changed: this process knows it at once. */
  forgetAll(): void {
    this.#generation++;
    this.#remembered.clear();
  }

  #recall(key: string): SessionState | undefined {
    const known = this.#remembered.get(key);
    return known && known.until > performance.now() ? known.state : undefined;
  }

  async #load(key: string, hash: Buffer): Promise<SessionState | undefined> {
    const generation = this.#generation;
    const until = performance.now() + REMEMBERED_MS;
    const found = await this.#find(hash);
    if (generation !== this.#generation) return this.#find(hash);
    const state = found && { ...found, hash: ownMemory(found.hash) };
    if (this.#remembered.size >= SESSIONS_REMEMBERED_MAX) this.#remembered.clear();
    if (state) this.#remembered.set(key, { state, until });
    else this.#remembered.delete(key);
    return state;
  }
}

async function findAll(pool: Pool, hashes: readonly Buffer[]): Promise<(SessionState | undefined)[]> {
  const found = await withRetry(() => findSessions(pool, hashes));
  const byHash = new Map(found.map((state) => [state.hash.toString('base64'), state]));
  return hashes.map((hash) => byHash.get(hash.toString('base64')));
}
