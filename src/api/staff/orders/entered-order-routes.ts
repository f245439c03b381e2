import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { findClient } from '../../../clients/client-store.ts';
import { createOrder, tryOrder } from '../../../orders/create/create-order.ts';
import { type RepeatContext, repeatOrder } from '../../../orders/create/repeat-order.ts';
import { REPEAT_KINDS, REPEAT_PAYERS, REPEAT_REASONS } from '../../../orders/create/repeat-store.ts';
import { importOrders } from '../../../orders/csv/import-orders.ts';
import { ORDER_EXAMPLES } from '../../../orders/document/order-examples.ts';
import { ITEMS_MAX, itemFields, itemId, withoutExample } from '../../../orders/document/order-fields.ts';
import { OrderRequestSchema, ShippingRequestSchema } from '../../../orders/document/order-request-schemas.ts';
import { OrderSchema } from '../../../orders/document/order-schemas.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { clientNotFound, invalidRequest, type Violation } from '../../../platform/errors/errors.ts';
import { NAMED_ENCODINGS, UnknownEncoding } from '../../../platform/formats/text-encoding.ts';
import {
  booleanField,
  changeAnswers,
  integerField,
  oneOf,
  stringField,
  titledObject,
  withExample,
} from '../../../platform/http/api-document.ts';
import { formFaults } from '../../../platform/http/request-form.ts';
import { registerRoutes, routeUnder } from '../../../platform/http/route-table.ts';
import { requestValidator } from '../../../platform/http/violations.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { ClientParams, OrderKeyParams, strictObject } from '../fields/operator-schemas.ts';
import { CSV_TYPES, readById, registerCsvBody } from '../fields/staff-requests.ts';
import { ORDER_PATH, orderUrl } from './order-answers.ts';

interface EnteredOrderContext extends Omit<RepeatContext, 'fileUrl'> {
  config: Pick<Config, 'BASE_URL' | 'CURRENCY'>;
}

const route = routeUnder<EnteredOrderContext>('Work');
const ENTERED = '/operator/v1/clients/:clientId/orders';
/** About 50,000 rows. A larger file needs "platen orders import". */
const IMPORT_BYTES_MAX = 8 * 1_048_576;
const IMPORT_ANSWER_MS_MAX = 120_000;
const REFUSALS_ANSWERED_MAX = 1_000;

const CheckedSchema = titledObject(
  'CheckedOrder',
  'The result of a check. Violations are an error instead.',
  { isThere: booleanField('true: the client has this order already, and nothing would be created.') },
  { isThere: false },
);

const postOrder = route({
  operationId: 'enterOrder',
  summary: 'Enter an order for a client',
  description:
    'Creates the order under the rules of `POST /v1/orders`, also for a sandbox client. Its history names the person. Idempotent by orderId: the same order sent again is returned with `Idempotent-Replayed: true`.',
  params: ClientParams,
  body: OrderRequestSchema,
  config: { throwsFormFaults: true },
  response: withExample(
    ORDER_EXAMPLES.created,
    changeAnswers('The order.', OrderSchema, 'client_not_found', 'order_already_exists'),
  ),
  handler: async (context, request, reply) => {
    const faults = faultsOf(request);
    const client = await readCustomer(context.pool, request);
    const enteredBy = actorOf(request.caller);
    const order = await createOrder(context, { ...client, enteredBy }, request.body, faults);
    return sendEntered(reply, order);
  },
});

const checkOrder = route({
  operationId: 'checkOrder',
  summary: 'Check an order before it is entered',
  description: 'Returns the violations that `enterOrder` would return, and stores nothing.',
  params: ClientParams,
  body: OrderRequestSchema,
  config: { throwsFormFaults: true },
  response: changeAnswers('It can be entered.', CheckedSchema, 'client_not_found', 'order_already_exists'),
  handler: async (context, request) => {
    const faults = faultsOf(request);
    const { clientId } = await readCustomer(context.pool, request);
    return { isThere: (await tryOrder(context, clientId, request.body, faults)) === 'replayed' };
  },
});

