import type { Connection } from '../platform/database/transaction.ts';

/**
 * Stores the time zone `given`. If it is undefined, the stored one stays. The first call stores `machine`, or
 * UTC if the database has clients: an earlier version of Platen counted days in UTC. Returns the stored time
 * zone and the previous one.
 */
export async function keepTimeZone(connection: Connection, given: string | undefined, machine: string) {
  const { rows } = await connection.query<{ timeZone: string; before: string | null }>(
    `with before as (select time_zone from center)
     insert into center (time_zone)
     values (coalesce($1, case when exists (select from clients) then 'UTC' else $2 end))
     on conflict (singleton) do update set time_zone = coalesce($1, center.time_zone)
     returning time_zone as "timeZone", (select time_zone from before) as before`,
    [given ?? null, machine],
  );
  return rows[0]!;
}
