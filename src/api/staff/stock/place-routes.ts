import { type Static, Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import { gtinForms, readGtin } from '../../../platform/formats/gtin.ts';
import {
  changeAnswers,
  integerField,
  integerIn,
  onceAnswers,
  pageAnswers,
  readAnswers,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { decodeCursor, sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { AT_PLACE_MAX, changeMainPlaces, moveStock, renamePlace, scrapPlaced } from '../../../stock/change-places.ts';
import { placeKeyOf } from '../../../stock/place-rules.ts';
import { listAtPlace, listPlaceNames } from '../../../stock/place-store.ts';
import { ON_HAND_MAX } from '../../../stock/stock-change-rules.ts';
import { findStockByCodes } from '../../../stock/stock-list-store.ts';
import { stockKey } from '../../../stock/stock-rules.ts';
import { CODE_LENGTH_MAX, MESSAGE_LENGTH_MAX, staffPaging, strictObject, text } from '../fields/operator-schemas.ts';
import { blankFaults, changeOnce } from '../fields/staff-requests.ts';
import {
  type PlaceContext,
  PlacedItemSchema,
  placeFaults,
  placeText,
  STOCK_ITEM,
  showItem,
  VariantKey,
} from './place-schemas.ts';
import { StockParams } from './stock-schemas.ts';

const route = routeUnder<PlaceContext>('Stock');
const PLACES = '/operator/v1/places';
const VARIANT_PATH = '/operator/v1/stock/:kind/:code';
const ASSIGNED_MAX = 500;

const PlaceSchema = titledObject(
  'Place',
  'A place in the warehouse.',
  {
    place: placeText('The place.'),
    variants: integerField('Variants with this main or reserve place.', 12),
    reserves: integerField('Variants with this reserve place.', 2),
  },
  { place: 'A-12-3', variants: 12, reserves: 2 },
);

const getPlaces = route({
  operationId: 'listPlaces',
  summary: 'List the places of the warehouse',
  description: 'Lists each place that a variant has, in natural order: A-2 comes before A-10.',
  querystring: Type.Object(staffPaging),
  response: pageAnswers('A page of places.', Type.Array(PlaceSchema)),
  handler: async ({ pool }, request, reply) => {
    const { cursor, limit } = request.query;
    const [after = ''] = decodeCursor(cursor, 1) ?? [];
    const places = await withRetry(() => listPlaceNames(pool, after, limit + 1));
    return sendPage(request, reply, places, {
      keyOf: (last) => [last.placeKey],
      show: ({ placeKey: _, ...place }) => place,
    });
  },
});

const FoundSchema = titledObject(
  'FoundCode',
  'What a scanned code names: variants, or a place with its variants.',
  {
    place: Type.Optional(placeText('The place, if the code names one.')),
    variants: Type.Array(PlacedItemSchema, { description: 'The variants with the code, else those at the place.' }),
  },
  { variants: [STOCK_ITEM] },
);

const getCode = route({
  operationId: 'findStockCode',
  summary: 'Find what a scanned code names',
  description: `Finds a variant by its SKU or EAN, or a place by its text. A place has at most ${AT_PLACE_MAX} variants. Without a match, the answer is 404.`,
  params: Type.Object({ code: text(CODE_LENGTH_MAX, 'The scanned or typed code, percent-encoded.', '4006381333931') }),
  response: readAnswers('The variants.', FoundSchema, 'stock_not_found'),
  handler: async ({ config, pool }, request, reply) => {
    const scanned = request.params.code.trim();
    const both = (one: string) => (['ARTICLE', 'PRODUCT'] as const).map((kind) => ({ kind, code: one }));
    const codes = [...new Set([scanned, ...gtinForms(readGtin(scanned) ?? scanned)])].flatMap(both);
    const found = await withRetry(async () => {
      const variants = await findStockByCodes(pool, codes);
      if (variants.length > 0) return { variants };
      const at = await listAtPlace(pool, placeKeyOf(scanned), AT_PLACE_MAX);
      const [first] = at;
      if (!first) throw new ApiError('stock_not_found', 'No variant and no place has this code.');
      return { place: first.place, variants: await findStockByCodes(pool, at) };
    });
    const variants = found.variants.map((one) => showItem(one, config));
    return sendJson(request, reply, { ...found, variants });
  },
});

const AssignRequest = strictObject(
  'PlaceAssignment',
  'The main place of variants.',
  {
    place: Type.Optional(placeText('The place. Absent: the variants have no main place any more.')),
    variants: Type.Array(VariantKey, { minItems: 1, maxItems: ASSIGNED_MAX, description: 'The variants.' }),
  },
  { place: 'A-12-3', variants: [{ kind: 'PRODUCT', code: '4006381333931' }] },
);

const putAssigned = route({
  config: { moreFaults: ({ body }) => placeFaults(Object(body)) },
  operationId: 'assignPlace',
  summary: 'Set the main place of variants',
  description:
    'Replaces the main place of each variant. A reserve place that becomes the main place keeps its pieces. Idempotent.',
  body: AssignRequest,
  response: changeAnswers('The variants.', Type.Array(PlacedItemSchema), 'stock_not_found'),
  handler: async ({ config, pool, clock }, { body, caller }) => {
    const place = body.place ?? null;
    const mains = [...new Map(body.variants.map((one) => [stockKey(one), { ...one, place }])).values()];
    const doing = { by: actorOf(caller), now: clock() };
    const items = await inTransaction(pool, async (connection) => {
      await changeMainPlaces(connection, mains, doing);
      return findStockByCodes(connection, mains);
    });
    return items.map((one) => showItem(one, config));
  },
});

const RenameRequest = strictObject('PlaceRename', 'Another name of a place.', {
  from: placeText('The present name.'),
  to: placeText('The new name. Variants that have both places have their pieces together there.', 'B-1-1'),
});

const postRename = route({
  config: { moreFaults: ({ body }) => placeFaults(Object(body)) },
  operationId: 'renamePlace',
  summary: 'Rename a place',
  description: 'Gives the place of all its variants another name. Pieces do not change. Idempotent.',
  body: RenameRequest,
  response: changeAnswers(
    'The number of variants.',
    titledObject(
      'RenamedPlace',
      'The renamed place.',
      { variants: integerField('Variants at the place.', 12) },
      { variants: 12 },
    ),
  ),
  handler: async ({ pool, clock }, { body, caller }) => {
    const doing = { by: actorOf(caller), now: clock() };
    const variants = await inTransaction(pool, (connection) => renamePlace(connection, body.from, body.to, doing));
    return { variants };
  },
});

const reason = text(
  MESSAGE_LENGTH_MAX,
  'Reason of the change, recorded with the stock movement.',
  'Refill of the shelf.',
);
const MoveRequest = strictObject(
  'StockMove',
  'A move of pieces between two places of a variant.',
  {
    from: Type.Optional(placeText('The place they come from. Absent: the main place.', 'R-1')),
    to: Type.Optional(placeText('The place they go to, which may be new. Absent: the main place.')),
    quantity: integerIn(1, ON_HAND_MAX, 'Number of pieces.', 12),
    reason: Type.Optional(reason),
  },
  { to: 'R-1', quantity: 12 },
);

const postMove = route({
  config: { moreFaults: ({ body }) => placeFaults(Object(body)) },
  operationId: 'moveStock',
  summary: 'Move pieces to another place',
  description:
    'Moves pieces between two places of a variant. Pieces on hand do not change. With an `Idempotency-Key`, a repeated request counts only once.',
  params: StockParams,
  headers: idempotencyHeaders,
  body: MoveRequest,
  response: onceAnswers('The variant.', PlacedItemSchema, 'stock_not_found', 'not_enough_stock'),
  handler: async ({ config, pool, clock }, request, reply) => {
    const { params, body, caller, routeOptions } = request;
    const { reason: note, ...move } = body;
    const once = { input: [routeOptions.url, params, body], now: clock() };
    const doing = { by: actorOf(caller), now: once.now };
    const json = await changeOnce(pool, request, reply, once, async (connection) => {
      await moveStock(connection, { ...keyOf(params), ...move, note }, doing);
      const [item] = await findStockByCodes(connection, [keyOf(params)]);
      return item && showItem(item, config);
    });
    return sendJson(request, reply, json);
  },
});

const ScrapRequest = strictObject('StockScrap', 'Spoiled pieces on a shelf.', {
  place: Type.Optional(placeText('The place. Absent: the main place.')),
  quantity: integerIn(1, ON_HAND_MAX, 'Number of pieces.', 2),
  reason: text(MESSAGE_LENGTH_MAX, 'Why they are spoiled.', 'Water damage.'),
});

const postScrap = route({
  config: {
    moreFaults: ({ body }) => [...placeFaults(Object(body)), ...blankFaults({ '/reason': Object(body).reason })],
  },
  operationId: 'scrapStock',
  summary: 'Scrap pieces on a shelf',
  description:
    'Takes spoiled pieces off the stock. Reserved pieces cannot be scrapped. With an `Idempotency-Key`, a repeated request counts only once.',
  params: StockParams,
  headers: idempotencyHeaders,
  body: ScrapRequest,
  response: onceAnswers('The variant.', PlacedItemSchema, 'stock_not_found', 'not_enough_stock'),
  handler: async ({ config, pool, clock }, request, reply) => {
    const { params, body, caller, routeOptions } = request;
    const { reason: note, ...scrap } = body;
    const once = { input: [routeOptions.url, params, body], now: clock() };
    const doing = { by: actorOf(caller), now: once.now };
    const json = await changeOnce(pool, request, reply, once, async (connection) => {
      await scrapPlaced(connection, { ...keyOf(params), ...scrap, note }, doing);
      const [item] = await findStockByCodes(connection, [keyOf(params)]);
      return item && showItem(item, config);
    });
    return sendJson(request, reply, json);
  },
});

const keyOf = ({ kind, code }: Static<typeof StockParams>) => ({ kind, code });

/** Returns a violation for each place of a body that is blank. */
export const placeRoutes = routeTable<PlaceContext>([
  ['GET', PLACES, getPlaces, { verb: 'stock.work' }],
  ['PUT', `${PLACES}/assignment`, putAssigned, { verb: 'stock.work' }],
  ['POST', `${PLACES}/rename`, postRename, { verb: 'stock.change' }],
  ['GET', '/operator/v1/stock-codes/:code', getCode, { verb: 'stock.work' }],
  ['POST', `${VARIANT_PATH}/moves`, postMove, { verb: 'stock.work' }],
  ['POST', `${VARIANT_PATH}/scrap`, postScrap, { verb: 'stock.work' }],
]);
