import type { Socket } from 'node:net';
import { Client, type ClientConfig, type Pool, type PoolClient, type PoolConfig } from 'pg';
import { READ_ONLY } from '../observability/database-faults.ts';
import { AnsweringClient, type AnsweringOptions } from './answering-client.ts';

/** The time limit of the first statement on a new connection. */
const ANSWER_TIMEOUT_MS = 5_000;
/** A connection attempt that takes this long starts a search for the primary. Repeated at this interval. */
const CONNECT_SILENT_MS = 2_000;
/** The time limit for a host to prove that it is the primary. */
const SEEK_TIMEOUT_MS = 1_500;
const ASK_READ_ONLY = `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`;
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/;

/** Returns one address per host of `postgresql://user:password@one:5432,two:5432/database`. */
export function addressesOf(databaseUrl: string): string[] {
  const [, before = '', hosts = '', rest = ''] = ADDRESS.exec(databaseUrl) ?? [];
  if (!hosts.includes(',')) return [databaseUrl];
  return hosts.split(',').map((host) => `${before}${host}${rest}`);
}

/** Lists the hosts and ports that a pool may connect to. The host of a Unix socket is its folder. */
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
 * The hosts in DATABASE_URL, one of which is the primary. All connections go to the current host. If it
 * refuses connections or writes, the next host becomes current. If it does not answer, a search finds the
 * primary.
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

  currentAddress(): string {
    return this.addresses[this.#current] as string;
  }

  addConnection(client: Client): void {
    this.#hostOf.set(client, this.#current);
  }

  removeConnection(client: Client): void {
    this.#hostOf.delete(client);
  }

  /** Makes the next host current, unless the host of this connection has already been replaced. */
  leaveHostOf(client: Client): void {
    // Another connection may already have reported this host.
    if (this.#hostOf.get(client) === this.#current) this.#current = (this.#current + 1) % this.addresses.length;
  }

  /** Calls `done` with an error if the host is a standby, or a pooler whose PostgreSQL is down. */
  refuseStandby(client: Client, done: (error?: Error) => void): void {
    let isOver = false;
    const end = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      if (error) this.leaveHostOf(client);
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
   * Asks all hosts whether they are the primary, and makes the primary current. A machine without power or
   * network refuses no connection, so its statements would wait for their timeout. One search runs at a time.
   */
  seekPrimary(): void {
    this.#seeking ??= this.#seek().finally(() => {
      this.#seeking = undefined;
    });
  }

  async #seek(): Promise<void> {
    const arePrimary = await Promise.all(this.addresses.map(isPrimary));
    // A slow primary stays current.
    const found = arePrimary[this.#current] ? this.#current : arePrimary.indexOf(true);
    if (found !== -1) this.#prove(found);
  }

  /** Makes the host current, and closes all connections to other hosts. */
  #prove(host: number): void {
    this.#current = host;
    for (const [client, other] of this.#hostOf) if (other !== host) cutOff(client);
  }
}

/** Returns whether the host accepts and writes; false after `SEEK_TIMEOUT_MS` without an answer. */
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

/** Ends the connection at once. Client.end would wait for the host to close it. */
function cutOff(client: Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/** The plain data from which a pool is made. It can be sent to a thread. */
export type DatabaseAddress = { url: string; areStatementsNamed: boolean };

/** Returns a pool's options for the primary. All but `Client` and `verify` are plain data. */
export function connectionTo(address: DatabaseAddress): PoolConfig & { address: DatabaseAddress } {
  const hosts = new DatabaseHosts(address.url);
  const areSeveral = hosts.addresses.length > 1;
  if (!areSeveral && address.areStatementsNamed) return { connectionString: address.url, address };
  return {
    connectionString: hosts.currentAddress(),
    address,
    Client: clientsOf(hosts, address.areStatementsNamed),
    ...(areSeveral && {
      verify: (client: PoolClient, done: (error?: Error) => void) =>
        hosts.refuseStandby(client as unknown as Client, done),
    }),
  };
}

/** Makes the class for the connections of a pool. Without names, PostgreSQL keeps no prepared statements. */
function clientsOf(hosts: DatabaseHosts, areStatementsNamed: boolean): typeof Client {
  return class extends AnsweringClient {
    constructor(config?: ClientConfig & AnsweringOptions) {
      super({ ...config, connectionString: hosts.currentAddress() });
      hosts.addConnection(this);
      this.once('end', () => hosts.removeConnection(this));
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
        if (error) hosts.leaveHostOf(this);
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
