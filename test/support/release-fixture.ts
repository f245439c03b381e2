import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client, type Pool } from 'pg';
import { type AppliedMigration, describeSchema, migrate } from '../../src/platform/database/migrate.ts';

export const FIXTURES = join(import.meta.dirname, '../fixtures/releases');

/** A request of a client to the old version, and the response. */
export interface RecordedRead {
  /** The name in `clients`. */
  client: string;
  path: string;
  /** Body of the response, as text. */
  body: string;
}

/** A database of an old version, with recorded responses and credentials. */
export interface ReleaseFixture {
  version: string;
  /** Commit of the old version. */
  commit: string;
  /** Time of the last response. Tokens are valid for a day from then on. */
  made: string;
  /** 32 bytes in base64. */
  encryptionKey: string;
  clients: Record<string, { clientId: string; clientSecret: string; token: string }>;
  /** Undefined for versions without staff accounts. */
  person?: { login: string; password: string };
  asked: RecordedRead[];
  /** As describeSchema returns it. */
  schema: string;
  /** All rows of each table, as JSON texts by PostgreSQL, which keep every digit. */
  tables: Record<string, string[]>;
}

export async function readFixture(file: string): Promise<ReleaseFixture> {
  return JSON.parse(gunzipSync(await readFile(join(FIXTURES, file))).toString());
}

/**
 * Restores the fixture into an empty database. The connection must be a superuser's, because the order of the
 * tables ignores foreign keys.
 */
export async function restoreFixture(pool: Pool, superuser: string, { tables }: ReleaseFixture): Promise<void> {
  await migrate(pool, { like: readAppliedMigrations(tables) });
  const client = new Client(superuser);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const { rows } = await client.query<{ name: string }>(LISTED_TABLES);
    await client.query(`truncate ${rows.map(({ name }) => name).join(', ')}`);
    for (const [name, values] of Object.entries(tables))
      await client.query(
        `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, $1)`,
        [`[${values.join(',')}]`],
      );
    const { rows: counters } = await client.query<{ statement: string }>(COUNTED_COLUMNS);
    for (const { statement } of counters) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * Reads the content of a fixture from a database. The job queue is left out, because due work fills it again.
 */
export async function dumpTables(pool: Pool): Promise<Pick<ReleaseFixture, 'schema' | 'tables'>> {
  const { rows: names } = await pool.query<{ name: string }>(LISTED_TABLES);
  const tables: Record<string, string[]> = {};
  for (const { name } of names) {
    const { rows } = await pool.query<{ row: string }>(`select to_json(t)::text as row from ${name} t`);
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row);
  }
  return { schema: await describeSchema(pool), tables };
}

/** Returns the migrations that the fixture's database has. */
export function readAppliedMigrations(tables: ReleaseFixture['tables']): AppliedMigration[] {
  return (tables.migrations ?? []).map((row) => JSON.parse(row) as AppliedMigration);
}

const LISTED_TABLES = `
  select quote_ident(relname) as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;

/** Sets the sequences of numbered columns behind their highest number. */
const COUNTED_COLUMNS = `
  select format('select setval(pg_get_serial_sequence(%L, %L), coalesce((select max(%I) from %I), 0) + 1, false)',
                c.relname, a.attname, a.attname, c.relname) as statement
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where a.attidentity <> '' and c.relnamespace = 'public'::regnamespace`;
