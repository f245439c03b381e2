import type { FastifyError, FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import {
  decodeText,
  detectEncoding,
  ENCODING_NAMES,
  type Encoding,
  piecesOf,
  UnknownEncoding,
} from '../../csv/text-encoding.ts';
import { ApiError } from '../../errors.ts';
import { answer, errorAnswers, rateLimitHeaders } from '../../http/api-document.ts';
import { sendError, toApiError } from '../../http/error-handler.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { requestValidator } from '../../http/violations.ts';
import type { OperateContext } from '../../orders/change/change-by-staff.ts';
import { shipAll, shipParcels } from '../../orders/staff/bulk-orders.ts';
import { BULK_SHIP_ROWS_MAX, readShipRows, type ShipRow } from '../../orders/staff/bulk-ship-rows.ts';
import { grouped } from '../../plain-english.ts';
import { CSV_TYPES, registerCsvBody } from '../fields/csv-body.ts';
import { clientId, strictObject, warnings } from '../fields/operator-schemas.ts';
import {
  BULK_ANSWER_MS_MAX,
  BULK_ORDERS_MAX,
  bulkCounts,
  counted,
  ifMatch,
  orderId,
  orderKey,
  outcome,
  withExpectation,
} from './bulk-results.ts';
import { ShipRequest } from './transition-schemas.ts';

/** Fastify's name for a body of a type that nothing here reads. */
const NO_PARSER = 'FST_ERR_CTP_INVALID_MEDIA_TYPE';

const JSON_TYPE = 'application/json';
const BulkShipResultSchema = Type.Object(
  {
    ...bulkCounts,
    results: Type.Array(
      Type.Object(
        {
          line: Type.Optional(
            Type.Integer({
              description: 'Of a file: the line that the row begins in, counted from 1.',
              examples: [2],
            }),
          ),
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

const ShipFile = Type.String({
  description: 'The file, in UTF-8 or, as spreadsheets also write it, UTF-16 or Windows-1252.',
  examples: ['clientId,orderId,trackingNumber\n4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c,SHOP-10001,0034043416'],
});

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
  // A file is bytes until its encoding is known.
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
