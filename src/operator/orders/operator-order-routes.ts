import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
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
import { orderNotFound } from '../../http/not-found-errors.ts';
import { cutPage, decodeCursor, invalidCursor } from '../../http/paging.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { listOrderEvents, type RecordedEvent } from '../../orders/change/order-change-store.ts';
import { findKeptFiles } from '../../orders/files/order-file-store.ts';
import {
  type FoundOrder,
  findOrderOfClient,
  listReservations,
  listWaits,
} from '../../orders/staff/staff-order-store.ts';
import { findPreferred, type StockPreference } from '../../stock/stock-preferences-store.ts';
import { staffEtag } from '../fields/expected-version.ts';
import {
  OperatorOrderEventSchema,
  OperatorOrderSchema,
  OrderKeyParams,
  staffPaging,
} from '../fields/operator-schemas.ts';
import { orderUrl, shownFile } from './shown-file.ts';

const EVENTS_SHOWN_MAX = 100;
const AHEAD_COUNTED_MAX = 1_000;

export interface OperatorOrderRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
  clock: () => Date;
}

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

/** A version of an order. */
const VERSION = /^\d{1,9}$/;

const getEvents = route({
  schema: {
    tags: ['Orders'],
    operationId: 'listOrderEvents',
    summary: 'Read the history of an order',
    description: 'All that happened to it, oldest first, with who did it.',
    params: OrderKeyParams,
    querystring: Type.Object(staffPaging),
    response: {
      200: answer('A page of its history.', Type.Array(OperatorOrderEventSchema), {
        ...etagHeader,
        ...linkHeader,
        ...rateLimitHeaders,
      }),
      ...notModified,
      ...errorAnswers('order_not_found'),
    },
  },
  handler: async ({ config, pool }: OperatorOrderRouteOptions, request, reply) => {
    const { clientId, orderId } = request.params;
    const { limit, cursor } = request.query;
    const [after = '0'] = decodeCursor(cursor, 1) ?? [];
    if (!VERSION.test(after)) throw invalidCursor();
    if (!isStorable(clientId) || !isStorable(orderId)) throw orderNotFound();
    const events = await withRetry(() =>
      listOrderEvents(pool, clientId, orderId, { afterVersion: Number(after), limit: limit + 1 }),
    );
    // Every order has events from when it was made.
    if (events.length === 0 && !(await withRetry(() => findOrderOfClient(pool, clientId, orderId))))
      throw orderNotFound();
    const url = `${orderUrl(config, clientId, orderId)}/events`;
    const page = cutPage(reply, events, {
      url,
      query: request.query,
      keyOf: (last) => [String(last.version)],
    });
    return sendJson(request, reply, JSON.stringify(page.map(shownEvent)));
  },
});

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

/** /operator/v1/orders/{clientId}/{orderId}: reading. */
export async function operatorOrderRoutes(
  app: FastifyInstance,
  options: OperatorOrderRouteOptions,
): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/orders/:clientId/:orderId', getOrder, { verb: 'orders.read' }],
    ['GET', '/operator/v1/orders/:clientId/:orderId/events', getEvents, { verb: 'orders.read' }],
  ]);
}
