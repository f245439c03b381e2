import { Client, type ClientConfig, type Pool, type PoolClient, type PoolConfig } from 'pg';
import { AnsweringClient, type AnsweringOptions } from './answering-client.ts';

/** SQLSTATE read_only_sql_transaction: the host is a standby, or the primary that has become one. */
export const READ_ONLY = '25006';

/** Of a host that has let us in; as long as it may take to connect. */
const ANSWER_TIMEOUT_MS = 5_000;
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

/** The hosts of which one is the primary. All connections go to one of them, until that cannot be reached or only reads. */
export class DatabaseHosts {
  readonly addresses: readonly string[];
  #current = 0;
  readonly #hostOf = new WeakMap<Client, number>();

  constructor(databaseUrl: string) {
    this.addresses = addressesOf(databaseUrl);
  }

  /** Where the connection is to go. */
  current(): string {
    return this.addresses[this.#current] as string;
  }

  /** The connection goes there. */
  taken(client: Client): void {
    this.#hostOf.set(client, this.#current);
  }

  /** The host of this connection is of no use now: the next ones go to the next host. */
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
      if (areStatementsNamed) return;
      const send = this.query.bind(this) as (...given: unknown[]) => unknown;
      this.query = ((first: unknown, ...rest: unknown[]) => send(withoutName(first), ...rest)) as never;
    }

    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | undefined {
      if (!callback) {
        const connected = super.connect();
        connected.catch(() => hosts.passBy(this));
        return connected;
      }
      super.connect((error: Error | null) => {
        if (error) hosts.passBy(this);
        callback(error as Error);
      });
      return undefined;
    }
  };
}

function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('name' in query)) return query;
  const { name: _, ...unnamed } = query;
  return unnamed;
}
