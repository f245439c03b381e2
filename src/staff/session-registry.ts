import type { Pool } from 'pg';
import { batching, REQUEST_LOAD_MS_MAX } from '../platform/database/batching.ts';
import { type Connection, withRetry } from '../platform/database/transaction.ts';
import { hashToken } from './random-token.ts';
import { mayDo } from './role-rules.ts';
import { expiryOf, type SessionKind, type SessionTimes } from './session-rules.ts';
import {
  findSessions,
  findStationSessions,
  type SessionState,
  type StationState,
  touchSession,
  touchSignedOn,
} from './session-store.ts';
import { lockTimeOf } from './station-rules.ts';

/** A session that another process has ended stays valid here for at most this time. */
const REMEMBERED_MS = 3_000;
const LOAD_BATCH = { maxBatchSize: 200, maxInFlight: 1, loadMsMax: REQUEST_LOAD_MS_MAX };
/** Limits how often the activity at a station is recorded. */
const ACTIVE_INTERVAL_MS = 15_000;

interface LiveSessionsOptions<State> {
  kind: SessionKind;
  find: (connection: Connection, hashes: readonly Buffer[]) => Promise<State[]>;
  /** When more sessions than this are remembered, all are forgotten and read again. */
  rememberedMax: number;
  /** Limits how often the use of a session is recorded. */
  touchIntervalMs: number;
}

/** Remembers sessions for a few seconds, so that the requests of one browser share a statement. */
class LiveSessions<State extends SessionTimes & { hash: Buffer }> {
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #options: LiveSessionsOptions<State>;
  readonly #load: (hash: Buffer) => Promise<State | undefined>;
  /** `until` is a time of performance.now(). */
  readonly #remembered = new Map<string, { state: State; until: number }>();
  /** Rises when sessions are forgotten: a session that was being read then is read again. */
  #generation = 0;

  constructor(pool: Pool, clock: () => Date, options: LiveSessionsOptions<State>) {
    this.#pool = pool;
    this.#clock = clock;
    this.#options = options;
    const load = async (hashes: readonly Buffer[]) => {
      const found = await withRetry(() => options.find(pool, hashes));
      const byHash = new Map(found.map((state) => [keyOf(state.hash), state]));
      return hashes.map((hash) => byHash.get(keyOf(hash)));
    };
    this.#load = batching(load, { ...LOAD_BATCH, name: options.kind === 'operator' ? 'sessions' : 'stations' });
  }

  /** Returns a live session, read some seconds ago or, with `isFresh`, now. Records its use. */
  async find(token: string, { isFresh }: { isFresh: boolean }): Promise<State | undefined> {
    const hash = hashToken(token);
    if (!hash) return undefined;
    const state = (isFresh ? undefined : this.#recall(hash)) ?? (await this.#read(hash));
    const now = this.#clock();
    const { kind, touchIntervalMs } = this.#options;
    if (!state || expiryOf(kind, state) <= now) return undefined;
    if (now.getTime() - state.lastSeen.getTime() >= touchIntervalMs) {
      state.lastSeen = now;
      await withRetry(() => touchSession(this.#pool, kind, hash, now));
    }
    return state;
  }

  forgetAll(): void {
    this.#generation++;
    this.#remembered.clear();
  }

  #recall(hash: Buffer): State | undefined {
    const known = this.#remembered.get(keyOf(hash));
    return known && known.until > performance.now() ? known.state : undefined;
  }

  async #read(hash: Buffer): Promise<State | undefined> {
    const generation = this.#generation;
    const until = performance.now() + REMEMBERED_MS;
    const found = await this.#load(hash);
    if (generation !== this.#generation) return this.#load(hash);
    // Buffer.alloc copies. The hash is a slice of PostgreSQL's answer of up to 64 KiB, which would stay in
    // memory.
    const state = found && { ...found, hash: Buffer.alloc(found.hash.length, found.hash) };
    if (this.#remembered.size >= this.#options.rememberedMax) this.#remembered.clear();
    if (state) this.#remembered.set(keyOf(hash), { state, until });
    else this.#remembered.delete(keyOf(hash));
    return state;
  }
}

/** Finds sessions of people by their cookie's token, and caches each for at most 3 s. */
export class SessionRegistry {
  readonly #sessions: LiveSessions<SessionState>;

  constructor(pool: Pool, clock: () => Date) {
    this.#sessions = new LiveSessions(pool, clock, {
      kind: 'operator',
      find: findSessions,
      rememberedMax: 10_000,
      touchIntervalMs: 60_000,
    });
  }

  check(token: string): Promise<SessionState | undefined> {
    return this.#sessions.find(token, { isFresh: false });
  }

  /** Makes this process read all sessions again. Call it after a change of accounts or their sessions. */
  forgetAll(): void {
    this.#sessions.forgetAll();
  }
}

export interface StationNow extends Pick<StationState, 'hash' | 'sessionId' | 'stationId' | 'name' | 'kinds'> {
  /** Undefined: nobody is signed on, or the station has locked. */
  operator: NonNullable<StationState['operator']> | undefined;
  /** When the station locks unless it is used before. */
  locks: Date | undefined;
  expires: Date;
}

export class StationRegistry {
  readonly idleMs: number;
  readonly #pool: Pool;
  readonly #clock: () => Date;
  readonly #sessions: LiveSessions<StationState>;

  constructor(pool: Pool, clock: () => Date, idleMs: number) {
    this.idleMs = idleMs;
    this.#pool = pool;
    this.#clock = clock;
    this.#sessions = new LiveSessions(pool, clock, {
      kind: 'station',
      find: findStationSessions,
      rememberedMax: 1_000,
      touchIntervalMs: 3_600_000,
    });
  }

  /**
   * Returns the station of a cookie's token. A request that `changes` something counts as activity. Such a
   * request reads the session from the database, because somebody may have just signed on in another process.
   */
  async check(token: string, { changes }: { changes: boolean }): Promise<StationNow | undefined> {
    const state = await this.#sessions.find(token, { isFresh: changes });
    if (!state) return undefined;
    const now = this.#clock();
    const { hash, sessionId, stationId, name, kinds } = state;
    const operator = signedOnAt(state, now, this.idleMs);
    if (changes && operator) await this.#recordActivity(state, operator.operatorId, now);
    const locks = operator && lockTimeOf(state.active, this.idleMs);
    return { hash, sessionId, stationId, name, kinds, operator, locks, expires: expiryOf('station', state) };
  }

  /** Makes this process read all sessions again. Call it after a change of stations or accounts. */
  forgetAll(): void {
    this.#sessions.forgetAll();
  }

  async #recordActivity(state: StationState, operatorId: string, now: Date): Promise<void> {
    if (state.active && now.getTime() - state.active.getTime() < ACTIVE_INTERVAL_MS) return;
    state.active = now;
    await withRetry(() => touchSignedOn(this.#pool, state.hash, operatorId, now));
  }
}

function signedOnAt({ operator, active }: StationState, now: Date, idleMs: number): StationNow['operator'] {
  const locks = lockTimeOf(active, idleMs);
  return operator && locks && locks > now && mayDo(operator.role, 'stations.work') ? operator : undefined;
}

function keyOf(hash: Buffer): string {
  return hash.toString('base64');
}
