import { once } from 'node:events';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/**
 * Length of a message head in PostgreSQL's protocol: one letter, and a length of four bytes that includes
 * itself.
 */
const HEAD_BYTES = 5;
const LENGTH_BYTES = 4;

/** Address of PostgreSQL. A host that is a path is a folder with a Unix socket. */
export interface ServerAddress {
  host: string;
  port: number;
}

/** A proxy between Platen and PostgreSQL that simulates network faults. */
export interface DatabaseProxy {
  port: number;
  /**
   * Cuts one connection after the next statement that matches was carried out, but before its answer arrives.
   * Without a pattern this is the next commit. `meanwhile` runs before the connection ends.
   */
  cutAtCommit(pattern?: RegExp, meanwhile?: () => Promise<unknown>): void;
  /** Returns the number of connections cut in this way. */
  cuts(): number;
  /** Returns how often each statement was sent, by its text. */
  statements(): ReadonlyMap<string, number>;
  /** Stops all traffic, also of new connections, without closing any connection. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function openDatabaseProxy(database: ServerAddress): Promise<DatabaseProxy> {
  const links = new Set<Link>();
  let cutAt: RegExp | undefined;
  let meanwhileDo: (() => Promise<unknown>) | undefined;
  let cuts = 0;
  let isFrozen = false;
  const statements = new Map<string, number>();
  const isLast = (text: string) => {
    statements.set(text, (statements.get(text) ?? 0) + 1);
    if (!cutAt?.test(text)) return false;
    cutAt = undefined;
    return true;
  };
  const server = createServer((client) => {
    const link = new Link(client, connectToDatabase(database), isLast, async () => {
      await meanwhileDo?.();
      cuts++;
    });
    links.add(link);
    if (isFrozen) link.freeze();
    client.on('close', () => links.delete(link));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    cutAtCommit: (pattern = /^commit$/i, meanwhile) => {
      cutAt = pattern;
      meanwhileDo = meanwhile;
    },
    cuts: () => cuts,
    statements: () => statements,
    freeze: () => {
      isFrozen = true;
      for (const link of links) link.freeze();
    },
    thaw: () => {
      isFrozen = false;
      for (const link of links) link.thaw();
    },
    close: async () => {
      for (const link of links) link.end();
      server.close();
      await once(server, 'close');
    },
  };
}

function connectToDatabase({ host, port }: ServerAddress): Socket {
  return host.startsWith('/') ? connectTo({ path: join(host, `.s.PGSQL.${port}`) }) : connectTo({ host, port });
}

/** One connection through the proxy. */
class Link {
  readonly #client: Socket;
  readonly #database: Socket;
  /** Texts of prepared statements by name. */
  readonly #prepared = new Map<string, string>();
  /** True if answers are dropped until PostgreSQL has carried out the statement. Then the connection ends. */
  #isDoomed = false;

  constructor(client: Socket, database: Socket, isLast: (text: string) => boolean, onCut: () => Promise<void>) {
    this.#client = client;
    this.#database = database;
    // The first message has no letter, because Platen requests no TLS from this proxy.
    const requests = new Messages(false);
    const answers = new Messages(true);
    client.on('data', (data: Buffer) => {
      for (const { letter, body } of requests.read(data)) {
        const text = this.#statementOf(letter, body);
        if (text !== undefined && isLast(text)) this.#isDoomed = true;
      }
      database.write(data);
    });
    database.on('data', (data: Buffer) => {
      const isDone = [...answers.read(data)].some(({ letter }) => letter === 'Z');
      if (!this.#isDoomed) client.write(data);
      else if (isDone) void onCut().finally(() => this.end());
    });
    for (const socket of [client, database]) {
      socket.on('error', () => {});
      socket.on('close', () => this.end());
    }
  }

  /**
   * Returns the SQL that a message carries out (PostgreSQL manual, 54.7), of a query or of a bound statement.
   */
  #statementOf(letter: string, body: Buffer): string | undefined {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2);
    if (letter === 'Q') return first;
    if (letter === 'P') this.#prepared.set(first, second);
    return letter === 'B' ? this.#prepared.get(second) : undefined;
  }

  freeze(): void {
    this.#client.pause();
    this.#database.pause();
  }

  thaw(): void {
    this.#client.resume();
    this.#database.resume();
  }

  end(): void {
    this.#client.destroy();
    this.#database.destroy();
  }
}

/** Splits a stream of bytes into messages of the protocol. */
export class Messages {
  #left: Buffer = Buffer.alloc(0);
  #hasBegun: boolean;

  constructor(hasBegun: boolean) {
    this.#hasBegun = hasBegun;
  }

  *read(data: Buffer): Generator<{ letter: string; body: Buffer }> {
    this.#left = Buffer.concat([this.#left, data]);
    for (;;) {
      const head = this.#hasBegun ? HEAD_BYTES : LENGTH_BYTES;
      if (this.#left.length < head) return;
      const end = this.#left.readUInt32BE(head - LENGTH_BYTES) + head - LENGTH_BYTES;
      if (this.#left.length < end) return;
      const letter = this.#hasBegun ? String.fromCharCode(this.#left[0] as number) : '';
      const body = this.#left.subarray(head, end);
      this.#left = this.#left.subarray(end);
      this.#hasBegun = true;
      yield { letter, body };
    }
  }
}
