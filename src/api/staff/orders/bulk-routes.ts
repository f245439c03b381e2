import type { FastifyError, FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { OperateContext, OperateInput } from '../../../orders/change/change-by-staff.ts';
import type { ChangedOrder } from '../../../orders/change/change-order.ts';
import { holdOrder, preferOrder, releaseOrder, unpreferOrder } from '../../../orders/change/hold-order.ts';
import { acceptOrder, cancelByOperator, retryOrder } from '../../../orders/change/operate-order.ts';
import type { OrderKey } from '../../../orders/document/order-store.ts';
import { changeAll, shipAll, shipParcels } from '../../../orders/staff/bulk-orders.ts';
import { BULK_SHIP_ROWS_MAX, readShipRows, type ShipRow } from '../../../orders/staff/bulk-ship-rows.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import {
  decodeText,
  detectEncoding,
  ENCODING_NAMES,
  type Encoding,
  piecesOf,
  UnknownEncoding,
} from '../../../platform/csv/text-encoding.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import {
  answer,
  changeAnswers,
  errorAnswers,
  rateLimitHeaders,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendError, toApiError } from '../../../platform/http/error-handler.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import { requestValidator } from '../../../platform/http/violations.ts';
import { grouped } from '../../../platform/text/wording.ts';
import { CSV_TYPES, registerCsvBody } from '../fields/csv-body.ts';
import { clientId, integerField, strictObject, stringField, warnings } from '../fields/operator-schemas.ts';
import { HoldRequest, ReasonRequest, ShipRequest } from './transition-schemas.ts';
import { BULK_ANSWER_MS_MAX, expectedVersion } from './verb-answers.ts';

const BULK_ORDERS_MAX = 500;
const ETAG_LENGTH_MAX = 200;

const ifMatch = Type.Optional(
  Type.String({
    maxLength: ETAG_LENGTH_MAX,
    description:
      'ETag of the order as you read it, as in `If-Match` of the single change, or its `version` in double quotes: when it has changed since, this order is not changed.',
    examples: ['"3"'],
  }),
);

/** Replaces `ifMatch` of a row by the test that it stands for. */
function withExpectation<Row extends { ifMatch?: string }>({ ifMatch: seen, ...row }: Row) {
  const isExpected = expectedVersion({ 'if-match': seen });
  return { ...row, ...(isExpected && { isExpected }) };
}

const orderId = stringField('The orderId, as it is.', 'SHOP-10001');

/** The order in the examples. */
const orderKey = { clientId: '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c', orderId: 'SHOP-10001' };

const outcome = {
  status: Type.Optional(stringField('Status of the order now, when it went well.')),
  error: Type.Optional(stringField('Name of the error, when it did not.')),
  message: Type.Optional(stringField('What was wrong, and what to do.')),
};
const bulkCounts = {
  succeeded: Type.Integer({ minimum: 0, description: 'Number of results that went well.' }),
  failed: Type.Integer({ minimum: 0, description: 'Number of those that did not.' }),
};
/** Adds how many of the results succeeded and failed. */
function counted<T extends object>(results: readonly T[]) {
  const failed = results.filter((result) => 'error' in result).length;
  return { succeeded: results.length - failed, failed, results };
}

/** Fastify's name for a body of a type that nothing here reads. */
const NO_PARSER = 'FST_ERR_CTP_INVALID_MEDIA_TYPE';

const JSON_TYPE = 'application/json';
const BulkShipResultSchema = Type.Object(
  {
    ...bulkCounts,
    results: Type.Array(
      Type.Object(
        {
          line: Type.Optional(integerField('Of a file: the line that the row begins in, counted from 1.', 2)),
          clientId,
          orderId,
          ...outcome,
        },
        { title: 'BulkShipRow', description: 'What became of a row.' },
      ),
      { description: 'One for each row, in the same order.' },
    ),
    warnings: Type.Optional(warnings('How the file was read, where that was not as UTF-8.')),
  },
  {
    title: 'BulkShipResult',
    description: 'What became of the rows.',
    examples: [
      {
        succeeded: 1,
        failed: 0,
        results: [{ ...orderKey, status: 'SHIPPED' }],
      },
    ],
  },
);

const BulkShipRequest = strictObject('BulkShipRequest', 'What left of many orders.', {
  orders: Type.Array(
    strictObject('BulkShipOrder', 'What left of an order.', {
      clientId,
      orderId,
      ifMatch,
      ...ShipRequest.properties,
    }),
    { minItems: 1, maxItems: BULK_ORDERS_MAX, description: 'The orders.' },
  ),
});

