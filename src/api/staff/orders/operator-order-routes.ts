import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import {
  listLatestOrderEvents,
  listOrderEvents,
  type RecordedEvent,
} from '../../../orders/change/order-change-store.ts';
import { declareOrder } from '../../../orders/customs/declare-order.ts';
import type { Order } from '../../../orders/document/order-schemas.ts';
import { findKeptFiles } from '../../../orders/files/order-file-store.ts';
import { type FoundOrder, listReservations, listWaits } from '../../../orders/staff/staff-order-store.ts';
import { listReturnsOfOrder, type Return } from '../../../packing/returns/return-store.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { orderNotFound } from '../../../platform/errors/errors.ts';
import { pageAnswers, readAnswers } from '../../../platform/http/api-document.ts';
import { makeEtag, sendJson } from '../../../platform/http/etag.ts';
import {
  cutPage,
  decodeCursor,
  encodeCursor,
  invalidCursor,
  withDefault,
} from '../../../platform/http/paging.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import { euZoneOf } from '../../../shipping/eu-zone.ts';
import { listNotesOfVariants } from '../../../staff/note-store.ts';
import { findPreferred, type StockPreference } from '../../../stock/stock-preferences-store.ts';
import { integerField, OrderKeyParams, oneOf, staffPaging, stringField } from '../fields/operator-schemas.ts';
import type { StaffContext } from '../fields/staff-context.ts';
import { shownNote } from './note-fields.ts';
import {
  OperatorOrderEventSchema,
  OperatorOrderSchema,
  RETURNS_SHOWN_MAX,
  withReturns,
} from './operator-order-schemas.ts';
import { findArtworkAreas, orderUrl, shownFile } from './order-file-answers.ts';
import { readOrder, staffEtag } from './verb-answers.ts';

const EVENTS_SHOWN_MAX = 100;
const AHEAD_COUNTED_MAX = 1_000;
const ARTICLE_NOTES_SHOWN_MAX = 100;

const getOrder = route({
  config: { answersOrder: true },
  schema: {
    tags: ['Orders'],
    operationId: 'getOrder',
    summary: 'Read one order with all that is known of it',
    description: 'The order as its client reads it, its files, its history, and its stock.',
    params: OrderKeyParams,
    response: readAnswers('The order.', OperatorOrderSchema, 'order_not_found'),
  },
  handler: async ({ config, pool }: StaffContext, request, reply) => {
    const { clientId, orderId } = request.params;
    const found = await readOrder(pool, clientId, orderId);
    const { version } = found;
    const [files, events, reservations, waits, preferences, returns] = await withRetry(() =>
      Promise.all([
        findKeptFiles(pool, clientId, orderId),
        listLatestOrderEvents(pool, clientId, orderId, {
          beforeVersion: version + 1,
          limit: EVENTS_SHOWN_MAX + 1,
        }),
        listReservations(pool, clientId, orderId),
        listWaits(pool, clientId, orderId, AHEAD_COUNTED_MAX),
        findPreferred(pool, clientId, [orderId]),
        listReturnsOfOrder(pool, { clientId, orderId }, RETURNS_SHOWN_MAX),
      ]),
    );
    const order: Order = JSON.parse(found.document);
    const [areas, articleNotes] = await withRetry(() =>
      Promise.all([
        findArtworkAreas(pool, order, files),
        listNotesOfVariants(pool, skusOf(order), ARTICLE_NOTES_SHOWN_MAX),
      ]),
    );
    const url = orderUrl(config, clientId, orderId);
    const head = JSON.stringify({
      ...shownHead(clientId, found, preferences.get(orderId)),
      ...shownDestination(order.shipping),
    });
    const rest = JSON.stringify({
      files: files.map((file) => shownFile(file, url, areas.get(file.pointer))),
      ...shownHistory(events, returns),
      reservations,
      waits,
      articleNotes: articleNotes.map(({ manufacturerCode, skus, ...note }) => ({
        manufacturerCode,
        skus,
        ...shownNote(note),
      })),
    });
    // The stored text goes out as it is.
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
      description: 'What comes first.',
    }),
  ),
  ...staffPaging,
});

