import { randomUUIDv7 } from 'node:crypto';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { type Connection, inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import type { Violation } from '../../../platform/errors/errors.ts';
import {
  booleanField,
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
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { mayDo, type Role } from '../../../staff/role-rules.ts';
import { beginCount, confirmCounted, countNotFound, endCount, recordCounted } from '../../../stock/count-stock.ts';
import {
  COUNT_LINE_STATES,
  findCount,
  listCountLines,
  listCounts,
  type StockCount,
} from '../../../stock/count-store.ts';
import { ON_HAND_MAX } from '../../../stock/stock-change-rules.ts';
import { findStockByCodes } from '../../../stock/stock-list-store.ts';
import { stockKey } from '../../../stock/stock-rules.ts';
import { code, kind, readUuidCursor, staffPaging, strictObject, text } from '../fields/operator-schemas.ts';
import { changeOnce, nameFaults, withoutNulls } from '../fields/staff-requests.ts';
import { type PlaceContext, placeFaults, placeText, VariantKey } from './place-schemas.ts';

const route = routeUnder<PlaceContext>('Stock');
const COUNTS = '/operator/v1/counts';
const TITLE_LENGTH_MAX = 100;
const LINES_MAX = 1_000;
const COUNT_ID = '0198c0df-7700-7188-8299-daa415263748';

const COUNT = {
  ...{ countId: COUNT_ID, title: 'Aisle A', isBlind: true, isConfirmed: false },
  ...{ created: '2026-01-31T12:00:00.000Z', createdByName: 'Ada Lovelace' },
};
const countFields = {
  countId: stringField('Identifier of the count.', COUNT_ID),
  title: stringField('Name for people. The ledger has it as the document.'),
  isBlind: booleanField('Whether those who count see no expected numbers.'),
  isConfirmed: booleanField('Whether another person confirms each difference.'),
  created: Timestamp('When it began.'),
  createdByName: Type.Optional(stringField('Name of the person or program that began it.')),
  ended: Type.Optional(Timestamp('When it was ended. Absent: it is open.')),
};
const CountSchema = titledObject('StockCount', 'A count of stock.', countFields, COUNT);
const LINE = {
  ...{ kind: 'PRODUCT', code: '4006381333931', name: 'Logo Tee Black M', color: 'Black', size: 'M' },
  ...{ place: 'A-12-3', state: 'OPEN' },
};
const LineSchema = titledObject(
  'CountLine',
  'A variant at a place in a count.',
  {
    kind,
    code,
    name: stringField('Name of the product variant, or title of the article.'),
    color: stringField('Colour of the variant.'),
    size: stringField('Size of the variant.'),
    place: stringField('The place. Empty: the variant has no main place.'),
    state: oneOf(
      COUNT_LINE_STATES,
      'OPEN: not counted. BOOKED: the difference is in the stock. PENDING: it is to be confirmed. REJECTED: it was not right. REPLACED: a later count has decided.',
    ),
    expected: Type.Optional(
      integerField('Pieces that were there by the books when they were counted. Absent: not counted, or hidden.', 12),
    ),
    counted: Type.Optional(integerField('Counted pieces. Absent: not counted.', 11)),
    countedAt: Type.Optional(Timestamp('When they were counted.')),
    countedByName: Type.Optional(stringField('Name of the person or program that counted.')),
  },
  LINE,
);
const OpenedCountSchema = titledObject(
  'StockCountWithLines',
  'A count with its lines.',
  { ...countFields, lines: Type.Array(LineSchema, { description: 'The lines, in the order of the shelves.' }) },
  { ...COUNT, lines: [LINE] },
);
const CountParams = Type.Object({ countId: stringField('The count.', COUNT_ID) });

/** Returns a count for a role. An open blind count hides the expected numbers from those who count. */
async function readCount(connection: Connection, count: StockCount, role: Role | null) {
  const lines = await listCountLines(connection, count.countId);
  const names = new Map((await findStockByCodes(connection, lines)).map((one) => [stockKey(one), one]));
  const isHidden = count.isBlind && !count.ended && !mayDo(role, 'stock.change');
  const rows = lines.map(({ placeKey: _, countedById: __, expected, ...line }) => {
    const { name = line.code, color = '', size = '' } = names.get(stockKey(line)) ?? {};
    return withoutNulls({ ...line, name, color, size, expected: isHidden ? null : expected });
  });
  return { ...withoutNulls(count), lines: rows };
}

const getCounts = route({
  operationId: 'listCounts',
  summary: 'List the counts of stock',
  description: 'Latest first.',
  querystring: Type.Object(staffPaging),
  response: pageAnswers('A page of counts.', Type.Array(CountSchema)),
  handler: async ({ pool }, request, reply) => {
    const { cursor, limit } = request.query;
    const counts = await withRetry(() => listCounts(pool, { before: readUuidCursor(cursor), limit: limit + 1 }));
    return sendPage(request, reply, counts, { keyOf: (last) => [last.countId], show: withoutNulls });
  },
});

const getCount = route({
  operationId: 'getCount',
  summary: 'Read a count of stock',
  description:
    'Returns what is to be counted and what was counted. A blind count hides the expected numbers from the role floor.',
  params: CountParams,
  response: readAnswers('The count.', OpenedCountSchema, 'count_not_found'),
  handler: async ({ pool }, request, reply) => {
    const read = async () => {
      const count = await findCount(pool, request.params.countId);
      if (!count) throw countNotFound();
      return readCount(pool, count, request.caller.role);
    };
    return sendJson(request, reply, await withRetry(read));
  },
});

const CountRequest = strictObject(
  'StockCountRequest',
  'A new count of places, variants, or the variants that were counted longest ago.',
  {
    title: text(TITLE_LENGTH_MAX, 'Name for people.', 'Aisle A'),
    isBlind: Type.Boolean({ description: 'Whether those who count see no expected numbers.', examples: [true] }),
    isConfirmed: Type.Boolean({ description: 'Whether another person confirms each difference.', examples: [false] }),
    places: Type.Optional(
      Type.Array(placeText('A place.'), { maxItems: LINES_MAX, description: 'Count these places.' }),
    ),
    variants: Type.Optional(Type.Array(VariantKey, { maxItems: LINES_MAX, description: 'Count these variants.' })),
    oldest: Type.Optional(
      integerIn(1, LINES_MAX, 'Count so many variants, those first that were counted longest ago.', 20),
    ),
  },
  { title: 'Aisle A', isBlind: true, isConfirmed: false, places: ['A-12-3'] },
);

const postCount = route({
  config: {
    moreFaults: ({ body }): Violation[] => {
      const { title, places, variants, oldest } = Object(body);
      const isEmpty =
        [places, variants].every((one) => !Array.isArray(one) || one.length === 0) && oldest === undefined;
      const message = 'Name places, variants, or a number of the oldest.';
      return [
        ...nameFaults({ '/title': title }),
        ...(isEmpty ? [{ pointer: '/places', code: 'required', message }] : []),
      ];
    },
  },
  operationId: 'beginCount',
  summary: 'Begin a count of stock',
  description:
    'Lists what is to be counted. Work goes on meanwhile: only the difference at the moment of counting is booked.',
  headers: idempotencyHeaders,
  body: CountRequest,
  response: onceAnswers('The count.', OpenedCountSchema),
  handler: async ({ pool, clock }, request, reply) => {
    const { body, caller, routeOptions } = request;
    const { places = [], variants = [], oldest = 0, ...named } = body;
    const countId = randomUUIDv7();
    const once = { input: [routeOptions.url, body], now: clock() };
    const doing = { by: actorOf(caller), now: once.now };
    const json = await changeOnce(pool, request, reply, once, async (connection) => {
      const count = await beginCount(connection, { ...named, countId, places, variants, oldest }, doing);
      return readCount(connection, count, caller.role);
    });
    return sendJson(request, reply, json);
  },
});

const lineOf = { kind, code, place: Type.Optional(placeText('The place. Absent: the main place.')) };
const CountedRequest = strictObject(
  'CountedPieces',
  'Pieces that lie at a place now.',
  { ...lineOf, counted: integerIn(0, ON_HAND_MAX, 'Number of pieces.', 48) },
  { kind: 'PRODUCT', code: '4006381333931', place: 'R-1', counted: 48 },
);

const postCounted = route({
  config: { moreFaults: ({ body }) => placeFaults(Object(body)) },
  operationId: 'recordCounted',
  summary: 'Record counted pieces',
  description:
    'Compares them with the books of this moment: pieces at the place, without those that are picked or in production. Books the difference, or keeps it until another person confirms it. With an `Idempotency-Key`, a repeated request counts only once.',
  params: CountParams,
  headers: idempotencyHeaders,
  body: CountedRequest,
  response: onceAnswers(
    'The count.',
    OpenedCountSchema,
    ...(['count_not_found', 'stock_not_found', 'count_ended', 'not_enough_stock', 'too_much_stock'] as const),
  ),
  handler: async ({ pool, clock }, request, reply) => {
    const { params, body, caller, routeOptions } = request;
    const once = { input: [routeOptions.url, params, body], now: clock() };
    const doing = { by: actorOf(caller), now: once.now };
    const json = await changeOnce(pool, request, reply, once, async (connection) => {
      await recordCounted(connection, params.countId, body, doing);
      return readCount(connection, (await findCount(connection, params.countId)) as StockCount, caller.role);
    });
    return sendJson(request, reply, json);
  },
});

const postConfirmed = route({
  operationId: 'confirmCounted',
  summary: 'Confirm or reject a counted difference',
  description: 'For another person than the one who counted. Books the difference, not the number. Idempotent.',
  params: CountParams,
  body: strictObject(
    'CountConfirmation',
    'A decision about a counted difference.',
    {
      kind,
      code,
      place: Type.String({
        maxLength: 60,
        description: 'The place, as the count has it. Empty: no place.',
        examples: ['R-1'],
      }),
      isRight: Type.Boolean({ description: 'Whether the difference is booked.', examples: [true] }),
    },
    { kind: 'PRODUCT', code: '4006381333931', place: 'R-1', isRight: true },
  ),
  response: withExample(
    {
      ...{ ...COUNT, isConfirmed: true },
      lines: [
        {
          ...{ ...LINE, place: 'R-1', state: 'BOOKED', expected: 48, counted: 47 },
          ...{ countedAt: '2026-01-31T12:30:00.000Z', countedByName: 'Grace Hopper' },
        },
      ],
    },
    changeAnswers(
      'The count.',
      OpenedCountSchema,
      ...(['count_not_found', 'count_line_not_found', 'not_permitted', 'not_enough_stock', 'too_much_stock'] as const),
    ),
  ),
  handler: async ({ pool, clock }, { params, body, caller }) => {
    const doing = { by: actorOf(caller), now: clock() };
    return inTransaction(pool, async (connection) => {
      await confirmCounted(connection, params.countId, body, doing);
      return readCount(connection, (await findCount(connection, params.countId)) as StockCount, caller.role);
    });
  },
});

const postEnd = route({
  operationId: 'endCount',
  summary: 'End a count of stock',
  description: 'Nothing more is counted. Differences can still be confirmed. Idempotent.',
  params: CountParams,
  response: withExample(
    { ...COUNT, ended: '2026-01-31T14:00:00.000Z', lines: [LINE] },
    changeAnswers('The count.', OpenedCountSchema, 'count_not_found'),
  ),
  handler: async ({ pool, clock }, { params, caller }) => {
    const doing = { by: actorOf(caller), now: clock() };
    return inTransaction(pool, async (connection) =>
      readCount(connection, await endCount(connection, params.countId, doing), caller.role),
    );
  },
});

export const countRoutes = routeTable<PlaceContext>([
  ['GET', COUNTS, getCounts, { verb: 'stock.work' }],
  ['POST', COUNTS, postCount, { verb: 'stock.change' }],
  ['GET', `${COUNTS}/:countId`, getCount, { verb: 'stock.work' }],
  ['POST', `${COUNTS}/:countId/counted`, postCounted, { verb: 'stock.work' }],
  ['POST', `${COUNTS}/:countId/confirmed`, postConfirmed, { verb: 'stock.change' }],
  ['POST', `${COUNTS}/:countId/end`, postEnd, { verb: 'stock.change' }],
]);
