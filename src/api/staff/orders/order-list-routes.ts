import { type Static, Type } from 'typebox';
import { dueStateOf } from '../../../clients/due-rules.ts';
import { DUE_STATUSES, ON_HOLD, ORDER_STATUSES } from '../../../orders/document/order-fields.ts';
import { EXPORT_ORDERS_PER_PAGE, readAllPages } from '../../../orders/staff/list-orders.ts';
import type { ListedOrder } from '../../../orders/staff/staff-search-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { errorAnswers, fileAnswer, pageAnswers, readAnswers } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { nextLink } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { countOrdersByClient, type OrderCount } from '../../../reports/order-count-store.ts';
import type { StaffContext } from '../fields/staff-requests.ts';
import { cursorOf, findPage, queryFaults, readFilter } from './order-list-filters.ts';
import {
  ListedOrderSchema,
  OrderCountsQuery,
  OrderCountsSchema,
  OrderExportQuery,
  OrderListQuery,
} from './order-list-schemas.ts';
import { SHEET_TYPES, sendSheet } from './order-sheet-answers.ts';

interface OrderListContext extends StaffContext {
  config: Pick<Config, 'BASE_URL' | 'PAPER_LANGUAGE' | 'TIME_ZONE'>;
}

const route = routeUnder<OrderListContext>('Orders');

const ordersAnswers = pageAnswers('A page of orders.', Type.Array(ListedOrderSchema));
Object.assign(ordersAnswers[200].headers, {
  'Sorted-Orders': Type.Integer({
    description: 'With a sort by a column: the number of orders that were sorted, if more may match.',
  }),
});

const getOrders = route({
  config: { moreFaults: ({ query }) => queryFaults(query as Static<typeof OrderListQuery>) },
  operationId: 'listOrders',
  summary: 'List and search the orders of all clients',
  description:
    'Lists orders, newest first, then by client and orderId, unless `sort` changes this. A sort by another column sorts the newest 10,000 matching orders. An order must match all filters. Follow the Link header until it is absent: if few of many orders match, a page may be short or empty although more pages follow.',
  querystring: OrderListQuery,
  response: ordersAnswers,
  handler: async ({ config, pool, clock }, request, reply) => {
    const { query } = request;
    const now = clock();
    const filter = readFilter(query, now, config.TIME_ZONE);
    if (!filter) return sendJson(request, reply, '[]');
    const { orders, next, sorted } = await findPage(pool, filter, query);
    if (next) reply.header('link', nextLink(`${config.BASE_URL}/operator/v1/orders`, query, cursorOf(query, next)));
    if (sorted !== undefined) reply.header('sorted-orders', sorted);
    const page = orders.map((order) => listedOrderAnswer(order, query.mode, now, config.TIME_ZONE));
    return sendJson(request, reply, page);
  },
});

const getExport = route({
  config: { moreFaults: ({ query }) => queryFaults(query as Static<typeof OrderListQuery>) },
  operationId: 'exportOrders',
  summary: 'Export the matching orders as a file for spreadsheets',
  description:
    'Returns every order that matches the filters of `listOrders`, with a row for each item: status, times in the time zone of the center, tracking numbers, SKU, value and address. The answer is streamed. A person may read two exports at a time. Each export is recorded in the audit log. A text of CSV that a spreadsheet would take for a formula gets an apostrophe.',
  querystring: OrderExportQuery,
  response: { 200: fileAnswer('The file.', ...SHEET_TYPES), ...errorAnswers('rate_limited') },
  handler: async ({ config, pool, clock }, { query, caller }, reply) => {
    const { format = 'csv', clientId, language = config.PAPER_LANGUAGE } = query;
    const input = { ...query, limit: EXPORT_ORDERS_PER_PAGE };
    const filter = readFilter(input, clock(), config.TIME_ZONE);
    const orders = readAllPages(pool, async (after) =>
      filter ? findPage(pool, { ...filter, after }, input) : { orders: [] },
    );
    await recordAudit(pool, actorOf(caller), clock(), {
      action: 'orders.exported',
      subject: clientId === undefined ? ['client'] : ['client', clientId],
      detail: { format },
    });
    return sendSheet(reply, orders, { format, pool, language, timeZone: config.TIME_ZONE });
  },
});

