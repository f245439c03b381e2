import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { createOrder } from '../../orders/create/create-order.ts';
import { EVENT_EXAMPLES, ORDER_EXAMPLES } from '../../orders/document/order-examples.ts';
import { CODE_LENGTH_MAX, ORDER_STATUSES } from '../../orders/document/order-fields.ts';
import { EventQuerySchema, OrderEventSchema, OrderParamsSchema } from '../../orders/document/order-life-schemas.ts';
import { OrderAmendmentSchema, OrderRequestSchema } from '../../orders/document/order-request-schemas.ts';
import {
  INCLUDED_PARTS,
  OrderSchema,
  type OrderSummary,
  OrderSummarySchema,
} from '../../orders/document/order-schemas.ts';
import { ORDER_QUERY_NAMES, STATUS_NAMES } from '../../orders/document/other-systems.ts';
import { listOrderEvents } from '../../orders/rows/order-event-store.ts';
import type { OrderFilter } from '../../orders/rows/order-list-store.ts';
import { findDocuments } from '../../orders/rows/order-row-store.ts';
import {
  ORDER_SORTS,
  type OrderSort,
  type SelectionPosition,
  selectOrders,
} from '../../orders/rows/order-selection-store.ts';
import { amendOrder } from '../../packing/amend-order.ts';
import { actorOf } from '../../platform/audit/actor.ts';
import { currentAsker } from '../../platform/database/asker.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { invalidRequest } from '../../platform/errors/errors.ts';
import { pickMembers } from '../../platform/formats/json-members.ts';
import { endMoment, moment, optionalMoment, parseMoment } from '../../platform/formats/moments.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  linkHeader,
  notModified,
  oneOf,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  someOf,
  WITH_BODY,
} from '../../platform/http/api-document.ts';
import { ifMatchHeader, sendJson, versionCheck } from '../../platform/http/etag.ts';
import {
  cutPage,
  decodeCursor,
  invalidCursor,
  nextLink,
  offsetOf,
  pagingParameters,
} from '../../platform/http/paging.ts';
import { formFaults } from '../../platform/http/request-form.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import { unknownCountry } from '../../shipping/address-rules.ts';
import { countrySynonyms, normaliseCountry } from '../../shipping/countries.ts';
import { changeHeaders, type OrderRouteOptions, orderKey, ownOrderNotFound } from './order-paths.ts';

const route = routeUnder<OrderRouteOptions>('Orders');
const LIMIT_DEFAULT = 20;
const SORT_DEFAULT = '-created';
/** Bytes of the documents whose parts one answer includes. A single document may be larger. */
const INCLUDED_BYTES_MAX = 4 * 1_048_576;
/** Memory that a list reserves for each order before it reads them. */
const INCLUDED_BYTES_USUAL = 16_384;
const textFilter = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: CODE_LENGTH_MAX, description, examples: [example] });
const VERSION_MAX = 2_147_483_647;

const OrderQuerySchema = Type.Object(
  {
    status: Type.Optional(someOf(ORDER_STATUSES, 'Only orders in this status.', { otherNames: STATUS_NAMES })),
    createdFrom: moment('Only orders created after this moment. ISO 8601 with a time zone.'),
    createdTo: endMoment('Only orders created at or before this moment. ISO 8601 with a time zone.'),
    updatedFrom: moment('Only orders last changed after this moment. ISO 8601 with a time zone.'),
    updatedTo: endMoment('Only orders last changed at or before this moment. ISO 8601 with a time zone.'),
    carrierId: Type.Optional(textFilter('Only orders that ship, or shipped, with this carrier.', 'dhl-paket')),
    country: Type.Optional(
      textFilter(
        'Only orders to this country, ISO 3166-1 alpha-2 in any case. GB finds UK too, and GR finds EL.',
        'DE',
      ),
    ),
    hasProblem: Type.Optional(
      oneOf(
        ['true', 'false'],
        'Only orders with a `statusReason`, such as a missing file or missing stock, or only the others.',
      ),
    ),
    reference: Type.Optional(textFilter('Only orders with this `customerReference`.', 'PO-2026-118')),
    sort: Type.Optional(
      oneOf<OrderSort>(
        ORDER_SORTS,
        'The order of the list; a minus means descending. `due` lists only orders in NEW, ASSIGNED and ACCEPTED that have an `expectedShipDate`.',
        SORT_DEFAULT,
      ),
    ),
    include: Type.Optional(
      someOf(INCLUDED_PARTS, 'Parts of the orders to add. A page then ends after 4 MiB of orders, and may be short.'),
    ),
    ...pagingParameters(LIMIT_DEFAULT),
  },
  { otherNames: ORDER_QUERY_NAMES },
);