const ShipFile = stringField(
  'The file, in UTF-8 or, as spreadsheets also write it, UTF-16 or Windows-1252.',
  'clientId,orderId,trackingNumber\n4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c,SHOP-10001,0034043416',
);

const postBulkShip = route({
  config: { answerMsMax: BULK_ANSWER_MS_MAX },
  schema: {
    tags: ['Work'],
    operationId: 'bulkShip',
    summary: 'Ship many orders, from JSON or a CSV file',
    description: `As JSON a list of orders with \`parcels\` as in the single \`ship\`. Of a CSV file the columns \`clientId\`, \`orderId\`, \`trackingNumber\`, \`trackingCarrier\`, \`trackingUrl\`, \`itemId\`, \`quantity\`, named in the first line, the first two required; separated by commas, semicolons or tabs; blank lines and Excel's \`sep=;\` before them do not count; at most ${grouped(BULK_SHIP_ROWS_MAX)} rows. A row is a parcel that holds all that is left of its order, or, with \`itemId\` and \`quantity\`, pieces of an item in a parcel: rows of one order that name items under the same tracking number and carrier are one parcel. An order of which something is left stays ACCEPTED. Rows that were sent before change nothing, also among new ones under the same tracking number; without a number they are known as long as all rows of the parcel are the same. Each order is settled on its own: one that cannot be shipped, or has a faulty row, does not stop the others.`,
    body: {
      content: {
        'application/json': { schema: BulkShipRequest },
        ...Object.fromEntries(CSV_TYPES.map((type) => [type, { schema: ShipFile }])),
      },
    },
    response: {
      200: answer('What became of each row.', BulkShipResultSchema, rateLimitHeaders),
      ...errorAnswers('body_too_large', 'unsupported_media_type'),
    },
  },
  // A CSV file is a buffer until its encoding is known.
  validatorCompiler: (part) =>
    (part as { contentType?: string }).contentType?.startsWith(JSON_TYPE) === false
      ? () => true
      : requestValidator(part as Parameters<typeof requestValidator>[0]),
  preValidation: async ({ body, headers }) => {
    if (body === undefined && headers['content-type'] === undefined) throw neitherType();
  },
  errorHandler: (error: FastifyError, request, reply) =>
    sendError(error.code === NO_PARSER ? neitherType() : toApiError(error), error, request, reply),
  handler: async (context: OperateContext, { body, caller }) => {
    const input = { by: actorOf(caller) };
    if (!Buffer.isBuffer(body)) {
      const { orders } = body as Static<typeof BulkShipRequest>;
      return counted(await shipParcels(context, orders.map(withExpectation), input));
    }
    const { rows, encoding } = await readFile(body);
    const results = await shipAll(context, rows, input);
    return { ...counted(results), ...(encoding !== 'utf-8' && { warnings: [notUtf8(encoding)] }) };
  },
});

function neitherType(): ApiError {
  const message = 'Send the orders as application/json, or the rows of a CSV file as text/csv in UTF-8.';
  return new ApiError('unsupported_media_type', message);
}

async function readFile(body: Buffer): Promise<{ rows: ShipRow[]; encoding: Encoding }> {
  try {
    const encoding = await detectEncoding(piecesOf(body));
    return { rows: await readShipRows(decodeText(piecesOf(body), encoding)), encoding };
  } catch (error) {
    if (!(error instanceof UnknownEncoding)) throw error;
    const message = 'The file is no text in UTF-8; spreadsheets save it so as "CSV UTF-8".';
    throw new ApiError('unsupported_media_type', message);
  }
}

function notUtf8(encoding: Encoding) {
  const message = `The file is not in UTF-8: it was read as ${ENCODING_NAMES[encoding]}.`;
  return { pointer: '', code: 'not_utf_8', message };
}

/** POST /operator/v1/orders/bulk-ship */
export async function bulkRoutes(app: FastifyInstance, context: OperateContext): Promise<void> {
  registerCsvBody(app);
  registerRoutes(app, context, [
    ['POST', '/operator/v1/orders/bulk-ship', postBulkShip, { verb: 'orders.ship' }],
  ]);
}

