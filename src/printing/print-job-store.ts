import type { Actor } from '../platform/audit/actor.ts';
import type { DueQuery } from '../platform/database/due-query.ts';
import { valuesOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { PrinterKind, PrintState } from './printing-rules.ts';

interface NewPrintJob
  extends Pick<PrintJob, 'jobId' | 'printerId' | 'kind' | 'key' | 'title' | 'stationId' | 'contentType'>,
    Pick<PrintJob, 'copies' | 'created' | 'reprintOf' | 'reason'> {
  document: Uint8Array;
  by: Actor;
  order: PrintedOrder | undefined;
}

export type PrintedOrder = { clientId: string; orderId: string };

export interface PrintJob {
  jobId: string;
  printerId: string;
  /** Null after the printer was deleted. */
  printerName: string | null;
  printerKind: PrinterKind | null;
  kind: string;
  key: string;
  title: string;
  stationId: string | null;
  contentType: string;
  documentBytes: number;
  hasDocument: boolean;
  copies: number;
  state: PrintState;
  attempts: number;
  created: Date;
  createdById: string | null;
  createdByName: string | null;
  createdByKind: Actor['kind'];
  changed: Date;
  takenBy: string | null;
  printed: Date | null;
  lastError: string | null;
  reprintOf: string | null;
  reason: string | null;
  clientId: string | null;
  orderId: string | null;
}

const COLUMNS = `job_id as "jobId", j.printer_id as "printerId", p.name as "printerName", p.kind as "printerKind", j.kind, job_key as key, title,
  station_id as "stationId", content_type as "contentType", document_bytes as "documentBytes", document is not null as "hasDocument",
  copies, state, attempts, j.created, created_by_kind as "createdByKind", created_by_id as "createdById",
  created_by_name as "createdByName", changed, taken_by as "takenBy", printed, j.last_error as "lastError",
  reprint_of as "reprintOf", reason, j.client_id as "clientId", j.order_id as "orderId"`;
const FROM = 'from print_jobs j left join printers p on p.printer_id = j.printer_id';

/** Inserts a queued job. Returns false if a job with this kind and key exists already. */
export async function insertPrintJob(connection: Connection, job: NewPrintJob): Promise<boolean> {
  const { document, by, created } = job;
  return queryHasRow(connection, {
    text: `insert into print_jobs (job_id, printer_id, kind, job_key, title, station_id, content_type, document, document_bytes, copies, state,
                             created, created_by_kind, created_by_id, created_by_name, queued, changed, reprint_of, reason, client_id, order_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'queued', $11, $12, $13, $14, $11, $11, $15, $16, $17, $18)
     on conflict (kind, job_key) do nothing`,
    values: [
      ...valuesOf(job, 'jobId', 'printerId', 'kind', 'key', 'title', 'stationId', 'contentType'),
      Buffer.from(document.buffer, document.byteOffset, document.byteLength),
      document.byteLength,
      job.copies,
      created,
      ...valuesOf(by, 'kind', 'id', 'name'),
      ...valuesOf(job, 'reprintOf', 'reason'),
      job.order?.clientId ?? null,
      job.order?.orderId ?? null,
    ],
  });
}

export async function findPrintJob(connection: Connection, jobId: string): Promise<PrintJob | undefined> {
  return queryRow<PrintJob>(connection, `select ${COLUMNS} ${FROM} where job_id = $1`, [jobId]);
}

export async function findPrintJobByKey(connection: Connection, kind: string, key: string) {
  return queryRow<PrintJob>(connection, `select ${COLUMNS} ${FROM} where j.kind = $1 and job_key = $2`, [kind, key]);
}

export async function lockPrintJob(connection: Connection, jobId: string): Promise<PrintJob | undefined> {
  await connection.query('select 1 from print_jobs where job_id = $1 for update', [jobId]);
  return findPrintJob(connection, jobId);
}

export async function readDocument(connection: Connection, jobId: string): Promise<Buffer | undefined> {
  const { rows } = await connection.query<{ document: Buffer | null }>(
    'select document from print_jobs where job_id = $1',
    [jobId],
  );
  return rows[0]?.document ?? undefined;
}

/** Lists the jobs that match the filter and were created before the job `before`, newest first. */
export async function listPrintJobs(
  connection: Connection,
  filter: { printerId: string | undefined; state: PrintState | undefined },
  { before, limit }: { before: string | undefined; limit: number },
): Promise<PrintJob[]> {
  const values: unknown[] = [limit];
  const conditions = [
    filter.printerId !== undefined && `j.printer_id = $${values.push(filter.printerId)}`,
    filter.state !== undefined && `state = $${values.push(filter.state)}`,
    before !== undefined && `job_id < $${values.push(before)}`,
  ].filter((one) => one !== false);
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  return queryRows<PrintJob>(connection, {
    text: `select ${COLUMNS} ${FROM} ${where} order by job_id desc limit $1`,
    values,
  });
}

/** Counts the jobs of a kind whose key begins with `keyStart`. */
export async function countReprints(connection: Connection, kind: string, keyStart: string): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    'select count(*)::int as count from print_jobs where kind = $1 and starts_with(job_key, $2)',
    [kind, keyStart],
  );
  return rows[0]!.count;
}

export async function updatePrintJob(
  connection: Connection,
  jobId: string,
  { state, now, takenBy }: { state: PrintState; now: Date; takenBy: string | null },
): Promise<void> {
  await connection.query(
    `update print_jobs set state = $2, changed = $3, taken_by = $4, last_error = null,
            attempts = attempts + case when $2 = 'sending' then 1 else 0 end,
            queued = case when $2 = 'queued' then $3 else queued end,
            printed = case when $2 = 'printed' then $3 else printed end where job_id = $1`,
    [jobId, state, now, takenBy],
  );
}

