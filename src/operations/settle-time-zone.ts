import type { Pool } from 'pg';
import { withRetry } from '../platform/database/transaction.ts';
import { timeZone } from '../platform/settings/setting-values.ts';
import { findTimeZone, hasCountedDays, keepTimeZone } from './center-store.ts';

type Log = { info(message: string): void; warn(message: string): void };

/**
 * Returns the time zone of the center, which the database keeps for all processes: `given`, or the kept one.
 * The first start keeps `machine`, or UTC if an earlier release has counted days, which was its default.
 */
export async function settleTimeZone(
  pool: Pool,
  { given, machine, log }: { given: string | undefined; machine: string; log: Log },
): Promise<string> {
  const before = await withRetry(() => findTimeZone(pool));
  const first = before ?? ((await withRetry(() => hasCountedDays(pool))) ? 'UTC' : zoneOr('UTC', machine));
  const kept = await withRetry(() => keepTimeZone(pool, given, first));
  if (before !== undefined && before !== kept)
    log.warn(
      `TIME_ZONE is now ${kept}, and was ${before}: restart all processes of this database, then run "platen orders recount"`,
    );
  else if (before === undefined && given === undefined)
    log.info(
      `the days of this center are counted in ${kept}, also after a start on another machine; set TIME_ZONE for another time zone`,
    );
  return kept;
}

/** The system may name a zone that PostgreSQL does not know, such as an offset. */
function zoneOr(fallback: string, name: string): string {
  try {
    return timeZone(name);
  } catch {
    return fallback;
  }
}
