import { AsyncLocalStorage } from 'node:async_hooks';
import { type Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { FairTurns, millisecondsTo, type Release } from '../fair-turns.ts';
import { areSpansMade } from '../tracing/spans.ts';
import { type Asker, currentAsker } from './asker.ts';
import { READ_ONLY } from './database-hosts.ts';

/** Which part of the connections parties have. */
export interface PoolShares {
  /** All parties together at most; the rest is for statements that serve many at once. */
  parties: number;
  /** One party at most. */
  party: number;
}

const REQUEST_SHARES: PoolShares = { parties: 5 / 8, party: 1 / 4 };

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: PoolClient['release'],
) => void;

/**
 * A pool in which nobody has all connections: who asks for a party (see asker.ts) gets a share, in turn with the others, and
 * not for longer than its answer is of use: then the connection is cut, whatever waits on it.
 */
export class SharedPool extends Pool {
  readonly #turns: FairTurns;
  /** Raised when the host is no primary any more: connections made before are of no use. */
  #generation = 0;
  readonly #born = new WeakMap<PoolClient, number>();

  constructor(config: PoolConfig & { max: number }, shares = REQUEST_SHARES) {
    super(config);
    this.#turns = new FairTurns({
      sizeMax: Math.max(1, Math.floor(config.max * shares.parties)),
      sizePerParty: Math.max(1, Math.floor(config.max * shares.party)),
    });
    this.on('connect', (client) => this.#born.set(client, this.#generation));
    this.on('release', (error, client) => {
      const { code } = (error ?? {}) as { code?: string };
      if (code === READ_ONLY && this.#born.get(client) === this.#generation) this.#generation++;
    });
  }

  /** How many wait for a connection: for their party's turn, or for one that is free. */
  get waiting(): number {
    return this.#turns.waiting + this.waitingCount;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    const asker = currentAsker();
    // pg calls it when somebody else gives a connection back; what it does then is still traced for who asked.
    if (!asker)
      return this.#connectForNobody(callback && areSpansMade() ? AsyncLocalStorage.bind(callback) : callback);
    const connected = this.#connectFor(asker);
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  #connectForNobody(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    if (!callback) return this.#connectAnew();
    super.connect((error, client, done) => {
      if (!client || !this.#isStale(client)) return callback(error, client, done);
      done(true);
      this.#connectForNobody(callback);
    });
    return undefined;
  }

  /** Connections that were made before the host became a standby are given up as they are met. */
  async #connectAnew(): Promise<PoolClient> {
    for (;;) {
      const client = await super.connect();
      if (!this.#isStale(client)) return client;
      client.release(true);
    }
  }

  #isStale(client: PoolClient): boolean {
    return this.#generation > 0 && this.#born.get(client) !== this.#generation;
  }

  async #connectFor({ party, until }: Asker): Promise<PoolClient> {
    const giveBack =
      party === undefined
        ? () => {}
        : (this.#turns.takeAtOnce(party, 1) ?? (await this.#turns.take(party, 1, until)));
    try {
      const client = await this.#connectAnew();
      lend(client, until, giveBack);
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  }
}

/** Until the client is released; cuts it off when that is not so in time. */
function lend(client: PoolClient, until: number, giveBack: Release): void {
  // Ending a connection on which a statement runs destroys it. What waits for its answer gets an error, and so does what is asked later.
  const timer = setTimeout(
    () => void (client as unknown as Client).end().catch(() => {}),
    millisecondsTo(until),
  );
  client.release = releaseOf(client, timer, giveBack);
}

/** Not written in the assignment itself: V8 would make it among its old values, with all that it needs (see answering-client.ts). */
function releaseOf(client: PoolClient, timer: NodeJS.Timeout, giveBack: Release): PoolClient['release'] {
  const { release } = client;
  return (error) => {
    clearTimeout(timer);
    giveBack();
    release.call(client, error);
  };
}
