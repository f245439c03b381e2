import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import type { Config } from '../../config.ts';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  linkHeader,
  notModified,
  rateLimitHeaders,
} from '../../http/api-document.ts';
import { ORDER_ANSWER_BYTES } from '../../http/bytes-in-flight.ts';
import { makeEtag, sendJson } from '../../http/etag.ts';
import { parseMoment } from '../../http/moments.ts';
import { orderNotFound } from '../../http/not-found-errors.ts';
import { decodeCursor, invalidCursor, nextLink } from '../../http/paging.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { listOrderEvents, type RecordedEvent } from '../../orders/change/order-change-store.ts';
import { findKeptFiles } from '../../orders/files/order-file-store.ts';
import { searchWords } from '../../orders/search/search-terms.ts';
import { type FoundOrders, searchOrders } from '../../orders/staff/search-orders.ts';
import {
  listOrdersOfClients,
  type OperatorOrderFilter,
  type OrderPosition,
} from '../../orders/staff/staff-list-store.ts';
import {
  type FoundOrder,
  findOrderOfClient,
  listReservations,
  listWaits,
} from '../../orders/staff/staff-order-store.ts';
import { findPreferred, type StockPreference } from '../../stock/stock-preferences-store.ts';
import { staffEtag } from '../fields/expected-version.ts';
import {
  ListedOrderSchema,
  OperatorOrderSchema,
  OrderKeyParams,
  OrderListQuery,
} from '../fields/operator-schemas.ts';
import { orderUrl, shownFile } from './shown-file.ts';

const EVENTS_SHOWN_MAX = 100;
const AHEAD_COUNTED_MAX = 1_000;
const HOUR_MS = 3_600_000;

export interface OperatorOrderRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
  clock: () => Date;
}

