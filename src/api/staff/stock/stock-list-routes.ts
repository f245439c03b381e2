import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { planVariants } from '../../../catalog/plan-variants.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { yieldEachFor } from '../../../platform/database/asker.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { gtinForms, readGtin } from '../../../platform/formats/gtin.ts';
import { BYTE_ORDER_MARK } from '../../../platform/formats/write-csv.ts';
import {
  changeAnswers,
  errorAnswers,
  fileAnswer,
  integerField,
  integerFrom,
  integerIn,
  oneOf,
  pageAnswers,
  stringField,
  titledObject,
  withExample,
} from '../../../platform/http/api-document.ts';
import { decodeCursor, invalidCursor, LIMIT_MAX, sendPage } from '../../../platform/http/paging.ts';
import { registerRoutes, routeUnder } from '../../../platform/http/route-table.ts';
import { requestValidator } from '../../../platform/http/violations.ts';
import { PLACE_LENGTH_MAX, placeKeyOf } from '../../../stock/place-rules.ts';
import type { PlanDifference, StockPlan } from '../../../stock/plan-stock.ts';
import { ON_HAND_MAX } from '../../../stock/stock-change-rules.ts';
import { PLAN_ROWS_MAX, readPlans, stockHead, stockRow } from '../../../stock/stock-csv.ts';
import { findLevelsAt, withFigures } from '../../../stock/stock-figures.ts';
import type { PastMoment } from '../../../stock/stock-ledger-store.ts';
import { listStock, STOCK_SORTS, type StockFilter, type StockPosition } from '../../../stock/stock-list-store.ts';
import { stockKey } from '../../../stock/stock-rules.ts';
import { readSearch, searchParameter } from '../catalog/staff-catalog-schemas.ts';
import { CODE_LENGTH_MAX, code, kind, staffPaging, strictObject } from '../fields/operator-schemas.ts';
import { CSV_TYPES, registerCsvBody, sendAttachment, withoutNulls } from '../fields/staff-requests.ts';
import { findRowVariants, pastMoment, pictureOf, STOCK_PATH, type StockContext } from './stock-answers.ts';
import { StockLevelSchema, StockParams } from './stock-schemas.ts';

const route = routeUnder<StockContext>('Stock');
const CENTER = 'center';
const CSV = 'text/csv; charset=utf-8';
const CSV_BYTES_MAX = 10 * 1_048_576;
const PLANS_MAX = 500;
const DIFFERENCES_SHOWN_MAX = 500;

const filters = {
  q: searchParameter(
    'Only variants whose code, name, color, size, or identifier of their article or product contains every word of this text. Case is ignored.',
    'logo tee',
  ),
  code: Type.Optional(
    Type.String({
      maxLength: CODE_LENGTH_MAX,
      description: 'Only variants with exactly this code: at most one of each kind.',
      examples: ['4006381333931'],
    }),
  ),
  kind: Type.Optional(StockParams.properties.kind),
  low: Type.Optional(integerIn(0, ON_HAND_MAX, 'Only variants with at most this number of available pieces.', 500)),
  short: Type.Optional(
    oneOf(
      ['true', 'false'],
      'true: only variants with fewer pieces on hand than orders have reserved. A count can have this result.',
    ),
  ),
  belowMinimum: Type.Optional(
    oneOf(['true', 'false'], 'true: only variants with fewer available pieces than their minimum.'),
  ),
  waiting: Type.Optional(oneOf(['true', 'false'], 'true: only variants that orders wait for.')),
  place: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: PLACE_LENGTH_MAX,
      description: 'Only variants at a main or reserve place that begins with this text.',
      examples: ['A-12'],
    }),
  ),
  owner: Type.Optional(
    Type.String({
      maxLength: CODE_LENGTH_MAX,
      description: 'Only variants whose pieces this client owns, by its clientId. `center`: those of the center.',
      examples: [CENTER],
    }),
  ),
};
const StockListQuery = Type.Object({
  ...filters,
  sort: Type.Optional(
    oneOf(
      STOCK_SORTS,
      'Order of the list. code: articles, then products, each by code. available and cover: the fewest first. value and waiting: the most first.',
      'code',
    ),
  ),
  ...staffPaging,
});
const StockFileQuery = Type.Object({
  ...filters,
  day: Type.Optional(
    stringField(
      'Past day. The levels are those at its end, in the time zone of the center. Where movements are summed by month, see the column `asOf`.',
      '2026-01-31',
    ),
  ),
});

