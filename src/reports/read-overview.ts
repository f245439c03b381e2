import type { Pool } from 'pg';
import { sumTechnologies } from '../orders/change/backlog-rules.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { COUNTED_MAX, countBacklog, countOpenOrders, countOrders } from './order-count-store.ts';
import { readOrderDays } from './order-days.ts';
import { ageLimits, composeOverview } from './overview-rules.ts';
import { countOldWebhooks, countTrouble, findLongestUntouched, findPause } from './overview-store.ts';
import { lastDays } from './report-rules.ts';
import { SharedRead } from './shared-read.ts';

export const DAYS_SHOWN = 30;
export const TURNAROUND_DAYS: readonly number[] = [7, DAYS_SHOWN];
/** The overview is read at most once in this time. */
const FRESH_MS = 1_000;

export const PAUSED_PARTS = ['webhooks', 'connectors', 'printers', 'sandbox'] as const;

/** Returns a reader of the overview, at most once a second for all requests. */
export function shareOverview(pool: Pool, clock: () => Date, timeZone: () => string, freshMs = FRESH_MS) {
  return new SharedRead(() => readOverview(pool, clock(), timeZone()), freshMs);
}

/** Reads the overview in one transaction. Each count stops at a limit, and finished days are stored. */
async function readOverview(pool: Pool, now: Date, timeZone: string) {
  const calendar = lastDays(now, DAYS_SHOWN, timeZone);
  return inTransaction(pool, async (connection) => {
    const facts = {
      counts: await countOrders(connection, 'live'),
      untouched: await findLongestUntouched(connection),
      ...(await countTrouble(connection, COUNTED_MAX + 1)),
      technologies: sumTechnologies(await countBacklog(connection)),
      days: await readOrderDays(connection, calendar, { timeZone }),
      ages: await countOpenOrders(connection, ageLimits(calendar)),
    };
    const paused = await readPause(connection);
    return { ...composeOverview(facts, calendar, TURNAROUND_DAYS), ...(paused && { paused }) };
  });
}

async function readPause(connection: Connection) {
  const pause = await findPause(connection);
  if (!pause) return undefined;
  const { since, restoredTo } = pause;
  return {
    since: since.toISOString(),
    ...(restoredTo && { restoredTo: restoredTo.toISOString() }),
    parts: PAUSED_PARTS,
    oldWebhooks: await countOldWebhooks(connection, restoredTo ?? since),
  };
}