const orders = Type.Array(
  strictObject('BulkOrder', 'What names an order, and what of it was seen.', {
    clientId,
    orderId,
    ifMatch,
  }),
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

const BulkResultSchema = Type.Object(
  {
    ...bulkCounts,
    results: Type.Array(
      Type.Object(
        { clientId, orderId, ...outcome },
        { title: 'BulkRow', description: 'What became of an order.' },
      ),
      { description: 'One for each order, in the same order.' },
    ),
  },
  { title: 'BulkResult', description: 'What became of the orders.' },
);

interface BulkVerb {
  operationId: string;
  /** The status of a changed order, in the example. */
  status: string;
  summary: string;
  /** What the verb does to one order, in a sentence. */
  does: string;
  body: typeof BulkRequest | typeof BulkCancelRequest | typeof BulkHoldRequest;
  change: (
    context: OperateContext,
    key: OrderKey,
    input: OperateInput & { reason?: string | undefined },
  ) => Promise<Pick<ChangedOrder, 'status'>>;
}

/** Makes the route that runs a verb on each order of a list. */
function bulk({ operationId, status, summary, does, body, change }: BulkVerb) {
  return route({
    config: { answerMsMax: BULK_ANSWER_MS_MAX },
    schema: {
      tags: ['Work'],
      operationId,
      summary,
      description: `${does} Each order is settled on its own: one that cannot be changed does not stop the others, and its result has the error that it would have had alone. Idempotent: sending it again changes nothing more.`,
      body,
      response: withExample(
        {
          succeeded: 1,
          failed: 0,
          results: [{ ...orderKey, status }],
        },
        changeAnswers('What became of each.', BulkResultSchema),
      ),
    },
    handler: async (context: OperateContext, request) => {
      const { orders: rows, reason } = request.body as Static<typeof BulkRequest> & { reason?: string };
      const by = actorOf(request.caller);
      const seen = rows.map(withExpectation);
      const input = { by, ...(reason !== undefined && { reason }) };
      return counted(await changeAll(seen, (key, of) => change(context, key, { ...input, ...of })));
    },
  });
}

const postAccept = bulk({
  operationId: 'bulkAccept',
  status: 'ACCEPTED',
  summary: 'Take many orders into production',
  does: 'From ASSIGNED to ACCEPTED.',
  body: BulkRequest,
  change: acceptOrder,
});
const postCancel = bulk({
  operationId: 'bulkCancel',
  status: 'CANCELLED',
  summary: 'Cancel many orders',
  does: 'From any status but SHIPPED.',
  body: BulkCancelRequest,
  change: cancelByOperator,
});
const postRetry = bulk({
  operationId: 'bulkRetry',
  status: 'NEW',
  summary: 'Try many orders at once',
  does: 'Those that wait for a file or for stock are tried now, and those in ERROR are reopened.',
  body: BulkRequest,
  change: retryOrder,
});
const postHold = bulk({
  operationId: 'bulkHold',
  status: 'ASSIGNED',
  summary: 'Put many orders on hold',
  does: 'Nothing happens to them until they are released.',
  body: BulkHoldRequest,
  change: holdOrder,
});
const postRelease = bulk({
  operationId: 'bulkRelease',
  status: 'ASSIGNED',
  summary: 'Release many orders that are on hold',
  does: 'They continue in the statuses that they have.',
  body: BulkRequest,
  change: releaseOrder,
});
const postPrefer = bulk({
  operationId: 'bulkPrefer',
  status: 'NEW',
  summary: 'Prefer many orders',
  does: 'Of orders in NEW: no other order takes the stock that one of them waits for; among them the older one comes first.',
  body: BulkRequest,
  change: preferOrder,
});
const postUnprefer = bulk({
  operationId: 'bulkUnprefer',
  status: 'NEW',
  summary: 'Prefer many orders no longer',
  does: 'They wait for stock like the others again.',
  body: BulkRequest,
  change: unpreferOrder,
});

/** POST /operator/v1/orders/bulk-accept, -cancel, -retry, -hold, -release, -prefer and -unprefer */
export async function bulkVerbRoutes(app: FastifyInstance, context: OperateContext): Promise<void> {
  registerRoutes(app, context, [
    ['POST', '/operator/v1/orders/bulk-accept', postAccept, { verb: 'orders.accept' }],
    ['POST', '/operator/v1/orders/bulk-cancel', postCancel, { verb: 'orders.cancel' }],
    ['POST', '/operator/v1/orders/bulk-retry', postRetry, { verb: 'orders.mend' }],
    ['POST', '/operator/v1/orders/bulk-hold', postHold, { verb: 'orders.hold' }],
    ['POST', '/operator/v1/orders/bulk-release', postRelease, { verb: 'orders.hold' }],
    ['POST', '/operator/v1/orders/bulk-prefer', postPrefer, { verb: 'orders.prefer' }],
    ['POST', '/operator/v1/orders/bulk-unprefer', postUnprefer, { verb: 'orders.prefer' }],
  ]);
}
