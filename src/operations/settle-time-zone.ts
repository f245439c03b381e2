import type { Pool } from 'pg';
import { withRetry } from '../platform/database/transaction.ts';
import { timeZone as timeZoneOf } from '../platform/settings/setting-values.ts';
import { keepTimeZone } from './center-store.ts';

interface Zones {
  /** TIME_ZONE as it was set. */
  given: string | undefined;
  machine?: string;
}

/** Stores the time zone of the center. Returns it with a line for the log. */
export async function settleTimeZone(
  pool: Pool,
  { given, machine = Intl.DateTimeFormat().resolvedOptions().timeZone }: Zones,
): Promise<{ timeZone: string; notice: string; isChanged: boolean }> {
  const { timeZone, before } = await withRetry(() => keepTimeZone(pool, given, knownZone(machine)));
  const isChanged = before !== null && before !== timeZone;
  const advice = `it was ${before}: restart all processes of this database, then run "platen orders recount"`;
  const notice = `days are counted in the time zone ${timeZone}; ${isChanged ? advice : 'TIME_ZONE changes it'}`;
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