export interface DuePrintJob {
  jobId: string;
  title: string;
  contentType: string;
  hasDocument: boolean;
  copies: number;
  attempts: number;
  queued: Date;
}

/**
 * Finds the printer's oldest queued job. Leaves out the document, which is read once the connection is open.
 * Finds none while a restored database is paused.
 */
export async function findQueuedPrintJob(connection: Connection, printerId: string): Promise<DuePrintJob | undefined> {
  return queryRow<DuePrintJob>(connection, {
    name: 'find-queued-print-job',
    text: `select job_id as "jobId", title, content_type as "contentType", document is not null as "hasDocument", copies, attempts, queued
           from print_jobs where printer_id = $1 and state = 'queued' and not exists (select 1 from restore_pause)
           order by queued, job_id limit 1`,
    values: [printerId],
  });
}

/** Marks a queued job as being sent. Returns false if the job was cancelled or taken meanwhile. */
export async function beginSending(
  connection: Connection,
  { jobId, attempts }: Pick<DuePrintJob, 'jobId' | 'attempts'>,
  now: Date,
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `update print_jobs set state = 'sending', attempts = attempts + 1, changed = $3
     where job_id = $1 and attempts = $2 and state = 'queued'`,
    values: [jobId, attempts, now],
  });
}

/** Records that the printer could not be reached. The job stays queued. */
export async function recordNoConnection(
  connection: Connection,
  { jobId, attempts }: Pick<DuePrintJob, 'jobId' | 'attempts'>,
  error: string,
): Promise<void> {
  await connection.query(
    `update print_jobs set attempts = attempts + 1, last_error = $3
     where job_id = $1 and attempts = $2 and state = 'queued'`,
    [jobId, attempts, error],
  );
}

/**
 * Records the outcome of sending. Keeps a state that a person has set meanwhile. A job that was marked as
 * interrupted becomes `printed` if it is.
 */
export async function recordOutcome(
  connection: Connection,
  { jobId, attempts }: Pick<DuePrintJob, 'jobId' | 'attempts'>,
  { state, error, now }: { state: PrintState; error: string | null; now: Date },
): Promise<void> {
  await connection.query(
    `update print_jobs set state = $3, changed = $5, last_error = $4, printed = case when $3 = 'printed' then $5 else printed end
     where job_id = $1 and attempts = $2 + 1
       and (state = 'sending' or state = 'unknown' and last_error = 'interrupted' and $3 = 'printed')`,
    [jobId, attempts, state, error, now],
  );
}

export async function failQueuedPrintJob(
  connection: Connection,
  jobId: string,
  error: string,
  now: Date,
): Promise<void> {
  await connection.query(
    `update print_jobs set state = 'failed', changed = $3, last_error = $2 where job_id = $1 and state = 'queued'`,
    [jobId, error, now],
  );
}

/** Sets `sending` jobs to `unknown`: their process was killed, or their browser has confirmed nothing. */
export async function markInterrupted(
  connection: Connection,
  printerId: string,
  { sendingBefore, now }: { sendingBefore: Date | undefined; now: Date },
): Promise<void> {
  await connection.query(
    `update print_jobs set state = 'unknown', changed = $3, last_error = 'interrupted'
     where printer_id = $1 and state = 'sending' and ($2::timestamptz is null or changed < $2)`,
    [printerId, sendingBefore ?? null, now],
  );
}

export function dueOldPrintJobs({
  documentsBefore,
  jobsBefore,
}: {
  documentsBefore: Date;
  jobsBefore: Date;
}): DueQuery {
  return {
    text: `select 'old' as key
           where exists (select 1 from print_jobs where document is not null and changed < $1 and state not in ('queued', 'sending'))
              or exists (select 1 from print_jobs where changed < $2 and state not in ('queued', 'sending'))`,
    values: [documentsBefore, jobsBefore],
  };
}

/** Deletes the documents of at most `limit` jobs that ended before `before`. Returns the number of jobs. */
export async function deleteDocuments(connection: Connection, before: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    text: `update print_jobs set document = null
     where job_id in (select job_id from print_jobs where document is not null and changed < $1 and state not in ('queued', 'sending')
                      order by changed limit $2)`,
    values: [before, limit],
  });
}

export async function deletePrintJobs(connection: Connection, before: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    text: `delete from print_jobs
     where job_id in (select job_id from print_jobs where changed < $1 and state not in ('queued', 'sending') order by changed limit $2)`,
    values: [before, limit],
  });
}

/** Deletes the documents of the order's print jobs. Cancels jobs that have not ended. Returns all jobIds. */
export async function erasePrintJobs(
  connection: Connection,
  clientId: string,
  orderId: string,
  now: Date,
): Promise<string[]> {
  // Waits for a reprint that has locked one of the jobs. The next statement then also finds the reprint.
  await connection.query({
    name: 'lock-print-jobs-to-erase',
    text: 'select 1 from print_jobs where client_id = $1 and order_id = $2 order by job_id for update',
    values: [clientId, orderId],
  });
  const { rows } = await connection.query<{ jobId: string }>({
    name: 'erase-print-jobs',
    text: `update print_jobs set document = null, reason = null, last_error = null,
               changed = case when state in ('queued', 'sending') then $3 else changed end,
               state = case when state in ('queued', 'sending') then 'cancelled' else state end
           where client_id = $1 and order_id = $2 returning job_id as "jobId"`,
    values: [clientId, orderId, now],
  });
  return rows.map(({ jobId }) => jobId);
}
