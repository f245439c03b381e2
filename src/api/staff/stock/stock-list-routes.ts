import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { lockCatalog, raiseCatalogVersion } from '../../../catalog/import-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { yieldEachFor } from '../../../platform/database/asker.ts';
import { inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import { invalidRequest } from '../../../platform/errors/errors.ts';
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
import type { Config } from '../../../platform/settings/config.ts';
import { dayAfter, daysFromTo } from '../../../reports/report-rules.ts';
import { PLACE_LENGTH_MAX } from '../../../stock/place-rules.ts';
import { type PlanChange, type PlanDifference, planStock, type StockPlan } from '../../../stock/plan-stock.ts';
import { ON_HAND_MAX } from '../../../stock/stock-change-rules.ts';
import { PLAN_ROWS_MAX, readPlans, stockHead, stockRow } from '../../../stock/stock-csv.ts';
import { findLevelsAt, type PastMoment } from '../../../stock/stock-ledger-store.ts';
import {
  findStockByCodes,
  listStock,
  STOCK_SORTS,
  type StockFilter,
  type StockPosition,
} from '../../../stock/stock-list-store.ts';
import { stockKey } from '../../../stock/stock-rules.ts';
import { readSearch, searchParameter } from '../catalog/staff-catalog-schemas.ts';
import { CODE_LENGTH_MAX, code, kind, staffPaging, strictObject } from '../fields/operator-schemas.ts';
import {
  CSV_TYPES,
  registerCsvBody,
  type StaffContext,
  sendAttachment,
  withoutNulls,
} from '../fields/staff-requests.ts';
import { StockLevelSchema, StockParams } from './stock-schemas.ts';

export type StockContext = StaffContext & {
  config: Pick<Config, 'IMAGE_BASE_URL' | 'TIME_ZONE' | 'STOCK_MOVEMENT_DAYS'>;
};

const route = routeUnder<StockContext>('Stock');
export const STOCK_PATH = '/operator/v1/stock';
const CENTER = 'center';
const CSV = 'text/csv; charset=utf-8';
const CSV_BYTES_MAX = 10 * 1_048_576;
const PLANS_MAX = 500;
/** An import changes at most 50,000 variants. */
const PLAN_TIMEOUT_MS = 60_000;
const DIFFERENCES_SHOWN_MAX = 500;
const DAY_MS = 86_400_000;

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
    stringField('Past day. The levels are those at its end, in the time zone of the center.', '2026-01-31'),
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
    used: integerField('Pieces shipped or scrapped in the last 28 full days.', 56),
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
    ...{ onHand: 120, reserved: 2, available: 118, reserves: [], waiting: 0, used: 56, coverDays: 59 },
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
      url: `${config.BASE_URL}${STOCK_PATH}`,
      keyOf: (last) => [last.sortKey, last.code, last.kind],
      show: ({ picture, sortKey: _, ...stock }) => ({ ...withoutNulls(stock), ...pictureOf(picture, config) }),
    });
  },
});

