import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../src/platform/database/embedded-postgres.ts';
import { openPool } from '../src/platform/database/pool.ts';

const ROOT = join(import.meta.dirname, '..');
const READY_TIMEOUT_MS = 600_000;
const POLL_MS = 100;
const KIB_PER_MIB = 1_024;
const POOL_CONNECTIONS = 4;

export interface Credentials {
  clientId: string;
  clientSecret: string;
}

interface Answer<Body> {
  headers: Headers;
  body: Body;
}

/** A Platen process with a new empty database, and with log, metrics and background work as in production. */
export class PlatenServer {
  readonly port: number;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Its database, for data that no request can create. Statements have no time limit. */
  readonly pool: Pool;
  operatorToken = '';
  readonly #process: ChildProcess;
  readonly #database: EmbeddedDatabase;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(port: number, database: EmbeddedDatabase, environment: NodeJS.ProcessEnv) {
    this.port = port;
    this.databaseUrl = environment.DATABASE_URL as string;
    this.dataDir = environment.DATA_DIR as string;
    this.#database = database;
    this.#environment = environment;
    this.pool = openPool(database.connection, POOL_CONNECTIONS, () => {}, { statementTimeoutMs: 0 });
    this.#process = spawn(process.execPath, [join(ROOT, 'bin/platen.js'), 'start'], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  /** Starts it. `outsideAddress` (host:port) serves files and gets webhooks. `settings` are of PostgreSQL. */
  static async start(
    outsideAddress: string,
    settings: Record<string, string> = {},
    environment: Record<string, string> = {},
  ): Promise<PlatenServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
    const database = await openEmbeddedDatabase({ dataDir, role: 'tool', log: () => {}, settings });
    const [port, metricsPort] = [await findFreePort(), await findFreePort()];
    const server = new PlatenServer(port, database, {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(database.connection),
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      HOST: '127.0.0.1',
      BASE_URL: `http://127.0.0.1:${port}`,
      DEMO: 'off',
      RATE_LIMIT: 'off',
      FILE_FETCH_ALLOW: outsideAddress,
      WEBHOOK_ALLOW: outsideAddress,
      ...environment,
    });
    try {
      await server.#waitUntilReady();
      server.operatorToken = await server.requestToken(await server.#createOperatorClient());
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  async requestToken({ clientId, clientSecret }: Credentials): Promise<string> {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const body = new URLSearchParams(form);
    const response = await fetch(`http://127.0.0.1:${this.port}/oauth/token`, { method: 'POST', body });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  /** Creates a customer, and a token for it. */
  async createClient(name: string): Promise<Credentials & { token: string }> {
    const { body } = await this.operator<Credentials>('POST', '/clients', { name });
    return { ...body, token: await this.requestToken(body) };
  }

  operator<Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    return this.call<Body>(this.operatorToken, method, `/operator/v1${path}`, body);
  }

  /** Calls the server. Throws for an answer that is neither 2xx nor of the expected status. */
  async call<Body>(
    token: string,
    method: string,
    path: string,
    body?: unknown,
    expected?: number,
  ): Promise<Answer<Body>> {
    const hasBody = body !== undefined;
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(hasBody && { 'content-type': 'application/json' }) },
      ...(hasBody && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok && response.status !== expected)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return { headers: response.headers, body: (text === '' ? undefined : JSON.parse(text)) as Body };
  }

  /** Waits until the background has taken in all new orders. Throws after `timeoutMs`. */
  async settle(timeoutMs = READY_TIMEOUT_MS): Promise<void> {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const { body } = await this.operator<{ statuses: { NEW: number } }>('GET', '/orders/counts');
      if (body.statuses.NEW === 0) return;
      if (Date.now() > until) throw new Error(`${body.statuses.NEW} orders are still NEW`);
      await sleep(POLL_MS);
    }
  }

  /** Maximum memory of the process so far, in MiB; 0 on systems without /proc. */
  readMemoryMiB(): number {
    if (process.platform !== 'linux') return 0;
    const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / KIB_PER_MIB;
  }

  /** Stops it and its database, and deletes both. */
  async stop(): Promise<void> {
    if (!this.#hasEnded) {
      this.#process.kill('SIGTERM');
      await once(this.#process, 'exit');
    }
    await this.pool.end();
    await this.#database.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  get #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  async #waitUntilReady(): Promise<void> {
    const until = Date.now() + READY_TIMEOUT_MS;
    while (Date.now() < until && !this.#hasEnded) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/health/ready`).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(POLL_MS);
    }
    throw new Error('Platen did not become ready');
  }

  async #createOperatorClient(): Promise<Credentials> {
    const command = ['client', 'create', '--name', 'Bench', '--scope', 'operator', '--json'];
    const script = join(ROOT, 'src/cli/main.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...command], {
      env: this.#environment,
    });
    return JSON.parse(stdout) as Credentials;
  }
}

function urlOf({ host, port, user, password, database }: EmbeddedDatabase['connection']): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `postgresql://${login}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
