import type { Pool } from 'pg';
import { batching, REQUEST_LOAD_MS_MAX } from '../../database/batching.ts';
import { withRetry } from '../../database/transaction.ts';
import { ownMemory } from '../../own-memory.ts';
import { hashToken } from '../random-token.ts';
import { mayDo } from '../role-rules.ts';
import { locksAt, stationExpiryOf } from './station-rules.ts';
import { findStationSessions, noteActive, type StationState, touchStation } from './station-session-store.ts';

/** So long a station is known without asking, to those that only read. */
const REMEMBERED_MS = 3_000;
const STATIONS_REMEMBERED_MAX = 1_000;
/** How often it is noted that a station is in use, and that its person is. */
const TOUCH_INTERVAL_MS = 3_600_000;
const ACTIVE_INTERVAL_MS = 15_000;
const LOAD_BATCH = { maxBatchSize: 200, maxInFlight: 1, loadMsMax: REQUEST_LOAD_MS_MAX, name: 'stations' };

/** A station as it is now: without `operator` nobody is signed on, or nobody has done anything for too long. */
export interface StationNow
  extends Pick<StationState, 'hash' | 'sessionId' | 'stationId' | 'name' | 'kinds'> {
  operator: NonNullable<StationState['operator']> | undefined;
  /** When nobody will be signed on any more, unless something is done. */
  locks: Date | undefined;
  expires: Date;
}

/** The browsers that are stations, in memory and a few seconds old at most. */
export class StationRegistry {
  readonly idleMs: number;
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #remembered = new Map<string, { state: StationState; until: number }>();
  readonly #find: (hash: Buffer) => Promise<StationState | undefined>;
  /** What was read before it was raised may be no longer true. */
  #generation = 0;

  constructor(pool: Pool, clock: () => Date, idleMs: number) {
    this.#pool = pool;
    this.#clock = clock;
    this.idleMs = idleMs;
    this.#find = batching((hashes) => findAll(pool, hashes), LOAD_BATCH);
  }

  /**
   * The station of this cookie; undefined where the browser is none, or no longer. Whoever `changes` something is asked for in the database, so that
   * it is done in the name of whoever is signed on now, also when they signed on at another process just before; and it counts as activity.
   */
  async check(token: string, { changes }: { changes: boolean }): Promise<StationNow | undefined> {
    const hash = hashToken(token);
    if (!hash) return undefined;
    const key = hash.toString('base64');
    const state = (changes ? undefined : this.#recall(key)) ?? (await this.#load(key, hash));
    const now = this.#clock();
    if (!state || stationExpiryOf(state) <= now) return undefined;
    if (now.getTime() - state.lastSeen.getTime() >= TOUCH_INTERVAL_MS) {
      state.lastSeen = now;
      await withRetry(() => touchStation(this.#pool, hash, now));
    }
    const operator = signedOnAt(state, now, this.idleMs);
    if (changes && operator) await this.#noteActive(state, operator.operatorId, now);
    const { sessionId, stationId, name, kinds } = state;
    const locks = operator && locksAt(state.active, this.idleMs);
    return { hash, sessionId, stationId, name, kinds, operator, locks, expires: stationExpiryOf(state) };
  }

  /** Something of stations or people has changed: this process knows it at once. */
  forgetAll(): void {
    this.#generation++;
    this.#remembered.clear();
  }

  async #noteActive(state: StationState, operatorId: string, now: Date): Promise<void> {
    if (state.active && now.getTime() - state.active.getTime() < ACTIVE_INTERVAL_MS) return;
    state.active = now;
    await withRetry(() => noteActive(this.#pool, state.hash, operatorId, now));
  }

  #recall(key: string): StationState | undefined {
    const known = this.#remembered.get(key);
    return known && known.until > performance.now() ? known.state : undefined;
  }

  async #load(key: string, hash: Buffer): Promise<StationState | undefined> {
    const generation = this.#generation;
    const until = performance.now() + REMEMBERED_MS;
    const found = await this.#find(hash);
    if (generation !== this.#generation) return this.#find(hash);
    const state = found && { ...found, hash: ownMemory(found.hash) };
    if (this.#remembered.size >= STATIONS_REMEMBERED_MAX) this.#remembered.clear();
    if (state) this.#remembered.set(key, { state, until });
    else this.#remembered.delete(key);
    return state;
  }
}

function signedOnAt(state: StationState, now: Date, idleMs: number): StationNow['operator'] {
  const { operator, active } = state;
  const locks = locksAt(active, idleMs);
  return operator && locks && locks > now && mayDo(operator.role, 'stations.work') ? operator : undefined;
}

async function findAll(pool: Pool, hashes: readonly Buffer[]): Promise<(StationState | undefined)[]> {
  const found = await withRetry(() => findStationSessions(pool, hashes));
  const byHash = new Map(found.map((state) => [state.hash.toString('base64'), state]));
  return hashes.map((hash) => byHash.get(hash.toString('base64')));
}
