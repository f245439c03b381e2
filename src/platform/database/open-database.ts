import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool, type PoolClient } from 'pg';
import { isConnectionLost } from '../observability/database-faults.ts';
import { addressesOf, connectionTo } from './database-hosts.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-postgres.ts';
import { openPool, type PoolConnection, type SharedPool } from './pool.ts';
import { type Connection, withRetry } from './transaction.ts';

const VERSION_MIN = 150_000;
/** The limit of an answer. It exceeds the limit of a statement, so after it the connection is broken. */
const ANSWER_TIMEOUT_MS = 35_000;
/** The time limit of a request's statement, slightly shorter than the request's (http/answer-in-time). */
const REQUEST_STATEMENT_TIMEOUT_MS = 8_000;
/** The time for statements in progress at the end. A silent database would delay the end for ever. */
const POOLS_END_TIMEOUT_MS = 500;
/** SQLSTATE of PgBouncer for what it does not support. */
const PROTOCOL_VIOLATION = '08P01';
/** One in this number of connections is for the background. */
const BACKGROUND_PART = 3;
/** The background work of a client has two connections or more: a transaction may use a second one. */
const BACKGROUND_SHARES = { parties: 3 / 4, party: 1 / 2 };

const SUPERUSER_WARNING =
  'DATABASE_URL names a superuser; a role that owns the database is enough, and cannot run programs on its machine';

/** Says in one line why the database cannot be used, and what to do. */
export class DatabaseError extends Error {}

export interface Database {
  pool: SharedPool;
  /** A separate pool for background work, which must not take all connections. */
  backgroundPool: SharedPool;
  /** Waits at most half a second for statements in progress, and closes the database. */
  close(): Promise<void>;
  /** Kills the embedded PostgreSQL, for the case that close() hangs. */
  kill(): Promise<void>;
  /** Closes the embedded PostgreSQL at once, which rolls back statements in progress. */
  abandon(): Promise<void>;
  /** The address of the embedded PostgreSQL, for the other processes of this server. */
  connection?: EmbeddedConnection;
}

interface DatabaseSettings {
  DATABASE_URL: string | undefined;
  DATABASE_POOL_SIZE: number;
  DATABASE_NAMED_STATEMENTS: boolean;
}

type EmbeddedConnection = EmbeddedDatabase['connection'];

interface OpenOptions {
  role: 'server' | 'tool';
  log: (message: string) => void;
  onError: (error: Error) => void;
  onLost?: (error: Error) => void;
  /** Called while the embedded PostgreSQL starts. */
  onWait?: () => void;
}

/** Opens DATABASE_URL, or else the embedded PostgreSQL. Throws DatabaseError, EmbeddedDatabaseError. */
export async function openDatabase(
  config: DatabaseSettings & { DATA_DIR: string },
  { role, log, onError, onLost, onWait }: OpenOptions,
): Promise<Database> {
  const timeout = role === 'server' ? { answerMsMax: ANSWER_TIMEOUT_MS } : {};
  if (config.DATABASE_URL !== undefined) {
    const pools = openPools({ ...connectionOf(config), ...timeout }, config, role, onError);
    const { isSuperuser } = await checkUsable(pools, config);
    if (isSuperuser && role === 'server') log(SUPERUSER_WARNING);
    return { ...pools, close: () => endPools(pools), kill: async () => {}, abandon: async () => {} };
  }
  const embedded = await openEmbeddedDatabase({
    ...{ dataDir: config.DATA_DIR, role, log },
    ...(onLost && { onLost }),
    ...(onWait && { onWait }),
  });
  const pools = openPools({ ...embedded.connection, ...timeout }, config, role, onError);
  return {
    ...pools,
    close: async () => {
      await endPools(pools);
      await embedded.stop();
    },
    kill: () => embedded.kill(),
    abandon: () => embedded.stop(),
    connection: embedded.connection,
  };
}

/** Opens the database in a child process, without the checks, which the main process has made. */
export async function joinDatabase(
  config: DatabaseSettings,
  embedded: EmbeddedConnection | null,
  onError: (error: Error) => void,
): Promise<Database> {
  const address = embedded ?? connectionOf(config);
  const pools = openPools({ ...address, answerMsMax: ANSWER_TIMEOUT_MS }, config, 'server', onError);
  return { ...pools, close: () => endPools(pools), kill: async () => {}, abandon: async () => {} };
}

type Pools = Pick<Database, 'pool' | 'backgroundPool'>;

function connectionOf({ DATABASE_URL = '', DATABASE_NAMED_STATEMENTS }: DatabaseSettings): PoolConnection {
  return connectionTo({ url: DATABASE_URL, areStatementsNamed: DATABASE_NAMED_STATEMENTS });
}

/** Opens the pools. They connect when first used, so an unused pool costs nothing. */
function openPools(
  connection: PoolConnection,
  { DATABASE_POOL_SIZE: size }: DatabaseSettings,
  role: OpenOptions['role'],
  onError: (error: Error) => void,
): Pools {
  const background = Math.max(1, Math.floor(size / BACKGROUND_PART));
  return {
    pool: openPool(
      connection,
      size - background,
      onError,
      role === 'server' ? { statementTimeoutMs: REQUEST_STATEMENT_TIMEOUT_MS } : {},
    ),
    backgroundPool: openPool(connection, background, onError, { shares: BACKGROUND_SHARES }),
  };
}

