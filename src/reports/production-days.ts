import type { Pool } from 'pg';
import { inTransaction } from '../platform/database/transaction.ts';
import { composeProductionReport, type ProductionReport } from './production-report-rules.ts';
import {
  type FloorWork,
  findFirstPieceEvent,
  keepProductionDay,
  listDurations,
  listProductionDays,
  listSummedDays,
  sumPieceEvents,
} from './production-report-store.ts';
import { type CalendarDay, dayAfter, lastDays } from './report-rules.ts';

/** A day is kept so long after it is over: whoever scanned at midnight has been answered then. */
const REST_MS = 3_600_000;
/** Days that are looked back to; older ones are kept already, or have nothing. */
const LOOKED_BACK_DAYS = 400;

/** One key, when there is a day to be kept. */
export async function findDaysToKeep(pool: Pool, now: Date, timeZone: string): Promise<string[]> {
  return (await daysToKeep(pool, now, timeZone)).length > 0 ? ['days'] : [];
}

/** Sums what was done on days that are over, each once. */
export async function keepProductionDays(
  pool: Pool,
  now: Date,
  timeZone: string,
  signal: AbortSignal,
): Promise<void> {
  for (const { day, begins } of await daysToKeep(pool, now, timeZone)) {
    if (signal.aborted) return;
    const to = dayAfter({ day, begins }, timeZone);
    await inTransaction(pool, (connection) => keepProductionDay(connection, { day, from: begins, to, now }));
  }
}

async function daysToKeep(pool: Pool, now: Date, timeZone: string): Promise<CalendarDay[]> {
  const first = await findFirstPieceEvent(pool);
  if (!first) return [];
  const calendar = lastDays(new Date(now.getTime() - REST_MS), LOOKED_BACK_DAYS + 1, timeZone);
  // The last one is not over.
  const over = calendar.slice(0, -1).filter((one) => dayAfter(one, timeZone) > first);
  const [from, to] = [over[0], over.at(-1)];
  if (!from || !to) return [];
  const kept = await listSummedDays(pool, from.day, to.day);
  return over.filter(({ day }) => !kept.has(day));
}

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
