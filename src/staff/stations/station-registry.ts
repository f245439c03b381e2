import type { Pool } from 'pg';
import { withRetry } from '../../platform/database/transaction.ts';
import { hashToken } from '../random-token.ts';
import { mayDo } from '../role-rules.ts';
import { SessionMemory } from '../session-memory.ts';
import { locksAt, stationExpiryOf } from './station-rules.ts';
import { findStationSessions, noteActive, type StationState, touchStation } from './station-session-store.ts';

/** Sessions of stations remembered at most. */
const STATIONS_REMEMBERED_MAX = 1_000;
/** How often it is noted that a station is in use, and that its person is. */
const TOUCH_INTERVAL_MS = 3_600_000;
const ACTIVE_INTERVAL_MS = 15_000;

/** A station as it is now: without `operator` nobody is signed on, or nobody has done anything for too long. */
export interface StationNow
  extends Pick<StationState, 'hash' | 'sessionId' | 'stationId' | 'name' | 'kinds'> {
  operator: NonNullable<StationState['operator']> | undefined;
  /** When nobody will be signed on any more, unless something is done. */
  locks: Date | undefined;
  expires: Date;
}

/** The browsers that are stations. */
export class StationRegistry {
  readonly idleMs: number;
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #memory: SessionMemory<StationState>;

  constructor(pool: Pool, clock: () => Date, idleMs: number) {
    this.#pool = pool;
    this.#clock = clock;
    this.idleMs = idleMs;
    const options = { name: 'stations', sessionsMax: STATIONS_REMEMBERED_MAX };
    this.#memory = new SessionMemory((hashes) => findStationSessions(pool, hashes), options);
  }

  /**
   * The station of this cookie; undefined where the browser is none, or no longer. Whoever `changes` something is asked for in the database, so that
   * it is done in the name of whoever is signed on now, also when they signed on at another process just before; and it counts as activity.
   */
  async check(token: string, { changes }: { changes: boolean }): Promise<StationNow | undefined> {
    const hash = hashToken(token);
    if (!hash) return undefined;
    const state = await (changes ? this.#memory.read(hash) : this.#memory.get(hash));
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
    this.#memory.forgetAll();
  }

  async #noteActive(state: StationState, operatorId: string, now: Date): Promise<void> {
    if (state.active && now.getTime() - state.active.getTime() < ACTIVE_INTERVAL_MS) return;
    state.active = now;
    await withRetry(() => noteActive(this.#pool, state.hash, operatorId, now));
  }
}

function signedOnAt(state: StationState, now: Date, idleMs: number): StationNow['operator'] {
  const { operator, active } = state;
  const locks = locksAt(active, idleMs);
  return operator && locks && locks > now && mayDo(operator.role, 'stations.work') ? operator : undefined;
}