async function endPools({ pool, backgroundPool }: Pools): Promise<void> {
  await Promise.race([
    Promise.all([pool.end(), backgroundPool.end()]),
    sleep(POOLS_END_TIMEOUT_MS, undefined, { ref: false }),
  ]);
}

/** Throws DatabaseError if the database cannot be used. The message never contains the password. */
async function checkUsable(
  pools: Pools,
  { DATABASE_URL = '', DATABASE_NAMED_STATEMENTS: areNamed }: DatabaseSettings,
): Promise<Facts> {
  const { pool, backgroundPool } = pools;
  const places = addressesOf(DATABASE_URL).map((address) => {
    const { host, port, database } = new Client({ connectionString: address });
    return `${host}:${port}/${database}`;
  });
  const place = `The database in DATABASE_URL (${places.join(', ')})`;
  try {
    const ask = () =>
      pool.query<Facts>(
        `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
              current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby",
              current_setting('is_superuser') = 'on' as "isSuperuser"`,
      );
    // On a busy machine, the first connection may take longer than its limit.
    const askAgainAfterTimeout = (error: Error) => (/timeout/.test(error.message) ? ask() : Promise.reject(error));
    // The first of several hosts may be down, or a standby.
    const { rows } = await (places.length > 1 ? withRetry(ask) : ask().catch(askAgainAfterTimeout));
    const fault = faultOf(rows[0]!);
    if (fault) throw new DatabaseError(`${place} ${fault}.`);
    const taken = await withRetry(() => poolerFault([pool, backgroundPool], areNamed));
    if (taken) throw new DatabaseError(`${place} cannot be used: ${taken}.`);
    return rows[0]!;
  } catch (error) {
    await endPools(pools);
    if (error instanceof DatabaseError) throw error;
    const { code, message } = error as { code?: string; message: string };
    const reason =
      code === PROTOCOL_VIOLATION
        ? `${message}. Behind a pooler such as PgBouncer set DATABASE_NAMED_STATEMENTS=off; or, with PgBouncer 1.21 or newer, ignore_startup_parameters = statement_timeout there`
        : isConnectionLost(error)
          ? `no PostgreSQL answers there (${code ?? message})`
          : message;
    throw new DatabaseError(`${place} cannot be used: ${reason}.`);
  }
}

type Facts = { version: number; name: string; encoding: string; isStandby: boolean; isSuperuser: boolean };

function faultOf({ version, name, encoding, isStandby }: Facts): string | undefined {
  if (version < VERSION_MIN) return `is PostgreSQL ${name}; Platen needs 15 or newer`;
  if (encoding !== 'UTF8') return `is encoded in ${encoding}; Platen needs one made with encoding UTF8`;
  if (isStandby) return 'is a standby, which only reads; give the address of the primary';
  return undefined;
}

export async function readDatabaseFacts(connection: Connection): Promise<{ version: string; bytes: number }> {
  const { rows } = await connection.query<{ version: string; bytes: string }>(
    "select current_setting('server_version') as version, pg_database_size(current_database()) as bytes",
  );
  const { version = '', bytes = '0' } = rows[0] ?? {};
  // Distributions append text: 17.2 (Debian 17.2-1.pgdg120+1).
  return { version: version.split(' ')[0] ?? '', bytes: Number(bytes) };
}

/** SQLSTATEs of a prepared statement that is missing, or exists already. */
const NAME_FAULTS = new Set(['26000', '42P05']);
/** A pooler that rotates its sessions returns to the same one only after others. */
const ROUNDS = 3;
const WHO_ANSWERS = { name: 'who-answers', text: 'select pg_backend_pid() as pid' };

/** Returns what a pooler lacks and the remedy; undefined if nothing. A busy pooler may hide it. */
async function poolerFault(pools: readonly [Pool, Pool], areStatementsNamed: boolean): Promise<string | undefined> {
  const taken: PoolClient[] = [];
  try {
    for (const pool of pools) taken.push(await pool.connect());
    return await faultBetween(taken as [PoolClient, PoolClient], areStatementsNamed);
  } finally {
    // Nobody else needs the statements that were prepared here.
    for (const one of taken) one.release(true);
  }
}

async function faultBetween(
  [first, second]: readonly [PoolClient, PoolClient],
  areStatementsNamed: boolean,
): Promise<string | undefined> {
  try {
    for (let round = 0; round < ROUNDS; round++) {
      if (areStatementsNamed) await first.query(WHO_ANSWERS);
      // If sessions are shared, this takes the session that answered `first`.
      await second.query('begin');
      if (areStatementsNamed) {
        await second.query(WHO_ANSWERS);
        await first.query(WHO_ANSWERS);
      }
      await second.query('commit');
    }
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (NAME_FAULTS.has(code ?? ''))
      return 'a pooler such as PgBouncer stands in between, and does not keep statements that are prepared by name. Set DATABASE_NAMED_STATEMENTS=off; or, with PgBouncer 1.21 or newer, max_prepared_statements above 0 there';
    if (code === PROTOCOL_VIOLATION && /statement pooling/.test(message))
      return `${message}. Set pool_mode = transaction in PgBouncer, or session`;
    throw error;
  }
}
