import type { Pool } from 'pg';
import { Type } from 'typebox';
import { listRepeats } from '../../../orders/create/repeat-store.ts';
import { declareOrder } from '../../../orders/document/declare-order.ts';
import type { Order } from '../../../orders/document/order-schemas.ts';
import { findKeptFiles } from '../../../orders/files/order-file-store.ts';
import { listLatestOrderEvents, listOrderEvents, type RecordedEvent } from '../../../orders/rows/order-event-store.ts';
import { findMarks } from '../../../orders/staff/order-mark-store.ts';
import { type FoundOrder, listReservations, listWaits } from '../../../orders/staff/staff-order-store.ts';
import { listReturnsOfOrder, type Return } from '../../../packing/return-store.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { pageAnswers, readAnswers } from '../../../platform/http/api-document.ts';
import { makeEtag, sendJson } from '../../../platform/http/etag.ts';
import { cutPage, decodeCursor, encodeCursor, invalidCursor, withDefault } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { euZoneOf } from '../../../shipping/eu-zone.ts';
import { listNotesOfVariants } from '../../../staff/note-store.ts';
import { findPreferred, type StockPreference } from '../../../stock/stock-waits-store.ts';
import { OrderKeyParams, staffPaging } from '../fields/operator-schemas.ts';
import { type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import { noteAnswer } from './note-schemas.ts';
import { ORDER_PATH, orderUrl, readOrder, staffEtag } from './order-answers.ts';
import { findPrintPlaces, keptFileAnswer } from './order-file-answers.ts';
import { OperatorOrderEventSchema, OperatorOrderSchema, OrderCustomsSchema, RETURNED } from './staff-order-schemas.ts';

const route = routeUnder<StaffContext>('Orders');
const EVENTS_SHOWN_MAX = 100;
const AHEAD_COUNTED_MAX = 1_000;
const ARTICLE_NOTES_SHOWN_MAX = 100;
/** Returns in the history of one order. The list of returns has the others. */
const RETURNS_SHOWN_MAX = 100;

const getOrder = route({
  operationId: 'getOrder',
  summary: 'Read one order with its files, history and stock',
  description: 'Returns the order that its client reads, its files, its history, and its stock.',
  params: OrderKeyParams,
  response: readAnswers('The order.', OperatorOrderSchema, 'order_not_found'),
  handler: async ({ config, pool }, request, reply) => {
    const { clientId, orderId } = request.params;
    const found = await readOrder(pool, clientId, orderId);
    const { version } = found;
    const [files, events, reservations, waits, preferences, returns, marks, repeats] = await withRetry(() =>
      Promise.all([
        findKeptFiles(pool, clientId, orderId),
        listLatestOrderEvents(pool, clientId, orderId, { beforeVersion: version + 1, limit: EVENTS_SHOWN_MAX + 1 }),
        listReservations(pool, clientId, orderId),
        listWaits(pool, clientId, orderId, AHEAD_COUNTED_MAX),
        findPreferred(pool, clientId, [orderId]),
        listReturnsOfOrder(pool, { clientId, orderId }, RETURNS_SHOWN_MAX),
        findMarks(pool, clientId, orderId),
        listRepeats(pool, clientId, orderId),
      ]),
    );
    const order: Order = JSON.parse(found.document);
    const [areas, articleNotes] = await withRetry(() =>
      Promise.all([
        findPrintPlaces(pool, clientId, order, files),
        listNotesOfVariants(pool, skusOf(order), ARTICLE_NOTES_SHOWN_MAX),
      ]),
    );
    const url = orderUrl(config, clientId, orderId);
    const head = JSON.stringify({
      ...headAnswer(clientId, found, preferences.get(orderId)),
      ...zoneAnswer(order.shipping),
      ...(marks?.assigneeId && { assignee: { operatorId: marks.assigneeId, name: marks.assigneeName } }),
      ...(marks && marks.tags.length > 0 && { tags: marks.tags }),
      ...(repeats.length > 0 && { repeats: repeats.map(withoutNulls) }),
    });
    const rest = JSON.stringify({
      files: files.map((file) => keptFileAnswer(file, url, areas.get(file.pointer))),
      ...historyAnswer(events, returns),
      reservations,
      waits,
      articleNotes: articleNotes.map(({ manufacturerCode, skus, ...note }) => ({
        manufacturerCode,
        skus,
        ...noteAnswer(note),
      })),
    });
    // The stored document is sent as text, without parsing it again.
    const json = `${head.slice(0, -1)},"order":${found.document},${rest.slice(1)}`;
    return sendJson(request, reply, json, staffEtag(version, makeEtag(json)));
  },
});

const VERSION = /^\d{1,9}$/;
const VERSION_MAX = 999_999_999;

const EventsQuery = Type.Object({
  sort: withDefault(
    Type.Unsafe<'oldest' | 'newest'>({
      type: 'string',
      enum: ['oldest', 'newest'],
      default: 'oldest',
      description: 'oldest: the oldest event first. newest: the newest event first.',
    }),
  ),
  ...staffPaging,
});

const getEvents = route({
  operationId: 'listOrderEvents',
  summary: 'Read the history of an order',
  description: 'Lists all events of the order with their actors, oldest first unless `sort` is `newest`.',
  params: OrderKeyParams,
  querystring: EventsQuery,
  response: pageAnswers('A page of its history.', Type.Array(OperatorOrderEventSchema), 'order_not_found'),
  handler: async ({ config, pool }, request, reply) => {
    const { limit, cursor, sort } = request.query;
    const [last] = decodeCursor(cursor, 1) ?? [];
    if (last !== undefined && !VERSION.test(last)) throw invalidCursor();
    const { clientId, orderId } = request.params;
    const events = await withRetry(() =>
      sort === 'newest'
        ? listLatestOrderEvents(pool, clientId, orderId, {
            beforeVersion: Number(last ?? VERSION_MAX),
            limit: limit + 1,
          })
        : listOrderEvents(pool, clientId, orderId, { afterVersion: Number(last ?? 0), limit: limit + 1 }),
    );
    // Every order has an event of its creation, so no events may mean no order.
    if (events.length === 0) await readOrder(pool, clientId, orderId);
    const url = `${orderUrl(config, clientId, orderId)}/events`;
    const page = cutPage(reply, events, { url, query: request.query, keyOf: ({ version }) => [String(version)] });
    const returns = await withRetry(() => listReturnsOfOrder(pool, { clientId, orderId }, RETURNS_SHOWN_MAX));
    const history = withReturns(page.map(eventAnswer), returns, sort === 'newest');
    return sendJson(request, reply, history);
  },
});

function headAnswer(
  clientId: string,
  { clientName, mode, version, carrierId, carrierName: name, due, rush }: FoundOrder,
  preference: StockPreference | undefined,
) {
  return withoutNulls({
    ...{ clientId, clientName, mode, version, due, rush: rush || null },
    preferred: preference ? withoutNulls({ since: preference.preferred, by: preference.preferredBy }) : null,
    carrier: carrierId === null ? null : withoutNulls({ carrierId, name }),
  });
}

function skusOf({ items }: Pick<Order, 'items'>): string[] {
  const skus = items.flatMap(({ customProduct }) =>
    customProduct ? [customProduct.sku, ...(customProduct.customizations ?? []).map(({ sku }) => sku)] : [],
  );
  return [...new Set(skus)];
}

/** Returns the latest events. If there are earlier ones, `latest` has one more than the answer. */
function historyAnswer(latest: readonly RecordedEvent[], returns: readonly Return[]) {
  const events = latest.slice(0, EVENTS_SHOWN_MAX);
  const oldest = events.at(-1);
  const hasEarlier = oldest && latest.length > events.length;
  return {
    events: withReturns(events.toReversed().map(eventAnswer), returns, false),
    ...(hasEarlier && { earlierEvents: encodeCursor([String(oldest.version)]) }),
  };
}

/** Returns the customs zone of the destination, which is unknown with the client's own label. */
function zoneAnswer({ address }: Order['shipping']) {
  if (address?.country === undefined) return {};
  const { isInside, place } = euZoneOf({ ...address, country: address.country });
  return { zone: isInside ? 'EU' : 'OUTSIDE_EU', ...(place !== undefined && { zonePlace: place }) };
}

function eventAnswer(event: RecordedEvent) {
  const { orderId: _, eventId: _id, previousStatus, reason, correction, actorId, actorName, ...rest } = event;
  return {
    ...rest,
    ...(previousStatus && { previousStatus }),
    ...(reason && { reason }),
    ...(correction && correction.changes.length > 0 && { changes: correction.changes }),
    ...(correction?.reason && { correctionReason: correction.reason }),
    ...(actorId && { actorId }),
    ...(actorName && { actorName }),
  };
}

/** Returns the events and returns, each return after the event of the version at which it was received. */
function withReturns<T extends { type: string; version: number; status: string }>(
  events: readonly T[],
  returns: readonly Return[],
  isNewestFirst: boolean,
) {
  const byVersion = Map.groupBy(returns, ({ orderVersion }) => orderVersion);
  return events.flatMap((event) => {
    const back = (byVersion.get(event.version) ?? []).map((one) => returnAnswer(one, event.status));
    // The return itself has the pieces of its event.
    const own = event.type === RETURNED ? [] : [event];
    return isNewestFirst ? [...back.toReversed(), ...own] : [...own, ...back];
  });
}

function returnAnswer({ received, orderVersion, actorId, actorName, lines }: Return, status: string) {
  return withoutNulls({
    type: RETURNED,
    occurred: received,
    status,
    version: orderVersion,
    actor: 'operator',
    ...{ actorId, actorName },
    returned: lines.map(({ kind: _kind, code: _code, ...line }) => withoutNulls(line)),
  });
}

const getCustoms = route({
  operationId: 'getOrderCustoms',
  summary: 'Read the customs declaration of an order',
  description:
    'Returns the pieces merged by tariff number and origin, and the missing data that prevents the declaration. Fill a gap with `saveArticleCustoms`, `saveArticleVariantCustoms`, `saveProductCustoms` or `saveProductVariantCustoms`.',
  params: OrderKeyParams,
  response: readAnswers('The declaration.', OrderCustomsSchema, 'order_not_found'),
  handler: async ({ pool }: { pool: Pool }, request, reply) => {
    const { clientId, orderId } = request.params;
    const found = await readOrder(pool, clientId, orderId);
    const declaration = await withRetry(() => declareOrder(pool, JSON.parse(found.document)));
    return sendJson(request, reply, declaration);
  },
});

export const staffOrderRoutes = routeTable<StaffContext>([
  ['GET', ORDER_PATH, getOrder, { verb: 'orders.read' }],
  ['GET', `${ORDER_PATH}/events`, getEvents, { verb: 'orders.read' }],
  ['GET', `${ORDER_PATH}/customs`, getCustoms, { verb: 'orders.read' }],
]);
