import type { Pool } from 'pg';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import {
  deleteOrderDays,
  findFirstOrder,
  keepOrderDay,
  listKeptOrderDays,
  listOrderDays,
  type OrderDay,
  sumOrderDays,
} from './order-day-store.ts';
import { type CalendarDay, dayAfter, finishedDays } from './report-rules.ts';

/** Lists the finished days whose numbers of orders are not stored, the latest first. */
export async function findOrderDaysToKeep(pool: Pool, now: Date, timeZone: string): Promise<CalendarDay[]> {
  const finished = finishedDays(await findFirstOrder(pool), now, timeZone);
  const [first, last] = [finished[0], finished.at(-1)];
  if (!first || !last) return [];
  const kept = await listKeptOrderDays(pool, { from: first.day, to: last.day });
  return finished.filter(({ day }) => !kept.has(day)).reverse();
}

/** Stores the numbers of orders of each finished day once. */
export async function keepOrderDays(pool: Pool, now: Date, timeZone: string, signal?: AbortSignal): Promise<number> {
  let days = 0;
  for (const day of await findOrderDaysToKeep(pool, now, timeZone)) {
    if (signal?.aborted) break;
    const span = { day: day.day, from: day.begins, to: dayAfter(day, timeZone) };
    await inTransaction(pool, (connection) => keepOrderDay(connection, span));
    days += 1;
  }
  return days;
}

/** Sums the finished days again, such as after a change of the time zone. Returns their number. */
export async function recountOrderDays(pool: Pool, now: Date, timeZone: string): Promise<number> {
  await deleteOrderDays(pool);
  return keepOrderDays(pool, now, timeZone);
}

/** Reads finished days from their stored numbers, and groups the orders of the others, such as today. */
export async function readOrderDays(
  connection: Connection,
  calendar: readonly CalendarDay[],
  { timeZone, clientId }: { timeZone: string; clientId?: string | undefined },
): Promise<OrderDay[]> {
  const [first, last] = [calendar[0], calendar.at(-1)];
  if (!first || !last) return [];
  const days = { from: first.day, to: last.day };
  const kept = await listKeptOrderDays(connection, days);
  const stored = await listOrderDays(connection, days, clientId);
  const open = calendar.filter(({ day }) => !kept.has(day));
  const [firstOpen, lastOpen] = [open[0], open.at(-1)];
  if (!firstOpen || !lastOpen) return stored;
  const span = { from: firstOpen.begins, to: dayAfter(lastOpen, timeZone), timeZone, clientId };
  const summed = await sumOrderDays(connection, span);
  return [...stored, ...summed.filter(({ day }) => !kept.has(day))];
}
