import { randomBytes } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { openPool } from '../../src/platform/database/pool.ts';
import { openCitusDatabase } from './citus-database.ts';
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts';

export const TEMPLATE_DATABASE = 'platen_template';
const POOL_SIZE = 12;
const SUPERUSER = 'platen';

export interface TestDatabase {
  pool: Pool;
  /** The form of DATABASE_URL. */
  url: string;
  /** The same for a superuser. */
  superuserUrl: string;
  /** Opens another pool through a proxy. Both end with the database. */
  openProxied(): Promise<ProxiedDatabase>;
  /** Ends the pool and drops the database. */
  close(): Promise<void>;
}

export interface ProxiedDatabase {
  proxy: DatabaseProxy;
  pool: Pool;
  url: string;
}

/**
 * Clones a database from the migrated template. With `empty` it has no tables. If TEST_CITUS_URL names a
 * coordinator, its database is used instead.
 */
export async function openTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  if (process.env.TEST_CITUS_URL) return openCitusDatabase(process.env.TEST_CITUS_URL);
  const connection = serverConnection();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = empty ? 'template0' : TEMPLATE_DATABASE;
  await asSuperuser(`create database ${name} owner ${connection.user} template ${template} strategy file_copy`);
  const pool = openPool({ ...connection, database: name }, POOL_SIZE, () => {});
  const { user, password } = connection;
  const urlOf = (host: string, port: number) =>
    `postgresql://${user}:${encodeURIComponent(password)}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  const opened: ProxiedDatabase[] = [];
  const url = urlOf(connection.host, connection.port);
  return {
    pool,
    url,
    superuserUrl: url.replace(/\/\/[^@]+@/, `//${SUPERUSER}:${encodeURIComponent(superuserPassword())}@`),
    openProxied: async () => {
      const proxy = await openDatabaseProxy(connection);
      const way = { host: '127.0.0.1', port: proxy.port };
      const proxied = openPool({ ...connection, ...way, database: name }, POOL_SIZE, () => {});
      opened.push({ proxy, pool: proxied, url: urlOf(way.host, way.port) });
      return opened.at(-1) as ProxiedDatabase;
    },
    close: async () => {
      for (const { proxy, pool: proxied } of opened) {
        await proxy.close();
        await proxied.end();
      }
      await pool.end();
      await asSuperuser(`drop database ${name} with (force)`);
    },
  };
}

/** Creates and drops databases and roles, which Platen's own role may not. */
export async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ ...serverConnection(), user: SUPERUSER, password: superuserPassword() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function superuserPassword(): string {
  return process.env.TEST_SUPERUSER_PASSWORD?.trim() ?? '';
}

function serverConnection(): {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
} {
  const given = process.env.TEST_DATABASE;
  if (!given) throw new Error('Run "npm test", or one file with "npm test -- FILE".');
  return JSON.parse(given);
}
