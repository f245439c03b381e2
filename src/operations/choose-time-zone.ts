import type { Pool } from 'pg';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { timeZone as timeZoneOf } from '../platform/settings/setting-values.ts';
import { deleteOrderDays } from '../reports/order-day-store.ts';
import { findZoneToCount, keepTimeZone, updateCountedZone } from './center-store.ts';

/** Deletes the numbers of days in another time zone. The job `keep-production-days` stores them again. */
export async function recountDaysInZone(pool: Pool, clock: () => Date): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const zone = await findZoneToCount(connection, clock());
    if (zone === undefined) return;
    await deleteOrderDays(connection);
    await updateCountedZone(connection, zone);
  });
}

interface Zones {
  /** TIME_ZONE as it was set. */
  given: string | undefined;
  machine?: string;
}

/** Stores the time zone of the environment. Returns the one in effect, with a line for the log. */
export async function chooseTimeZone(
  pool: Pool,
  { given, machine = Intl.DateTimeFormat().resolvedOptions().timeZone }: Zones,
): Promise<{ timeZone: string; notice: string; isChanged: boolean }> {
  const { timeZone, before, isOfConsole } = await withRetry(() => keepTimeZone(pool, given, knownZone(machine)));
  const isChanged = before !== null && before !== timeZone;
  const advice = isOfConsole ? 'the page Settings changes it' : 'TIME_ZONE changes it';
  const change = `it was ${before}, so the orders of each day are counted again`;
  const notice = `days are counted in the time zone ${timeZone}; ${isChanged ? change : advice}`;
  return { timeZone, notice, isChanged };
}

/** Returns UTC for a zone that PostgreSQL does not know, such as an offset. */
function knownZone(name: string): string {
  try {
    return timeZoneOf(name);
  } catch {
    return 'UTC';
  }
}
