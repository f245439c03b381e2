import { randomUUIDv7 } from 'node:crypto';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { PaperPress } from '../../../papers/paper-press.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { yieldEachFor } from '../../../platform/database/asker.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { BYTE_ORDER_MARK } from '../../../platform/formats/write-csv.ts';
import {
  changeAnswers,
  errorAnswers,
  fileAnswer,
  onceAnswers,
  pageAnswers,
  readAnswers,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { decodeCursor, sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { FaultLog } from '../../../platform/observability/fault-log.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { requireCustomer } from '../../../reports/money/change-price-list.ts';
import { dayIn, monthOf } from '../../../reports/money/charge-orders.ts';
import {
  type BookedCharge,
  findCharge,
  type ListedMissing,
  listChargesOfOrder,
  listMissingOfOrder,
} from '../../../reports/money/charge-store.ts';
import { listCharges, listOrderSums, sumMonth } from '../../../reports/money/statement-store.ts';
import {
  closeMonth,
  correctCharges,
  daysOfMonth,
  readStatement,
  type Statement,
  statementCsv,
} from '../../../reports/money/statements.ts';
import { ClientParams, OrderKeyParams, staffPaging } from '../fields/operator-schemas.ts';
import {
  changeOnce,
  refuseBlankTexts,
  type StaffContext,
  sendAttachment,
  withoutNulls,
} from '../fields/staff-requests.ts';
import {
  ChargeSchema,
  CorrectionRequest,
  MonthSchema,
  month,
  OrderChargesSchema,
  STATEMENT_EXAMPLE,
  StatementParams,
  StatementSchema,
} from './money-schemas.ts';

interface StatementContext extends StaffContext {
  config: Pick<
    Config,
    'BASE_URL' | 'TIME_ZONE' | 'PAPER_LANGUAGE' | 'CENTER_NAME' | 'CENTER_ADDRESS' | 'SENDER_ADDRESS'
  >;
  press: PaperPress;
  faults: FaultLog;
}

const route = routeUnder<StatementContext>('Money');
const STATEMENT = '/operator/v1/clients/:clientId/statements/:month';
/** Orders on the paper. The CSV file has all. */
const PAPER_ORDERS_MAX = 10_000;

const getMonth = route({
  operationId: 'listStatements',
  summary: 'List the statements of a month',
  description: 'The sums of each client with charges or missing prices. The present month by default.',
  querystring: Type.Object({ month: Type.Optional(month) }),
  response: readAnswers('The statements.', MonthSchema),
  handler: async ({ pool, clock, config }, request, reply) => {
    const of = request.query.month ?? monthOf(dayIn(config.TIME_ZONE)(clock()));
    const rows = await withRetry(() => sumMonth(pool, { month: of, ...daysOfMonth(of) }));
    const clients = [...Map.groupBy(rows, ({ clientId }) => clientId).values()].map((some) => {
      const [{ clientId, clientName, closed, missing }] = some as [(typeof some)[0]];
      const totals = some.flatMap(({ currency, amount, cost }) =>
        currency === null ? [] : { currency, amount, cost },
      );
      const orders = Math.max(...some.map((one) => one.orders));
      return withoutNulls({ clientId, clientName, closed, totals, orders, missing });
    });
    return sendJson(request, reply, JSON.stringify({ month: of, clients }));
  },
});

const getStatement = route({
  operationId: 'getStatement',
  summary: 'Read the statement of a client and month',
  description:
    'Platen issues no invoices: the statement is their basis. Days and months are in the time zone of the center.',
  params: StatementParams,
  response: withExample(STATEMENT_EXAMPLE, readAnswers('The statement.', StatementSchema, 'client_not_found')),
  handler: async ({ pool }, request, reply) => {
    const { clientId, month: of } = request.params;
    return sendJson(request, reply, JSON.stringify(showStatement(await readStatement(pool, clientId, of))));
  },
});

function showStatement({ positions, missing, ...statement }: Statement) {
  return {
    ...withoutNulls(statement),
    positions: positions.map(withoutNulls),
    missing: missing.map(showMissing),
  };
}

const showMissing = ({ chargeKey: _, ...missing }: ListedMissing) => withoutNulls(missing);

function showCharge({ chargeKey: _, orderId, ...charge }: BookedCharge) {
  return { ...(orderId !== '' && { orderId }), ...withoutNulls(charge) };
}

const getCharges = route({
  operationId: 'listCharges',
  summary: 'List the charges of a client and month',
  description: 'Every charge, by order.',
  params: StatementParams,
  querystring: Type.Object(staffPaging),
  response: pageAnswers('A page of charges.', Type.Array(ChargeSchema), 'client_not_found'),
  handler: async ({ pool, config }, request, reply) => {
    const { clientId, month: of } = request.params;
    const { cursor, limit } = request.query;
    await requireCustomer(pool, clientId);
    const [orderId, chargeKey] = decodeCursor(cursor, 2) ?? [];
    const after = orderId === undefined || chargeKey === undefined ? undefined : { orderId, chargeKey };
    const found = await withRetry(() => listCharges(pool, clientId, of, { after, limit: limit + 1 }));
    const path = STATEMENT.replace(':clientId', encodeURIComponent(clientId)).replace(':month', of);
    return sendPage(request, reply, found, {
      url: `${config.BASE_URL}${path}/charges`,
      keyOf: (last) => [last.orderId, last.chargeKey],
      show: showCharge,
    });
  },
});

const getCsv = route({
  operationId: 'exportStatement',
  summary: 'Export the statement of a client and month',
  description: 'Returns CSV with every charge and every missing price. Amounts are decimals.',
  params: StatementParams,
  response: {
    200: fileAnswer('The charges, as CSV in UTF-8 for spreadsheets.', 'text/csv'),
    ...errorAnswers('client_not_found'),
  },
  handler: async ({ pool }, { params, caller }, reply) => {
    await requireCustomer(pool, params.clientId);
    const rows = statementCsv(pool, params.clientId, params.month);
    const file = Readable.from(withMark(yieldEachFor(caller.clientId, rows)));
    return sendAttachment(reply, `statement-${params.month}.csv`, 'text/csv; charset=utf-8', file);
  },
});

async function* withMark(rows: AsyncIterable<string>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  yield* rows;
}

const getPdf = route({
  operationId: 'readStatementPaper',
  summary: 'Read the statement of a client and month as PDF',
  description: `Returns A4 pages with the sums, the orders (at most ${PAPER_ORDERS_MAX}) and the missing prices.`,
  params: StatementParams,
  response: { 200: fileAnswer('The statement.', 'application/pdf'), ...errorAnswers('client_not_found') },
  handler: async ({ pool, clock, config, press }, { params: { clientId, month: of } }, reply) => {
    const statement = await readStatement(pool, clientId, of);
    const orders = await withRetry(() => listOrderSums(pool, clientId, of, PAPER_ORDERS_MAX));
    const address = config.CENTER_ADDRESS.length > 0 ? config.CENTER_ADDRESS : config.SENDER_ADDRESS;
    const from = [config.CENTER_NAME, ...address];
    const { pdf } = press.print('statements', [{ ...statement, from, orders }], {
      language: config.PAPER_LANGUAGE,
      timeZone: config.TIME_ZONE,
      printedAt: clock(),
      scanAddress: `${config.BASE_URL}/console/scan`,
    });
    return sendAttachment(reply, `statement-${of}.pdf`, 'application/pdf', pdf);
  },
});

const postClose = route({
  operationId: 'closeStatement',
  summary: 'Close the statement of a client and month',
  description:
    'The month must be over. Charges and corrections that come later belong to the month in which they are made. Idempotent: closing it again changes nothing.',
  params: StatementParams,
  response: withExample(
    { ...STATEMENT_EXAMPLE, closed: '2026-02-01T12:00:00.000Z', closedByName: 'Mia' },
    changeAnswers('The closed statement.', StatementSchema, 'client_not_found'),
  ),
  handler: async ({ pool, clock, config, faults }, { params: { clientId, month: of }, caller, log }) => {
    const context = { pool, clock, timeZone: () => config.TIME_ZONE, log, faults };
    await closeMonth(context, clientId, of, { by: actorOf(caller), now: clock() });
    return showStatement(await readStatement(pool, clientId, of));
  },
});

const postCorrection = route({
  config: refuseBlankTexts('reason'),
  operationId: 'correctCharges',
  summary: 'Correct the charges of a client',
  description:
    'Adds a charge; no charge ever changes. Send an `Idempotency-Key`, so that a repeated request adds nothing.',
  params: ClientParams,
  headers: idempotencyHeaders,
  body: CorrectionRequest,
  response: onceAnswers('The correction.', ChargeSchema, 'client_not_found', 'order_not_found'),
  handler: async ({ pool, clock, config }, request, reply) => {
    const { clientId } = request.params;
    const { orderId, amount, currency, reason, month: wanted } = request.body;
    const now = clock();
    const doing = { by: actorOf(request.caller), now, timeZone: config.TIME_ZONE, id: randomUUIDv7() };
    const correction = { orderId, amount, currency, reason, month: wanted };
    const input = ['correctCharges', clientId, correction];
    // The words of staff are only in the charge, where an erasure finds them.
    const { orderId: of, chargeKey } = JSON.parse(
      await changeOnce(pool, request, reply, { input, now }, (connection) =>
        correctCharges(connection, clientId, correction, doing),
      ),
    );
    return showCharge((await withRetry(() => findCharge(pool, clientId, of, chargeKey))) as BookedCharge);
  },
});

const getOrderCharges = route({
  operationId: 'getOrderCharges',
  summary: 'Read what the client is charged for an order',
  description: 'Charges are made some seconds after a parcel left. An order of a client without prices has none.',
  params: OrderKeyParams,
  response: readAnswers('The charges.', OrderChargesSchema, 'client_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { clientId, orderId } = request.params;
    await requireCustomer(pool, clientId);
    const charges = await withRetry(() => listChargesOfOrder(pool, clientId, orderId));
    const missing = await withRetry(() => listMissingOfOrder(pool, clientId, orderId));
    const answer = { charges: charges.map(showCharge), missing: missing.map(showMissing) };
    return sendJson(request, reply, JSON.stringify(answer));
  },
});

export const statementRoutes = routeTable<StatementContext>([
  ['GET', '/operator/v1/statements', getMonth, { verb: 'money.read' }],
  ['GET', STATEMENT, getStatement, { verb: 'money.read' }],
  ['GET', `${STATEMENT}/charges`, getCharges, { verb: 'money.read' }],
  ['GET', `${STATEMENT}/charges.csv`, getCsv, { verb: 'money.read' }],
  ['GET', `${STATEMENT}/statement.pdf`, getPdf, { verb: 'money.read' }],
  ['POST', `${STATEMENT}/close`, postClose, { verb: 'money.change' }],
  ['POST', '/operator/v1/clients/:clientId/charges', postCorrection, { verb: 'money.change' }],
  ['GET', '/operator/v1/orders/:clientId/:orderId/charges', getOrderCharges, { verb: 'money.read' }],
]);
