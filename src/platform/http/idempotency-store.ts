import type { DueQuery } from '../database/due-query.ts';
import { type Connection, queryCount, queryHasRow, queryRow } from '../database/transaction.ts';

export type IdempotencyKey = { clientId: string; key: string };
type RecordedRequest = { requestHash: Buffer; answer: string };

/** Takes the key; false if it was taken after `takenAfter`. Waits for a transaction that is taking it. */
export async function takeKey(
  connection: Connection,
  { clientId, key }: IdempotencyKey,
  { requestHash, created, takenAfter }: { requestHash: Buffer; created: Date; takenAfter: Date },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `insert into idempotency_keys (client_id, key, request_hash, answer, created) values ($1, $2, $3, '', $4)
     on conflict (client_id, key) do update set request_hash = excluded.request_hash, answer = '', created = excluded.created
     where idempotency_keys.created <= $5`,
    values: [clientId, key, requestHash, created, takenAfter],
  });
}

export async function findRecordedRequest(connection: Connection, { clientId, key }: IdempotencyKey) {
  return queryRow<RecordedRequest>(connection, {
    text: `select request_hash as "requestHash", answer from idempotency_keys where client_id = $1 and key = $2`,
    values: [clientId, key],
  });
}

export async function saveAnswer(
  connection: Connection,
  { clientId, key }: IdempotencyKey,
  answer: string,
): Promise<void> {
  await connection.query('update idempotency_keys set answer = $3 where client_id = $1 and key = $2', [
    clientId,
    key,
    answer,
  ]);
}

export function dueKeysBefore(moment: Date): DueQuery {
  return { text: `select 'old' as key from idempotency_keys where created < $1 limit 1`, values: [moment] };
}

/** Deletes the oldest keys taken before the moment. Returns the number of deleted keys. */
export async function deleteKeysBefore(connection: Connection, moment: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    text: `delete from idempotency_keys k
     using (select client_id, key from idempotency_keys where created < $1 order by created limit $2) old
     where k.client_id = old.client_id and k.key = old.key and k.created < $1`,
    values: [moment, limit],
  });
}

/** Removes the text that staff entered from stored answers about these print jobs. */
export async function erasePrintAnswers(connection: Connection, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  await connection.query({
    name: 'erase-print-answers',
    text: `update idempotency_keys set answer = (answer::jsonb - 'reason')::text
           where answer like any($1) and answer::jsonb ? 'jobId'`,
    values: [jobIds.map((jobId) => `%${jobId}%`)],
  });
}

/** Removes the text that staff entered from stored answers about these returns. */
export async function eraseReturnAnswers(connection: Connection, returnIds: readonly string[]): Promise<void> {
  if (returnIds.length === 0) return;
  await connection.query({
    name: 'erase-return-answers',
    text: `update idempotency_keys set answer = jsonb_set(answer::jsonb, '{items}',
             (select jsonb_agg(item - 'note') from jsonb_array_elements(answer::jsonb -> 'items') item))::text
           where answer like any($1) and jsonb_typeof(answer::jsonb -> 'items') = 'array'`,
    values: [returnIds.map((returnId) => `%${returnId}%`)],
  });
}
