import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { countReplacements, type ReplacementCount } from '../../../orders/create/repeat-store.ts';
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
import { readBreakdown } from '../../../reports/report-sums.ts';
import { minorUnits } from '../../../shipping/currencies.ts';
import { type StaffContext, sendAttachment } from '../fields/staff-requests.ts';
import {
  type BREAKDOWN_TABLES,
  BreakdownSchema,
  MoneyReportSchema,
  MoneyTableQuery,
  OverviewSchema,
  ProductionReportCsvQuery,
  ProductionReportQuery,
  ProductionReportSchema,
  REPORT_DAYS_DEFAULT,
  REPORT_DAYS_MAX,
  REPORT_TABLES,
  ReplacementReportSchema,
  ReportTableQuery,
  type TABLE_FORMATS,
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
    return sendJson(request, reply, answered);
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
    return sendJson(request, reply, { timeZone, from, to, dueHours, ...report });
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
  handler: async (context, request, reply) => {
    const days = readDays(request.query, context.clock(), context.config.TIME_ZONE);
    const reasons = await readReplacements(context, request.query);
    return sendJson(request, reply, { from: days[0]?.day, to: days.at(-1)?.day, reasons });
  },
});

function readReplacements(
  { pool, clock, config }: ReportOptions,
  query: { from?: string; to?: string; clientId?: string },
): Promise<ReplacementCount[]> {
  const days = readDays(query, clock(), config.TIME_ZONE);
  const [first, last] = [days[0], days.at(-1)] as [CalendarDay, CalendarDay];
  const range = { from: first.begins, to: dayAfter(last, config.TIME_ZONE), clientId: query.clientId };
  return withRetry(() => countReplacements(pool, range));
}

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

const getBreakdown = route({
  operationId: 'getReportBreakdown',
  summary: 'Read orders by client, time by step, rejects by station, and pieces by article',
  description: `At most ${REPORT_DAYS_MAX} days. Finished days are summed once, so the response time does not depend on the number of orders.`,
  querystring: ProductionReportQuery,
  response: readAnswers('The breakdown.', BreakdownSchema),
  handler: async (context, request, reply) => {
    const { from, to, money: _, ...rest } = await breakDown(context, request.query);
    return sendJson(request, reply, { from, to, ...rest });
  },
});

const getMoney = route({
  operationId: 'getMoneyReport',
  summary: 'Read charges and known costs by client, technology and article',
  description: `At most ${REPORT_DAYS_MAX} days, by the day on which they were charged.`,
  querystring: ProductionReportQuery,
  response: readAnswers('The report.', MoneyReportSchema),
  handler: async (context, request, reply) => {
    const { from, to, money } = await breakDown(context, request.query);
    return sendJson(request, reply, { from, to, ...money });
  },
});

