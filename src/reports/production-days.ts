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

/** A day is summed this long after its end, when all scans of that day are stored. */
const REST_MS = 3_600_000;
/** Days before this one have been summed. */
const LOOK_BACK_DAYS = 400;

export async function findDaysToKeep(pool: Pool, now: Date, timeZone: string): Promise<string[]> {
  return (await daysToKeep(pool, now, timeZone)).length > 0 ? ['days'] : [];
}

/** Sums the work on the floor of each past day once. */
export async function keepProductionDays(pool: Pool, now: Date, timeZone: string, signal: AbortSignal): Promise<void> {
  for (const { day, begins } of await daysToKeep(pool, now, timeZone)) {
    if (signal.aborted) return;
    const to = dayAfter({ day, begins }, timeZone);
    await inTransaction(pool, (connection) => keepProductionDay(connection, { day, from: begins, to, now }));
  }
}

async function daysToKeep(pool: Pool, now: Date, timeZone: string): Promise<CalendarDay[]> {
  const first = await findFirstPieceEvent(pool);
  if (!first) return [];
  const calendar = lastDays(new Date(now.getTime() - REST_MS), LOOK_BACK_DAYS + 1, timeZone);
  // The last day has not ended.
  const over = calendar.slice(0, -1).filter((one) => dayAfter(one, timeZone) > first);
  const [from, to] = [over[0], over.at(-1)];
  if (!from || !to) return [];
  const kept = await listSummedDays(pool, from.day, to.day);
  return over.filter(({ day }) => !kept.has(day));
}

/** Limits the days whose events a report sums itself, latest first. */
const SUMMED_NOW_MAX = 7;

/** Reads past days from their sums, and days without sums, such as today, from their events. */
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
