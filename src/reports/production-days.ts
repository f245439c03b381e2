import type { Pool } from 'pg';
import { inTransaction } from '../platform/database/transaction.ts';
import { findOrderDaysToKeep, keepOrderDays, readOrderDays } from './order-days.ts';
import { composeProductionReport, type ProductionReport } from './production-report-rules.ts';
import {
  type ClientWork,
  type FloorWork,
  findFirstPieceEvent,
  keepProductionDay,
  listClientWork,
  listProductionDays,
  listSummedDays,
  sumClientEvents,
  sumPieceEvents,
} from './production-report-store.ts';
import { type CalendarDay, dayAfter, durationsOf, finishedDays } from './report-rules.ts';
import { findReportDaysToKeep, keepReportDays } from './report-sums.ts';

export async function findDaysToKeep(pool: Pool, now: Date, timeZone: string): Promise<string[]> {
  const orders = await findOrderDaysToKeep(pool, now, timeZone);
  const others = [...(await daysToKeep(pool, now, timeZone)), ...(await findReportDaysToKeep(pool, now, timeZone))];
  return orders.length + others.length > 0 ? ['days'] : [];
}

/** Sums the orders of each past day, and the work on the floor, once. */
export async function keepProductionDays(pool: Pool, now: Date, timeZone: string, signal: AbortSignal): Promise<void> {
  await keepOrderDays(pool, now, timeZone, signal);
  await keepReportDays(pool, now, timeZone, signal);
  for (const { day, begins } of await daysToKeep(pool, now, timeZone)) {
    if (signal.aborted) return;
    const to = dayAfter({ day, begins }, timeZone);
    await inTransaction(pool, (connection) => keepProductionDay(connection, { day, from: begins, to, now }));
  }
}

async function daysToKeep(pool: Pool, now: Date, timeZone: string): Promise<CalendarDay[]> {
  const over = finishedDays(await findFirstPieceEvent(pool), now, timeZone);
  const [from, to] = [over[0], over.at(-1)];
  if (!from || !to) return [];
  const kept = await listSummedDays(pool, from.day, to.day);
  return over.filter(({ day }) => !kept.has(day));
}

/** Limits the days whose events a report sums itself, latest first. */
const SUMMED_NOW_MAX = 7;

interface ReportQuestion {
  timeZone: string;
  dueSeconds: number;
  now: Date;
  /** Absent: all clients. */
  clientId?: string | undefined;
}

/** Reads past days from their sums, and days without sums, such as today, from their events. */
export async function readProductionReport(
  pool: Pool,
  calendar: readonly CalendarDay[],
  { timeZone, dueSeconds, now, clientId }: ReportQuestion,
): Promise<ProductionReport> {
  const [first, last] = [calendar[0], calendar.at(-1)];
  if (!first || !last) return composeProductionReport({ work: [], ofClients: [], durations: [] }, [], dueSeconds);
  return inTransaction(pool, async (connection) => {
    const kept = await listSummedDays(connection, first.day, last.day);
    const work: FloorWork[] = await listProductionDays(connection, first.day, last.day);
    const ofClients: ClientWork[] = await listClientWork(connection, first.day, last.day);
    const open = calendar.filter(({ day, begins }) => !kept.has(day) && begins <= now);
    // A day whose sums by client are not stored yet has all of its events.
    const summed = new Set(open.slice(-SUMMED_NOW_MAX).map(({ day }) => day));
    const past = work.filter(({ day }) => !summed.has(day));
    for (const { day, begins } of open.slice(-SUMMED_NOW_MAX)) {
      const end = dayAfter({ day, begins }, timeZone);
      past.push(...(await sumPieceEvents(connection, day, begins, end)));
      ofClients.push(...(await sumClientEvents(connection, day, begins, end)));
    }
    const durations = durationsOf(await readOrderDays(connection, calendar, { timeZone, clientId }));
    const chosen = ofClients.filter((one) => clientId === undefined || one.clientId === clientId);
    return composeProductionReport({ work: past, ofClients: chosen, durations, clientId }, calendar, dueSeconds);
  });
}