const postOrder = route({
  operationId: 'createOrder',
  summary: 'Create an order',
  description:
    'The answer 200 means that the order is stored durably. Idempotent by orderId: the same order sent again returns the stored order with `Idempotent-Replayed: true`, and a different order with the same orderId is refused with 409. By default, an order names at most 200 different URLs, and its files have at most 2 GiB together. The bytes that are fetched for one client in a day are limited too.',
  body: OrderRequestSchema,
  response: {
    200: answer('The order.', OrderSchema, {
      ...etagHeader,
      ...rateLimitHeaders,
      Location: { schema: Type.String(), description: 'Address of the order.' },
      'Idempotent-Replayed': {
        schema: Type.String(),
        description: '`true` when this order was already stored.',
      },
    }),
    ...errorAnswers('order_already_exists', ...WITH_BODY),
  },
  config: { throwsFormFaults: true },
  handler: async (options, request, reply) => {
    const order = await createOrder(options, request.caller, request.body, formFaults(request));
    if (order.replayed) reply.header('idempotent-replayed', 'true');
    return reply
      .header('location', `${ordersUrl(options.config)}/${encodeURIComponent(order.orderId)}`)
      .header('etag', `"${order.version}"`)
      .header('content-type', 'application/json; charset=utf-8')
      .send(order.document);
  },
});

/** Requests as other systems have them. */
const INSTEAD = {
  DELETE: 'An order is not deleted: cancel it by POST /v1/orders/{orderId}/cancel.',
  PATCH: 'Send the whole order by PUT /v1/orders/{orderId}.',
  POST: 'Change an order by PUT /v1/orders/{orderId}; POST /v1/orders creates one.',
};

const NAME_ONE = 'Name one order in the path: /v1/orders/{orderId}.';

const getOrder = route({
  operationId: 'getOrder',
  summary: 'Read one order',
  description: 'Returns one of your own orders. An order of another client is not found.',
  params: OrderParamsSchema,
  response: readAnswers('The order.', OrderSchema, 'order_not_found'),
  handler: async ({ batches }, request, reply) => {
    const order = await batches.find(orderKey(request));
    if (!order) throw ownOrderNotFound();
    return sendJson(request, reply, order.document, String(order.version));
  },
});

const getOrders = route({
  operationId: 'listOrders',
  summary: 'List orders',
  description:
    'Lists your orders, newest first, then by orderId. Follow the Link header to read all pages; orders that arrive meanwhile do not shift them. With filters that few orders meet, a page may be short, or even empty, before the last one.',
  querystring: OrderQuerySchema,
  response: pageAnswers('A page of orders.', Type.Array(OrderSummarySchema)),
  handler: async (options, request, reply) => {
    const { query } = request;
    const { clientId } = request.caller;
    const page = isSelection(query)
      ? await selectPage(options, clientId, query)
      : await listPage(options, clientId, query);
    let { summaries, next } = page;
    if (query.include && summaries.length > 0) {
      const listed = await includeParts(options.pool, clientId, summaries, query.include);
      if (listed.length < summaries.length) next = page.keyOf(listed.length - 1);
      summaries = listed;
    }
    if (next) reply.header('link', nextLink(ordersUrl(options.config), query, next));
    return sendJson(request, reply, `[${summaries.join()}]`);
  },
});

type OrderListQuery = Static<typeof OrderQuerySchema>;
/** `next` is the key of the next page. `keyOf` returns the key after an order of this page. */
type OrderPage = { summaries: string[]; next: string[] | undefined; keyOf: (index: number) => string[] };

