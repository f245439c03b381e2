import type { Connection } from '../database/transaction.ts';

/** The folder that the server writes its backups to. */
export interface KnownFolder {
  /** As in its marker file. */
  id: string;
  path: string;
}

/** Returns the folder that backups were last written to; undefined before the first. */
export async function findKnownFolder(connection: Connection): Promise<KnownFolder | undefined> {
  const { rows } = await connection.query<KnownFolder>(
    'select folder_id as id, folder_path as path from backup_state where folder_id is not null',
  );
  return rows[0];
}

/** Remembers the folder. What the last check found in another folder is forgotten. */
export async function updateKnownFolder(connection: Connection, { id, path }: KnownFolder): Promise<void> {
  await connection.query('update backup_state set folder_id = $1, folder_path = $2', [id, path]);
  await connection.query(
    'update backup_state set verified = null, verify_problems = null, verify_message = null',
  );
}

/** Forgets the problem and the last check: this server makes no backups any more. */
export async function clearBackupReports(connection: Connection): Promise<void> {
  await connection.query(
    `update backup_state set problem = null, problem_message = null, problem_since = null,
            verified = null, verify_problems = null, verify_message = null
     where problem is not null or verified is not null`,
  );
}

/** Forgets the folder, so that the next start takes the one that it is given. For a database that was just restored, of this or an earlier release. */
export async function forgetKnownFolder(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ exists: boolean }>(
    `select to_regclass('backup_state') is not null as exists`,
  );
  if (rows[0]?.exists)
    await connection.query(
      `update backup_state set folder_id = null, folder_path = null, problem = null, problem_message = null, problem_since = null,
              verified = null, verify_problems = null, verify_message = null`,
    );
}

export interface BackupProblem {
  code: string;
  /** One sentence. */
  message: string;
  since: Date;
}

/** Records why backups cannot be made; undefined: they can. */
export async function updateBackupProblem(
  connection: Connection,
  problem: BackupProblem | undefined,
): Promise<void> {
  await connection.query(
    `update backup_state set problem = $1, problem_message = $2, problem_since = $3
     where (problem, problem_message, problem_since) is distinct from ($1::text, $2::text, $3::timestamptz)`,
    [problem?.code ?? null, problem?.message ?? null, problem?.since ?? null],
  );
}

/** The result of a check of all backups. */
export interface VerifyResult {
  at: Date;
  /** How many faults it found. */
  problems: number;
  /** The first of them as a sentence. */
  message: string | undefined;
}

export async function updateVerifyResult(connection: Connection, result: VerifyResult): Promise<void> {
  await connection.query('update backup_state set verified = $1, verify_problems = $2, verify_message = $3', [
    result.at,
    result.problems,
    result.message ?? null,
  ]);
}

/** Returns the result of the last check; undefined before the first. */
export async function findVerifyResult(connection: Connection): Promise<VerifyResult | undefined> {
  const { rows } = await connection.query<VerifyResult>(
    `select verified as at, verify_problems as problems, verify_message as message
     from backup_state where verified is not null`,
  );
  return rows[0];
}
