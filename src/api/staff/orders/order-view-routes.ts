import { type Static, Type } from 'typebox';
import { OPEN_STATUSES } from '../../../orders/document/order-fields.ts';
import {
  changeView,
  chooseView,
  createView,
  findGoneFilters,
  removeView,
} from '../../../orders/staff/keep-order-views.ts';
import { countMatches } from '../../../orders/staff/list-orders.ts';
import {
  findDefaultView,
  listViews,
  NAMED_FILTERS,
  type OrderView,
  type ViewQuery,
} from '../../../orders/staff/order-view-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import {
  booleanField,
  changeAnswers,
  integerField,
  onceAnswers,
  oneOf,
  readAnswers,
  stringField,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { COUNTED_MAX } from '../../../reports/order-count-store.ts';
import { mayDo } from '../../../staff/role-rules.ts';
import { COUNT_LIMIT, emptyAnswers, staffPaging as paging, strictObject, text } from '../fields/operator-schemas.ts';
import { changeOnce, nameFaults, type StaffContext } from '../fields/staff-requests.ts';
import { queryFaults, readFilter, useStoredCode } from './order-list-filters.ts';
import { ORDER_FILTERS, type OrderListQuery } from './order-list-schemas.ts';

interface ViewContext extends StaffContext {
  config: Pick<Config, 'BASE_URL' | 'TIME_ZONE'>;
}

const route = routeUnder<ViewContext>('Orders');
const VIEWS = '/operator/v1/order-views';
const NAME_LENGTH_MAX = 60;
const COLUMNS_MAX = 20;
/** A count is kept for this time, for everybody. */
const COUNT_KEPT_MS = 15_000;

const VIEW_ID = '0198c0df-33cc-7d44-8e55-f66071829304';
const LIST_COLUMNS = [
  ...(['order', 'client', 'recipient', 'country', 'status', 'reason', 'due', 'since'] as const),
  ...(['items', 'carrier', 'created', 'updated', 'assignee', 'tags'] as const),
] as const;

const { q: _, ...viewFilters } = ORDER_FILTERS;
const ViewQuerySchema = strictObject(
  'OrderViewQuery',
  'Parameters of `listOrders`. A search text is not kept, because it may be personal data.',
  { ...viewFilters, limit: Type.Optional(paging.limit) },
  { status: 'ERROR' },
);
const fields = {
  name: text(NAME_LENGTH_MAX, 'Name for people.', 'Switzerland, late'),
  isShared: booleanField('true: everybody sees the view. false: only its owner.', false),
  query: ViewQuerySchema,
  columns: Type.Array(oneOf(LIST_COLUMNS, 'A column of the table.'), {
    maxItems: COLUMNS_MAX,
    uniqueItems: true,
    description: 'Columns of the table, from left to right. Empty: the usual ones.',
    examples: [['order', 'status']],
  }),
};
const QUERY = { status: 'ERROR', mode: 'live', sort: 'newest', limit: 50 };
const EXAMPLE = { name: 'In error', isShared: false, query: QUERY, columns: [] };
export const OrderViewRequest = strictObject('OrderViewRequest', 'A new view.', fields, EXAMPLE);
const ViewChange = strictObject(
  'OrderViewChange',
  'Changes of a view. Absent fields stay.',
  {
    name: Type.Optional(fields.name),
    isShared: Type.Optional(fields.isShared),
    query: Type.Optional(fields.query),
    columns: Type.Optional(fields.columns),
  },
  { name: 'In error' },
);
const OrderViewSchema = titledObject(
  'OrderView',
  'A saved view of the list of orders.',
  {
    viewId: stringField('Identifier of the view.', VIEW_ID),
    ...fields,
    query: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()]), {
      title: 'OrderViewParameters',
      description: 'Parameters of `listOrders`.',
    }),
    isOwn: booleanField('true: the reader saved it.'),
    ownerName: stringField('Name of the owner at that time.', 'Ada Lovelace'),
    isDefault: booleanField("true: the reader's list of orders opens with it."),
    gone: Type.Array(oneOf(NAMED_FILTERS, 'Name of a parameter.'), {
      description: 'Parameters of `query` whose value no longer exists, such as a deleted carrier.',
    }),
  },
  { viewId: VIEW_ID, ...EXAMPLE, isOwn: true, ownerName: 'Ada Lovelace', isDefault: false, gone: [] },
);
const ViewParams = Type.Object({ viewId: stringField('The view.', VIEW_ID) });

