import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { ownFolder, type Place } from './embedded-postgres-account.ts';

/** The old PostgreSQL writes a table to this file, which is moved to the folder of the new one. */
const COPY_FILE = 'platen-copy';
export type Side = { client: pg.Client; place: Place };
export type CopiedTable = { name: string; rows: number };

interface Table {
  name: string;
  /** Quoted names, separated by commas. */
  columns: string;
  bytes: number;
}

/** Lists objects of the database that neither Platen nor its job queue made. A copy would lose them. */
export async function findForeign(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(FOREIGN);
  return rows.map(({ name }) => name);
}

/** Returns the size of all tables with their indexes, and of the largest table without them, in bytes. */
export async function measureTables(client: pg.Client): Promise<{ all: number; largest: number }> {
  const { rows } = await client.query<{ all: string; largest: string }>(
    `select coalesce(sum(pg_total_relation_size(oid)), 0) as all, coalesce(max(pg_table_size(oid)), 0) as largest from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return { all: Number(rows[0]?.all), largest: Number(rows[0]?.largest) };
}

/**
 * Replaces the rows and identity counters of all tables in `to` by those in `from`. Both sessions must be in
 * a transaction. Throws if the number or checksum of a table's rows then differs.
 */
export async function copyTables(
  from: Side,
  to: Side,
  onTable: (table: string, bytes: number) => void,
): Promise<CopiedTable[]> {
  const { rows: tables } = await from.client.query<Table>(TABLES);
  // Foreign keys are not checked, so the order of the tables does not matter.
  await to.client.query('set local session_replication_role = replica');
  await to.client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  const copied: CopiedTable[] = [];
  for (const table of tables) {
    onTable(table.name, table.bytes);
    copied.push(await copyTable(from, to, table));
  }
  const { rows: counters } = await from.client.query<{ table: string; column: string }>(COUNTED_COLUMNS);
  for (const { table, column } of counters) await copyCounter(from.client, to.client, table, column);
  return copied;
}

export async function removeCopyFile({ cluster }: Place): Promise<void> {
  await rm(path.join(cluster, COPY_FILE), { force: true });
}

async function copyTable(from: Side, to: Side, { name, columns }: Table): Promise<CopiedTable> {
  const fileOf = ({ place }: Side) => path.join(ownFolder(place, place.cluster), COPY_FILE);
  await from.client.query(`copy ${name} (${columns}) to '${literal(fileOf(from))}'`);
  await rename(path.join(from.place.cluster, COPY_FILE), path.join(to.place.cluster, COPY_FILE));
  await to.client.query(`copy ${name} (${columns}) from '${literal(fileOf(to))}'`);
  await removeCopyFile(to.place);
  const [before, after] = [await addUp(from.client, name, columns), await addUp(to.client, name, columns)];
  if (before.rows !== after.rows || before.sum !== after.sum)
    throw new Error(
      `${name} was not copied correctly: ${before.rows} rows became ${after.rows}, or their content differs`,
    );
  return { name, rows: Number(after.rows) };
}

/** Returns the number of rows, and a checksum that does not depend on their order. */
async function addUp(client: pg.Client, name: string, columns: string): Promise<{ rows: string; sum: string }> {
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from (select ${columns} from ${name}) t`,
  );
  return rows[0] as { rows: string; sum: string };
}

async function copyCounter(from: pg.Client, to: pg.Client, table: string, column: string): Promise<void> {
  const nameOf = async (client: pg.Client) => {
    const { rows } = await client.query<{ name: string }>('select pg_get_serial_sequence($1, $2) as name', [
      table,
      column,
    ]);
    return rows[0]?.name as string;
  };
  const { rows } = await from.query<{ last_value: string; is_called: boolean }>(
    `select last_value, is_called from ${await nameOf(from)}`,
  );
  await to.query('select setval($1::regclass, $2, $3)', [await nameOf(to), rows[0]?.last_value, rows[0]?.is_called]);
}

function literal(text: string): string {
  return text.replaceAll("'", "''");
}

const TABLES = `
  select format('public.%I', relname) as name, pg_table_size(c.oid)::float8 as bytes,
         (select string_agg(quote_ident(attname), ', ' order by attname) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;

const COUNTED_COLUMNS = `
  select format('public.%I', c.relname) as table, a.attname as column
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where a.attidentity <> '' and c.relnamespace = 'public'::regnamespace`;

/** The queue's schema is not copied, since due work is found in Platen's own tables. */
const FOREIGN = `
  select 'the ' || case relkind when 'v' then 'view ' when 'm' then 'view ' when 'S' then 'sequence ' else 'table ' end || c.oid::regclass as name
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname !~ '^pg_' and nspname not in ('information_schema', 'pgboss')
    and (relkind in ('v', 'm', 'f', 'p') or relkind in ('r', 'S') and nspname <> 'public')
    and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
  union all
  select 'the extension ' || extname from pg_extension where extname <> 'plpgsql'
  union all
  select 'the database ' || datname from pg_database where datname not in ('postgres', 'platen') and not datistemplate
  union all
  select 'the function ' || p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = pronamespace
  where nspname !~ '^pg_' and nspname not in ('information_schema', 'pgboss')
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by name`;
