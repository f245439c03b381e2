import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { type Connection, inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import {
  changeAnswers,
  integerField,
  integerIn,
  onceAnswers,
  oneOf,
  pageAnswers,
  readAnswers,
  stringField,
  Timestamp,
  titledObject,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { type RouteRow, registerRoutes, routeUnder } from '../../../platform/http/route-table.ts';
import { requestValidator } from '../../../platform/http/violations.ts';
import {
  DELIVERY_STATES,
  type Delivery,
  findDelivery,
  listDeliveries,
  listDeliveryLines,
} from '../../../stock/delivery-store.ts';
import {
  bookDelivery,
  cancelDelivery,
  countDelivered,
  deliveryNotFound,
  openDelivery,
} from '../../../stock/receive-delivery.ts';
import { ON_HAND_MAX } from '../../../stock/stock-change-rules.ts';
import { readNote } from '../../../stock/stock-csv.ts';
import { findStockByCodes } from '../../../stock/stock-list-store.ts';
import { stockKey } from '../../../stock/stock-rules.ts';
import { code, kind, readUuidCursor, staffPaging, strictObject, text } from '../fields/operator-schemas.ts';
import { blankFaults, CSV_TYPES, changeOnce, registerCsvBody, withoutNulls } from '../fields/staff-requests.ts';
import {
  type PlaceContext,
  PlacedItemSchema,
  placeFaults,
  placeText,
  repeatedFaults,
  STOCK_ITEM,
  showItem,
} from './place-schemas.ts';
import { findRowVariants } from './stock-answers.ts';

const route = routeUnder<PlaceContext>('Stock');
const NOTE_BYTES_MAX = 1_048_576;
const DELIVERIES = '/operator/v1/deliveries';
const LINES_MAX = 1_000;
const REFERENCE_LENGTH_MAX = 100;
const DELIVERY_ID = '0198c0df-44dd-7e55-9f66-a77182930415';

const DELIVERY = {
  ...{ deliveryId: DELIVERY_ID, sender: 'Textile Trade', reference: 'LS-4711', state: 'OPEN' },
  ...{ created: '2026-01-31T12:00:00.000Z', createdByName: 'Ada Lovelace' },
};
const deliveryFields = {
  deliveryId: stringField('Identifier of the delivery.', DELIVERY_ID),
  purchaseId: Type.Optional(stringField('The purchase order. Absent: none is known.')),
  sender: stringField('Name of the supplier or sender.'),
  reference: stringField('Number of the delivery note.'),
  state: oneOf(DELIVERY_STATES, 'OPEN: goods are counted. BOOKED: they are in stock. CANCELLED: nothing was booked.'),
  created: Timestamp('When it was opened.'),
  createdByName: Type.Optional(stringField('Name of the person or program that opened it.')),
  ended: Type.Optional(Timestamp('When it was booked or cancelled.')),
  endedByName: Type.Optional(stringField('Name of the person or program that ended it.')),
};
const DeliverySchema = titledObject('StockDelivery', 'A delivery.', deliveryFields, DELIVERY);
const LINE = { variant: STOCK_ITEM, expected: 24, counted: 0, damaged: 0 };
const LineSchema = titledObject(
  'DeliveryLine',
  'A variant of a delivery.',
  {
    variant: PlacedItemSchema,
    expected: integerField('Pieces on the delivery note, or still missing from the purchase order.'),
    counted: integerField('Undamaged pieces that arrived.'),
    damaged: integerField('Damaged pieces that arrived. They are never in stock.'),
    place: Type.Optional(placeText('Where the pieces go. Absent: to the main place.')),
  },
  LINE,
);
const CountedDeliverySchema = titledObject(
  'CountedDelivery',
  'A delivery with its lines.',
  { ...deliveryFields, lines: Type.Array(LineSchema, { description: 'The variants, sorted by kind and code.' }) },
  { ...DELIVERY, lines: [LINE] },
);
const DeliveryParams = Type.Object({ deliveryId: stringField('The delivery.', DELIVERY_ID) });

async function readDelivery(connection: Connection, delivery: Delivery, config: PlaceContext['config']) {
  const lines = await listDeliveryLines(connection, delivery.deliveryId);
  const items = new Map((await findStockByCodes(connection, lines)).map((one) => [stockKey(one), one]));
  const rows = lines.flatMap(({ kind, code, ...line }) => {
    const item = items.get(stockKey({ kind, code }));
    return item ? [{ variant: showItem(item, config), ...withoutNulls(line) }] : [];
  });
  return { ...withoutNulls(delivery), lines: rows };
}

const getDeliveries = route({
  operationId: 'listDeliveries',
  summary: 'List the deliveries',
  description: 'Latest first.',
  querystring: Type.Object({
    ...staffPaging,
    purchaseId: Type.Optional(stringField('Only deliveries for this purchase order.')),
  }),
  response: pageAnswers('A page of deliveries.', Type.Array(DeliverySchema)),
  handler: async ({ pool }, request, reply) => {
    const { cursor, limit, purchaseId } = request.query;
    const before = readUuidCursor(cursor);
    const deliveries = await withRetry(() => listDeliveries(pool, { before, purchaseId, limit: limit + 1 }));
    return sendPage(request, reply, deliveries, { keyOf: (last) => [last.deliveryId], show: withoutNulls });
  },
});

const getDelivery = route({
  operationId: 'getDelivery',
  summary: 'Read a delivery',
  description: 'Returns the expected, counted and damaged pieces of each variant.',
  params: DeliveryParams,
  response: readAnswers('The delivery.', CountedDeliverySchema, 'delivery_not_found'),
  handler: async ({ config, pool }, request, reply) => {
    const read = async () => {
      const delivery = await findDelivery(pool, request.params.deliveryId);
      if (!delivery) throw deliveryNotFound();
      return readDelivery(pool, delivery, config);
    };
    return sendJson(request, reply, await withRetry(read));
  },
});

export const OpenRequest = strictObject(
  'DeliveryRequest',
  'A delivery that arrives.',
  {
    purchaseId: Type.Optional(stringField('The purchase order. Its supplier is the sender.')),
    sender: Type.Optional(text(REFERENCE_LENGTH_MAX, 'Name of the sender, without a purchase order.', 'Textile Trade')),
    reference: text(REFERENCE_LENGTH_MAX, 'Number of the delivery note. A sender uses it once.', 'LS-4711'),
    lines: Type.Optional(
      Type.Array(
        strictObject('ExpectedLine', 'Pieces on the delivery note.', {
          kind,
          code,
          expected: integerIn(1, ON_HAND_MAX, 'Number of pieces.', 24),
        }),
        {
          maxItems: LINES_MAX,
          description: 'The delivery note, each variant once. Absent: what the purchase order still lacks.',
        },
      ),
    ),
  },
  { sender: 'Textile Trade', reference: 'LS-4711', lines: [{ kind: 'PRODUCT', code: '4006381333931', expected: 24 }] },
);

const postDelivery = route({
  config: {
    moreFaults: ({ body }) => [
      ...blankFaults({ '/sender': Object(body).sender, '/reference': Object(body).reference }),
      ...repeatedFaults(Object(body).lines),
    ],
  },
  operationId: 'openDelivery',
  summary: 'Open a delivery',
  description:
    'Opens a delivery for counting. The same delivery note of a sender opens the same delivery again, also after it was booked, so it cannot be booked twice.',
  body: OpenRequest,
  response: changeAnswers('The delivery.', CountedDeliverySchema, 'purchase_not_found', 'stock_not_found'),
  handler: async ({ config, pool, clock }, { body, caller }) => {
    const { lines = [], ...given } = body;
    const deliveryId = randomUUIDv7();
    const doing = { by: actorOf(caller), now: clock() };
    return inTransaction(pool, async (connection) => {
      const delivery = await openDelivery(connection, { ...given, deliveryId, lines }, doing);
      return readDelivery(connection, delivery, config);
    });
  },
});

const postNote = route({
  bodyLimit: NOTE_BYTES_MAX,
  config: { judgesBody: true },
  validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : requestValidator(part as never)),
  operationId: 'openDeliveryNote',
  summary: 'Open a delivery by a CSV file',
  description: `Reads the delivery note: the columns code and quantity, and the others of \`exportPurchase\`. All rows or none: the pointer of a violation is the line of the file and the column. At most ${LINES_MAX} rows. The same note of a sender opens the same delivery again.`,
  params: Type.Object({
    sender: text(REFERENCE_LENGTH_MAX, 'Name of the sender.', 'Textile Trade'),
    reference: text(REFERENCE_LENGTH_MAX, 'Number of the delivery note.', 'LS-4711'),
  }),
  body: {
    content: Object.fromEntries(
      CSV_TYPES.map((type) => [
        type,
        { schema: Type.String({ description: 'The note.', examples: ['code,quantity\r\n4006381333931,24\r\n'] }) },
      ]),
    ),
  },
  response: changeAnswers('The delivery.', CountedDeliverySchema, 'stock_not_found'),
  handler: async ({ config, pool, clock }, { params, body, caller, headers }) => {
    const bytes = (body as Buffer | undefined) ?? Buffer.alloc(0);
    const { rows } = await readNote(bytes, LINES_MAX, headers['content-type']);
    const lines = await findRowVariants(pool, rows);
    const deliveryId = randomUUIDv7();
    const doing = { by: actorOf(caller), now: clock() };
    return inTransaction(pool, async (connection) => {
      const delivery = await openDelivery(connection, { ...params, deliveryId, lines }, doing);
      return readDelivery(connection, delivery, config);
    });
  },
});

const CountedRequest = strictObject(
  'DeliveredPieces',
  'Pieces of a variant that were counted at the delivery.',
  {
    kind,
    code,
    counted: integerIn(-ON_HAND_MAX, ON_HAND_MAX, 'Undamaged pieces to add. Negative: a correction.', 12),
    damaged: Type.Optional(integerIn(-ON_HAND_MAX, ON_HAND_MAX, 'Damaged pieces to add. Negative: a correction.', 1)),
    place: Type.Optional(
      placeText('Where the pieces go. A new place is a reserve place of a variant with a main place.'),
    ),
  },
  { kind: 'PRODUCT', code: '4006381333931', counted: 12, damaged: 1 },
);

const postCounted = route({
  config: { moreFaults: ({ body }) => placeFaults(Object(body)) },
  operationId: 'countDelivered',
  summary: 'Count pieces of a delivery',
  description:
    'Adds pieces that arrived, also of variants that nobody expected. Nothing is in stock before the delivery is booked. With an `Idempotency-Key`, a repeated request counts only once.',
  params: DeliveryParams,
  headers: idempotencyHeaders,
  body: CountedRequest,
  response: onceAnswers(
    'The delivery.',
    CountedDeliverySchema,
    ...(['delivery_not_found', 'stock_not_found', 'delivery_ended', 'not_enough_stock', 'too_much_stock'] as const),
  ),
  handler: async ({ config, pool, clock }, request, reply) => {
    const { params, body, routeOptions } = request;
    const once = { input: [routeOptions.url, params, body], now: clock() };
    const json = await changeOnce(pool, request, reply, once, async (connection) => {
      await countDelivered(connection, params.deliveryId, { damaged: 0, ...body });
      return readDelivery(connection, (await findDelivery(connection, params.deliveryId)) as Delivery, config);
    });
    return sendJson(request, reply, json);
  },
});

const endRoute = (
  state: 'BOOKED' | 'CANCELLED',
  operationId: string,
  summary: string,
  description: string,
  end: typeof bookDelivery,
) =>
  route({
    operationId,
    summary,
    description,
    params: DeliveryParams,
    response: withExample(
      { ...DELIVERY, state, ended: '2026-01-31T14:00:00.000Z', endedByName: 'Ada Lovelace', lines: [LINE] },
      changeAnswers(
        'The delivery.',
        CountedDeliverySchema,
        ...(['delivery_not_found', 'delivery_ended', 'too_much_stock'] as const),
      ),
    ),
    handler: async ({ config, pool, clock }, { params, caller }) => {
      const doing = { by: actorOf(caller), now: clock() };
      return inTransaction(pool, async (connection) =>
        readDelivery(connection, await end(connection, params.deliveryId, doing, config.CURRENCY), config),
      );
    },
  });

const rows: RouteRow<PlaceContext>[] = [
  ['GET', DELIVERIES, getDeliveries, { verb: 'stock.work' }],
  ['POST', DELIVERIES, postDelivery, { verb: 'stock.work' }],
  ['GET', `${DELIVERIES}/:deliveryId`, getDelivery, { verb: 'stock.work' }],
  ['POST', `${DELIVERIES}/:deliveryId/counted`, postCounted, { verb: 'stock.work' }],
  [
    'POST',
    `${DELIVERIES}/:deliveryId/book`,
    endRoute(
      'BOOKED',
      'bookDelivery',
      'Book a delivery into stock',
      'Adds the undamaged pieces to the stock and to the purchase order, and wakes waiting orders. Idempotent: a delivery is booked once.',
      bookDelivery,
    ),
    { verb: 'stock.work' },
  ],
  [
    'POST',
    `${DELIVERIES}/:deliveryId/cancel`,
    endRoute(
      'CANCELLED',
      'cancelDelivery',
      'Cancel a delivery',
      'Ends a delivery without booking it. Its number can be used again. Idempotent.',
      cancelDelivery,
    ),
    { verb: 'stock.work' },
  ],
];

export async function deliveryRoutes(app: FastifyInstance, context: PlaceContext): Promise<void> {
  registerRoutes(app, context, rows);
  await app.register(async (files) => {
    registerCsvBody(files);
    registerRoutes(files, context, [
      ['POST', '/operator/v1/delivery-notes/:sender/:reference', postNote, { verb: 'stock.work' }],
    ]);
  });
}