const viewFaults = {
  moreFaults: ({ body }: { body: unknown }) => {
    const { name, query } = Object(body);
    const ofQuery = queryFaults(Object(query)).map((fault) => ({ ...fault, pointer: `/query/${fault.pointer}` }));
    return [...nameFaults({ '/name': name }), ...ofQuery];
  },
};

type Requester = { clientId: string; name: string; scope: string; role: Parameters<typeof mayDo>[0] };
const accessOf = (caller: Requester, now: Date) => {
  return { by: actorOf(caller), now, operatorId: caller.clientId, mayShare: mayDo(caller.role, 'orders.note') };
};

function showView({ ownerId, ...view }: OrderView, operatorId: string, defaultId: string | undefined, gone: string[]) {
  return { ...view, isOwn: ownerId === operatorId, isDefault: view.viewId === defaultId, gone };
}

const getViews = route({
  operationId: 'listOrderViews',
  summary: 'List the saved views of orders',
  description: 'Lists your own views and the shared ones, by name, at most 100.',
  response: readAnswers('The views.', Type.Array(OrderViewSchema)),
  handler: async ({ pool }, request, reply) => {
    const { clientId: operatorId } = request.caller;
    const views = await withRetry(() => listViews(pool, operatorId));
    const defaultId = await withRetry(() => findDefaultView(pool, operatorId));
    const gone = await withRetry(() => findGoneFilters(pool, views));
    const answers = views.map((view, place) => showView(view, operatorId, defaultId, gone[place] ?? []));
    return sendJson(request, reply, answers);
  },
});

const CountsSchema = Type.Array(
  titledObject(
    'OrderViewCount',
    'The number of orders in a view.',
    {
      viewId: stringField('The view.', VIEW_ID),
      orders: integerField(`Open orders that match. ${COUNT_LIMIT}`, 12),
      isMore: booleanField('true: further orders were not examined, so there may be more.'),
    },
    { viewId: VIEW_ID, orders: 12, isMore: false },
  ),
);

type Count = { orders: number; isMore: boolean };
const kept = new WeakMap<object, Map<string, { until: number; count: Promise<Count> }>>();

/** Counts the open orders of a view. Undefined: the view has only shipped or cancelled ones. */
function countView({ pool, clock, config }: ViewContext, query: ViewQuery): Promise<Count> | undefined {
  const now = clock();
  const filter = readFilter(query as Static<typeof OrderListQuery>, now, config.TIME_ZONE);
  const statuses = OPEN_STATUSES.filter((one) => filter?.statuses?.includes(one) ?? true);
  if (!filter || statuses.length === 0) return undefined;
  const counts = kept.get(pool) ?? new Map();
  kept.set(pool, counts);
  for (const [key, { until }] of counts) if (until <= now.getTime()) counts.delete(key);
  const key = JSON.stringify(query);
  if (!counts.has(key)) {
    const count = withRetry(async () =>
      countMatches(pool, { ...(await useStoredCode(pool, filter)), statuses }, COUNTED_MAX),
    );
    count.catch(() => counts.delete(key));
    counts.set(key, { until: now.getTime() + COUNT_KEPT_MS, count });
  }
  return counts.get(key)?.count;
}

const getCounts = route({
  operationId: 'countOrderViews',
  summary: 'Count the orders of the saved views',
  description:
    'Counts the open orders of your views: shipped and cancelled ones are not counted. Views with no other orders are left out. A number may be 15 seconds old.',
  response: readAnswers('The counts.', CountsSchema),
  handler: async (context, request, reply) => {
    const views = await withRetry(() => listViews(context.pool, request.caller.clientId));
    const counts: object[] = [];
    // One after the other, so that counting takes one connection.
    for (const { viewId, query } of views) {
      const count = await countView(context, query);
      if (count) counts.push({ viewId, ...count });
    }
    return sendJson(request, reply, counts);
  },
});

const getMatches = route({
  config: { moreFaults: ({ query }) => queryFaults(query as Static<typeof OrderListQuery>) },
  operationId: 'countMatchingOrders',
  summary: 'Count the orders that match a filter',
  description: 'Takes the filters of `listOrders`, without a search text. The cost is limited as in the list.',
  querystring: Type.Object(viewFilters),
  response: readAnswers(
    'The count.',
    titledObject(
      'MatchingOrders',
      'The number of orders that match.',
      {
        orders: integerField(`Number of orders. ${COUNT_LIMIT}`, 2_000),
        isMore: booleanField('true: further orders were not examined, so there may be more.'),
      },
      { orders: 2_000, isMore: false },
    ),
  ),
  handler: async ({ pool, clock, config }, request, reply) => {
    const filter = readFilter(request.query as Static<typeof OrderListQuery>, clock(), config.TIME_ZONE);
    const none = { orders: 0, isMore: false };
    const found = filter ? await countMatches(pool, await useStoredCode(pool, filter), COUNTED_MAX) : none;
    return sendJson(request, reply, found);
  },
});

