import type { FastifyInstance } from 'fastify';
import { countReplacements } from '../../../orders/create/repeat-store.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { invalidRequest } from '../../../platform/errors/errors.ts';
import { writeCsv } from '../../../platform/formats/write-csv.ts';
import { errorAnswers, fileAnswer, readAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import type { HealthCheck } from '../../../platform/http/health-check.ts';
import { registerRoutes, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { readProductionReport } from '../../../reports/production-days.ts';
import type { ProductionReport } from '../../../reports/production-report-rules.ts';
import { shareOverview } from '../../../reports/read-overview.ts';
import { type CalendarDay, dayAfter, daysFromTo, lastDays } from '../../../reports/report-rules.ts';
import { type StaffContext, sendAttachment } from '../fields/staff-requests.ts';
import {
  OverviewSchema,
  ProductionReportCsvQuery,
  ProductionReportQuery,
  ProductionReportSchema,
  REPORT_DAYS_DEFAULT,
  REPORT_DAYS_MAX,
  type REPORT_TABLES,
  ReplacementReportSchema,
} from './report-schemas.ts';

const route = routeUnder<ReportContext>('Reports');

interface ReportOptions extends Omit<StaffContext, 'config'> {
  config: Pick<Config, 'TIME_ZONE' | 'PRODUCTION_HOURS'>;
  checkHealth: () => Promise<HealthCheck[]>;
}

interface ReportContext extends ReportOptions {
  overview: ReturnType<typeof shareOverview>;
}

const getOverview = route({
  operationId: 'getOverview',
  summary: 'Read the overview',
  description:
    'Returns the problems that need a person now, the backlog, and the figures of the last 30 days. Counts stop at a limit and finished days are stored, so the response time does not depend on the number of orders. The answer may be one second old. Send `If-None-Match` to poll.',
  response: readAnswers('The overview.', OverviewSchema),
  handler: async ({ config, checkHealth, overview }, request, reply) => {
    const [{ attention, ...rest }, checks] = await Promise.all([overview.read(), checkHealth()]);
    const service = checks
      .filter(({ status }) => status === 'degraded')
      .map(({ name, message }) => ({ name, ...(message !== undefined && { message }) }));
    const answered = { timeZone: config.TIME_ZONE, attention: { ...attention, service }, ...rest };
    return sendJson(request, reply, JSON.stringify(answered));
  },
});

const HOUR_S = 3_600;
const QUIET_DAY = { shipped: 0, onTime: 0, made: 0, checked: 0, packed: 0, rejected: 0 };
const QUIET_REPORT = {
  timeZone: 'Europe/Berlin',
  from: '2026-01-01',
  to: '2026-01-01',
  dueHours: 72,
  shipping: { shipped: 0, onTime: 0 },
  pieces: { made: 0, checked: 0, packed: 0, rejected: 0 },
  rejects: [],
  stations: [],
  people: [],
  days: [{ day: '2026-01-01', ...QUIET_DAY, technologies: [] }],
};
const REPORT = '/operator/v1/reports/production';

const getReport = route({
  operationId: 'getProductionReport',
  summary: 'Read the production report',
  description: `Returns how many orders were shipped on time, and the work and rejects of production, for at most ${REPORT_DAYS_MAX} days. Past days are summed once, so the response time does not depend on the number of pieces.`,
  querystring: ProductionReportQuery,
  response: withExample(QUIET_REPORT, readAnswers('The report.', ProductionReportSchema)),
  handler: async (options, request, reply) => {
    const { calendar, report } = await read(options, request.query);
    const { TIME_ZONE: timeZone, PRODUCTION_HOURS: dueHours } = options.config;
    const [from, to] = [calendar[0]?.day, calendar.at(-1)?.day];
    return sendJson(request, reply, JSON.stringify({ timeZone, from, to, dueHours, ...report }));
  },
});

const getCsv = route({
  operationId: 'exportProductionReport',
  summary: 'Export a table of the production report',
  description: 'Returns a table of `getProductionReport` as CSV for spreadsheets.',
  querystring: ProductionReportCsvQuery,
  response: { 200: fileAnswer('The table, as CSV in UTF-8 for spreadsheets.', 'text/csv'), ...errorAnswers() },
  handler: async (options, { query }, reply) => {
    const { calendar, report } = await read(options, query);
    const { table = 'days' } = query;
    const name = `production-${table}-${calendar[0]?.day}-${calendar.at(-1)?.day}.csv`;
    return sendAttachment(reply, name, 'text/csv; charset=utf-8', writeCsv(rowsOf(report, table)));
  },
});

async function read(
  { config, pool, clock }: ReportOptions,
  query: { from?: string; to?: string; clientId?: string },
): Promise<{ calendar: CalendarDay[]; report: ProductionReport }> {
  const now = clock();
  const { TIME_ZONE: timeZone, PRODUCTION_HOURS: dueHours } = config;
  const calendar = readDays(query, now, timeZone);
  const { clientId } = query;
  const question = { timeZone, dueSeconds: dueHours * HOUR_S, now, clientId };
  return { calendar, report: await withRetry(() => readProductionReport(pool, calendar, question)) };
}

const getReplacements = route({
  operationId: 'getReplacementReport',
  summary: 'Count replacements by reason',
  description:
    'Counts the orders that replace pieces of shipped orders, by reason and payer, in the time zone of the center. The last 30 days by default.',
  querystring: ProductionReportQuery,
  response: readAnswers('The counts.', ReplacementReportSchema),
  handler: async ({ pool, clock, config }, request, reply) => {
    const { query } = request;
    const days = readDays(query, clock(), config.TIME_ZONE);
    const [first, last] = [days[0], days.at(-1)] as [CalendarDay, CalendarDay];
    const range = { from: first.begins, to: dayAfter(last, config.TIME_ZONE), clientId: query.clientId };
    const reasons = await withRetry(() => countReplacements(pool, range));
    return sendJson(request, reply, JSON.stringify({ from: first.day, to: last.day, reasons }));
  },
});

/** Reads the days of a query. Throws `invalid_request` if they are invalid or too many. */
function readDays({ from, to }: { from?: string; to?: string }, now: Date, timeZone: string): CalendarDay[] {
  const [today] = lastDays(now, 1, timeZone) as [CalendarDay];
  const last = to ?? today.day;
  const calendar = daysFromTo({ from, to: last, daysDefault: REPORT_DAYS_DEFAULT }, timeZone, REPORT_DAYS_MAX);
  if (typeof calendar !== 'string') return calendar;
  const [pointer, code, message] = {
    no_day: [from === undefined ? 'to' : 'from', 'invalid_day', 'There is no such day.'],
    reversed: ['to', 'too_small', 'The last day is before the first.'],
    too_many: ['from', 'too_many', `A report has at most ${REPORT_DAYS_MAX} days.`],
  }[calendar] as [string, string, string];
  throw invalidRequest([{ pointer, code, message }]);
}

const DAY_COLUMNS = ['day', 'shipped', 'onTime', 'medianSeconds', 'p90Seconds'] as const;
const PIECE_COLUMNS = ['made', 'checked', 'packed', 'rejected'] as const;
const WORK_COLUMNS = ['work', 'pieces', 'hours', 'piecesPerHour'] as const;

function rowsOf({ rejects, stations, people, days }: ProductionReport, table: (typeof REPORT_TABLES)[number]) {
  if (table === 'rejects') return tableOf(rejects, ['reason', 'pieces']);
  if (table === 'stations') return tableOf(stations, ['station', ...WORK_COLUMNS]);
  if (table === 'days') return tableOf(days, [...DAY_COLUMNS, ...PIECE_COLUMNS]);
  const rows = people.map((one) => ({ ...one, name: one.actorName, id: one.actorId }));
  return tableOf(rows, ['name', 'id', ...WORK_COLUMNS]);
}

type Cell = string | number | undefined;

function tableOf<Column extends string>(
  rows: readonly { readonly [Name in Column]?: Cell }[],
  columns: readonly Column[],
): Cell[][] {
  return [[...columns], ...rows.map((row) => columns.map((column) => row[column]))];
}

export async function reportRoutes(app: FastifyInstance, options: ReportOptions): Promise<void> {
  const { pool, clock, config } = options;
  const overview = shareOverview(pool, clock, () => config.TIME_ZONE);
  registerRoutes(app, { ...options, overview }, [
    ['GET', '/operator/v1/overview', getOverview, { verb: 'reports.read' }],
    ['GET', '/operator/v1/reports/replacements', getReplacements, { verb: 'reports.read' }],
    ['GET', REPORT, getReport, { verb: 'reports.read' }],
    ['GET', `${REPORT}.csv`, getCsv, { verb: 'reports.read' }],
  ]);
}
