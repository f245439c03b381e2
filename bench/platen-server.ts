import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { moveTo, type Places } from './processor-time.ts';

const root = join(import.meta.dirname, '..');
const READY_TIMEOUT_MS = 600_000;
const READY_POLL_MS = 100;
const JSON_BODY = { 'content-type': 'application/json' };

interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A Platen of its own, with an empty database, as it runs for a user: background work, log, metrics and all. */
export class PlatenServer {
  readonly port: number;
  #process: ChildProcess;
  readonly #environment: Record<string, string | undefined>;
  #operatorClient: { clientId: string; clientSecret: string } | undefined;
  #operatorToken = '';
  /** The first process of PostgreSQL; undefined where that is somewhere else. */
  databasePid: number | undefined;

  private constructor(port: number, process: ChildProcess, environment: Record<string, string | undefined>) {
    this.port = port;
    this.#process = process;
    this.#environment = environment;
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  get #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  get operatorToken(): string {
    return this.#operatorToken;
  }

  /** `filesAt` are addresses of this machine that files and webhooks may be at, `dataDir` the folder of one that was stopped and kept. */
  static async start(
    places: Places | undefined,
    filesAt: readonly string[],
    { processes = 1, dataDir }: { processes?: number; dataDir?: string } = {},
  ): Promise<PlatenServer> {
    const port = await freePort();
    const environment = {
      ...process.env,
      DATA_DIR: dataDir ?? (await mkdtemp(join(tmpdir(), 'platen-bench-'))),
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: `http://127.0.0.1:${port}`,
      METRICS_PORT: String(await freePort()),
      DEMO: 'off',
      PROCESSES: String(processes),
      RATE_LIMIT: 'off',
      FILE_FETCH_ALLOW: filesAt.join(),
      DATABASE_URL: process.env.BENCH_DATABASE_URL ?? '',
    };
    const server = new PlatenServer(port, startProcess(environment, places), environment);
    await server.#ready();
    await server.#findDatabase();
    if (places && server.databasePid) await moveTo(server.databasePid, places.database);
    server.#operatorClient = await server.#command<{ clientId: string; clientSecret: string }>(
      ...['client', 'create', '--name', 'Bench', '--scope', 'operator', '--json'],
    );
    server.#operatorToken = await server.token(server.#operatorClient);
    return server;
  }

  async token({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const response = await fetch(`http://127.0.0.1:${this.port}/oauth/token`, { method: 'POST', body });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  /** A customer, and what it calls with. */
  async makeClient(name: string): Promise<{ clientId: string; clientSecret: string; token: string }> {
    const { body } = await this.operator<{ clientId: string; clientSecret: string }>('POST', '/clients', {
      name,
    });
    return { ...body, token: await this.token(body) };
  }

  operator<Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    return this.call<Body>(this.#operatorToken, method, `/operator/v1${path}`, body);
  }

  /** Throws for every answer that is no success. */
  async call<Body>(token: string, method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && JSON_BODY) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Body,
    };
  }

  /** Where its database and its files are. */
  get dataDir(): string {
    return this.#environment.DATA_DIR as string;
  }

  /** Kills it and its PostgreSQL as a power cut would, starts it again, and answers after how many milliseconds it is ready. */
  async killAndRestart(): Promise<number> {
    const ended = once(this.#process, 'exit');
    if (this.databasePid) process.kill(this.databasePid, 'SIGKILL');
    this.#process.kill('SIGKILL');
    await ended;
    const started = performance.now();
    await this.#startAgain();
    return performance.now() - started;
  }

  async #findDatabase(): Promise<void> {
    const pidFile = join(this.dataDir, 'postgres/postmaster.pid');
    const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
    this.databasePid = Number.isNaN(pid) ? undefined : pid;
  }

  /** Ends it and its PostgreSQL in order; what it has stays. */
  async halt(): Promise<void> {
    if (this.#hasEnded) return;
    this.#process.kill('SIGTERM');
    await once(this.#process, 'exit');
  }

  /** Starts it again, with a new token: the one before may have expired meanwhile. */
  async resume(): Promise<void> {
    await this.#startAgain();
    if (this.#operatorClient) this.#operatorToken = await this.token(this.#operatorClient);
  }

  async #startAgain(): Promise<void> {
    this.#process = startProcess(this.#environment, undefined);
    await this.#ready();
    await this.#findDatabase();
  }

  async stop({ keep = false } = {}): Promise<void> {
    await this.halt();
    if (keep) return;
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #ready(): Promise<void> {
    const until = Date.now() + READY_TIMEOUT_MS;
    while (Date.now() < until && !this.#hasEnded) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/health/ready`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
    }
    throw new Error('Platen did not become ready');
  }

  async #command<Result>(...args: string[]): Promise<Result> {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'src/cli/main.ts'), ...args], {
      env: this.#environment,
    });
    return JSON.parse(stdout) as Result;
  }
}

function startProcess(
  environment: Record<string, string | undefined>,
  places: Places | undefined,
): ChildProcess {
  const command = [process.execPath, join(root, 'bin/platen.js'), 'start'];
  const [program = '', ...args] = places ? ['taskset', '-c', places.server, ...command] : command;
  return spawn(program, args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
