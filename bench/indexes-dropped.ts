import type { Pool } from 'pg';

/** Drops the keys and indexes of the tables; the answer makes them again, one at a time, since each is sorted by all processors. */
export async function indexesDropped(pool: Pool, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: constraints } = await pool.query<{
    table: string;
    name: string;
    key: boolean;
    definition: string;
  }>(
    `select conrelid::regclass::text as table, conname as name, contype <> 'f' as key, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype in ('p', 'u') and conrelid = any($1::regclass[])
        or contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
     order by key`,
    [tables],
  );
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
    [tables],
  );
  for (const { table, name } of constraints) await pool.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  return async () => {
    // Foreign keys need the keys, so they come last.
    for (const { table, name, definition } of constraints.filter(({ key }) => key))
      await pool.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const { definition } of indexes) await pool.query(definition);
    for (const { table, name, definition } of constraints.filter(({ key }) => !key))
      await pool.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}
