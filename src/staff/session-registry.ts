import type { Pool } from 'pg';
import { withRetry } from '../platform/database/transaction.ts';
import { hashToken } from './random-token.ts';
import { SessionMemory } from './session-memory.ts';
import { isOver } from './session-rules.ts';
import { findSessions, type SessionState, touchSession } from './session-store.ts';

/** Sessions remembered at most. */
const SESSIONS_REMEMBERED_MAX = 10_000;
/** How often it is noted that a session is in use. */
const TOUCH_INTERVAL_MS = 60_000;

/** The people who call. */
export class SessionRegistry {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #memory: SessionMemory<SessionState>;

  constructor(pool: Pool, clock: () => Date) {
    this.#pool = pool;
    this.#clock = clock;
    const options = { name: 'sessions', sessionsMax: SESSIONS_REMEMBERED_MAX };
    this.#memory = new SessionMemory((hashes) => findSessions(pool, hashes), options);
  }

  /** Who is signed in with this cookie; undefined where nobody is, or no longer. */
  async check(token: string): Promise<SessionState | undefined> {
    const hash = hashToken(token);
    if (!hash) return undefined;
    const state = await this.#memory.get(hash);
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
    this.#memory.forgetAll();
  }
}