const { waitingOrders: _, ...levelFields } = StockLevelSchema.properties;
const ListedStockSchema = titledObject(
  'ListedStock',
  'Stock of a variant, in a list.',
  {
    ...levelFields,
    parent: stringField('manufacturerCode of an article variant, productId of a product variant.', 'P-100'),
    waiting: integerField('Pieces that orders wait for.', 0),
    used: integerField('Pieces shipped or scrapped in the last 28 full days, less pieces that came back.', 56),
    coverDays: Type.Optional(Type.Number({ description: 'Days that the available pieces last with this use.' })),
    cost: Type.Optional(
      Type.Number({ description: 'Moving average of the price of a piece, in the currency of the center.' }),
    ),
    value: Type.Optional(Type.Number({ description: 'Value of the pieces on hand. Absent: unknown, or not owned.' })),
    proposedMinimum: Type.Optional(integerFrom(1, 'Minimum by the use until the next delivery. Absent: no use.', 28)),
    proposedTarget: Type.Optional(integerFrom(1, 'This minimum, and the use of 28 days more.', 84)),
  },
  {
    ...{ kind: 'PRODUCT', code: '4006381333931', name: 'Logo Tee Black M', color: 'Black', size: 'M', parent: 'P-100' },
    ...{ onHand: 120, reserved: 2, available: 118, waiting: 0, used: 56, coverDays: 59 },
    ...{ place: 'A-12-3', reserves: [{ place: 'R-1', quantity: 48 }] },
    ...{ proposedMinimum: 28, proposedTarget: 84 },
    pictureUrl: 'http://localhost:8080/images/p-100/front.svg',
  },
);

const getStockList = route({
  operationId: 'listStock',
  summary: 'List and search the stock',
  description:
    'Lists variants of articles, then of products, each sorted by code, or in another order. A variant must match all filters.',
  querystring: StockListQuery,
  response: pageAnswers('A page of stock.', Type.Array(ListedStockSchema)),
  handler: async ({ config, pool }, request, reply) => {
    const { query } = request;
    const { sort = 'code', limit } = query;
    const after = readPosition(query.cursor);
    const filter = readFilter(query);
    const stock = await withRetry(() => listStock(pool, filter, { sort, after, limit: limit + 1 }));
    return sendPage(request, reply, stock, {
      keyOf: (last) => [last.sortKey, last.code, last.kind],
      show: (row) => {
        const { picture, sortKey: _, leadDays: __, ...stock } = withFigures(row);
        return { ...withoutNulls(stock), ...pictureOf(picture, config) };
      },
    });
  },
});

function readFilter(query: Static<typeof StockFileQuery>): StockFilter {
  const { q, code, kind, low, short, belowMinimum, waiting, place, owner } = query;
  const { words = [] } = readSearch(q) ?? {};
  const word = words.find((one) => readGtin(one) !== undefined);
  return {
    ...{ kind: kind as StockFilter['kind'], words, low },
    placeKey: place === undefined ? undefined : placeKeyOf(place),
    codes: code === undefined ? undefined : gtinForms(readGtin(code) ?? code),
    ...(word && { gtin: { codes: gtinForms(readGtin(word) ?? ''), words: words.filter((one) => one !== word) } }),
    ...{ isShort: short === 'true', isBelowMinimum: belowMinimum === 'true', isWaiting: waiting === 'true' },
    ownerId: owner === CENTER ? null : owner,
  };
}

