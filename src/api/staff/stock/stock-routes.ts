import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { type Connection, type Work, withRetry } from '../../../platform/database/transaction.ts';
import type { ErrorName } from '../../../platform/errors/errors.ts';
import { stockNotFound } from '../../../platform/errors/errors.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  PRINTABLE,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
} from '../../../platform/http/api-document.ts';
import { hasPrecondition, ifMatchHeader, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders, replayedHeader } from '../../../platform/http/idempotency.ts';
import { decodeCursor, invalidCursor, sendPage } from '../../../platform/http/paging.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import { adjustingStock, ON_HAND_MAX, settingStock } from '../../../stock/adjust-stock.ts';
import { countWaits, findStockItems, listMovements } from '../../../stock/stock-levels-store.ts';
import { listStock, type StockFilter } from '../../../stock/stock-list-store.ts';
import type { StockCode, StockLevel } from '../../../stock/stock-store.ts';
import { canBeFound, readSearch, searchParameter } from '../catalog/catalog-list-schemas.ts';
import { changeOnce } from '../fields/change-once.ts';
import { withoutNulls } from '../fields/field-faults.ts';
import {
  CODE_LENGTH_MAX,
  MESSAGE_LENGTH_MAX,
  oneOf,
  readUuidCursor,
  staffPaging,
  strictObject,
  stringField,
} from '../fields/operator-schemas.ts';
import type { StaffContext } from '../fields/staff-context.ts';
import { StockLevelSchema, StockMovementSchema, StockParams } from '../fields/stock-schemas.ts';

const WAITS_COUNTED_MAX = 1_000;
const STOCK_PATH = '/operator/v1/stock';
const VARIANT_PATH = `${STOCK_PATH}/:kind/:code`;

const StockListQuery = Type.Object({
  q: searchParameter(
    'Only variants with each of these words in their code, name, colour or size, or in the identifier of their article or product. Case does not count.',
    'logo tee',
  ),
  code: Type.Optional(
    Type.String({
      maxLength: CODE_LENGTH_MAX,
      description: 'Only variants with just this code, as a scanner reads it: one of each kind at most.',
      examples: ['4006381333931'],
    }),
  ),
  kind: Type.Optional(StockParams.properties.kind),
  low: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: ON_HAND_MAX,
      description: 'Only variants of which no more than so many pieces may still be reserved.',
      examples: [500],
    }),
  ),
  short: Type.Optional(
    oneOf(
      ['true', 'false'],
      'true: only variants with fewer pieces on the shelf than orders have reserved, as a count may find.',
    ),
  ),
  ...staffPaging,
});

const { waitingOrders: _, ...levelFields } = StockLevelSchema.properties;
const ListedStockSchema = Type.Object(
  {
    ...levelFields,
    parent: stringField(
      'Of an article variant the manufacturerCode, of a product variant the productId.',
      'P-100',
    ),
  },
  { title: 'ListedStock', description: 'Stock of a variant, in a list.' },
);

const reason = Type.Optional(
  Type.String({
    maxLength: MESSAGE_LENGTH_MAX,
    pattern: PRINTABLE,
    description: 'Reason of the change, recorded with the stock movement.',
    examples: ['Delivery of Monday.'],
  }),
);
const SetStockRequest = strictObject('SetStockRequest', 'What was counted.', {
  quantity: Type.Integer({
    minimum: 0,
    maximum: ON_HAND_MAX,
    description: 'Pieces that were counted on the shelf, reserved ones included.',
    examples: [120],
  }),
  reason,
});
const AdjustStockRequest = strictObject('AdjustStockRequest', 'A change of the quantity on hand.', {
  by: Type.Integer({
    minimum: -ON_HAND_MAX,
    maximum: ON_HAND_MAX,
    description: 'Pieces that were put on the shelf, or taken off it when negative.',
    examples: [-3],
  }),
  reason,
});
const StockChangeHeaders = Type.Object({ ...idempotencyHeaders.properties, ...ifMatchHeader });
const MovementQuery = Type.Object(staffPaging);
const changedAnswers = (...errors: ErrorName[]) => ({
  200: answer('The stock as it is now.', StockLevelSchema, {
    ...etagHeader,
    ...replayedHeader,
    ...rateLimitHeaders,
  }),
  ...errorAnswers(...errors, 'idempotency_key_reused', 'precondition_failed', ...WITH_BODY),
});

const getStockList = route({
  schema: {
    tags: ['Stock'],
    operationId: 'listStock',
    summary: 'List and search the stock',
    description:
      'Variants of articles and products, by code. Filters go together: a variant must meet them all.',
    querystring: StockListQuery,
    response: pageAnswers('A page of stock.', Type.Array(ListedStockSchema)),
  },
  handler: async ({ config, pool }: StaffContext, request, reply) => {
    const { query } = request;
    const after = readPosition(query.cursor);
    const filter = readFilter(query);
    const stock = canBeFound(query.q, query.code)
      ? await withRetry(() => listStock(pool, filter, { after, limit: query.limit + 1 }))
      : [];
    return sendPage(request, reply, stock, {
      url: `${config.BASE_URL}${STOCK_PATH}`,
      keyOf: (last) => [last.code, last.kind],
      show: ({ retired, ...stock }) => ({ ...stock, ...(retired && { retired }) }),
    });
  },
});

function readFilter({ q, code, kind, low, short }: Static<typeof StockListQuery>): StockFilter {
  return {
    kind: kind as StockFilter['kind'],
    words: readSearch(q)?.words ?? [],
    code,
    low,
    isShort: short === 'true',
  };
}

