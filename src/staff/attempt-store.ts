import { type Connection, queryCount, queryRows } from '../platform/database/transaction.ts';

export type CountedAttempts = { key: Buffer; attempts: number; ends: Date };

/** Counts and returns one more attempt for each key. A new window ends at `ends`. */
export async function countAttempts(
  connection: Connection,
  keys: readonly Buffer[],
  { now, ends }: { now: Date; ends: Date },
): Promise<CountedAttempts[]> {
  return queryRows<CountedAttempts>(connection, {
    // Sorted, so that two transactions that share keys do not deadlock.
    text: `insert into sign_in_attempts as known (key, attempts, ends)
           select key, 1, $3 from unnest($1::bytea[]) as wanted(key) order by key
           on conflict (key) do update set
             attempts = case when known.ends <= $2 then 1 else known.attempts + 1 end,
             ends = case when known.ends <= $2 then excluded.ends else known.ends end
           returning key, attempts, ends`,
    values: [keys, now, ends],
  });
}

/** Takes one attempt off each count whose window has not ended. */
export async function uncountAttempts(
  connection: Connection,
  counted: readonly Pick<CountedAttempts, 'key' | 'ends'>[],
): Promise<void> {
  await connection.query({
    text: `with wanted as (
             select key, ends from unnest($1::bytea[], $2::timestamptz[]) as wanted(key, ends)
             join sign_in_attempts using (key, ends) order by key for update of sign_in_attempts
           )
           update sign_in_attempts set attempts = attempts - 1 from wanted
           where sign_in_attempts.key = wanted.key and attempts > 0`,
    values: [counted.map(({ key }) => key), counted.map(({ ends }) => ends)],
  });
}

/** Deletes at most `limit` counts whose window has ended. Returns their number. */
export async function deleteEndedAttempts(connection: Connection, now: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    text: `delete from sign_in_attempts where ends <= $1 and key in (
             select key from sign_in_attempts where ends <= $1 order by ends limit $2 for update skip locked)`,
    values: [now, limit],
  });
}
