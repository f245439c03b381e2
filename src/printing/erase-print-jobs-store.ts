import type { Connection } from '../database/transaction.ts';

/** Deletes the documents of the order's print jobs; what waited to be printed is cancelled. Answers the jobs. */
export async function erasePrintJobs(
  connection: Connection,
  clientId: string,
  orderId: string,
  now: Date,
): Promise<string[]> {
  // A reprint that holds one of them commits first, so the next statement finds the copy that it made.
  await connection.query({
    name: 'lock-print-jobs-to-erase',
    text: 'select 1 from print_jobs where client_id = $1 and order_id = $2 order by job_id for update',
    values: [clientId, orderId],
  });
  const { rows } = await connection.query<{ jobId: string }>({
    name: 'erase-print-jobs',
    text: `update print_jobs
           set document = null, reason = null, last_error = null,
               changed = case when state in ('queued', 'sending') then $3 else changed end,
               state = case when state in ('queued', 'sending') then 'cancelled' else state end
           where client_id = $1 and order_id = $2 returning job_id as "jobId"`,
    values: [clientId, orderId, now],
  });
  return rows.map(({ jobId }) => jobId);
}
