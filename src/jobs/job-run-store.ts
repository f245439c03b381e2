import type { DueQuery } from '../platform/database/due-query.ts';
import { columnsOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../platform/database/transaction.ts';

/** A process that does not extend its leases for this time loses them. */
const LEASE_SECONDS = 5;
/** The holder of a key that waits after a failure. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
type JobKey = { job: string; key: string };

export interface Run extends JobKey {
  runId: string;
  /** Failed runs in a row before this one. */
  failures: number;
}

/** Takes leases on the free keys and returns them. With `takeOver`, a key with an ended lease is free. */
export async function claimRuns(
  connection: Connection,
  keys: readonly (JobKey & { runId: string })[],
  { takeOver }: { takeOver: boolean },
): Promise<Run[]> {
  return queryRows<Run>(connection, {
    name: 'claim-runs',
    text: `insert into job_runs as held (job, key, run_id, free_at)
           select job, key, run_id, now() + make_interval(secs => $5)
           from unnest($1::text[], $2::text[], $3::uuid[]) as wanted (job, key, run_id) order by job, key
           on conflict (job, key) do update set run_id = excluded.run_id, free_at = excluded.free_at
             where $4::boolean and held.free_at <= now() returning job, key, run_id as "runId", failures`,
    values: [...columnsOf(keys, 'job', 'key', 'runId'), takeOver, LEASE_SECONDS],
  });
}

/** Returns the query for all keys with an ended lease: the process was killed, or the key failed earlier. */
export function dueEndedLeases(): DueQuery {
  return { text: 'select job as kind, key from job_runs where free_at <= now()', values: [] };
}

export async function listJobClients(connection: Connection): Promise<string[]> {
  const rows = await queryRows<{ clientId: string }>(connection, 'select client_id as "clientId" from clients');
  return rows.map(({ clientId }) => clientId);
}

export async function extendLeases(connection: Connection, runIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await connection.query<{ runId: string }>({
    name: 'extend-leases',
    text: `update job_runs set free_at = now() + make_interval(secs => $2)
           where run_id = any($1::uuid[]) returning run_id as "runId"`,
    values: [runIds, LEASE_SECONDS],
  });
  return new Set(rows.map(({ runId }) => runId));
}

export async function endRun(connection: Connection, { job, key, runId }: Run): Promise<void> {
  await connection.query({
    name: 'end-run',
    text: 'delete from job_runs where job = $1 and key = $2 and run_id = $3',
    values: [job, key, runId],
  });
}

/** Records a failed run. No process works on the key for `delaySeconds`. */
export async function failRun(connection: Connection, { job, key, runId }: Run, delaySeconds: number): Promise<void> {
  await connection.query({
    name: 'fail-run',
    text: `update job_runs set run_id = $5, failures = failures + 1, free_at = now() + make_interval(secs => $4)
           where job = $1 and key = $2 and run_id = $3`,
    values: [job, key, runId, delaySeconds, NOBODY],
  });
}

/** Deletes all leases. Use this only if no process works on the database. */
export async function forgetRuns(connection: Connection): Promise<void> {
  await connection.query('delete from job_runs');
}
