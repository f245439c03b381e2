import type { Connection } from '../database/transaction.ts';

/** Takes what somebody typed out of the answers that name one of the print jobs. They are kept for a day. */
export async function erasePrintAnswers(connection: Connection, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  await connection.query({
    name: 'erase-print-answers',
    text: `update idempotency_keys set answer = (answer::jsonb - 'reason')::text
           where answer like any($1) and answer::jsonb ? 'jobId'`,
    values: [jobIds.map((jobId) => `%${jobId}%`)],
  });
}
