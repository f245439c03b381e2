import type { FastifyError, FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { ChangedOrder, ChangeOrderContext, OperateInput } from '../../../orders/change/change-order.ts';
import {
  holdOrder,
  preferOrder,
  releaseOrder,
  rushOrder,
  unpreferOrder,
  unrushOrder,
} from '../../../orders/change/hold-order.ts';
import { acceptOrder, cancelByOperator, retryOrder } from '../../../orders/change/operate-order.ts';
import type { OrderKey } from '../../../orders/rows/order-row-store.ts';
import {
  BULK_SHIP_ROWS_MAX,
  changeOrders,
  readShipRows,
  type ShipRow,
  shipParcels,
  shipRowsOfFile,
} from '../../../orders/staff/bulk-orders.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import { problemMessage } from '../../../platform/errors/problem-messages.ts';
import { formatCount } from '../../../platform/errors/wording.ts';
import {
  decodeText,
  detectEncoding,
  ENCODING_NAMES,
  type Encoding,
  encodingOf,
  piecesOf,
  UnknownEncoding,
} from '../../../platform/formats/text-encoding.ts';
import {
  answer,
  changeAnswers,
  errorAnswers,
  integerField,
  integerFrom,
  rateLimitHeaders,
  stringField,
  titledObject,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendError, toApiError } from '../../../platform/http/error-handler.ts';
import { registerRoutes, routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { requestValidator } from '../../../platform/http/violations.ts';
import { CLIENT_ID, clientId, strictObject, warnings } from '../fields/operator-schemas.ts';
import { CSV_TYPES, refuseBlankTexts, registerCsvBody } from '../fields/staff-requests.ts';
import { BULK_ANSWER_MS_MAX, expectedVersion } from './order-answers.ts';
import { HoldRequest, ReasonRequest, ShipRequest } from './order-transition-schemas.ts';

const route = routeUnder<ChangeOrderContext>('Work');
const BULK_ORDERS_MAX = 500;
const ETAG_LENGTH_MAX = 200;

const ifMatch = Type.Optional(
  Type.String({
    maxLength: ETAG_LENGTH_MAX,
    description:
      'ETag of the order that you read, or its `version` in double quotes. If the order has changed since, it is not changed.',
    examples: ['"3"'],
  }),
);

/** Replaces `ifMatch` of a row by its check. A wrong form fails only this row. */
function parseIfMatch<Row extends { ifMatch?: string }>({ ifMatch: seen, ...row }: Row) {
  if (seen === undefined || seen.trim() === '*') return row;
  return { ...row, isExpected: (version: number) => expectedVersion({ 'if-match': seen })!(version) };
}

const orderId = stringField('The orderId, not percent-encoded.', 'SHOP-10001');
const EXAMPLE_KEY = { clientId: CLIENT_ID, orderId: 'SHOP-10001' };

const outcome = {
  status: Type.Optional(stringField('Status of the order after a success.')),
  error: Type.Optional(stringField('Name of the error after a failure.')),
  message: Type.Optional(stringField('The problem, and what to do.')),
};
const bulkCounts = {
  succeeded: integerFrom(0, 'Number of results without an error.'),
  failed: integerFrom(0, 'Number of results with an error.'),
};
function countResults<T extends object>(results: readonly T[]) {
  const failed = results.filter((result) => 'error' in result).length;
  return { succeeded: results.length - failed, failed, results };
}

const NO_PARSER = 'FST_ERR_CTP_INVALID_MEDIA_TYPE';

const JSON_TYPE = 'application/json';
const BulkShipResultSchema = titledObject(
  'BulkShipResult',
  'The results of all rows.',
  {
    ...bulkCounts,
    results: Type.Array(
      titledObject('BulkShipRow', 'The result of one row.', {
        line: Type.Optional(
          integerField('Line of the file at which the row begins, counted from 1. Only for a file.', 2),
        ),
        clientId,
        orderId,
        ...outcome,
      }),
      { description: 'One result for each row, in the same order.' },
    ),
    warnings: Type.Optional(warnings('The encoding of the file, if it is not UTF-8.')),
  },
  { succeeded: 1, failed: 0, results: [{ ...EXAMPLE_KEY, status: 'SHIPPED' }] },
);

const BulkShipRequest = strictObject('BulkShipRequest', 'The shipped parcels of many orders.', {
  orders: Type.Array(
    strictObject('BulkShipOrder', 'The shipped parcels of an order.', {
      clientId,
      orderId,
      ifMatch,
      ...ShipRequest.properties,
    }),
    { minItems: 1, maxItems: BULK_ORDERS_MAX, description: 'The orders.' },
  ),
});

const ShipFile = stringField(
  'The CSV file, in UTF-8, UTF-16 or Windows-1252.',
  'clientId,orderId,trackingNumber\n4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c,SHOP-10001,0034043416',
);

const postBulkShip = route({
  config: { answerMsMax: BULK_ANSWER_MS_MAX },
  operationId: 'bulkShip',
  summary: 'Ship many orders, from JSON or a CSV file',
  description: `JSON is a list of orders with \`parcels\` as in \`shipOrder\`. A CSV file has the columns \`clientId\`, \`orderId\`, \`trackingNumber\`, \`trackingCarrier\`, \`trackingUrl\`, \`itemId\`, \`quantity\`, named in the first line. The first two are required. Columns are separated by commas, semicolons or tabs. Blank lines and Excel's line \`sep=;\` are ignored. At most ${formatCount(BULK_SHIP_ROWS_MAX)} rows. A row without \`itemId\` is a parcel with all remaining pieces of its order. With \`itemId\` and \`quantity\`, it is a part of a parcel: rows of one order with the same tracking number and carrier are one parcel. An order with remaining pieces stays ACCEPTED. Rows that were already sent change nothing, also among new rows with the same tracking number. Without a tracking number, they are recognized only if all rows of the parcel are the same. Each order is changed on its own: an order that cannot be shipped or has a faulty row does not stop the others.`,
  body: {
    content: {
      'application/json': { schema: BulkShipRequest },
      ...Object.fromEntries(CSV_TYPES.map((type) => [type, { schema: ShipFile }])),
    },
  },
  response: {
    200: answer('The result of each row.', BulkShipResultSchema, rateLimitHeaders),
    ...errorAnswers('body_too_large', 'unsupported_media_type'),
  },
  // A CSV file is a buffer until its encoding is detected.
  validatorCompiler: (part) =>
    (part as { contentType?: string }).contentType?.startsWith(JSON_TYPE) === false
      ? () => true
      : requestValidator(part as Parameters<typeof requestValidator>[0]),
  preValidation: async ({ body, headers }) => {
    if (body === undefined && headers['content-type'] === undefined) throw neitherType();
  },
  errorHandler: (error: FastifyError, request, reply) =>
    sendError(error.code === NO_PARSER ? neitherType() : toApiError(error), error, request, reply),
  handler: async (context, { body, caller, headers }) => {
    const input = { by: actorOf(caller) };
    if (!Buffer.isBuffer(body)) {
      const { orders } = body as Static<typeof BulkShipRequest>;
      return countResults(await shipParcels(context, orders.map(parseIfMatch), input));
    }
    const { rows, encoding } = await readRows(body, headers['content-type'] ?? '');
    const results = await shipRowsOfFile(context, rows, input);
    return { ...countResults(results), ...(encoding !== 'utf-8' && { warnings: [notUtf8(encoding)] }) };
  },
});

function neitherType(): ApiError {
  const message = 'Send the orders as application/json, or the rows of a CSV file as text/csv in UTF-8.';
  return new ApiError('unsupported_media_type', message);
}

async function readRows(body: Buffer, mediaType: string): Promise<{ rows: ShipRow[]; encoding: Encoding }> {
  try {
    const encoding = await detectEncoding(piecesOf(body), encodingOf(mediaType));
    return { rows: await readShipRows(decodeText(piecesOf(body), encoding)), encoding };
  } catch (error) {
    if (!(error instanceof UnknownEncoding)) throw error;
    throw new ApiError('unsupported_media_type', error.message);
  }
}

function notUtf8(encoding: Encoding) {
  return {
    pointer: '',
    code: 'not_utf_8',
    message: problemMessage('not_utf_8', { encoding: ENCODING_NAMES[encoding] }),
  };
}

/** Registers POST /operator/v1/orders/bulk-ship, the only bulk change that also accepts a CSV file. */
export async function bulkShipRoutes(app: FastifyInstance, context: ChangeOrderContext): Promise<void> {
  registerCsvBody(app);
  registerRoutes(app, context, [['POST', '/operator/v1/orders/bulk-ship', postBulkShip, { verb: 'orders.ship' }]]);
}

const orders = Type.Array(
  strictObject('BulkOrder', 'The key of an order, and optionally its ETag.', { clientId, orderId, ifMatch }),
  { minItems: 1, maxItems: BULK_ORDERS_MAX, description: 'The orders.' },
);
const BulkRequest = strictObject('BulkRequest', 'Orders to change.', { orders });
const BulkCancelRequest = strictObject('BulkCancelRequest', 'Orders to cancel.', {
  orders,
  ...ReasonRequest.properties,
});
const BulkHoldRequest = strictObject('BulkHoldRequest', 'Orders to put on hold.', {
  orders,
  ...HoldRequest.properties,
});

const BulkResultSchema = titledObject('BulkResult', 'The results of all orders.', {
  ...bulkCounts,
  results: Type.Array(titledObject('BulkRow', 'The result of one order.', { clientId, orderId, ...outcome }), {
    description: 'One result for each order, in the same order.',
  }),
});

interface BulkVerb {
  operationId: string;
  status: string;
  summary: string;
  effect: string;
  body: typeof BulkRequest | typeof BulkCancelRequest | typeof BulkHoldRequest;
  change: (
    context: ChangeOrderContext,
    key: OrderKey,
    input: OperateInput & { reason?: string | undefined },
  ) => Promise<Pick<ChangedOrder, 'status'>>;
}

function bulk({ operationId, status, summary, effect, body, change }: BulkVerb) {
  return route({
    config: {
      answerMsMax: BULK_ANSWER_MS_MAX,
      ...refuseBlankTexts('reason'),
    },
    operationId,
    summary,
    description: `${effect} Each order is changed separately. An order that cannot be changed does not stop the others; its result has the error that a request for this order alone has. Idempotent: sending it again changes nothing more.`,
    body,
    response: withExample(
      { succeeded: 1, failed: 0, results: [{ ...EXAMPLE_KEY, status }] },
      changeAnswers('The result of each order.', BulkResultSchema),
    ),
    handler: async (context, request) => {
      const { orders: rows, reason } = request.body as Static<typeof BulkRequest> & { reason?: string };
      const input = { by: actorOf(request.caller), ...(reason !== undefined && { reason }) };
      return countResults(
        await changeOrders(rows.map(parseIfMatch), (key, of) => change(context, key, { ...input, ...of })),
      );
    },
  });
}

const postAccept = bulk({
  operationId: 'bulkAccept',
  status: 'ACCEPTED',
  summary: 'Take many orders into production',
  effect: 'ASSIGNED orders become ACCEPTED.',
  body: BulkRequest,
  change: acceptOrder,
});
const postCancel = bulk({
  operationId: 'bulkCancel',
  status: 'CANCELLED',
  summary: 'Cancel many orders',
  effect: 'Allowed in any status except SHIPPED.',
  body: BulkCancelRequest,
  change: cancelByOperator,
});
const postRetry = bulk({
  operationId: 'bulkRetry',
  status: 'NEW',
  summary: 'Retry many orders at once',
  effect: 'Orders that wait for a file or for stock are tried now, and orders in ERROR are reopened.',
  body: BulkRequest,
  change: retryOrder,
});
const postHold = bulk({
  operationId: 'bulkHold',
  status: 'ASSIGNED',
  summary: 'Put many orders on hold',
  effect: 'Processing of the orders stops until they are released.',
  body: BulkHoldRequest,
  change: holdOrder,
});
const postRelease = bulk({
  operationId: 'bulkRelease',
  status: 'ASSIGNED',
  summary: 'Release many orders that are on hold',
  effect: 'The orders continue in their present statuses.',
  body: BulkRequest,
  change: releaseOrder,
});
const postRush = bulk({
  operationId: 'bulkRush',
  status: 'ASSIGNED',
  summary: 'Put many orders before others',
  effect: 'The orders go first in stock, release, production and packing.',
  body: BulkRequest,
  change: rushOrder,
});
const postUnrush = bulk({
  operationId: 'bulkUnrush',
  status: 'ASSIGNED',
  summary: 'Return many rush orders to their places',
  effect: 'The due times decide the places of the orders again.',
  body: BulkRequest,
  change: unrushOrder,
});
const postPrefer = bulk({
  operationId: 'bulkPrefer',
  status: 'NEW',
  summary: 'Prefer many orders',
  effect:
    'Allowed in NEW. No other order takes the stock that one of these orders waits for. Of two preferred orders, the older one comes first.',
  body: BulkRequest,
  change: preferOrder,
});
const postUnprefer = bulk({
  operationId: 'bulkUnprefer',
  status: 'NEW',
  summary: 'End the preference of many orders',
  effect: 'The orders wait for stock like all other orders again.',
  body: BulkRequest,
  change: unpreferOrder,
});

export const bulkChangeRoutes = routeTable<ChangeOrderContext>([
  ['POST', '/operator/v1/orders/bulk-accept', postAccept, { verb: 'orders.accept' }],
  ['POST', '/operator/v1/orders/bulk-cancel', postCancel, { verb: 'orders.cancel' }],
  ['POST', '/operator/v1/orders/bulk-retry', postRetry, { verb: 'orders.mend' }],
  ['POST', '/operator/v1/orders/bulk-hold', postHold, { verb: 'orders.hold' }],
  ['POST', '/operator/v1/orders/bulk-release', postRelease, { verb: 'orders.hold' }],
  ['POST', '/operator/v1/orders/bulk-rush', postRush, { verb: 'orders.prefer' }],
  ['POST', '/operator/v1/orders/bulk-unrush', postUnrush, { verb: 'orders.prefer' }],
  ['POST', '/operator/v1/orders/bulk-prefer', postPrefer, { verb: 'orders.prefer' }],
  ['POST', '/operator/v1/orders/bulk-unprefer', postUnprefer, { verb: 'orders.prefer' }],
]);