function readFilter(query: Static<typeof StockFileQuery>): StockFilter {
  const { q, code, kind, low, short, belowMinimum, waiting, place, owner } = query;
  const { words = [] } = readSearch(q) ?? {};
  const word = words.find((one) => readGtin(one) !== undefined);
  return {
    ...{ kind: kind as StockFilter['kind'], words, low, place },
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

export function pictureOf(picture: string | null, { IMAGE_BASE_URL }: Pick<Config, 'IMAGE_BASE_URL'>) {
  const pictureUrl = picture && URL.parse(picture, IMAGE_BASE_URL)?.href;
  return pictureUrl ? { pictureUrl } : {};
}

/** Returns the end of a past day. Throws `invalid_request`. */
export function pastMoment(
  day: string,
  { TIME_ZONE, STOCK_MOVEMENT_DAYS }: Pick<Config, 'TIME_ZONE' | 'STOCK_MOVEMENT_DAYS'>,
  now: Date,
): PastMoment {
  const days = daysFromTo({ from: day, to: day, daysDefault: 1 }, TIME_ZONE, 1);
  const [found] = typeof days === 'string' ? [] : days;
  if (!found || found.begins > now) {
    const message = '"day" must be a day that has begun, such as 2026-01-31.';
    throw invalidRequest([{ pointer: 'day', code: 'invalid', message }]);
  }
  const kept = STOCK_MOVEMENT_DAYS === undefined ? undefined : now.getTime() - (STOCK_MOVEMENT_DAYS - 1) * DAY_MS;
  return { at: dayAfter(found, TIME_ZONE), summedUntil: kept === undefined ? undefined : new Date(kept) };
}

const getFile = route({
  operationId: 'exportStock',
  summary: 'Export the stock as CSV',
  description:
    'Has the variants of the filters, by kind and code. `importStockPlans` accepts the file. With `day`, columns that only hold today are empty.',
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
    if (page.length > 0) yield page.map((one) => stockRow(one, levels?.get(stockKey(one)))).join('');
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
  { variants: [{ kind: 'PRODUCT', code: '4006381333931', minimum: 20, target: 60 }] },
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

type Planning = Parameters<typeof planStock>[2];

/** Changes the catalogue too where an owner changes, because other clients no longer see the variant. */
async function plan({ pool }: StockContext, changes: readonly PlanChange[], planning: Planning) {
  const hasOwner = changes.some(({ ownerId }) => ownerId !== undefined) && !planning.isPreview;
  const differences = await inTransaction(pool, async (connection) => {
    if (hasOwner) await lockCatalog(connection, PLAN_TIMEOUT_MS);
    const made = await planStock(connection, changes, planning);
    if (hasOwner && made.some(({ after }) => 'ownerId' in after)) await raiseCatalogVersion(connection);
    return made;
  });
  return showPlanned(differences);
}

const putPlans = route({
  operationId: 'setStockPlans',
  summary: 'Set minimums, targets, places and owners',
  description:
    'All or none. The owner of pieces that orders have reserved, or wait for, cannot change. Idempotent: sending it again changes nothing.',
  body: PlanRequest,
  response: withExample(PLANNED, changeAnswers('What changed.', PlannedSchema)),
  handler: async (context, { body, caller }) => {
    const changes = body.variants.map(({ minimum, target, place, ownerId, ...one }) => ({
      ...one,
      ...(minimum !== undefined && { minimum: minimum || null }),
      ...(target !== undefined && { target: target || null }),
      ...(place !== undefined && { place: place.trim() || null }),
      ...(ownerId !== undefined && { ownerId: ownerId === CENTER ? null : ownerId }),
    }));
    const at = (index: number, field: string) => `/variants/${index}/${field}`;
    return plan(context, changes, { by: actorOf(caller), now: context.clock(), at });
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
            examples: ['kind,code,place,minimum,target\r\nPRODUCT,4006381333931,A-12-3,20,60\r\n'],
          }),
        },
      ]),
    ),
  },
  response: withExample(PLANNED, changeAnswers('What changed, or would change.', PlannedSchema)),
  handler: async (context, request) => {
    const { rows, lines } = await readPlans((request.body as Buffer | undefined) ?? Buffer.alloc(0));
    const both = rows.flatMap(({ kind, code }) =>
      kind ? [] : (['ARTICLE', 'PRODUCT'] as const).map((one) => ({ kind: one, code })),
    );
    const found = both.length > 0 ? await withRetry(() => findStockByCodes(context.pool, both)) : [];
    const kinds = new Map(found.map((one) => [one.code, one.kind]));
    const changes = rows.map((row) => ({ ...row, kind: row.kind ?? kinds.get(row.code) ?? 'ARTICLE' }));
    const at = (index: number, field: keyof StockPlan | 'code') =>
      `${lines[index]}/${field === 'ownerId' ? 'owner' : field}`;
    const isPreview = request.query.preview === 'true';
    return plan(context, changes, { by: actorOf(request.caller), now: context.clock(), at, isPreview });
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