const getOrders = route({
  schema: {
    tags: ['Orders'],
    operationId: 'listOrders',
    summary: 'List and search the orders of all clients',
    description: 'Newest first, then by client and orderId. Follow the Link header to read them all.',
    querystring: OrderListQuery,
    response: {
      200: answer('A page of orders.', Type.Array(ListedOrderSchema), {
        ...etagHeader,
        ...linkHeader,
        ...rateLimitHeaders,
      }),
      ...notModified,
      ...errorAnswers(),
    },
  },
  handler: async ({ config, pool, clock }: OperatorOrderRouteOptions, request, reply) => {
    const { query } = request;
    const filter = readFilter(query, clock());
    if (!filter) return sendJson(request, reply, '[]');
    const { orders, next } = await findPage(pool, filter, query);
    if (next) {
      const position = [next.created.toISOString(), next.clientId, next.orderId];
      reply.header('link', nextLink(ordersUrl(config), query, position));
    }
    const shown = orders.map(
      ({ clientId, clientName, orderId, status, reasonCode, isPreferred, items, created, updated }) => ({
        clientId,
        clientName,
        orderId,
        mode: query.mode,
        status,
        ...(reasonCode && { statusReason: reasonCode }),
        ...(isPreferred && { preferred: true }),
        items,
        created,
        updated,
      }),
    );
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

const getOrder = route({
  config: { answerBytes: ORDER_ANSWER_BYTES },
  schema: {
    tags: ['Orders'],
    operationId: 'getOrder',
    summary: 'Read one order with all that is known of it',
    description: 'The order as its client reads it, its files, its history, and its stock.',
    params: OrderKeyParams,
    response: {
      200: answer('The order.', OperatorOrderSchema, { ...etagHeader, ...rateLimitHeaders }),
      ...notModified,
      ...errorAnswers('order_not_found'),
    },
  },
  handler: async ({ config, pool }: OperatorOrderRouteOptions, request, reply) => {
    const { clientId, orderId } = request.params;
    const found =
      isStorable(clientId) && isStorable(orderId)
        ? await withRetry(() => findOrderOfClient(pool, clientId, orderId))
        : undefined;
    if (!found) throw orderNotFound();
    const { version } = found;
    const [files, events, reservations, waits, preferences] = await withRetry(() =>
      Promise.all([
        findKeptFiles(pool, clientId, orderId),
        listOrderEvents(pool, clientId, orderId, {
          afterVersion: Math.max(0, version - EVENTS_SHOWN_MAX),
          limit: EVENTS_SHOWN_MAX,
        }),
        listReservations(pool, clientId, orderId),
        listWaits(pool, clientId, orderId, AHEAD_COUNTED_MAX),
        findPreferred(pool, clientId, [orderId]),
      ]),
    );
    const url = orderUrl(config, clientId, orderId);
    const head = JSON.stringify(shownHead(clientId, found, preferences.get(orderId)));
    const rest = JSON.stringify({
      files: files.map((file) => shownFile(file, url)),
      events: events.map(shownEvent),
      reservations,
      waits,
    });
    // The stored text goes out as it is.
    const json = `${head.slice(0, -1)},"order":${found.document},${rest.slice(1)}`;
    return sendJson(request, reply, json, staffEtag(version, makeEtag(json)));
  },
});

function ordersUrl({ BASE_URL }: OperatorOrderRouteOptions['config']): string {
  return `${BASE_URL}/operator/v1/orders`;
}

function shownHead(
  clientId: string,
  { clientName, mode, version }: FoundOrder,
  preference: StockPreference | undefined,
) {
  return {
    clientId,
    clientName,
    mode,
    version,
    ...(preference && {
      preferred: {
        since: preference.preferred,
        ...(preference.preferredBy !== null && { by: preference.preferredBy }),
      },
    }),
  };
}

function shownEvent(event: RecordedEvent) {
  const { orderId: _, eventId: _id, previousStatus, reason, actorId, actorName, ...rest } = event;
  return {
    ...rest,
    ...(previousStatus && { previousStatus }),
    ...(reason && { reason }),
    ...(actorId && { actorId }),
    ...(actorName && { actorName }),
  };
}

async function findPage(
  pool: Pool,
  filter: OperatorOrderFilter,
  { q, limit }: Static<typeof OrderListQuery>,
): Promise<FoundOrders> {
  if (q !== undefined) return searchOrders(pool, filter, { text: q, words: searchWords(q) }, limit);
  const found = await withRetry(() => listOrdersOfClients(pool, filter, limit + 1));
  const orders = found.slice(0, limit);
  const next = found.length > limit ? orders.at(-1) : undefined;
  return { orders, ...(next && { next }) };
}

/** The orders that the query asks for; undefined when there can be none. */
function readFilter(query: Static<typeof OrderListQuery>, now: Date): OperatorOrderFilter | undefined {
  const { mode, status, clientId, cancellation, olderThanHours, q } = query;
  if (clientId !== undefined && !isStorable(clientId)) return undefined;
  if (q !== undefined && (q.trim() === '' || !isStorable(q))) return undefined;
  const ends = [
    query.createdTo === undefined ? undefined : parseMoment(query.createdTo),
    olderThanHours === undefined ? undefined : new Date(now.getTime() - olderThanHours * HOUR_MS),
  ].filter((end) => end !== undefined);
  return {
    mode,
    status,
    clientId,
    createdFrom: query.createdFrom === undefined ? undefined : parseMoment(query.createdFrom),
    createdTo: ends.sort((one, other) => Number(one) - Number(other))[0],
    cancellationRequested: cancellation === 'requested',
    after: readCursor(query.cursor),
  };
}

function readCursor(cursor: string | undefined): OrderPosition | undefined {
  const key = decodeCursor(cursor, 3);
  if (!key) return undefined;
  const [at = '', clientId = '', orderId = ''] = key;
  const created = parseMoment(at);
  if (!created) throw invalidCursor();
  return { created, clientId, orderId };
}

/** /operator/v1/orders: finding and reading. */
export async function operatorOrderRoutes(
  app: FastifyInstance,
  options: OperatorOrderRouteOptions,
): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/orders', getOrders, { verb: 'orders.read' }],
    ['GET', '/operator/v1/orders/:clientId/:orderId', getOrder, { verb: 'orders.read' }],
  ]);
}