async function breakDown(
  { config, pool, clock }: ReportOptions,
  query: { from?: string; to?: string; clientId?: string },
) {
  const calendar = readDays(query, clock(), config.TIME_ZONE);
  const question = { timeZone: config.TIME_ZONE, clientId: query.clientId };
  const found = await withRetry(() => readBreakdown(pool, calendar, question));
  return { from: calendar[0]?.day as string, to: calendar.at(-1)?.day as string, ...found };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const tableAnswers = { 200: fileAnswer('The table.', 'text/csv', XLSX), ...errorAnswers() };

const getTable = route({
  operationId: 'exportReportTable',
  summary: 'Export a table of the reports',
  description: 'Returns a table of `getProductionReport`, `getReportBreakdown` or `getReplacementReport`.',
  querystring: ReportTableQuery,
  response: tableAnswers,
  handler: async (context, { query }, reply) => {
    const { table = 'days', format = 'csv' } = query;
    const days = readDays(query, context.clock(), context.config.TIME_ZONE);
    const name = `report-${table}-${days[0]?.day}-${days.at(-1)?.day}.${format}`;
    return sendTable(reply, { name, format }, await readTable(context, query, table));
  },
});

async function readTable(
  context: ReportOptions,
  query: { from?: string; to?: string; clientId?: string },
  table: (typeof BREAKDOWN_TABLES)[number],
): Promise<Cell[][]> {
  if (table === 'replacements')
    return tableOf(await readReplacements(context, query), ['reason', 'paidBy', 'orders', 'pieces']);
  const reported = REPORT_TABLES.find((one) => one === table);
  if (reported) return rowsOf((await read(context, query)).report, reported);
  const { clients, steps, machines, articles } = await breakDown(context, query);
  if (table === 'clients') return tableOf(clients, ['clientName', 'clientId', 'shipped', 'onTime', 'rejected']);
  if (table === 'steps') return tableOf(steps, ['step', 'orders', 'meanSeconds']);
  if (table === 'machines') return tableOf(machines, ['station', 'reason', 'pieces']);
  return tableOf(articles, ['sku', 'title', 'made', 'rejected']);
}

const getMoneyTable = route({
  operationId: 'exportMoneyTable',
  summary: 'Export a table of charges and known costs',
  description: 'Returns a table of `getMoneyReport`, with decimal amounts.',
  querystring: MoneyTableQuery,
  response: tableAnswers,
  handler: async (context, { query }, reply) => {
    const { table = 'clients', format = 'csv' } = query;
    const { from, to, money } = await breakDown(context, query);
    const decimal = <Row extends { currency: string; amount: number; cost?: number }>({
      amount,
      cost,
      ...row
    }: Row) => {
      const unit = 10 ** minorUnits(row.currency);
      return { ...row, amount: amount / unit, ...(cost !== undefined && { cost: cost / unit }) };
    };
    const rows = {
      clients: () => tableOf(money.clients.map(decimal), ['clientName', 'clientId', 'currency', 'amount', 'cost']),
      kinds: () => tableOf(money.kinds.map(decimal), ['kind', 'currency', 'amount', 'cost']),
      articles: () => tableOf(money.articles.map(decimal), ['sku', 'title', 'currency', 'amount', 'pieces']),
    }[table]();
    return sendTable(reply, { name: `money-${table}-${from}-${to}.${format}`, format }, rows);
  },
});

/** Sends a table as CSV, or as an Excel workbook, whose cells keep text as text. */
async function sendTable(
  reply: FastifyReply,
  { name, format }: { name: string; format: (typeof TABLE_FORMATS)[number] },
  rows: Cell[][],
): Promise<FastifyReply> {
  if (format === 'csv') return sendAttachment(reply, name, 'text/csv; charset=utf-8', writeCsv(rows));
  // The import takes 20 MB, which only a process with exports needs.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const cells = async function* () {
    for (const row of rows) yield row.map((cell) => cell ?? null);
  };
  const columns = (rows[0] ?? []).map(() => ({ width: 18 }));
  const sheet = writeXlsxStream(cells(), { name: 'Report', columns, freezePane: { rows: 1 } });
  return sendAttachment(reply, name, XLSX, Readable.fromWeb(sheet as ReadableStream));
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
  rows: readonly { readonly [Name in Column]?: Cell | null }[],
  columns: readonly Column[],
): Cell[][] {
  return [[...columns], ...rows.map((row) => columns.map((column) => row[column] ?? undefined))];
}

export async function reportRoutes(app: FastifyInstance, options: ReportOptions): Promise<void> {
  const { pool, clock, config } = options;
  const overview = shareOverview(pool, clock, () => config.TIME_ZONE);
  registerRoutes(app, { ...options, overview }, [
    ['GET', '/operator/v1/overview', getOverview, { verb: 'reports.read' }],
    ['GET', '/operator/v1/reports/replacements', getReplacements, { verb: 'reports.read' }],
    ['GET', '/operator/v1/reports/breakdown', getBreakdown, { verb: 'reports.read' }],
    ['GET', '/operator/v1/reports/table', getTable, { verb: 'reports.read' }],
    ['GET', '/operator/v1/reports/money', getMoney, { verb: 'money.read' }],
    ['GET', '/operator/v1/reports/money/table', getMoneyTable, { verb: 'money.read' }],
    ['GET', REPORT, getReport, { verb: 'reports.read' }],
    ['GET', `${REPORT}.csv`, getCsv, { verb: 'reports.read' }],
  ]);
}
