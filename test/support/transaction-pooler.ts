import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Client } from 'pg';
import { Messages } from './database-proxy.ts';

/**
 * A pooler like PgBouncer 1.18 in transaction mode, between Platen and PostgreSQL. Each transaction may run
 * in another session, and statement names are passed on unchanged.
 */
export interface TransactionPooler {
  url: string;
  close(): Promise<void>;
}

export interface PoolerOptions {
  /** Each statement may run in another session, and transactions are refused. */
  isOfStatements?: boolean;
  /** Refuses settings in the connection request. */
  isStrict?: boolean;
}

const HEAD_BYTES = 5;

export async function openTransactionPooler(
  databaseUrl: string,
  { isOfStatements = false, isStrict = false }: PoolerOptions = {},
): Promise<TransactionPooler> {
  const sessions = new Sessions(databaseUrl);
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    client.on('error', () => {});
    serve(client, sessions, { isOfStatements, isStrict });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: databaseUrl.replace(/host=[^&]+&port=\d+/, `host=127.0.0.1&port=${port}`),
    close: async () => {
      for (const client of clients) client.destroy();
      sessions.end();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sessions with PostgreSQL. The one that was returned last is lent first. */
class Sessions {
  readonly #url: string;
  readonly #idle: Socket[] = [];
  readonly #all = new Set<Socket>();

  constructor(url: string) {
    this.#url = url;
  }

  async take(): Promise<Socket> {
    return this.#idle.pop() ?? (await this.#open());
  }

  giveBack(session: Socket): void {
    session.removeAllListeners('data');
    this.#idle.push(session);
  }

  end(): void {
    for (const session of this.#all) session.destroy();
  }

  async #open(): Promise<Socket> {
    const client = new Client({ connectionString: this.#url });
    client.on('error', () => {});
    await client.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners('data');
    this.#all.add(stream);
    return stream;
  }
}

function serve(client: Socket, sessions: Sessions, { isOfStatements, isStrict }: Required<PoolerOptions>): void {
  const requests = new Messages(false);
  let lent: Promise<Socket> | undefined;
  let session: Socket | undefined;
  // Number of expected "ready" messages.
  let awaited = 0;
  const pass = (message: Buffer) => {
    lent ??= sessions.take().then((taken) => {
      session = taken;
      const answers = new Messages(true);
      taken.on('data', (data: Buffer) => {
        client.write(data);
        for (const { letter, body } of answers.read(data)) {
          if (letter !== 'Z') continue;
          awaited--;
          if (awaited > 0 || body.toString() !== 'I') continue;
          lent = undefined;
          session = undefined;
          sessions.giveBack(taken);
        }
      });
      return taken;
    });
    lent.then(
      (taken) => taken.write(message),
      () => client.end(refusal('server login has been failing, try again later')),
    );
  };
  client.on('data', (data: Buffer) => {
    for (const { letter, body } of requests.read(data)) {
      if (letter === '') client.write(greet(body, isStrict));
      else if (letter === 'X') client.end();
      else if (letter === 'Q' && isOfStatements && /^begin/.test(body.toString())) {
        client.write(refusal('transaction blocks not allowed in statement pooling mode'));
        client.write(message('Z', Buffer.from('I')));
      } else {
        if (letter === 'Q' || letter === 'S') awaited++;
        pass(message(letter, body));
      }
    }
  });
  // Rolls back the open transaction.
  client.on('close', () => session?.destroy());
}

/** Returns the answer to a connection request. */
function greet(startup: Buffer, isStrict: boolean): Buffer {
  if (isStrict && startup.includes('statement_timeout'))
    return refusal('unsupported startup parameter: statement_timeout');
  return Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('S', Buffer.from('client_encoding\0UTF8\0')),
    message('Z', Buffer.from('I')),
  ]);
}

function refusal(text: string): Buffer {
  return message('E', Buffer.from(`SERROR\0C08P01\0M${text}\0\0`));
}

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(letter);
  head.writeUInt32BE(body.length + HEAD_BYTES - 1, 1);
  return Buffer.concat([head, body]);
}
