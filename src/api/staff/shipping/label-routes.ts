import { Type } from 'typebox';
import { printLabelNow } from '../../../packing/change-parcel.ts';
import { listOpenLabels, type OpenLabel, sumLabelCosts } from '../../../packing/label-report-store.ts';
import { type LabelState, retryLabels } from '../../../packing/parcel-label-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { invalidRequest } from '../../../platform/errors/errors.ts';
import { writeCsv } from '../../../platform/formats/write-csv.ts';
import {
  changeAnswers,
  errorAnswers,
  fileAnswer,
  pageAnswers,
  readAnswers,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Sentence } from '../../../production/floor-sentences.ts';
import { type CalendarDay, dayAfter, daysFromTo, lastDays } from '../../../reports/report-rules.ts';
import { readMomentCursor } from '../fields/operator-schemas.ts';
import { type StaffContext, sendAttachment, withoutNulls } from '../fields/staff-requests.ts';
import {
  LabelCostQuery,
  LabelCostsSchema,
  type OPEN_LABEL_STATES,
  OpenLabelQuery,
  OpenLabelSchema,
  RetriedLabelsSchema,
  RetryLabelsRequest,
} from './label-schemas.ts';

const LABELS = '/operator/v1/open-labels';
const COSTS = '/operator/v1/reports/label-costs';
const RETRIED_MAX = 1_000;
/** Each takes a transaction of its own. */
const TESTS_MAX = 100;
const COST_DAYS_MAX = 731;

interface LabelRouteOptions extends StaffContext {
  config: Pick<Config, 'BASE_URL' | 'TIME_ZONE'>;
  onLabel: (parcel: string) => void;
}

const route = routeUnder<LabelRouteOptions>('Postage');

const getLabels = route({
  operationId: 'listOpenLabels',
  summary: 'List the labels that are coming, failed, or to be voided',
  description:
    'The oldest first. To solve a failure, correct the order, buy again or another service (`printParcelLabel`), or ship with a number of your own (`shipParcel`).',
  querystring: OpenLabelQuery,
  response: pageAnswers('A page of labels.', Type.Array(OpenLabelSchema)),
  handler: async ({ pool }, request, reply) => {
    const { problem, cursor, limit } = request.query;
    const last = readMomentCursor(cursor);
    const page = { after: last && { asked: last.at, code: last.id }, limit: limit + 1 };
    const found = await withRetry(() => listOpenLabels(pool, problem, page));
    return sendPage(request, reply, found, {
      keyOf: ({ asked, code }) => [asked.toISOString(), code],
      show: showOpenLabel,
    });
  },
});

const SHOWN: Readonly<Record<LabelState, (typeof OPEN_LABEL_STATES)[number]>> = {
  ...{ wanted: 'COMING', buying: 'COMING', bought: 'COMING', used: 'COMING', failed: 'FAILED' },
  ...{ voiding: 'VOIDING', void: 'VOIDING', not_voided: 'NOT_VOIDED' },
};

function showOpenLabel({ state, sentences, cost, currency, ...rest }: OpenLabel) {
  const detailSentences: Sentence[] = sentences === null ? [] : JSON.parse(sentences);
  return {
    ...withoutNulls(rest),
    state: SHOWN[state],
    ...(cost !== null && currency !== null && { cost: { amount: cost, currency } }),
    details: detailSentences.map(({ message }) => message),
    detailSentences,
  };
}

const postRetries = route({
  operationId: 'retryLabels',
  summary: 'Buy all labels of one cause again',
  description:
    'A label that was bought meanwhile is found, and not bought twice. Idempotent: repeating the request changes nothing.',
  body: RetryLabelsRequest,
  response: changeAnswers('The number of parcels.', RetriedLabelsSchema),
  handler: async ({ pool, clock, onLabel }, { body, caller }) => {
    const { problem } = body;
    const isTest = problem === 'label_is_test';
    const codes = isTest
      ? (await withRetry(() => listOpenLabels(pool, problem, { after: undefined, limit: TESTS_MAX }))).map(
          ({ code }) => code,
        )
      : await withRetry(() => retryLabels(pool, problem, clock(), RETRIED_MAX));
    // Other labels are bought, under new keys.
    if (isTest) for (const code of codes) await printLabelNow({ pool, by: actorOf(caller), now: clock() }, code, {});
    for (const code of codes) onLabel(code);
    return { parcels: codes.length };
  },
});

const EXAMPLE_COSTS = { from: '2026-01-01', to: '2026-01-31', costs: [] };

const getCosts = route({
  operationId: 'getLabelCosts',
  summary: 'Read the costs of labels by client and month',
  description: `At most ${COST_DAYS_MAX} days. Voided labels and test labels are left out.`,
  querystring: LabelCostQuery,
  response: withExample(EXAMPLE_COSTS, readAnswers('The costs.', LabelCostsSchema)),
  handler: async (context, request, reply) => {
    const { from, to, costs } = await readCosts(context, request.query);
    return sendJson(request, reply, { from, to, costs: costs.map(withoutNulls) });
  },
});

const COLUMNS = ['month', 'clientId', 'clientName', 'labels', 'cost', 'currency'] as const;

const getCsv = route({
  operationId: 'exportLabelCosts',
  summary: 'Export the costs of labels by client and month',
  description: 'Returns the costs of `getLabelCosts` as CSV for spreadsheets.',
  querystring: LabelCostQuery,
  response: { 200: fileAnswer('The costs, as CSV in UTF-8 for spreadsheets.', 'text/csv'), ...errorAnswers() },
  handler: async (context, { query }, reply) => {
    const { from, to, costs } = await readCosts(context, query);
    const rows = costs.map((row) => COLUMNS.map((column) => row[column] ?? undefined));
    return sendAttachment(
      reply,
      `label-costs-${from}-${to}.csv`,
      'text/csv; charset=utf-8',
      writeCsv([[...COLUMNS], ...rows]),
    );
  },
});

async function readCosts({ pool, clock, config }: LabelRouteOptions, query: { from?: string; to?: string }) {
  const timeZone = config.TIME_ZONE;
  const [today] = lastDays(clock(), 1, timeZone) as [CalendarDay];
  const to = query.to ?? today.day;
  const from = query.from ?? `${to.slice(0, 7)}-01`;
  const calendar = daysFromTo({ from, to, daysDefault: 1 }, timeZone, COST_DAYS_MAX);
  if (typeof calendar === 'string') {
    const message = `Give at most ${COST_DAYS_MAX} days, the first one first.`;
    throw invalidRequest([{ pointer: 'from', code: 'invalid', message }]);
  }
  const last = calendar.at(-1) ?? today;
  const period = { from: (calendar[0] ?? today).begins, to: dayAfter(last, timeZone), timeZone };
  return { from, to, costs: await withRetry(() => sumLabelCosts(pool, period)) };
}

export const labelRoutes = routeTable<LabelRouteOptions>([
  ['GET', LABELS, getLabels, { verb: 'production.read' }],
  ['POST', '/operator/v1/label-retries', postRetries, { verb: 'production.work' }],
  ['GET', COSTS, getCosts, { verb: 'reports.read' }],
  ['GET', `${COSTS}.csv`, getCsv, { verb: 'reports.read' }],
]);