function readPosition(cursor: string | undefined): StockCode | undefined {
  const [code, kind] = decodeCursor(cursor, 2) ?? [];
  if (code === undefined) return undefined;
  if (kind !== 'ARTICLE' && kind !== 'PRODUCT') throw invalidCursor();
  return { code, kind };
}

const getStock = route({
  schema: {
    tags: ['Stock'],
    operationId: 'getStock',
    summary: 'Read the stock of a variant',
    description: 'What is on hand, how much of it orders have reserved, and how many wait for it.',
    params: StockParams,
    response: readAnswers('The stock.', StockLevelSchema, 'stock_not_found'),
  },
  handler: async ({ pool }: StaffContext, request, reply) =>
    sendJson(request, reply, JSON.stringify(await withRetry(() => readLevel(pool, request.params)))),
});

const postSet = route({
  schema: {
    tags: ['Stock'],
    operationId: 'setStock',
    summary: 'Set the counted stock',
    description:
      'Sets the quantity on hand. It may be less than what is reserved; then nothing more is reserved until there is more.',
    params: StockParams,
    headers: StockChangeHeaders,
    body: SetStockRequest,
    response: changedAnswers('stock_not_found'),
  },
  handler: async (options: StaffContext, request, reply) =>
    sendChanged(options, request, reply, (stock, change) =>
      settingStock(stock, request.body.quantity, change),
    ),
});

const postAdjust = route({
  schema: {
    tags: ['Stock'],
    operationId: 'adjustStock',
    summary: 'Adjust the stock on hand',
    description:
      'Never below what is reserved: 409. Send an `Idempotency-Key`, so that it counts once also when you have to send it again.',
    params: StockParams,
    headers: StockChangeHeaders,
    body: AdjustStockRequest,
    response: changedAnswers('stock_not_found', 'not_enough_stock', 'too_much_stock'),
  },
  handler: async (options: StaffContext, request, reply) =>
    sendChanged(options, request, reply, (stock, change) => adjustingStock(stock, request.body.by, change)),
});

const getMovements = route({
  schema: {
    tags: ['Stock'],
    operationId: 'listStockMovements',
    summary: 'List the stock movements of a variant',
    description:
      'Every movement, latest first; of those older than STOCK_MOVEMENT_DAYS the sums of each month. On hand and reserved are the sums of all movements.',
    params: StockParams,
    querystring: MovementQuery,
    response: pageAnswers('A page of stock movements.', Type.Array(StockMovementSchema), 'stock_not_found'),
  },
  handler: async ({ config, pool }: StaffContext, request, reply) => {
    const { params, query } = request;
    const before = readUuidCursor(query.cursor);
    await withRetry(() => findItem(pool, params));
    const movements = await withRetry(() => listMovements(pool, params, { before, limit: query.limit + 1 }));
    const url = `${config.BASE_URL}/operator/v1/stock/${params.kind}/${encodeURIComponent(params.code)}/movements`;
    return sendPage(request, reply, movements, {
      url,
      keyOf: (last) => [last.movementId],
      show: withoutNulls,
    });
  },
});

/** Changes the stock once for each key if it is as `If-Match` says, and sends it as it is then. */
async function sendChanged(
  { pool, clock }: StaffContext,
  request: StockChangeRequest,
  reply: FastifyReply,
  changing: (stock: StockCode, change: Parameters<typeof settingStock>[2]) => Work<StockLevel>,
): Promise<FastifyReply> {
  const { params, body, caller, routeOptions } = request;
  const now = clock();
  const mayChange = async (connection: Connection) =>
    !hasPrecondition(request) || mayReplaceText(request, JSON.stringify(await readLevel(connection, params)));
  const work = changing(storableCode(params), { note: body.reason, now, actor: actorOf(caller), mayChange });
  const once = { asked: [routeOptions.url, params, body], now };
  const json = await changeOnce(pool, request, reply, once, async (connection, attempt) => {
    await work(connection, attempt);
    return readLevel(connection, params);
  });
  return sendJson(request, reply, json);
}

type StockChangeRequest = FastifyRequest & { params: StockCode; body: { reason?: string } };

async function readLevel(connection: Connection, stock: StockCode) {
  const { retired, ...item } = await findItem(connection, stock);
  const waitingOrders = await countWaits(connection, stock, WAITS_COUNTED_MAX);
  const available = Math.max(0, item.onHand - item.reserved);
  return { ...item, available, waitingOrders, ...(retired && { retired }) };
}

async function findItem(connection: Connection, stock: StockCode) {
  const { kind, code } = storableCode(stock);
  const item = (await findStockItems(connection, code)).find((one) => one.kind === kind);
  if (!item) throw stockNotFound();
  return item;
}

function storableCode({ kind, code }: StockCode): StockCode {
  if (!isStorable(code)) throw stockNotFound();
  return { kind, code };
}

/** /operator/v1/stock */
export async function operatorStockRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  registerRoutes(app, options, [
    ['GET', STOCK_PATH, getStockList, { verb: 'stock.read' }],
    ['GET', VARIANT_PATH, getStock, { verb: 'stock.read' }],
    ['POST', `${VARIANT_PATH}/set`, postSet, { verb: 'stock.change' }],
    ['POST', `${VARIANT_PATH}/adjust`, postAdjust, { verb: 'stock.change' }],
    ['GET', `${VARIANT_PATH}/movements`, getMovements, { verb: 'stock.read' }],
  ]);
}
