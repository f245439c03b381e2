import { type Connection, queryHasRow, queryRow } from '../../platform/database/transaction.ts';

export type BackupFolder = { dir: string; id: string };

/** Returns the folder of the server's last backup; undefined before the first. */
export async function findKnownFolder(connection: Connection): Promise<BackupFolder | undefined> {
  return queryRow<BackupFolder>(
    connection,
    'select folder_id as id, folder_path as dir from backup_state where folder_id is not null',
  );
}

/** Records the folder, and clears the result of the last check, which was in another folder. */
export async function updateKnownFolder(connection: Connection, { id, dir }: BackupFolder): Promise<void> {
  await connection.query(
    `update backup_state set folder_id = $1, folder_path = $2,
            verified = null, verify_problems = null, verify_message = null`,
    [id, dir],
  );
}

export async function clearBackupReports(connection: Connection): Promise<void> {
  await connection.query(
    `update backup_state set problem = null, problem_message = null, problem_since = null,
            verified = null, verify_problems = null, verify_message = null
     where problem is not null or verified is not null`,
  );
}

/** Clears the folder of a restored database, so that its first start accepts the configured folder. */
export async function forgetKnownFolder(connection: Connection): Promise<void> {
  await connection.query(
    `update backup_state set folder_id = null, folder_path = null, problem = null, problem_message = null, problem_since = null,
            verified = null, verify_problems = null, verify_message = null`,
  );
}

export interface BackupProblem {
  code: string;
  message: string;
  since: Date;
}

/** Records why backups fail; undefined: they work. */
export async function updateBackupProblem(connection: Connection, problem: BackupProblem | undefined): Promise<void> {
  await connection.query(
    `update backup_state set problem = $1, problem_message = $2, problem_since = $3
     where (problem, problem_message, problem_since) is distinct from ($1::text, $2::text, $3::timestamptz)`,
    [problem?.code ?? null, problem?.message ?? null, problem?.since ?? null],
  );
}

export type VerifyResult = { at: Date; problems: number; message: string | undefined };

export async function updateVerifyResult(connection: Connection, result: VerifyResult): Promise<void> {
  await connection.query('update backup_state set verified = $1, verify_problems = $2, verify_message = $3', [
    result.at,
    result.problems,
    result.message ?? null,
  ]);
}

export async function findVerifyResult(connection: Connection): Promise<VerifyResult | undefined> {
  return queryRow<VerifyResult>(
    connection,
    `select verified as at, verify_problems as problems, verify_message as message
     from backup_state where verified is not null`,
  );
}

/** The pause of a restored database. While this row exists, the server sends nothing by itself. */
interface RestorePause {
  since: Date;
  /** Time of the last transaction. Null: unknown, because the database was restored by its own tools. */
  restoredTo: Date | null;
}

export async function findRestorePause(connection: Connection): Promise<RestorePause | undefined> {
  return queryRow<RestorePause>(connection, 'select since, restored_to as "restoredTo" from restore_pause');
}

export async function saveRestorePause(connection: Connection, { since, restoredTo }: RestorePause): Promise<void> {
  await connection.query(
    `insert into restore_pause (singleton, since, restored_to) values (true, $1, $2)
     on conflict (singleton) do update set since = excluded.since, restored_to = excluded.restored_to`,
    [since, restoredTo],
  );
}

/** Deletes the pause that began at `since`. Returns false when it does not exist. */
export async function deleteRestorePause(connection: Connection, since: Date): Promise<boolean> {
  return queryHasRow(connection, 'delete from restore_pause where since = $1', [since]);
}
