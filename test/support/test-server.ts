import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import type { ClientMode, Scope } from '../../src/clients/client-store.ts';
import { createClient, type NewSecret } from '../../src/clients/manage-clients.ts';
import { SigningKeys } from '../../src/clients/signing-keys.ts';
import { errorWithoutValues, FaultLog } from '../../src/platform/observability/fault-log.ts';
import { type Config, readConfig } from '../../src/platform/settings/config.ts';
import { type AppDependencies, buildApp } from '../../src/server.ts';
import type { Role } from '../../src/staff/role-rules.ts';
import type { DatabaseProxy } from './database-proxy.ts';
import { customerCheck, operatorCheck } from './document-check.ts';
import type { Scope as TestScope } from './scope.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body read as JSON; undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read expected fields and fail without them.
  json: any;
}

interface NewClientOptions {
  mode?: ClientMode;
  scope?: Scope;
  /** Role of a client with the scope operator; admin by default. */
  role?: Role;
}

/** A running server. Its `after` takes resources that end with it. */
export interface TestServer extends TestScope {
  url: string;
  pool: Pool;
  config: Config;
  encryptionKey: Uint8Array;
  log: Logger;
  faults: FaultLog;
  /** All log lines, each a JSON text. */
  logged: string[];
  /** Time of the server. Tests may set it. */
  time: { now: Date | undefined };
  newClient(options?: NewClientOptions): Promise<NewSecret>;
  /** Returns the token of a new client. */
  token(options?: NewClientOptions): Promise<{ token: string; client: NewSecret }>;
  /** Sends a request and checks the response against the OpenAPI document. */
  send(path: string, init?: Omit<RequestInit, 'body'> & { token?: string; body?: unknown }): Promise<Answer>;
  close(): Promise<void>;
}

/** Milliseconds for an answer, for tests that are not about time: a busy machine fails none of them. */
const PATIENT_MS = 60_000;

/** Starts the real application on a real database, with its own port. */
export async function startTestServer(
  settings: Record<string, string> = {},
  options: Pick<AppDependencies, 'answerMsMax' | 'checkHealth' | 'console' | 'registry' | 'deprecations'> = {},
): Promise<TestServer> {
  const database = await openTestDatabase();
  return startServer(settings, database, database.pool, { answerMsMax: PATIENT_MS, ...options });
}

/** The same on an existing database with its encryption key. The database ends with the server. */
export function startTestServerOn(database: TestDatabase, encryptionKey: Uint8Array): Promise<TestServer> {
  return startServer({}, database, database.pool, { answerMsMax: PATIENT_MS }, encryptionKey);
}

/**
 * The same with the product's time limit, and a proxy between application and database. The test's own `pool`
 * bypasses the proxy.
 */
export async function startProxiedTestServer(
  settings: Record<string, string> = {},
  options: Pick<AppDependencies, 'checkHealth'> = {},
): Promise<TestServer & { proxy: DatabaseProxy; proxiedPool: Pool }> {
  const database = await openTestDatabase();
  const { proxy, pool: proxiedPool } = await database.openProxied();
  const server = await startServer(settings, database, proxiedPool, options);
  return { ...server, proxy, proxiedPool };
}

/** `pool` is the application's. */
async function startServer(
  settings: Record<string, string>,
  database: TestDatabase,
  pool: Pool,
  options: Pick<AppDependencies, 'answerMsMax' | 'checkHealth' | 'console' | 'registry'> = {},
  encryptionKey: Uint8Array = randomBytes(32),
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-data-'));
  const environment = {
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    BASE_URL: 'http://platen.test',
    ...settings,
  };
  const config = readConfig(environment);
  const time: TestServer['time'] = { now: undefined };
  const clock = () => time.now ?? new Date();
  const logged: string[] = [];
  const log = pino(
    { level: 'info', serializers: { err: errorWithoutValues } },
    { write: (line: string) => void logged.push(line) },
  );
  const keys = new SigningKeys(pool, encryptionKey, clock);
  const faults = new FaultLog(log, () => clock().getTime());
  await keys.start(
    (error) => void (faults.caught(error) || log.error(error)),
    () => {
      faults.worked('database');
      faults.worked('database_writes');
    },
  );
  const app = await buildApp({
    config,
    pool,
    keys,
    encryptionKey,
    log,
    faults,
    clock,
    environment,
    ...options,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  const send: TestServer['send'] = async (path, { token, body, ...init } = {}) => {
    const headers = new Headers(init.headers);
    if (token) headers.set('authorization', `Bearer ${token}`);
    const isText = typeof body === 'string' || body instanceof Uint8Array || body instanceof URLSearchParams;
    if (body !== undefined && !headers.has('content-type') && !(body instanceof URLSearchParams)) {
      headers.set('content-type', 'application/json');
    }
    const response = await fetch(url + path, {
      ...init,
      headers,
      ...(body !== undefined && {
        method: init.method ?? 'POST',
        body: (isText ? body : JSON.stringify(body)) as string,
      }),
    });
    const text = await response.text();
    (path.startsWith('/operator/') ? operatorCheck : customerCheck).check(
      init.method ?? (body === undefined ? 'GET' : 'POST'),
      new URL(url + path).pathname,
      response.status,
      response.headers,
      text,
    );
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  };
  const newClient: TestServer['newClient'] = ({ mode = 'live', scope = 'fulfillment', role } = {}) =>
    createClient(database.pool, {
      name: 'Test Shop',
      mode,
      scope,
      ...(role && { role }),
      now: new Date(),
    });
  const ends: (() => unknown)[] = [];
  return {
    after: (end) => void ends.push(end),
    url,
    pool: database.pool,
    config,
    encryptionKey,
    log,
    faults,
    logged,
    time,
    newClient,
    token: async (options) => {
      const client = await newClient(options);
      const { clientId, clientSecret } = client;
      const answer = await send('/oauth/token', {
        body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      });
      return { token: answer.json.access_token, client };
    },
    send,
    close: async () => {
      for (const end of ends.reverse()) await end();
      await app.close();
      keys.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