/** Returns whether the list needs more than a walk by creation and status, which many requests share. */
function isSelection({ status, carrierId, country, hasProblem, reference, sort }: OrderListQuery): boolean {
  const filters = [carrierId, country, hasProblem, reference];
  return (
    (sort ?? SORT_DEFAULT) !== SORT_DEFAULT || (status?.length ?? 0) > 1 || filters.some((one) => one !== undefined)
  );
}

async function listPage({ batches }: OrderRouteOptions, clientId: string, query: OrderListQuery): Promise<OrderPage> {
  const { status: [status] = [] } = query;
  const after = readPosition(query);
  const filter = { ...readRanges(query), status, after: after && { created: after.at, orderId: after.orderId } };
  const found = await batches.list({ clientId, filter, limit: query.limit + 1, offset: offsetOf(query) });
  const summaries = found.slice(0, query.limit);
  const keyOf = (index: number) => {
    const { created, orderId }: OrderSummary = JSON.parse(summaries[index] as string);
    return [created, orderId];
  };
  return { summaries, keyOf, next: found.length > query.limit ? keyOf(query.limit - 1) : undefined };
}

async function selectPage({ pool }: OrderRouteOptions, clientId: string, query: OrderListQuery): Promise<OrderPage> {
  const { status, carrierId, country, hasProblem, reference, sort = SORT_DEFAULT, page, cursor } = query;
  if (page > 1 && cursor === undefined)
    throw invalidRequest([
      {
        pointer: 'page',
        code: 'not_allowed',
        message: '"page" cannot be combined with these filters or this sort: follow the Link header.',
      },
    ]);
  const selection = {
    ...{ ...readRanges(query), statuses: status, carrierId, reference, sort, after: readPosition(query) },
    countries: country === undefined ? undefined : countryCodes(country),
    hasProblem: hasProblem && hasProblem === 'true',
  };
  const { found, stoppedAt } = await withRetry(() => selectOrders(pool, clientId, selection, query.limit + 1));
  const orders = found.slice(0, query.limit);
  const keyOf = ({ at, orderId }: SelectionPosition) => keyParts(sort, at.toISOString(), orderId);
  const last = found.length > query.limit ? orders.at(-1) : stoppedAt;
  return {
    summaries: orders.map(({ summary }) => summary),
    keyOf: (index) => keyOf(orders[index] as SelectionPosition),
    next: last && keyOf(last),
  };
}

function countryCodes(country: string): readonly string[] {
  const code = normaliseCountry(country);
  if (code === undefined) throw invalidRequest([unknownCountry('country', country)]);
  return countrySynonyms(code);
}

/** Adds parts of the documents to the first summaries, as many as fit into one answer. */
async function includeParts(
  pool: Pool,
  clientId: string,
  summaries: readonly string[],
  parts: readonly string[],
): Promise<string[]> {
  const orderIds = summaries.map((summary) => (JSON.parse(summary) as OrderSummary).orderId);
  await currentAsker()?.hold?.(Math.min(INCLUDED_BYTES_MAX, summaries.length * INCLUDED_BYTES_USUAL));
  const documents = await withRetry(() => findDocuments(pool, clientId, orderIds, INCLUDED_BYTES_MAX));
  const names = new Set(parts);
  return documents.map((document, index) =>
    [(summaries[index] as string).slice(0, -1), ...pickMembers(document, names)].join().concat('}'),
  );
}

function ordersUrl({ BASE_URL }: OrderRouteOptions['config']): string {
  return `${BASE_URL}/v1/orders`;
}

function readRanges(query: OrderListQuery): Omit<OrderFilter, 'status' | 'after'> {
  return {
    createdFrom: optionalMoment(query.createdFrom),
    createdTo: optionalMoment(query.createdTo),
    updatedFrom: optionalMoment(query.updatedFrom),
    updatedTo: optionalMoment(query.updatedTo),
  };
}

