import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import { type Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { Gate, type Release, startDeadline } from '../concurrency/gate.ts';
import { READ_ONLY } from '../observability/database-faults.ts';
import { endSpan, isTracing, startSpan } from '../observability/spans.ts';
import { AnsweringClient, type AnsweringOptions } from './answering-client.ts';
import { type Asker, currentAsker } from './asker.ts';
import type { DatabaseAddress } from './database-hosts.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 60_000;

/** The target of a pool. Without `address` it is the embedded PostgreSQL. */
export type PoolConnection = PoolConfig & AnsweringOptions & { address?: DatabaseAddress };

interface PoolOptions {
  /** Absent behind a pooler, which may refuse it. An administrator then sets it for the database role. */
  statementTimeoutMs?: number;
  shares?: PoolShares;
}

/** Opens a pool that survives the loss of an idle connection. */
export function openPool(
  connection: PoolConnection,
  max: number,
  onIdleError: (error: Error) => void,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS, shares }: PoolOptions = {},
): SharedPool {
  const mayBePooled = connection.address?.areStatementsNamed === false;
  const settings = {
    Client: AnsweringClient,
    // Statements of a connection that do not wait for one another are sent together.
    pipeline: true,
    ...connection,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...(!mayBePooled && { statement_timeout: statementTimeoutMs }),
    application_name: 'platen',
  };
  const pool = new SharedPool(settings, shares);
  pool.on('error', onIdleError);
  // A client in use also emits 'error' when it loses its connection. Without a listener the process would
  // end.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (isTracing()) traceStatements(client);
  });
  return pool;
}

/** Parts of the connections, as fractions from 0 to 1. */
interface PoolShares {
  /** The part of all parties. The rest serves statements for many requests at once. */
  parties: number;
  party: number;
}

const REQUEST_SHARES: PoolShares = { parties: 5 / 8, party: 1 / 4 };
type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, done: PoolClient['release']) => void;

/**
 * A pool that shares its connections fairly among the parties (asker.ts). It closes a connection that is not
 * returned by its asker's deadline.
 */
export class SharedPool extends Pool {
  readonly #gate: Gate;
  /** Rises when the host stops being the primary. Connections of an earlier generation are closed. */
  #generation = 0;
  readonly #born = new WeakMap<PoolClient, number>();

  constructor(config: PoolConfig & { max: number }, shares = REQUEST_SHARES) {
    super(config);
    this.#gate = new Gate({
      all: Math.max(1, Math.floor(config.max * shares.parties)),
      party: Math.max(1, Math.floor(config.max * shares.party)),
    });
    this.on('connect', (client) => this.#born.set(client, this.#generation));
    this.on('release', (error, client) => {
      const { code } = (error ?? {}) as { code?: string };
      if (code === READ_ONLY && this.#born.get(client) === this.#generation) this.#generation++;
    });
  }

  /** Statements that wait for the turn of their party or for a free connection. */
  get waiting(): number {
    return this.#gate.waiting + this.waitingCount;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    const asker = currentAsker();
    // pg calls back in the context of the request that returns a connection. The trace belongs to the asker.
    if (!asker) return this.#connectForNobody(callback && isTracing() ? AsyncLocalStorage.bind(callback) : callback);
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
    const giveBack = party === undefined ? () => {} : await this.#gate.take(party, 1, until);
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

/** Closes the connection if it is not returned in time. */
function lend(client: PoolClient, until: number, giveBack: Release): void {
  // This destroys a busy connection: its current and later statements fail.
  const timer = startDeadline(until, () => void (client as unknown as Client).end().catch(() => {}));
  client.release = releaseOf(client, timer, giveBack);
}

/** Returns the new `release`. In the assignment itself, V8 would allocate it in its old generation. */
function releaseOf(client: PoolClient, timer: NodeJS.Timeout, giveBack: Release): PoolClient['release'] {
  const { release } = client;
  return (error) => {
    clearTimeout(timer);
    giveBack();
    release.call(client, error);
  };
}

/** The limit of remembered names. There are some hundreds. */
const NAMES_MAX = 2_000;
const FIRST_TABLE = /\b(?:into|from|update)\s+([a-z_][\w.]*)/i;
type Query = (...given: unknown[]) => unknown;
type Callback = (error: unknown, result: unknown) => void;
const names = new Map<string, string>();

/** Traces each statement under its name, or verb and first table, without text and values. */
function traceStatements(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...given: unknown[]) => {
    const span = startSpan(nameOf(given[0]), { kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
    return span ? queryIn(span, query, given) : query(...given);
  }) as typeof client.query;
}

function queryIn(span: Span, query: Query, given: unknown[]): unknown {
  const callback = given.at(-1);
  if (typeof callback === 'function') {
    const endAndCall: Callback = (error, result) => {
      endSpan(span, error ?? undefined);
      (callback as Callback)(error, result);
    };
    return query(...given.slice(0, -1), endAndCall);
  }
  const result = query(...given);
  if (result instanceof Promise) {
    result.then(
      () => endSpan(span),
      (error) => endSpan(span, error),
    );
  } else endSpan(span);
  return result;
}

function nameOf(query: unknown): string {
  const { name, text = '' } = (typeof query === 'string' ? { text: query } : (query ?? {})) as {
    name?: string;
    text?: string;
  };
  if (name) return name;
  const known = names.get(text);
  if (known) return known;
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = FIRST_TABLE.exec(text)?.[1] ?? '';
  const made = `${verb} ${table}`.trim();
  if (names.size < NAMES_MAX) names.set(text, made);
  return made;
}
