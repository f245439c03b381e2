import type { DueQuery } from '../../platform/database/due-query.ts';
import { valuesOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryHasRow, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { MachineJobState, Unwanted } from './machine-rules.ts';

export interface NewMachineJob {
  jobId: string;
  machineId: string;
  /** Identifies the file: each is written once for a machine. */
  key: string;
  /** Null: a gang sheet, which has prints of several orders. */
  clientId: string | null;
  orderId: string | null;
  /** Code of the piece or of the gang sheet. */
  piece: string;
  batchId: string | null;
  location: string;
  technology: string;
  /** Name of the blob. Null: there is no file. */
  sha256: string | null;
  bytes: number;
  mediaType: string;
  widthMm: number;
  heightMm: number;
  copies: number;
  fileName: string;
  ticketName: string | null;
  ticket: string | null;
  state: 'WAITING' | 'FAILED';
  cause: string | null;
  created: Date;
}

export interface MachineJob extends Omit<NewMachineJob, 'key' | 'state'> {
  state: MachineJobState;
  attempts: number;
  /** How often the file was requested. */
  requests: number;
  changed: Date;
  unwanted: Unwanted | null;
}

const FIELDS = [
  ...(['jobId', 'machineId', 'key', 'clientId', 'orderId', 'piece', 'batchId', 'location', 'technology'] as const),
  ...(['sha256', 'bytes', 'mediaType', 'widthMm', 'heightMm', 'copies', 'fileName', 'ticketName', 'ticket'] as const),
  ...(['state', 'cause', 'created'] as const),
];
const COLUMNS = `job_id as "jobId", machine_id as "machineId", client_id as "clientId", order_id as "orderId", piece, batch_id as "batchId", location,
  technology, sha256, bytes::float8 as bytes, media_type as "mediaType", width_mm as "widthMm", height_mm as "heightMm", copies,
  file_name as "fileName", ticket_name as "ticketName", ticket, state, cause, attempts, requests, created, changed, unwanted`;

/**
 * Inserts a job. A job of the same file that was withdrawn waits again, with `again` also one that ended.
 * Returns false if the file is in the queue already, or was taken.
 */
export async function insertMachineJob(connection: Connection, job: NewMachineJob, again: boolean): Promise<boolean> {
  return queryHasRow(connection, {
    text: `insert into machine_jobs as j (job_id, machine_id, job_key, client_id, order_id, piece, batch_id, location, technology, sha256, bytes, media_type,
                                     width_mm, height_mm, copies, file_name, ticket_name, ticket, state, cause, created, changed)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21)
           on conflict (job_key, machine_id) do update
           set state = excluded.state, cause = excluded.cause, sha256 = excluded.sha256, bytes = excluded.bytes, media_type = excluded.media_type,
               width_mm = excluded.width_mm, height_mm = excluded.height_mm, file_name = excluded.file_name, ticket_name = excluded.ticket_name,
               ticket = excluded.ticket, batch_id = excluded.batch_id, changed = excluded.changed, unwanted = null, requests = j.requests + 1
           where j.state = 'WITHDRAWN' or ($22 and j.state in ('TAKEN', 'DONE', 'FAILED')) or (j.state = 'FAILED' and j.sha256 is null)`,
    values: [...valuesOf(job, ...FIELDS), again],
  });
}

export async function findMachineJob(connection: Connection, jobId: string): Promise<MachineJob | undefined> {
  return queryRow<MachineJob>(connection, `select ${COLUMNS} from machine_jobs where job_id = $1`, [jobId]);
}

export async function lockMachineJob(connection: Connection, jobId: string): Promise<MachineJob | undefined> {
  return queryRow<MachineJob>(connection, `select ${COLUMNS} from machine_jobs where job_id = $1 for update`, [jobId]);
}

/** Lists the jobs of a machine in these states, the newest first. */
export async function listMachineJobs(
  connection: Connection,
  machineId: string,
  { states, before, limit }: { states: readonly MachineJobState[]; before: string | undefined; limit: number },
): Promise<MachineJob[]> {
  return queryRows<MachineJob>(connection, {
    name: 'list-machine-jobs',
    text: `select ${COLUMNS} from machine_jobs
           where machine_id = $1 and state = any($2) and ($3::text is null or job_id < $3) order by job_id desc limit $4`,
    values: [machineId, states, before ?? null, limit],
  });
}

/** Lists the machine's jobs in these states after the job `after`, in the order of the queue. */
export async function listQueuedMachineJobs(
  connection: Connection,
  machineId: string,
  { states, after, limit }: { states: readonly MachineJobState[]; after: string; limit: number },
): Promise<MachineJob[]> {
  return queryRows<MachineJob>(connection, {
    name: 'list-queued-machine-jobs',
    text: `select ${COLUMNS} from machine_jobs where machine_id = $1 and state = any($2) and job_id > $3 order by job_id limit $4`,
    values: [machineId, states, after, limit],
  });
}

/** Lists the files of the piece, with the machine of each. */
export async function listJobsOfPiece(
  connection: Connection,
  piece: string,
): Promise<(MachineJob & { key: string })[]> {
  return queryRows<MachineJob & { key: string }>(connection, {
    name: 'list-machine-jobs-of-piece',
    text: `select ${COLUMNS}, job_key as key from machine_jobs where job_key >= $1 || '/' and job_key < $1 || '0' order by job_id`,
    values: [piece],
  });
}

type Known = Pick<MachineJob, 'jobId' | 'state' | 'attempts'>;
type Change = { state: MachineJobState; cause?: string | null; now: Date };

/**
 * Changes the state of a job. `WRITING` counts an attempt. An ended job that waits again is wanted. Returns
 * false if the job was changed meanwhile, so that a process that lost its lease stops.
 */
export async function moveMachineJob(
  connection: Connection,
  { jobId, state, attempts }: Known,
  { state: next, cause = null, now }: Change,
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'move-machine-job',
    text: `update machine_jobs set state = $4, cause = $5, changed = $6, attempts = attempts + case when $4 = 'WRITING' then 1 else 0 end,
                  unwanted = case when $4 = 'WAITING' and state in ('TAKEN', 'DONE', 'WITHDRAWN', 'FAILED') then null else unwanted end,
                  requests = requests + case when $4 = 'WAITING' and state in ('TAKEN', 'DONE', 'WITHDRAWN', 'FAILED') then 1 else 0 end
           where job_id = $1 and state = $2 and attempts = $3`,
    values: [jobId, state, attempts, next, cause, now],
  });
}