const getEvents = route({
  schema: {
    tags: ['Orders'],
    operationId: 'listOrderEvents',
    summary: 'Read the history of an order',
    description: 'All that happened to it, with who did it: oldest first, or by `sort` newest first.',
    params: OrderKeyParams,
    querystring: EventsQuery,
    response: pageAnswers('A page of its history.', Type.Array(OperatorOrderEventSchema), 'order_not_found'),
  },
  handler: async ({ config, pool }: StaffContext, request, reply) => {
    const { clientId, orderId } = request.params;
    const { limit, cursor, sort } = request.query;
    const [last] = decodeCursor(cursor, 1) ?? [];
    if (last !== undefined && !VERSION.test(last)) throw invalidCursor();
    if (!isStorable(clientId) || !isStorable(orderId)) throw orderNotFound();
    const events = await withRetry(() =>
      sort === 'newest'
        ? listLatestOrderEvents(pool, clientId, orderId, {
            beforeVersion: Number(last ?? VERSION_MAX),
            limit: limit + 1,
          })
        : listOrderEvents(pool, clientId, orderId, { afterVersion: Number(last ?? 0), limit: limit + 1 }),
    );
    // Every order has events from when it was made.
    if (events.length === 0) await readOrder(pool, clientId, orderId);
    const url = `${orderUrl(config, clientId, orderId)}/events`;
    const page = cutPage(reply, events, {
      url,
      query: request.query,
      keyOf: ({ version }) => [String(version)],
    });
    const returns = await withRetry(() => listReturnsOfOrder(pool, { clientId, orderId }, RETURNS_SHOWN_MAX));
    const shown = withReturns(page.map(shownEvent), returns, sort === 'newest');
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

function shownHead(
  clientId: string,
  { clientName, mode, version, carrierId, carrierName }: FoundOrder,
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
    ...(carrierId !== null && { carrier: { carrierId, ...(carrierName !== null && { name: carrierName }) } }),
  };
}

/** Blanks and customizations. */
function skusOf({ items }: Pick<Order, 'items'>): string[] {
  const skus = items.flatMap(({ customProduct }) =>
    customProduct ? [customProduct.sku, ...(customProduct.customizations ?? []).map(({ sku }) => sku)] : [],
  );
  return [...new Set(skus)];
}

/** Shows the latest events. `events` has one more than is shown where there are earlier ones. */
function shownHistory(events: readonly RecordedEvent[], returns: readonly Return[]) {
  const shown = events.slice(0, EVENTS_SHOWN_MAX);
  const oldest = shown.at(-1);
  return {
    events: withReturns(shown.toReversed().map(shownEvent), returns, false),
    ...(oldest && events.length > shown.length && { earlierEvents: encodeCursor([String(oldest.version)]) }),
  };
}

/** A label of the client's own does not tell its destination. */
function shownDestination({ address }: Order['shipping']) {
  if (address?.country === undefined) return {};
  const { isInside, place } = euZoneOf({ ...address, country: address.country });
  return { zone: isInside ? 'EU' : 'OUTSIDE_EU', ...(place !== undefined && { zonePlace: place }) };
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

const text = (description: string, example: string) => stringField(description, example);
const amount = (description: string, example: number) => Type.Number({ description, examples: [example] });
const count = (description: string, example: number) => integerField(description, example);

const CustomsLineSchema = Type.Object(
  {
    hsCode: text('Tariff number.', '610910'),
    countryOfOrigin: text('ISO 3166-1 alpha-2.', 'BD'),
    description: text('What the pieces are; several descriptions with commas between them.', 'T-shirt'),
    quantity: count('Pieces.', 3),
    netWeightGrams: count('Grams of all of them, without packaging.', 540),
    value: amount('Of all of them, with VAT, in `currency`.', 59.97),
  },
  { title: 'CustomsLine', description: 'All pieces of one tariff number and origin.' },
);
const CustomsGapSchema = Type.Object(
  {
    field: oneOf(['hsCode', 'countryOfOrigin', 'weightGrams', 'unitPrice'], 'What is missing.'),
    code: text('SKU or EAN-13 of what it is missing for.', 'ST-CREATOR-BLK-M'),
    title: text('Name of the product, or title of the article.', 'Creator Tee'),
    itemIds: Type.Array(Type.String(), { description: 'The items that name it.', examples: [['1']] }),
    message: text(
      'What is missing, as a sentence.',
      'Cannot be declared: the HS code is missing for ST-CREATOR-BLK-M (Creator Tee).',
    ),
  },
  { title: 'CustomsGap', description: 'Why something cannot be declared.' },
);
const OrderCustomsSchema = Type.Object(
  {
    need: oneOf(
      ['declared', 'none', 'unknown'],
      'declared: the destination is outside the EU zone. none: inside. unknown: the order has its own label, which alone says where it goes.',
    ),
    currency: Type.Optional(text('ISO 4217, of all values.', 'EUR')),
    lines: Type.Array(CustomsLineSchema, {
      description: 'Merged by tariff number and origin; without what has a gap.',
    }),
    tariffLines: count(
      'Different six-digit tariff numbers: what a duty for each tariff line is counted by.',
      1,
    ),
    totalNetWeightGrams: count('Grams of all lines.', 540),
    totalValue: amount('Of all lines.', 59.97),
    gaps: Type.Array(CustomsGapSchema, { description: 'Empty: it can be declared.' }),
  },
  {
    title: 'OrderCustoms',
    description: 'What customs are told of an order, by the catalogue as it is now.',
    examples: [
      {
        need: 'declared',
        currency: 'EUR',
        lines: [
          {
            hsCode: '610910',
            countryOfOrigin: 'BD',
            description: 'T-shirt, knitted, cotton',
            quantity: 2,
            netWeightGrams: 360,
            value: 49.8,
          },
        ],
        tariffLines: 1,
        totalNetWeightGrams: 360,
        totalValue: 49.8,
        gaps: [],
      },
    ],
  },
);

const getCustoms = route({
  schema: {
    tags: ['Orders'],
    operationId: 'getOrderCustoms',
    summary: 'Read what customs are told of an order',
    description:
      'Its pieces merged by tariff number and origin, and what is missing before it can be declared. Mend a gap by `saveArticleCustoms` and the like.',
    params: OrderKeyParams,
    response: readAnswers('The declaration.', OrderCustomsSchema, 'order_not_found'),
  },
  handler: async ({ pool }: { pool: Pool }, request, reply) => {
    const { clientId, orderId } = request.params;
    const found = await readOrder(pool, clientId, orderId);
    const declaration = await withRetry(() => declareOrder(pool, JSON.parse(found.document)));
    return sendJson(request, reply, JSON.stringify(declaration));
  },
});

/** /operator/v1/orders/{clientId}/{orderId}: reading. */
export async function operatorOrderRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/orders/:clientId/:orderId', getOrder, { verb: 'orders.read' }],
    ['GET', '/operator/v1/orders/:clientId/:orderId/events', getEvents, { verb: 'orders.read' }],
    ['GET', '/operator/v1/orders/:clientId/:orderId/customs', getCustoms, { verb: 'orders.read' }],
  ]);
}
