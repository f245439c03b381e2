import type { Socket } from 'node:net';
import { Client, type ClientConfig, type Pool, type PoolClient, type PoolConfig } from 'pg';
import { READ_ONLY } from '../observability/database-faults.ts';
import { AnsweringClient, type AnsweringOptions } from './answering-client.ts';

/** Of a host that has let us in; as long as it may take to connect. */
const ANSWER_TIMEOUT_MS = 5_000;
/** A connection that has been under way for this long makes us look for the primary, and again after each of these. */
const CONNECT_SILENT_MS = 2_000;
/** Each host has this long to prove that it is the primary. */
const SEEK_TIMEOUT_MS = 1_500;
const ASK_READ_ONLY = `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`;
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/;

/** Of `postgresql://user:password@one:5432,two:5432/database` an address for each host. */
export function addressesOf(databaseUrl: string): string[] {
  const [, before = '', hosts = '', rest = ''] = ADDRESS.exec(databaseUrl) ?? [];
  if (!hosts.includes(',')) return [databaseUrl];
  return hosts.split(',').map((host) => `${before}${host}${rest}`);
}

/** Lists the hosts and ports that the connections of a pool may go to; the host of a Unix socket is its folder. */
export function databasePlaces(pool: Pool): { host: string; port: number }[] {
  const { options } = pool as unknown as { options: PoolConfig & { address?: DatabaseAddress } };
  const configs = options.address
    ? addressesOf(options.address.url).map((connectionString) => ({ connectionString }))
    : [options];
  return configs.map((config) => {
    const { host, port } = new Client(config);
    return { host, port };
  });
}

/**
 * The hosts in DATABASE_URL, one of which is the primary. All connections go to the current host. When it refuses connections or only reads, the
 * next host becomes current. When it is silent, a host that proves to be the primary becomes current.
 */
export class DatabaseHosts {
  readonly addresses: readonly string[];
  #current = 0;
  /** The open connections, each with the index of its host. */
  readonly #hostOf = new Map<Client, number>();
  #seeking: Promise<void> | undefined;

  constructor(databaseUrl: string) {
    this.addresses = addressesOf(databaseUrl);
  }

  /** The address for the next connection. */
  current(): string {
    return this.addresses[this.#current] as string;
  }

  /** Records that the connection goes to the current host. */
  taken(client: Client): void {
    this.#hostOf.set(client, this.#current);
  }

  /** Forgets a connection that has ended. */
  ended(client: Client): void {
    this.#hostOf.delete(client);
  }

  /** Makes the next host current, unless the host of this connection has already lost its place. */
  passBy(client: Client): void {
    // Others of the same host may have said so before.
    if (this.#hostOf.get(client) === this.#current)
      this.#current = (this.#current + 1) % this.addresses.length;
  }

  /** Refuses a new connection to a host that only reads, or that does not answer: a pooler lets us in whose own PostgreSQL is gone, and may keep us waiting. */
  refuseStandby(client: Client, done: (error?: Error) => void): void {
    let isOver = false;
    const end = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      if (error) this.passBy(client);
      else this.#prove(this.#hostOf.get(client) ?? this.#current);
      done(error);
    };
    const timer = setTimeout(
      () => end(Object.assign(new Error('the host does not answer'), { code: 'ETIMEDOUT' })),
      ANSWER_TIMEOUT_MS,
    );
    client.query<{ isReadOnly: boolean }>(ASK_READ_ONLY).then(({ rows }) => {
      if (!rows[0]?.isReadOnly) return end();
      end(Object.assign(new Error('the host is a standby, which only reads'), { code: READ_ONLY }));
    }, end);
  }

  /**
   * Asks all hosts at once which of them is the primary. A machine without power or network refuses nothing, so a statement that was sent to it would
   * wait for its answer until its timeout. One search runs at a time.
   */
  seekPrimary(): void {
    this.#seeking ??= this.#seek().finally(() => {
      this.#seeking = undefined;
    });
  }

  async #seek(): Promise<void> {
    const arePrimary = await Promise.all(this.addresses.map(isPrimary));
    // A primary that is only slow keeps its place.
    const found = arePrimary[this.#current] ? this.#current : arePrimary.indexOf(true);
    if (found !== -1) this.#prove(found);
  }

  /** Makes the host current and cuts all connections to other hosts, idle and busy ones. */
  #prove(host: number): void {
    this.#current = host;
    for (const [client, other] of this.#hostOf) if (other !== host) cutOff(client);
  }
}

/** Returns whether the host lets us in and writes; false when it does not say so within `SEEK_TIMEOUT_MS`. */
async function isPrimary(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, application_name: 'platen' });
  client.on('error', () => {});
  const timer = setTimeout(() => cutOff(client), SEEK_TIMEOUT_MS);
  try {
    await client.connect();
    const { rows } = await client.query<{ isReadOnly: boolean }>(ASK_READ_ONLY);
    return rows[0]?.isReadOnly === false;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    client.end().catch(() => {});
  }
}

/** Ends the connection at once; Client.end would wait for the host to close an idle one. */
function cutOff(client: Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/** What the connections of a pool are made from, as plain data, which a thread can be given. */
export interface DatabaseAddress {
  /** DATABASE_URL. */
  url: string;
  areStatementsNamed: boolean;
}

/** To whichever of the hosts in the address is the primary. Of plain data but for `Client` and `verify`, which are made of its `address` again. */
export function connectionTo(address: DatabaseAddress): PoolConfig & { address: DatabaseAddress } {
  const hosts = new DatabaseHosts(address.url);
  const areSeveral = hosts.addresses.length > 1;
  if (!areSeveral && address.areStatementsNamed) return { connectionString: address.url, address };
  return {
    connectionString: hosts.current(),
    address,
    Client: clientsOf(hosts, address.areStatementsNamed),
    ...(areSeveral && {
      verify: (client: PoolClient, done: (error?: Error) => void) =>
        hosts.refuseStandby(client as unknown as Client, done),
    }),
  };
}

/** The connections of a pool, to these hosts. Without names PostgreSQL is not asked to remember a statement. */
function clientsOf(hosts: DatabaseHosts, areStatementsNamed: boolean): typeof Client {
  return class extends AnsweringClient {
    constructor(config?: ClientConfig & AnsweringOptions) {
      super({ ...config, connectionString: hosts.current() });
      hosts.taken(this);
      this.once('end', () => hosts.ended(this));
      if (areStatementsNamed) return;
      const send = this.query.bind(this) as (...given: unknown[]) => unknown;
      this.query = ((first: unknown, ...rest: unknown[]) => send(withoutName(first), ...rest)) as never;
    }

    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | undefined {
      if (!callback) {
        return new Promise((resolve, reject) =>
          this.connect((error: Error | null) => (error ? reject(error) : resolve(this))),
        );
      }
      const timer = setInterval(() => this.onSilence(), CONNECT_SILENT_MS);
      super.connect((error: Error | null) => {
        clearInterval(timer);
        if (error) hosts.passBy(this);
        callback(error as Error);
      });
      return undefined;
    }

    protected override onSilence(): void {
      if (hosts.addresses.length > 1) hosts.seekPrimary();
    }
  };
}

function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('name' in query)) return query;
  const { name: _, ...unnamed } = query;
  return unnamed;
}
