import { randomBytes } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { openPool } from '../../src/database/pool.ts';

export const TEMPLATE_DATABASE = 'platen_template';
const POOL_SIZE = 12;

export interface TestDatabase {
  pool: Pool;
  /** As in DATABASE_URL. */
  url: string;
  /** Ends the pool and drops the database. */
  close(): Promise<void>;
}

/** A database of its own, cloned from the migrated template; `empty`: without any table. */
export async function openTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const connection = serverConnection();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template ${empty ? 'template0' : TEMPLATE_DATABASE}`);
  const pool = openPool({ ...connection, database: name }, POOL_SIZE, () => {});
  const { user, password, host, port } = connection;
  return {
    pool,
    url: `postgresql://${user}:${encodeURIComponent(password)}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    close: async () => {
      await pool.end();
      await asAdmin(`drop database ${name} with (force)`);
    },
  };
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new Client(serverConnection());
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
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