function readPosition(cursor: string | undefined): StockPosition | undefined {
  const [sortKey = '', code, kind] = decodeCursor(cursor, 3) ?? [];
  if (code === undefined) return undefined;
  if (kind !== 'ARTICLE' && kind !== 'PRODUCT') throw invalidCursor();
  return { sortKey, code, kind };
}

const getFile = route({
  operationId: 'exportStock',
  summary: 'Export the stock as CSV',
  description:
    'Has the variants of the filters, by kind and code. `importStockPlans` accepts the file. With `day`, columns that only hold today are empty, and `asOf` has the moment of the levels: the end of the day, or of an earlier month where movements are summed by month (STOCK_MOVEMENT_DAYS).',
  querystring: StockFileQuery,
  response: { 200: fileAnswer('The file.', 'text/csv'), ...errorAnswers('invalid_request') },
  handler: async ({ config, pool, clock }, { query, caller }, reply) => {
    const moment = query.day === undefined ? undefined : pastMoment(query.day, config, clock());
    const rows = stockRows(pool, readFilter(query), moment);
    const name = query.day === undefined ? 'stock.csv' : `stock-${query.day}.csv`;
    return sendAttachment(reply, name, CSV, Readable.from(yieldEachFor(caller.clientId, rows)));
  },
});

async function* stockRows(pool: StockContext['pool'], filter: StockFilter, moment: PastMoment | undefined) {
  yield BYTE_ORDER_MARK + stockHead();
  for (let after: StockPosition | undefined, isLast = false; !isLast; ) {
    const page = await withRetry(() => listStock(pool, filter, { after, limit: LIMIT_MAX }));
    const levels = moment && (await withRetry(() => findLevelsAt(pool, page, moment)));
    if (page.length > 0) yield page.map((one) => stockRow(withFigures(one), levels?.get(stockKey(one)))).join('');
    after = page.at(-1);
    isLast = page.length < LIMIT_MAX;
  }
}

const emptied = (description: string, example: number) =>
  Type.Optional(integerIn(0, ON_HAND_MAX, `${description} 0 removes it. Absent: it stays.`, example));
const PlanRequest = strictObject(
  'StockPlanRequest',
  'Values of variants.',
  {
    variants: Type.Array(
      strictObject('StockPlanChange', 'Values of a variant. Absent ones stay.', {
        ...{ kind, code },
        minimum: emptied('Staff are alerted when fewer pieces are available.', 20),
        target: emptied('Available pieces to buy up to.', 60),
        place: Type.Optional(
          Type.String({
            maxLength: PLACE_LENGTH_MAX,
            description: 'The main place. Empty: none.',
            examples: ['A-12-3'],
          }),
        ),
        ownerId: Type.Optional(
          Type.String({
            maxLength: CODE_LENGTH_MAX,
            description: 'The client that owns the pieces. `center`: the center.',
            examples: [CENTER],
          }),
        ),
      }),
      { minItems: 1, maxItems: PLANS_MAX, description: 'The variants.' },
    ),
  },
  { variants: [{ kind: 'PRODUCT', code: '4006381333931', minimum: 20 }] },
);

const planFields = {
  place: Type.Optional(stringField('The main place.', 'A-12-3')),
  minimum: Type.Optional(integerField('The minimum.', 20)),
  target: Type.Optional(integerField('The target.', 60)),
  ownerId: Type.Optional(stringField('The client that owns the pieces. Absent: the center.')),
};
const PLANNED = {
  changed: 1,
  changes: [{ kind: 'PRODUCT', code: '4006381333931', name: 'Logo Tee Black M', before: {}, after: { minimum: 20 } }],
};
const PlannedSchema = titledObject(
  'StockPlanResult',
  'What changed, or would change.',
  {
    changed: integerField('Number of changed variants.', 1),
    changes: Type.Array(
      titledObject('StockPlanDifference', 'Values of a variant that change.', {
        ...{ kind, code },
        name: stringField('Name of the product variant, or title of the article.', 'Logo Tee Black M'),
        before: titledObject('StockPlanBefore', 'The changed values before. Absent: none.', planFields),
        after: titledObject('StockPlanAfter', 'The changed values now. Absent: none.', planFields),
      }),
      { description: `The first ${DIFFERENCES_SHOWN_MAX} of them.` },
    ),
  },
  PLANNED,
);

