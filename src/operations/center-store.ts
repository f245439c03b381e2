import type { Connection } from '../platform/database/transaction.ts';

/** Returns the kept time zone; undefined before the first start. */
export async function findTimeZone(connection: Connection): Promise<string | undefined> {
  const { rows } = await connection.query<{ timeZone: string }>('select time_zone as "timeZone" from center');
  return rows[0]?.timeZone;
}

export async function hasCountedDays(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query('select from order_days limit 1');
  return rows.length > 0;
}

/** Keeps `given`; without it, keeps what another process kept, else `first`. Returns the kept time zone. */
export async function keepTimeZone(connection: Connection, given: string | undefined, first: string): Promise<string> {
  const { rows } = await connection.query<{ timeZone: string }>(
    `insert into center (time_zone) values (coalesce($1, $2))
     on conflict (singleton) do update set time_zone = coalesce($1, center.time_zone)
     returning time_zone as "timeZone"`,
    [given ?? null, first],
  );
  return rows[0]!.timeZone;
}
