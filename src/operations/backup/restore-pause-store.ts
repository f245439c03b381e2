import type { Connection } from '../../platform/database/transaction.ts';

/** A restored database sends nothing by itself while it has this row. */
export interface RestorePause {
  since: Date;
  /** Time of the last transaction in the restored database. Null: unknown, since the database was restored by its own tools. */
  restoredTo: Date | null;
}

export async function findRestorePause(connection: Connection): Promise<RestorePause | undefined> {
  const { rows } = await connection.query<RestorePause>(
    'select since, restored_to as "restoredTo" from restore_pause',
  );
  return rows[0];
}

/** Replaces the pause of an earlier restore. */
export async function saveRestorePause(
  connection: Connection,
  { since, restoredTo }: RestorePause,
): Promise<void> {
  await connection.query(
    `insert into restore_pause (singleton, since, restored_to) values (true, $1, $2)
     on conflict (singleton) do update set since = excluded.since, restored_to = excluded.restored_to`,
    [since, restoredTo],
  );
}

/** Returns whether there was a pause that began at the moment given: a later restore has another one. */
export async function deleteRestorePause(connection: Connection, since: Date): Promise<boolean> {
  const { rowCount } = await connection.query('delete from restore_pause where since = $1', [since]);
  return rowCount === 1;
}
