import type { Connection } from '../platform/database/transaction.ts';

/** How often something was tried in the window that goes on. */
export interface CountedAttempts {
  key: Buffer;
  attempts: number;
  /** When the window ends. */
  ends: Date;
}

/** Counts one attempt more of each key; where no window goes on, one begins that ends at `ends`. Answers the counts as they are then. */
export async function countAttempts(
  connection: Connection,
  keys: readonly Buffer[],
  { now, ends }: { now: Date; ends: Date },
): Promise<CountedAttempts[]> {
  const { rows } = await connection.query<CountedAttempts>({
    // In one order, so that of two which share some keys none waits for the other.
    text: `insert into sign_in_attempts as known (key, attempts, ends)
           select key, 1, $3 from unnest($1::bytea[]) as asked(key) order by key
           on conflict (key) do update set
             attempts = case when known.ends <= $2 then 1 else known.attempts + 1 end,
             ends = case when known.ends <= $2 then excluded.ends else known.ends end
           returning key, attempts, ends`,
    values: [keys, now, ends],
  });
  return rows;
}

/** Takes one attempt of each off again, unless its window has ended since. */
export async function uncountAttempts(
  connection: Connection,
  counted: readonly Pick<CountedAttempts, 'key' | 'ends'>[],
): Promise<void> {
  await connection.query({
    text: `with asked as (
             select key, ends from unnest($1::bytea[], $2::timestamptz[]) as asked(key, ends)
             join sign_in_attempts using (key, ends) order by key for update of sign_in_attempts
           )
           update sign_in_attempts set attempts = attempts - 1 from asked
           where sign_in_attempts.key = asked.key and attempts > 0`,
    values: [counted.map(({ key }) => key), counted.map(({ ends }) => ends)],
  });
}

/** Deletes counts whose window has ended; answers how many. One that is taken up again meanwhile stays. */
export async function deleteEndedAttempts(connection: Connection, now: Date, limit: number): Promise<number> {
  const { rowCount } = await connection.query({
    text: `delete from sign_in_attempts where ends <= $1 and key in (
             select key from sign_in_attempts where ends <= $1 order by ends limit $2 for update skip locked)`,
    values: [now, limit],
  });
  return rowCount ?? 0;
}
