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

/** Takes what somebody typed about what came back out of the answers that name one of the returns. */
export async function eraseReturnAnswers(
  connection: Connection,
  returnIds: readonly string[],
): Promise<void> {
  if (returnIds.length === 0) return;
  await connection.query({
    name: 'erase-return-answers',
    text: `update idempotency_keys
           set answer = jsonb_set(answer::jsonb, '{items}',
             (select jsonb_agg(item - 'note') from jsonb_array_elements(answer::jsonb -> 'items') item))::text
           where answer like any($1) and jsonb_typeof(answer::jsonb -> 'items') = 'array'`,
    values: [returnIds.map((returnId) => `%${returnId}%`)],
  });
}