const postView = route({
  config: viewFaults,
  operationId: 'createOrderView',
  summary: 'Save a view of the list of orders',
  description:
    'A shared view needs `orders.note`. A person has at most 50 own views, and the center 50 shared ones. Send an `Idempotency-Key`, so that a repeated request counts once.',
  headers: idempotencyHeaders,
  body: OrderViewRequest,
  response: onceAnswers('The view.', OrderViewSchema, 'too_many_order_views'),
  handler: async ({ pool, clock }, request, reply) => {
    const { body, caller, routeOptions } = request;
    const now = clock();
    const view = { ...body, query: body.query as ViewQuery };
    const saved = await changeOnce(pool, request, reply, { input: [routeOptions.url, body], now }, async (connection) =>
      showView(await createView(connection, view, accessOf(caller, now)), caller.clientId, undefined, []),
    );
    return reply.header('content-type', 'application/json; charset=utf-8').send(saved);
  },
});

const patchView = route({
  config: viewFaults,
  operationId: 'changeOrderView',
  summary: 'Change a saved view',
  description: 'A shared view may be changed by everybody with `orders.note`. Only its owner can make it their own.',
  params: ViewParams,
  body: ViewChange,
  response: changeAnswers('The view.', OrderViewSchema, 'order_view_not_found'),
  handler: async ({ pool, clock }, { params, body, caller }) => {
    const change = body as Partial<Static<typeof OrderViewRequest>> & { query?: ViewQuery };
    const view = await changeView(pool, params.viewId, change, accessOf(caller, clock()));
    const defaultId = await withRetry(() => findDefaultView(pool, caller.clientId));
    const [gone = []] = await withRetry(() => findGoneFilters(pool, [view]));
    return showView(view, caller.clientId, defaultId, gone);
  },
});

const deleteViewRoute = route({
  operationId: 'deleteOrderView',
  summary: 'Delete a saved view',
  description: 'A shared view may be deleted by everybody with `orders.note`.',
  params: ViewParams,
  response: emptyAnswers('The view is deleted.', 'order_view_not_found'),
  handler: async ({ pool, clock }, { params, caller }, reply) => {
    await removeView(pool, params.viewId, accessOf(caller, clock()));
    return reply.code(204).send();
  },
});

const putDefault = route({
  operationId: 'chooseOrderView',
  summary: 'Open the list of orders with this view',
  description: 'Applies to you alone, and replaces your earlier choice.',
  params: ViewParams,
  response: emptyAnswers('The view is your default.', 'order_view_not_found'),
  handler: async ({ pool }, { params, caller }, reply) => {
    await chooseView(pool, params.viewId, caller.clientId, true);
    return reply.code(204).send();
  },
});

const deleteDefault = route({
  operationId: 'unchooseOrderView',
  summary: 'Open the list of orders without this view',
  description: 'The list opens with the open orders again. Changes nothing if another view is your default.',
  params: ViewParams,
  response: emptyAnswers('The view is not your default.', 'order_view_not_found'),
  handler: async ({ pool }, { params, caller }, reply) => {
    await chooseView(pool, params.viewId, caller.clientId, false);
    return reply.code(204).send();
  },
});

export const orderViewRoutes = routeTable<ViewContext>([
  ['GET', '/operator/v1/orders/matches', getMatches, { verb: 'orders.read' }],
  ['GET', VIEWS, getViews, { verb: 'orders.read' }],
  ['GET', `${VIEWS}/counts`, getCounts, { verb: 'orders.read' }],
  ['POST', VIEWS, postView, { verb: 'orders.read' }],
  ['PATCH', `${VIEWS}/:viewId`, patchView, { verb: 'orders.read' }],
  ['DELETE', `${VIEWS}/:viewId`, deleteViewRoute, { verb: 'orders.read' }],
  ['PUT', `${VIEWS}/:viewId/default`, putDefault, { verb: 'orders.read' }],
  ['DELETE', `${VIEWS}/:viewId/default`, deleteDefault, { verb: 'orders.read' }],
]);
