import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readStoredEan13 } from '../../../catalog/variant-data.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { type Connection, inTransaction, type Work, withRetry } from '../../../platform/database/transaction.ts';
import { type ErrorName, stockNotFound } from '../../../platform/errors/errors.ts';
import {
  answer,
  changeAnswers,
  errorAnswers,
  etagHeader,
  integerField,
  integerIn,
  PRINTABLE,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  stringField,
  Timestamp,
  titledObject,
  WITH_BODY,
  withExample,
} from '../../../platform/http/api-document.ts';
import { hasPrecondition, ifMatchHeader, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders, replayedHeader } from '../../../platform/http/idempotency.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { adjustStock, setStock } from '../../../stock/change-stock.ts';
import { planStock } from '../../../stock/plan-stock.ts';
import { ON_HAND_MAX } from '../../../stock/stock-change-rules.ts';
import { findLevelsAt } from '../../../stock/stock-figures.ts';
import { listMovements } from '../../../stock/stock-ledger-store.ts';
import { countWaits, findStockItems } from '../../../stock/stock-list-store.ts';
import { type StockCode, type StockLevel, stockKey } from '../../../stock/stock-rules.ts';
import { MESSAGE_LENGTH_MAX, readUuidCursor, staffPaging, strictObject } from '../fields/operator-schemas.ts';
import { changeOnce, withoutNulls } from '../fields/staff-requests.ts';
import { pastMoment, pictureOf, STOCK_PATH, type StockContext } from './stock-answers.ts';
import { STOCK_LEVEL, StockLevelSchema, StockMovementSchema, StockParams } from './stock-schemas.ts';

const route = routeUnder<StockContext>('Stock');
const WAITS_COUNTED_MAX = 1_000;
const VARIANT_PATH = `${STOCK_PATH}/:kind/:code`;

const reason = Type.Optional(
  Type.String({
    maxLength: MESSAGE_LENGTH_MAX,
    pattern: PRINTABLE,
    description: 'Reason of the change, recorded with the stock movement.',
    examples: ['Delivery of Monday.'],
  }),
);
const SetStockRequest = strictObject('SetStockRequest', 'The result of a count.', {
  quantity: integerIn(0, ON_HAND_MAX, 'Counted pieces on hand, including reserved ones.', 120),
  reason,
});
const AdjustStockRequest = strictObject('AdjustStockRequest', 'A change of the quantity on hand.', {
  by: integerIn(
    -ON_HAND_MAX,
    ON_HAND_MAX,
    'Pieces that are added to the stock on hand. Negative: pieces that are removed.',
    -3,
  ),
  reason,
});
const MinimumRequest = strictObject('StockMinimumRequest', 'The minimum of a variant.', {
  minimum: Type.Optional(
    integerIn(1, ON_HAND_MAX, 'Staff are alerted when fewer pieces are available. Absent: no minimum.', 20),
  ),
});
const StockChangeHeaders = Type.Object({ ...idempotencyHeaders.properties, ...ifMatchHeader });
const MovementQuery = Type.Object(staffPaging);
const changedAnswers = (...errors: ErrorName[]) => ({
  200: answer('The stock as it is now.', StockLevelSchema, { ...etagHeader, ...replayedHeader, ...rateLimitHeaders }),
  ...errorAnswers(...errors, 'idempotency_key_reused', 'precondition_failed', ...WITH_BODY),
});

const getStock = route({
  operationId: 'getStock',
  summary: 'Read the stock of a variant',
  description: 'Returns the pieces on hand, the reserved pieces, and the number of waiting orders.',
  params: StockParams,
  response: readAnswers('The stock.', StockLevelSchema, 'stock_not_found'),
  handler: async ({ config, pool }, request, reply) =>
    sendJson(request, reply, await withRetry(() => readLevel(pool, config, request.params))),
});

const postSet = route({
  operationId: 'setStock',
  summary: 'Set the counted stock',
  description:
    'Sets the pieces on hand. They may be fewer than the reserved pieces; then nothing is reserved until stock arrives.',
  params: StockParams,
  headers: StockChangeHeaders,
  body: SetStockRequest,
  response: changedAnswers('stock_not_found'),
  handler: async (options, request, reply) =>
    sendChanged(options, request, reply, (stock, change) => setStock(stock, request.body.quantity, change)),
});

const postAdjust = route({
  operationId: 'adjustStock',
  summary: 'Adjust the stock on hand',
  description:
    'Adds or removes pieces. A result below the reserved pieces is refused with 409. With an `Idempotency-Key`, a repeated request counts only once.',
  params: StockParams,
  headers: StockChangeHeaders,
  body: AdjustStockRequest,
  response: changedAnswers('stock_not_found', 'not_enough_stock', 'too_much_stock'),
  handler: async (options, request, reply) =>
    sendChanged(options, request, reply, (stock, change) => adjustStock(stock, request.body.by, change)),
});