/** Sets a job that is being written to FAILED. */
export async function failMachineJob(
  connection: Connection,
  jobId: string,
  { cause, now }: { cause: string; now: Date },
): Promise<void> {
  await connection.query(
    `update machine_jobs set state = 'FAILED', cause = $2, changed = $3 where job_id = $1 and state in ('WRITING', 'PLACING')`,
    [jobId, cause, now],
  );
}

/** Marks open jobs whose files are no longer wanted. Jobs that were not begun end at once. */
export async function markUnwanted(
  connection: Connection,
  unwanted: readonly { jobId: string; reason: Unwanted }[],
  now: Date,
): Promise<void> {
  await connection.query({
    name: 'mark-machine-jobs-unwanted',
    text: `update machine_jobs j set unwanted = u.reason,
                  state = case when u.reason = 'MADE' and state in ('TAKEN', 'FAILED') then 'DONE' when state in ('WAITING', 'FAILED') then 'WITHDRAWN' else state end,
                  cause = case when state = 'TAKEN' and u.reason <> 'MADE' then 'taken_before' when state in ('WAITING', 'FAILED') then lower(u.reason) else cause end,
                  changed = case when state in ('WAITING', 'FAILED') or u.reason = 'MADE' and state = 'TAKEN' then $3 else changed end
           from unnest($1::text[], $2::text[]) as u (job_id, reason)
           where j.job_id = u.job_id and j.unwanted is null and state in ('WAITING', 'WRITING', 'PLACING', 'WRITTEN', 'TAKEN', 'FAILED')`,
    values: [unwanted.map(({ jobId }) => jobId), unwanted.map(({ reason }) => reason), now],
  });
}

export async function deleteFailedJobs(
  connection: Connection,
  jobs: readonly Pick<MachineJob, 'jobId'>[],
): Promise<void> {
  if (jobs.length === 0) return;
  await connection.query(`delete from machine_jobs where job_id = any ($1) and state = 'FAILED'`, [
    jobs.map(({ jobId }) => jobId),
  ]);
}

/** Counts open jobs, prints that wait for a sheet, and sheets that are still to be drawn; at most 1,000. */
export async function countOpenMachineJobs(connection: Connection, machineId: string): Promise<number> {
  return queryCount(connection, {
    text: `select 1 from machine_jobs where machine_id = $1 and state in ('WAITING', 'WRITING', 'PLACING', 'WRITTEN')
           union all select 1 from gang_prints where machine_id = $1 and sheet is null
           union all select 1 from gang_sheets where machine_id = $1 and drawn is null limit 1000`,
    values: [machineId],
  });
}

/** Deletes the tickets of the order, and the names of its files. Withdraws jobs that were not begun. */
export async function eraseMachineJobs(
  connection: Connection,
  clientId: string,
  orderId: string,
  now: Date,
): Promise<void> {
  await connection.query({
    name: 'erase-machine-jobs',
    text: `update machine_jobs set sha256 = null, ticket = null, unwanted = coalesce(unwanted, 'CANCELLED'),
                  changed = case when state in ('WAITING', 'FAILED') then $3 else changed end,
                  state = case when state in ('WAITING', 'FAILED') then 'WITHDRAWN' else state end
           where client_id = $1 and order_id = $2`,
    values: [clientId, orderId, now],
  });
}

/** Locks the jobs of gang sheets. */
export async function lockSheetJobs(
  connection: Connection,
  sheets: readonly string[],
): Promise<Pick<MachineJob, 'jobId' | 'piece' | 'state' | 'cause' | 'unwanted'>[]> {
  return queryRows(connection, {
    name: 'lock-machine-jobs-of-sheets',
    text: `select job_id as "jobId", piece, state, cause, unwanted from machine_jobs where job_key = any($1) order by job_id for update`,
    values: [sheets],
  });
}

/** Deletes the tickets of jobs, and the names of their files. */
export async function eraseJobFiles(connection: Connection, jobs: readonly Pick<MachineJob, 'jobId'>[]): Promise<void> {
  await connection.query('update machine_jobs set sha256 = null, ticket = null where job_id = any($1)', [
    jobs.map(({ jobId }) => jobId),
  ]);
}

export function dueOldMachineJobs(before: Date): DueQuery {
  return {
    text: `select 'old' as key where exists (select 1 from machine_jobs where state in ('TAKEN', 'DONE', 'WITHDRAWN') and changed < $1)`,
    values: [before],
  };
}

/** Deletes at most `limit` jobs that ended before `before`. Returns their number. */
export async function deleteMachineJobs(connection: Connection, before: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    text: `delete from machine_jobs where job_id in (
             select job_id from machine_jobs where state in ('TAKEN', 'DONE', 'WITHDRAWN') and changed < $1 order by changed limit $2)`,
    values: [before, limit],
  });
}