const getCounts = route({
  operationId: 'countOrders',
  summary: 'Count the orders by status, reason and client',
  description:
    'Returns the present numbers. In each status, and for each reason, at most 10,001 orders are counted, so the response time does not depend on the number of orders. `clients` has at least the 50 clients with the most of these orders in each status and with each reason. Use `clientId` for the numbers of one client.',
  querystring: OrderCountsQuery,
  response: readAnswers('The counts.', OrderCountsSchema),
  handler: async ({ pool }, request, reply) => {
    const { mode, clientId } = request.query;
    const counts = await withRetry(() => countOrdersByClient(pool, mode, clientId));
    return sendJson(request, reply, countsAnswer(counts));
  },
});

function listedOrderAnswer(order: ListedOrder, mode: 'live' | 'sandbox', now: Date, timeZone: string) {
  const {
    reasonCode,
    reasonMessage,
    isPreferred,
    recipient,
    country,
    carrier,
    cancellation,
    due,
    rush,
    assigneeName,
    tags,
    ...rest
  } = order;
  const isDue = due !== null && (DUE_STATUSES as readonly string[]).includes(order.status);
  const dueState = isDue ? dueStateOf({ status: order.status, due }, now, timeZone) : undefined;
  return {
    ...rest,
    mode,
    ...(isDue && { due }),
    ...(dueState && { dueState }),
    ...(rush && { rush }),
    ...(reasonCode && { statusReason: reasonCode }),
    ...(reasonMessage && { statusMessage: reasonMessage }),
    ...(reasonCode === ON_HOLD && { held: true }),
    ...(isPreferred && { preferred: true }),
    ...(assigneeName && { assignee: assigneeName }),
    ...(tags && tags.length > 0 && { tags }),
    ...(country && { recipient: { ...(recipient && { name: recipient }), country } }),
    ...(carrier && { carrier }),
    ...(cancellation && { cancellation }),
  };
}

/** Clients of each status and reason in the answer. */
const CLIENTS_OF_COUNT_MAX = 50;

/** Returns the counts by status and by reason, of all clients and of those with the most orders. */
function countsAnswer(counts: readonly (OrderCount & { clientId: string })[]) {
  const groups = Map.groupBy(counts, ({ status, reasonCode }) => `${status} ${reasonCode}`);
  const clientIds = [...groups.values()].flatMap((some) =>
    some
      .toSorted((one, other) => other.orders - one.orders)
      .slice(0, CLIENTS_OF_COUNT_MAX)
      .map(({ clientId }) => clientId),
  );
  const byClient = Map.groupBy(counts, ({ clientId }) => clientId);
  return {
    ...numbersOf(counts),
    clients: [...new Set(clientIds)]
      .sort()
      .map((clientId) => ({ clientId, ...numbersOf(byClient.get(clientId) ?? []) })),
  };
}

function numbersOf(counts: readonly OrderCount[]) {
  const sum = (some: readonly OrderCount[]) => some.reduce((total, { orders }) => total + orders, 0);
  const ofStatuses = counts.filter(({ reasonCode }) => reasonCode === null);
  const withReason = counts.filter(({ reasonCode }) => reasonCode !== null);
  const reasons = Map.groupBy(withReason, ({ status, reasonCode }) => `${status} ${reasonCode}`);
  return {
    orders: sum(ofStatuses),
    statuses: Object.fromEntries(
      ORDER_STATUSES.map((status) => [status, sum(ofStatuses.filter((one) => one.status === status))]),
    ),
    reasons: [...reasons.values()]
      .map((of) => ({ status: of[0]?.status, reason: of[0]?.reasonCode, orders: sum(of) }))
      .sort((one, other) => other.orders - one.orders),
  };
}

export const orderListRoutes = routeTable<OrderListContext>([
  ['GET', '/operator/v1/orders', getOrders, { verb: 'orders.read' }],
  ['GET', '/operator/v1/orders/export', getExport, { verb: 'orders.read' }],
  ['GET', '/operator/v1/orders/counts', getCounts, { verb: 'orders.read' }],
]);