const RefusalSchema = titledObject('RefusedRow', 'Why an order of the file was refused, or is doubtful.', {
  line: integerField('Line of the file, from 1.', 2),
  column: Type.Optional(stringField('Column of the file. Absent: the whole row or order.', 'items.ean13')),
  orderId: Type.Optional(stringField('Order of the file.', 'SHOP-10001')),
  code: stringField('Code of the violation.', 'unknown_product_variant'),
  message: stringField('What is wrong, and what to do.'),
});
const ImportedSchema = titledObject(
  'ImportedOrders',
  'The report of an import.',
  {
    orders: integerField('Orders in the file.'),
    created: integerField('Created orders. With `dryRun`, orders that would be created.'),
    alreadyThere: integerField('Orders that existed already.'),
    refused: integerField('Refused orders.'),
    refusals: Type.Array(RefusalSchema, {
      description: `Why orders were refused, at most ${REFUSALS_ANSWERED_MAX}.`,
    }),
    warnings: Type.Array(RefusalSchema, {
      description: `Doubtful addresses of created orders, at most ${REFUSALS_ANSWERED_MAX}.`,
    }),
    encoding: stringField('Encoding in which the file was read.', 'utf-8'),
  },
  { orders: 1, created: 1, alreadyThere: 0, refused: 0, refusals: [], warnings: [], encoding: 'utf-8' },
);
const CSV_EXAMPLE =
  'orderId,shipping.shippingLabelUrl,items.quantity,items.ean13\nCSV-1,https://files.example.com/1.pdf,2,4006381333931\n';
const csv = Type.String({ description: 'The CSV file, as described at /docs/order-files.', examples: [CSV_EXAMPLE] });

const postImport = route({
  bodyLimit: IMPORT_BYTES_MAX,
  config: { judgesBody: true, answerMsMax: IMPORT_ANSWER_MS_MAX },
  validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : requestValidator(part as never)),
  operationId: 'importOrders',
  summary: 'Enter the orders of a CSV file',
  description:
    'Creates all orders of the file or none; with `rowByRow`, the valid ones. An order that exists already stays as it is, so a file can be sent again. At most 8 MiB; "platen orders import" accepts more.',
  params: ClientParams,
  querystring: Type.Object({
    dryRun: Type.Optional(oneOf(['true', 'false'], 'true: creates nothing, and returns the report.')),
    rowByRow: Type.Optional(oneOf(['true', 'false'], 'true: creates the valid orders although others are refused.')),
    encoding: Type.Optional(
      oneOf(NAMED_ENCODINGS, 'Encoding of a file that is in neither UTF-8 nor UTF-16, if it is uncertain.'),
    ),
  }),
  body: { content: Object.fromEntries(CSV_TYPES.map((type) => [type, { schema: csv }])) },
  response: changeAnswers('The report.', ImportedSchema, 'client_not_found'),
  handler: async (context, request) => {
    const client = await readCustomer(context.pool, request);
    const { dryRun, rowByRow, encoding } = request.query;
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const by = actorOf(request.caller);
    const result = await importOrders(context, () => Readable.from([bytes]), {
      client: { ...client, enteredBy: by },
      allOrNothing: rowByRow !== 'true',
      dryRun: dryRun === 'true',
      currency: context.config.CURRENCY,
      encoding,
      onBytes: () => {},
      onReadings: () => {},
      onRefused: async () => {},
    }).catch((error: unknown) => {
      if (!(error instanceof UnknownEncoding)) throw error;
      throw invalidRequest([{ pointer: '', code: 'invalid_encoding', message: error.message }]);
    });
    const { created, alreadyThere, refused, refusals, warnings = [] } = result;
    if (dryRun !== 'true' && created > 0)
      await recordAudit(context.pool, by, context.clock(), {
        action: 'client.orders_imported',
        subject: ['client', client.clientId],
        detail: { created, alreadyThere, refused },
      });
    return {
      ...result,
      refusals: refusals.slice(0, REFUSALS_ANSWERED_MAX),
      warnings: warnings.slice(0, REFUSALS_ANSWERED_MAX),
    };
  },
});