const showPlanned = (differences: readonly PlanDifference[]) => ({
  changed: differences.length,
  changes: differences.slice(0, DIFFERENCES_SHOWN_MAX).map(({ before, after, ...variant }) => ({
    ...variant,
    ...{ before: withoutNulls(before), after: withoutNulls(after) },
  })),
});

const putPlans = route({
  operationId: 'setStockPlans',
  summary: 'Set minimums, targets, places and owners',
  description:
    'All or none. The owner of pieces that orders have reserved, or wait for, cannot change. Idempotent: sending it again changes nothing.',
  body: PlanRequest,
  response: withExample(PLANNED, changeAnswers('What changed.', PlannedSchema)),
  handler: async ({ pool, clock }, { body, caller }) => {
    const changes = body.variants.map(({ minimum, target, place, ownerId, ...one }) => ({
      ...one,
      ...(minimum !== undefined && { minimum: minimum || null }),
      ...(target !== undefined && { target: target || null }),
      ...(place !== undefined && { place: place.trim() || null }),
      ...(ownerId !== undefined && { ownerId: ownerId === CENTER ? null : ownerId }),
    }));
    const at = (index: number, field: string) => `/variants/${index}/${field}`;
    return showPlanned(await planVariants(pool, changes, { by: actorOf(caller), now: clock(), at }));
  },
});

const putFile = route({
  bodyLimit: CSV_BYTES_MAX,
  config: { judgesBody: true },
  validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : requestValidator(part as never)),
  operationId: 'importStockPlans',
  summary: 'Set minimums, targets, places and owners by a CSV file',
  description: `All rows or none. Reads the columns kind, code, place, minimum, target and owner of \`exportStock\`, and ignores its other columns. An absent column changes nothing, and an empty cell removes a value. The pointer of a violation is the line of the file and the column. At most 10 MiB and ${PLAN_ROWS_MAX} rows.`,
  querystring: Type.Object({
    preview: Type.Optional(oneOf(['true', 'false'], 'true: returns what would change, and changes nothing.')),
  }),
  body: {
    content: Object.fromEntries(
      CSV_TYPES.map((type) => [
        type,
        {
          schema: Type.String({
            description: 'The CSV file, as described at /docs/stock.',
            examples: ['kind,code,minimum\r\nPRODUCT,4006381333931,20\r\n'],
          }),
        },
      ]),
    ),
  },
  response: withExample(PLANNED, changeAnswers('What changed, or would change.', PlannedSchema)),
  handler: async ({ pool, clock }, request) => {
    const { rows, lines } = await readPlans(
      (request.body as Buffer | undefined) ?? Buffer.alloc(0),
      request.headers['content-type'],
    );
    const changes = await findRowVariants(pool, rows);
    const at = (index: number, field: keyof StockPlan | 'code') =>
      `${lines[index]}/${field === 'ownerId' ? 'owner' : field}`;
    const isPreview = request.query.preview === 'true';
    const planning = { by: actorOf(request.caller), now: clock(), at, isPreview };
    return showPlanned(await planVariants(pool, changes, planning));
  },
});

export async function stockListRoutes(app: FastifyInstance, context: StockContext): Promise<void> {
  registerRoutes(app, context, [
    ['GET', STOCK_PATH, getStockList, { verb: 'stock.read' }],
    ['GET', '/operator/v1/stock.csv', getFile, { verb: 'stock.read' }],
    ['PUT', '/operator/v1/stock-plans', putPlans, { verb: 'stock.change' }],
  ]);
  await app.register(async (files) => {
    registerCsvBody(files);
    registerRoutes(files, context, [['PUT', '/operator/v1/stock.csv', putFile, { verb: 'stock.change' }]]);
  });
}
