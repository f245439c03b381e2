import type { Pool } from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { type CalendarDay, dayAfter } from './calendar-rules.ts';
import { composeProductionReport, type ProductionReport } from './production-report-rules.ts';
import {
  type FloorWork,
  listDurations,
  listProductionDays,
  listSummedDays,
  sumPieceEvents,
} from './production-report-store.ts';

/** Days that are not kept yet and are summed from their events; of more the latest. */
const SUMMED_NOW_MAX = 7;

/** Reads how the days were: those that are over from what was kept of them, today from its events. */
export async function readProductionReport(
  pool: Pool,
  calendar: readonly CalendarDay[],
  { timeZone, dueSeconds, now }: { timeZone: string; dueSeconds: number; now: Date },
): Promise<ProductionReport> {
  const [first, last] = [calendar[0], calendar.at(-1)];
  if (!first || !last) return composeProductionReport({ work: [], durations: [] }, [], dueSeconds);
  return inTransaction(pool, async (connection) => {
    const kept = await listSummedDays(connection, first.day, last.day);
    const work: FloorWork[] = await listProductionDays(connection, first.day, last.day);
    const open = calendar.filter(({ day, begins }) => !kept.has(day) && begins <= now);
    for (const day of open.slice(-SUMMED_NOW_MAX))
      work.push(...(await sumPieceEvents(connection, day.day, day.begins, dayAfter(day, timeZone))));
    const durations = await listDurations(connection, { from: first.day, to: last.day, timeZone });
    return composeProductionReport({ work, durations }, calendar, dueSeconds);
  });
}
