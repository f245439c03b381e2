import type { Pool } from 'pg';
import { inTransaction } from '../platform/database/transaction.ts';
import { findGoods } from './money/charge-store.ts';
import { findFirstOrder } from './order-day-store.ts';
import { type CalendarDay, dayAfter, finishedDays } from './report-rules.ts';
import {
  addReportSums,
  findClientNames,
  keepReportDay,
  listReportDays,
  type ReportSum,
  sumReport,
} from './report-sum-store.ts';

export const STEPS = ['INTAKE', 'RELEASE', 'MAKE', 'CHECK', 'PACK'] as const;
/** Rows of the longest tables. */
export const ARTICLES_MAX = 200;

/** Lists the finished days whose sums are not stored, the latest first. */
export async function findReportDaysToKeep(pool: Pool, now: Date, timeZone: string): Promise<CalendarDay[]> {
  const finished = finishedDays(await findFirstOrder(pool), now, timeZone);
  const [first, last] = [finished[0], finished.at(-1)];
  if (!first || !last) return [];
  const kept = await listReportDays(pool, first.day, last.day);
  return finished.filter(({ day }) => !kept.has(day)).reverse();
}

/** Stores the sums of each finished day once. */
export async function keepReportDays(pool: Pool, now: Date, timeZone: string, signal: AbortSignal): Promise<void> {
  for (const day of await findReportDaysToKeep(pool, now, timeZone)) {
    if (signal.aborted) return;
    const span = { day: day.day, from: day.begins, to: dayAfter(day, timeZone) };
    await inTransaction(pool, (connection) => keepReportDay(connection, span));
  }
}

interface Question {
  timeZone: string;
  /** Absent: all clients. */
  clientId?: string | undefined;
}

/** Reads the breakdown of the days. Days without stored sums, such as today, are summed together. */
export async function readBreakdown(pool: Pool, calendar: readonly CalendarDay[], { timeZone, clientId }: Question) {
  const [first, last] = [calendar[0], calendar.at(-1)];
  if (!first || !last) return composeBreakdown([], new Map(), new Map());
  return inTransaction(pool, async (connection) => {
    const kept = await listReportDays(connection, first.day, last.day);
    const sums = await addReportSums(connection, { firstDay: first.day, lastDay: last.day });
    for (const open of stretchesOf(calendar, kept)) {
      const [from, to] = [open[0] as CalendarDay, open.at(-1) as CalendarDay];
      const span = { from: from.begins, to: dayAfter(to, timeZone), firstDay: from.day, lastDay: to.day };
      sums.push(...(await sumReport(connection, span)));
    }
    const chosen = sums.filter((one) => clientId === undefined || one.clientId === clientId);
    const codes = chosen.filter(({ measure }) => /ARTICLE/.test(measure)).map(({ name }) => name);
    const goods = await findGoods(connection, [...new Set(codes)]);
    const names = await findClientNames(connection, [...new Set(chosen.map((one) => one.clientId))]);
    return composeBreakdown(chosen, names, new Map([...goods].map(([code, { title }]) => [code, title])));
  });
}

/** Returns the days without stored sums, in stretches without a gap. */
function stretchesOf(calendar: readonly CalendarDay[], kept: ReadonlySet<string>): CalendarDay[][] {
  const stretches: CalendarDay[][] = [];
  for (const [index, one] of calendar.entries()) {
    if (kept.has(one.day)) continue;
    const before = calendar[index - 1];
    if (before === undefined || kept.has(before.day)) stretches.push([]);
    stretches.at(-1)?.push(one);
  }
  return stretches;
}

type Names = ReadonlyMap<string, string>;
export type Breakdown = ReturnType<typeof composeBreakdown>;

/** Groups the sums by the questions of a lead, the largest first. */
function composeBreakdown(sums: readonly ReportSum[], names: Names, titles: Names) {
  const of = (measure: ReportSum['measure']) => sums.filter((one) => one.measure === measure);
  const steps = sumBy(of('STEP'), ({ name }) => [name]);
  return {
    clients: sumBy(of('SHIPPED'), ({ clientId }) => [clientId])
      .map(({ keys: [clientId = ''], number: shipped, total: onTime }) => ({
        ...{ clientId, clientName: names.get(clientId) ?? clientId, shipped, onTime },
        rejected: sumOf(of('REJECT').filter((one) => one.clientId === clientId)),
      }))
      .sort((one, other) => other.shipped - one.shipped),
    steps: STEPS.flatMap((step) => {
      const found = steps.find(({ keys }) => keys[0] === step);
      return found ? [{ step, orders: found.number, meanSeconds: Math.round(found.total / found.number) }] : [];
    }),
    machines: sumBy(of('REJECT'), ({ name, part }) => [name, part])
      .map(({ keys: [station = '', reason = ''], number: pieces }) => ({
        ...{ ...(station !== '' && { station }), reason, pieces },
      }))
      .sort((one, other) => other.pieces - one.pieces || (one.reason < other.reason ? -1 : 1)),
    articles: sumBy(of('ARTICLE'), ({ name }) => [name])
      .map(({ keys: [sku = ''] }) => {
        const parts = of('ARTICLE').filter(({ name }) => name === sku);
        const pieces = (wanted: string) => sumOf(parts.filter(({ part }) => part === wanted));
        return { sku, title: titles.get(sku) ?? sku, made: pieces('MADE'), rejected: pieces('REJECTED') };
      })
      .sort((one, other) => other.made - one.made || other.rejected - one.rejected)
      .slice(0, ARTICLES_MAX),
    money: {
      clients: sumBy(of('MONEY'), ({ clientId, name }) => [clientId, name])
        .map(({ keys: [clientId = '', currency = ''], number: amount, total: cost }) => ({
          ...{ clientId, clientName: names.get(clientId) ?? clientId, currency, amount, cost },
        }))
        .sort((one, other) => other.amount - one.amount),
      kinds: sumBy(of('MONEY'), ({ part, name }) => [part, name])
        .map(({ keys: [kind = '', currency = ''], number: amount, total: cost }) => ({ kind, currency, amount, cost }))
        .sort((one, other) => other.amount - one.amount),
      articles: sumBy(of('MONEY_ARTICLE'), ({ name, part }) => [name, part])
        .map(({ keys: [sku = '', currency = ''], number: amount, total: pieces }) => ({
          ...{ sku, title: titles.get(sku) ?? sku, currency, amount, pieces },
        }))
        .sort((one, other) => other.amount - one.amount)
        .slice(0, ARTICLES_MAX),
    },
  };
}

const sumOf = (some: readonly ReportSum[]) => some.reduce((sum, { number }) => sum + number, 0);

function sumBy(some: readonly ReportSum[], keysOf: (one: ReportSum) => string[]) {
  return [...Map.groupBy(some, (one) => JSON.stringify(keysOf(one))).values()].map((group) => ({
    keys: keysOf(group[0] as ReportSum),
    number: sumOf(group),
    total: group.reduce((sum, { total }) => sum + total, 0),
  }));
}