const putMinimum = route({
  operationId: 'setStockMinimum',
  summary: 'Set the minimum of a variant',
  description: 'Replaces the minimum. Idempotent: sending it again changes nothing.',
  params: StockParams,
  body: MinimumRequest,
  response: withExample(
    { ...STOCK_LEVEL, minimum: 20 },
    changeAnswers('The stock as it is now.', StockLevelSchema, 'stock_not_found'),
  ),
  handler: async ({ config, pool, clock }, { params, body, caller }) => {
    const { kind, code } = await withRetry(() => findItem(pool, params));
    const planning = { by: actorOf(caller), now: clock(), at: () => '/minimum' };
    return inTransaction(pool, async (connection) => {
      await planStock(connection, [{ kind, code, minimum: body.minimum ?? null }], planning);
      return readLevel(connection, config, params);
    });
  },
});

const getMovements = route({
  operationId: 'listStockMovements',
  summary: 'List the stock movements of a variant',
  description:
    'Lists the movements, latest first. Movements older than STOCK_MOVEMENT_DAYS are summed up by month. The pieces on hand and the reserved pieces are the sums of all movements.',
  params: StockParams,
  querystring: MovementQuery,
  response: pageAnswers('A page of stock movements.', Type.Array(StockMovementSchema), 'stock_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { params, query } = request;
    const before = readUuidCursor(query.cursor);
    const stock = await withRetry(() => findItem(pool, params));
    const movements = await withRetry(() => listMovements(pool, stock, { before, limit: query.limit + 1 }));
    return sendPage(request, reply, movements, { keyOf: (last) => [last.movementId], show: withoutNulls });
  },
});

const getDay = route({
  operationId: 'getStockOfDay',
  summary: 'Read the stock of a variant at the end of a past day',
  description:
    'Computes it from the ledger. Where movements are summed up by month (STOCK_MOVEMENT_DAYS), it is the stock at the end of the last month that had ended with this day, in UTC; `asOf` has the moment.',
  params: Type.Object({
    ...StockParams.properties,
    day: stringField('Day in the time zone of the center.', '2026-01-31'),
  }),
  response: readAnswers(
    'The stock.',
    titledObject(
      'PastStock',
      'Stock of a variant at a past moment.',
      {
        asOf: Timestamp('The moment.'),
        onHand: integerField('Pieces on the shelf.', 120),
        reserved: integerField('Pieces that orders had reserved.', 2),
      },
      { asOf: '2026-01-31T23:00:00.000Z', onHand: 120, reserved: 2 },
    ),
    'stock_not_found',
  ),
  handler: async ({ config, pool, clock }, request, reply) => {
    const moment = pastMoment(request.params.day, config, clock());
    const level = await withRetry(async () => {
      const stock = await findItem(pool, request.params);
      return (await findLevelsAt(pool, [stock], moment)).get(stockKey(stock));
    });
    return sendJson(request, reply, { ...level });
  },
});

async function sendChanged(
  { config, pool, clock }: StockContext,
  request: StockChangeRequest,
  reply: FastifyReply,
  changing: (stock: StockCode, change: Parameters<typeof setStock>[2]) => Work<StockLevel>,
): Promise<FastifyReply> {
  const { params, body, caller, routeOptions } = request;
  const now = clock();
  const mayChange = async (connection: Connection) =>
    !hasPrecondition(request) || mayReplaceText(request, JSON.stringify(await readLevel(connection, config, params)));
  const work = changing(await withRetry(() => findItem(pool, params)), {
    note: body.reason,
    now,
    actor: actorOf(caller),
    mayChange,
  });
  const once = { input: [routeOptions.url, params, body], now };
  const json = await changeOnce(pool, request, reply, once, async (connection, attempt) => {
    await work(connection, attempt);
    return readLevel(connection, config, params);
  });
  return sendJson(request, reply, json);
}

type StockChangeRequest = FastifyRequest & { params: StockCode; body: { reason?: string } };

async function readLevel(connection: Connection, config: StockContext['config'], stock: StockCode) {
  const { picture, ...item } = await findItem(connection, stock);
  const waitingOrders = await countWaits(connection, item, WAITS_COUNTED_MAX);
  const available = Math.max(0, item.onHand - item.reserved);
  return { ...withoutNulls(item), available, waitingOrders, ...pictureOf(picture, config) };
}

async function findItem(connection: Connection, stock: StockCode) {
  const find = async (code = '') => (await findStockItems(connection, code)).find(({ kind }) => kind === stock.kind);
  const readStored = async () => (stock.kind === 'PRODUCT' ? readStoredEan13(connection, stock.code) : undefined);
  const item = (await find(stock.code)) ?? (await find(await readStored()));
  if (!item) throw stockNotFound();
  return item;
}

export const stockRoutes = routeTable<StockContext>([
  ['GET', VARIANT_PATH, getStock, { verb: 'stock.read' }],
  ['POST', `${VARIANT_PATH}/set`, postSet, { verb: 'stock.change' }],
  ['POST', `${VARIANT_PATH}/adjust`, postAdjust, { verb: 'stock.change' }],
  ['PUT', `${VARIANT_PATH}/minimum`, putMinimum, { verb: 'stock.change' }],
  ['GET', `${VARIANT_PATH}/movements`, getMovements, { verb: 'stock.read' }],
  ['GET', `${VARIANT_PATH}/days/:day`, getDay, { verb: 'stock.read' }],
]);