/** The default sort has a short key, which cursors of earlier versions have too. */
function keyParts(sort: OrderSort, ...key: string[]): string[] {
  return sort === SORT_DEFAULT ? key : [sort, ...key];
}

function readPosition({ cursor, sort = SORT_DEFAULT }: OrderListQuery): SelectionPosition | undefined {
  const key = decodeCursor(cursor, keyParts(sort, '', '').length);
  if (!key) return undefined;
  const [moment = '', orderId = ''] = key.slice(-2);
  const at = parseMoment(moment);
  if (!at || keyParts(sort, moment, orderId).join() !== key.join()) throw invalidCursor();
  return { at, orderId };
}

const putOrder = route({
  operationId: 'amendOrder',
  summary: 'Change an order',
  description:
    'Replaces the content of an order that is NEW, ASSIGNED or ERROR, by the same rules and limits as its creation. The order becomes NEW again: its files are fetched and its stock is reserved again. If only the address changes, it is accepted while the order is ACCEPTED too, until its first parcel is packed: status and pieces stay. Unchanged items and an unchanged carrier are not checked against the present catalogue. Send the same order again to have it tried again. With `If-Match`, the order is changed only if it still has that ETag.',
  params: OrderParamsSchema,
  headers: Type.Object(ifMatchHeader),
  body: OrderAmendmentSchema,
  response: {
    200: answer('The order.', OrderSchema, changeHeaders, ORDER_EXAMPLES.amended),
    ...errorAnswers('order_not_found', 'order_not_changeable', 'precondition_failed', ...WITH_BODY),
  },
  config: { throwsFormFaults: true },
  handler: async (options, request, reply) => {
    const order = await amendOrder(options, orderKey(request), {
      by: actorOf(request.caller),
      body: request.body,
      schemaViolations: formFaults(request),
      isExpected: versionCheck(request),
    });
    return sendJson(request, reply, order.document, String(order.version));
  },
});

const getEvents = route({
  operationId: 'listOrderEvents',
  summary: 'Read the history of an order',
  description: 'Lists the events of the order, oldest first.',
  params: OrderParamsSchema,
  querystring: EventQuerySchema,
  response: {
    200: answer(
      'A page of events.',
      Type.Array(OrderEventSchema),
      { ...etagHeader, ...linkHeader, ...rateLimitHeaders },
      EVENT_EXAMPLES,
    ),
    ...notModified,
    ...errorAnswers('order_not_found'),
  },
  handler: async ({ config, pool, batches }, request, reply) => {
    const { query } = request;
    const key = orderKey(request);
    const { clientId, orderId } = key;
    if (!(await batches.find(key))) throw ownOrderNotFound();
    const afterVersion = Number(decodeCursor(query.cursor, 1)?.[0] ?? 0);
    if (!Number.isInteger(afterVersion) || afterVersion < 0 || afterVersion > VERSION_MAX) throw invalidCursor();
    const events = await withRetry(() =>
      listOrderEvents(pool, clientId, orderId, { afterVersion, limit: query.limit + 1 }),
    );
    const url = `${ordersUrl(config)}/${encodeURIComponent(orderId)}/events`;
    const page = cutPage(reply, events, { url, query, keyOf: (last) => [String(last.version)] });
    const answered = page.map(({ type, occurred, status, previousStatus, version, actor, reason, correction }) => ({
      type,
      occurred,
      status,
      ...(previousStatus && { previousStatus }),
      version,
      actor,
      ...(reason && { reason }),
      ...(correction && correction.changes.length > 0 && { changed: correction.changes.map(({ pointer }) => pointer) }),
    }));
    return sendJson(request, reply, answered);
  },
});

export const orderRoutes = routeTable<OrderRouteOptions>([
  ['POST', '/v1/orders', postOrder],
  ['GET', '/v1/orders/:orderId', getOrder, { insteadOf: INSTEAD }],
  ['GET', '/v1/orders', getOrders, { insteadOf: { PUT: NAME_ONE, PATCH: NAME_ONE, DELETE: NAME_ONE } }],
  ['PUT', '/v1/orders/:orderId', putOrder],
  ['GET', '/v1/orders/:orderId/events', getEvents],
]);
