import type { ForeignKey, TablePlacement } from './distribution-rules.ts';
import { type Connection, queryRows } from './transaction.ts';

export async function findCitusVersion(connection: Connection): Promise<string | undefined> {
  const { rows } = await connection.query<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'citus'",
  );
  return rows[0]?.version;
}

/** Returns the places of the tables that Citus knows; undefined without Citus. */
export async function findPlacements(connection: Connection): Promise<Map<string, TablePlacement> | undefined> {
  if ((await findCitusVersion(connection)) === undefined) return undefined;
  const { rows } = await connection.query<{ table: string; method: string; replication: string }>(
    `select c.relname as "table", p.partmethod as method, p.repmodel as replication
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace`,
  );
  return new Map(
    rows.map(({ table, method, replication }) => [
      table,
      method === 'h' ? 'by client' : replication === 't' ? 'on every node' : 'in one place',
    ]),
  );
}

export async function listTables(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}

export async function listForeignKeys(connection: Connection): Promise<ForeignKey[]> {
  return queryRows<ForeignKey>(
    connection,
    `select t.relname as "table", r.relname as referenced, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
     where k.contype = 'f' and k.conparentid = 0 and t.relnamespace = 'public'::regnamespace
     order by t.relname collate "C", k.conname collate "C"`,
  );
}

/** Lists the foreign keys that were dropped and are still to be created again. */
export async function listPostponedKeys(connection: Connection): Promise<ForeignKey[]> {
  return queryRows<ForeignKey>(
    connection,
    `select table_name as "table", referenced_name as referenced, key_name as name, definition
     from postponed_keys order by table_name, key_name`,
  );
}

/** Returns the name of the database as SQL, and whether its connections use each node sequentially. */
export async function findDatabase(connection: Connection): Promise<{ name: string; isSequential: boolean }> {
  const { rows } = await connection.query<{ name: string; isSequential: boolean }>(
    `select quote_ident(d.datname) as name, exists (
              select 1 from pg_db_role_setting s where s.setdatabase = d.oid and s.setrole = 0
                and 'citus.multi_shard_modify_mode=sequential' = any(s.setconfig)
            ) as "isSequential"
     from pg_database d where d.datname = current_database()`,
  );
  return rows[0] as { name: string; isSequential: boolean };
}

/** Lists the split or copied tables whose old rows are still on the coordinator, where no query sees them. */
export async function listLeftovers(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (p.partmethod = 'h' or p.repmodel = 't')
       and pg_relation_size(c.oid) > 0 order by c.relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}

export async function countOtherSessions(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'platen' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}