const RepeatRequest = strictObject(
  'RepeatRequest',
  'The new order.',
  {
    orderId: withoutExample(OrderRequestSchema.properties.orderId),
    kind: oneOf(REPEAT_KINDS, 'REPLACEMENT: free for the recipient, with a reason. REPEAT: paid as a new order.'),
    reason: Type.Optional(oneOf(REPEAT_REASONS, 'Why the pieces are replaced. Only for a replacement.')),
    paidBy: oneOf(REPEAT_PAYERS, 'Who pays for it: the center, the client, or the carrier that lost or damaged it.'),
    items: Type.Optional(
      Type.Array(strictObject('RepeatedItem', 'Pieces of an item.', { id: itemId, quantity: itemFields.quantity }), {
        minItems: 1,
        maxItems: ITEMS_MAX,
        description: 'The pieces. Absent: all of the order.',
      }),
    ),
    shipping: Type.Optional(ShippingRequestSchema),
    dryRun: Type.Optional(booleanField('true: checks it, and creates nothing.')),
  },
  {
    orderId: 'SHOP-10001-R1',
    kind: 'REPLACEMENT',
    reason: 'DAMAGED',
    paidBy: 'CARRIER',
    items: [{ id: '1', quantity: 1 }],
  },
);

const postRepeat = route({
  operationId: 'repeatOrder',
  summary: 'Order a shipped order again',
  description:
    'Creates an order with all or some pieces of a SHIPPED order, as a replacement or a paid repeat, under the rules of `POST /v1/orders`. It prints the files that are kept with the order, also if their addresses have expired. Without `shipping` it goes to the same address. Idempotent by orderId.',
  params: OrderKeyParams,
  body: RepeatRequest,
  response: withExample(
    {
      ...ORDER_EXAMPLES.created,
      orderId: 'SHOP-10001-R1',
      items: [{ ...ORDER_EXAMPLES.created.items[0], quantity: 1 }],
      repeatOf: { orderId: 'SHOP-10001', kind: 'REPLACEMENT', reason: 'DAMAGED' },
    },
    changeAnswers(
      'The new order, or with `dryRun` its orderId alone.',
      Type.Partial(OrderSchema, { title: 'RepeatedOrder', description: 'The new order.' }),
      ...(['order_not_found', 'order_not_changeable', 'order_already_exists'] as const),
    ),
  ),
  handler: async (context, request, reply) => {
    const { clientId, orderId } = request.params;
    const client = await readCustomer(context.pool, request);
    const { reason = null, dryRun = false, ...body } = request.body as Static<typeof RepeatRequest>;
    const fileUrl: RepeatContext['fileUrl'] = (key, sha256) =>
      `${orderUrl(context.config, key.clientId, key.orderId)}/files/${sha256}`;
    const repeating = { ...body, reason, dryRun, client, by: actorOf(request.caller) };
    const repeated = await repeatOrder({ ...context, fileUrl }, { clientId, orderId }, repeating);
    if (repeated.document === undefined) return { orderId: repeated.orderId };
    return sendEntered(reply, { ...repeated, document: repeated.document });
  },
});

/** Returns the faults of the body, which the rules complete. Throws `invalid_request` for other faults. */
function faultsOf(request: FastifyRequest): Violation[] {
  const faults = formFaults(request);
  if (faults.some(({ pointer }) => pointer !== '' && !pointer.startsWith('/'))) throw invalidRequest(faults);
  return faults;
}

function sendEntered(
  reply: FastifyReply,
  { document, replayed, version }: { document: string; replayed: boolean; version?: number },
): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.header('etag', `"${version}"`).type('application/json; charset=utf-8').send(document);
}

async function readCustomer(pool: Pool, { params }: FastifyRequest) {
  const { clientId } = params as Static<typeof ClientParams>;
  const client = await readById(clientId, (id) => withRetry(() => findClient(pool, id)), clientNotFound);
  if (client.scope !== 'fulfillment') throw clientNotFound();
  return { clientId, name: client.name, mode: client.mode };
}

export async function enteredOrderRoutes(app: FastifyInstance, context: EnteredOrderContext): Promise<void> {
  registerRoutes(app, context, [
    ['POST', ENTERED, postOrder, { verb: 'orders.create' }],
    ['POST', `${ENTERED}/check`, checkOrder, { verb: 'orders.create' }],
    ['POST', `${ORDER_PATH}/repeat`, postRepeat, { verb: 'orders.create' }],
  ]);
  await app.register(async (files) => {
    registerCsvBody(files);
    registerRoutes(files, context, [['POST', `${ENTERED}/import`, postImport, { verb: 'orders.create' }]]);
  });
}
