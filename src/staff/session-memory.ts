import { batching, REQUEST_LOAD_MS_MAX } from '../platform/database/batching.ts';
import { withRetry } from '../platform/database/transaction.ts';

/** So long a session is known without asking: one that was ended goes on for so long at most, on every process. */
const REMEMBERED_MS = 3_000;
const LOAD_BATCH = { maxBatchSize: 200, maxInFlight: 1, loadMsMax: REQUEST_LOAD_MS_MAX };

interface Remembered<State> {
  state: State;
  /** As performance.now() has it. */
  until: number;
}

interface SessionMemoryOptions {
  /** What the sessions are of, for spans. */
  name: string;
  /** Sessions remembered at most; past that all are forgotten and read anew as they call. */
  sessionsMax: number;
}

/** The sessions of browsers that call, by the hash of their cookie, in memory and a few seconds old at most: all requests of one within these cost one statement. */
export class SessionMemory<State extends { hash: Buffer }> {
  readonly #find: (hash: Buffer) => Promise<State | undefined>;
  readonly #sessionsMax: number;
  readonly #remembered = new Map<string, Remembered<State>>();
  /** What was read before it was raised may be no longer true. */
  #generation = 0;

  /** `find` reads those of the sessions that there are. */
  constructor(
    find: (hashes: readonly Buffer[]) => Promise<State[]>,
    { name, sessionsMax }: SessionMemoryOptions,
  ) {
    this.#find = batching((hashes) => findAll(find, hashes), { ...LOAD_BATCH, name });
    this.#sessionsMax = sessionsMax;
  }

  /** The session as it was a few seconds ago at most; undefined where there is none. */
  async get(hash: Buffer): Promise<State | undefined> {
    const known = this.#remembered.get(keyOf(hash));
    return known && known.until > performance.now() ? known.state : this.read(hash);
  }

  /** The session as it is in the database; undefined where there is none. */
  async read(hash: Buffer): Promise<State | undefined> {
    const generation = this.#generation;
    const until = performance.now() + REMEMBERED_MS;
    const found = await this.#find(hash);
    if (generation !== this.#generation) return this.#find(hash);
    // Buffer.alloc copies. A hash is a slice of what PostgreSQL sent, up to 64 KiB, which would stay in memory.
    const state = found && { ...found, hash: Buffer.alloc(found.hash.length, found.hash) };
    if (this.#remembered.size >= this.#sessionsMax) this.#remembered.clear();
    if (state) this.#remembered.set(keyOf(hash), { state, until });
    else this.#remembered.delete(keyOf(hash));
    return state;
  }

  /** Something of sessions, or of whose they are, has changed: this process knows it at once. */
  forgetAll(): void {
    this.#generation++;
    this.#remembered.clear();
  }
}

async function findAll<State extends { hash: Buffer }>(
  find: (hashes: readonly Buffer[]) => Promise<State[]>,
  hashes: readonly Buffer[],
): Promise<(State | undefined)[]> {
  const found = await withRetry(() => find(hashes));
  const byHash = new Map(found.map((state) => [keyOf(state.hash), state]));
  return hashes.map((hash) => byHash.get(keyOf(hash)));
}

function keyOf(hash: Buffer): string {
  return hash.toString('base64');
}
