import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { type Connection, withRetry } from '../../../platform/database/transaction.ts';
import { invalidRequest, type Violation } from '../../../platform/errors/errors.ts';
import {
  changeAnswers,
  errorAnswers,
  fileAnswer,
  ifMatchAnswers,
  readAnswers,
  withExample,
} from '../../../platform/http/api-document.ts';
import { hasPrecondition, ifMatchHeader, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { registerRoutes, routeUnder } from '../../../platform/http/route-table.ts';
import { requestValidator } from '../../../platform/http/violations.ts';
import type { Config } from '../../../platform/settings/config.ts';
import {
  priceListNotFound,
  removePriceList,
  requireCustomer,
  savePriceList,
} from '../../../reports/money/change-price-list.ts';
import { readPrices, writePrices } from '../../../reports/money/price-list-csv.ts';
import type { Price } from '../../../reports/money/price-list-rules.ts';
import { findPriceList, listPriceLists, listPrices } from '../../../reports/money/price-list-store.ts';
import { isoCountry, normaliseCountry } from '../../../shipping/countries.ts';
import { ClientParams, createdAnswers, emptyAnswers } from '../fields/operator-schemas.ts';
import {
  CSV_TYPES,
  nameFaults,
  registerCsvBody,
  type StaffContext,
  sendAttachment,
  withoutNulls,
} from '../fields/staff-requests.ts';
import {
  LIST_EXAMPLE,
  ListedPriceListSchema,
  PRICES_CSV,
  PriceListParams,
  PriceListRequest,
  PriceListSchema,
} from './money-schemas.ts';

interface PriceListContext extends StaffContext {
  config: Pick<Config, 'BASE_URL' | 'TIME_ZONE'>;
}

const route = routeUnder<PriceListContext>('Money');
const LISTS = '/operator/v1/clients/:clientId/price-lists';
const LIST = `${LISTS}/:priceListId`;
const CSV_BYTES_MAX = 2 * 1_048_576;

const getLists = route({
  operationId: 'listPriceLists',
  summary: 'List the price lists of a client',
  description: 'The latest first, without their prices.',
  params: ClientParams,
  response: readAnswers('The lists.', Type.Array(ListedPriceListSchema), 'client_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { clientId } = request.params;
    await requireCustomer(pool, clientId);
    const lists = await withRetry(() => listPriceLists(pool, clientId));
    return sendJson(request, reply, JSON.stringify(lists.map(withoutNulls)));
  },
});

const getList = route({
  operationId: 'getPriceList',
  summary: 'Read a price list',
  description: 'Returns the list with its prices.',
  params: PriceListParams,
  response: readAnswers('The list.', PriceListSchema, 'client_not_found', 'price_list_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { clientId, priceListId } = request.params;
    return sendJson(request, reply, JSON.stringify(await readList(pool, clientId, priceListId)));
  },
});

const bodyFaults = ({ body }: { body: unknown }): Violation[] => {
  const { name, validFrom, validTo } = Object(body) as Record<string, unknown>;
  return [...nameFaults({ '/name': name }), ...dayFaults({ '/validFrom': validFrom, '/validTo': validTo })];
};

function dayFaults(days: Readonly<Record<string, unknown>>): Violation[] {
  return Object.entries(days).flatMap(([pointer, day]): Violation[] => {
    if (typeof day !== 'string' || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day)) return [];
    try {
      Temporal.PlainDate.from(day, { overflow: 'reject' });
      return [];
    } catch {
      return [{ pointer, code: 'invalid_day', message: 'There is no such day.' }];
    }
  });
}

const postList = route({
  config: { moreFaults: bodyFaults },
  operationId: 'createPriceList',
  summary: 'Create a price list',
  description:
    'The days of the lists of a client must not overlap. The first list also charges orders that were shipped since its first day.',
  params: ClientParams,
  body: PriceListRequest,
  response: createdAnswers('The list.', PriceListSchema, 'Address of the list.', 'client_not_found'),
  handler: async (context, request, reply) => {
    const { clientId } = request.params;
    const priceListId = randomUUIDv7();
    await save(context, request, { priceListId, ...request.body, isNew: true });
    const path = LIST.replace(':clientId', encodeURIComponent(clientId)).replace(':priceListId', priceListId);
    reply.code(201).header('location', `${context.config.BASE_URL}${path}`);
    return readList(context.pool, clientId, priceListId);
  },
});

const putList = route({
  config: { moreFaults: bodyFaults },
  operationId: 'replacePriceList',
  summary: 'Replace a price list',
  description: 'Charges that were made stay. What was shipped without a price is charged soon, if it has one now.',
  params: PriceListParams,
  headers: Type.Object(ifMatchHeader),
  body: PriceListRequest,
  response: ifMatchAnswers('The list.', PriceListSchema, 'client_not_found', 'price_list_not_found'),
  handler: async (context, request, reply) => {
    const { clientId, priceListId } = request.params;
    await save(context, request, { priceListId, ...request.body, isNew: false });
    return sendJson(request, reply, JSON.stringify(await readList(context.pool, clientId, priceListId)));
  },
});

const deleteList = route({
  operationId: 'deletePriceList',
  summary: 'Delete a price list',
  description: 'Charges that were made stay.',
  params: PriceListParams,
  response: emptyAnswers('It is deleted.', 'client_not_found', 'price_list_not_found'),
  handler: async ({ pool, clock }, { params: { clientId, priceListId }, caller }, reply) => {
    const doing = { by: actorOf(caller), now: clock(), entryId: randomUUIDv7() };
    await removePriceList(pool, clientId, priceListId, doing);
    return reply.code(204).send();
  },
});

const getCsv = route({
  operationId: 'exportPrices',
  summary: 'Export the prices of a list',
  description: 'Returns CSV with decimal amounts, which `importPrices` accepts.',
  params: PriceListParams,
  response: {
    200: fileAnswer('The prices, as CSV in UTF-8 for spreadsheets.', 'text/csv'),
    ...errorAnswers('client_not_found', 'price_list_not_found'),
  },
  handler: async ({ pool }, { params: { clientId, priceListId } }, reply) => {
    const { currency } = await requireList(pool, clientId, priceListId);
    const prices = await withRetry(() => listPrices(pool, clientId, priceListId));
    return sendAttachment(reply, 'prices.csv', 'text/csv; charset=utf-8', writePrices(prices, currency));
  },
});

const csv = Type.String({ description: 'The CSV file, as described at /docs/money.', examples: [PRICES_CSV] });
const putCsv = route({
  bodyLimit: CSV_BYTES_MAX,
  config: { judgesBody: true },
  validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : requestValidator(part as never)),
  operationId: 'importPrices',
  summary: 'Replace the prices of a list by a CSV file',
  description:
    'All rows or none. The pointer of a violation is the line of the file and the column. At most 2 MiB and 10,000 prices.',
  params: PriceListParams,
  headers: Type.Object(ifMatchHeader),
  body: { content: Object.fromEntries(CSV_TYPES.map((type) => [type, { schema: csv }])) },
  response: withExample(
    { ...LIST_EXAMPLE, prices: LIST_EXAMPLE.prices.slice(0, 1) },
    changeAnswers('The list.', PriceListSchema, 'client_not_found', 'price_list_not_found', 'precondition_failed'),
  ),
  handler: async (context, request, reply) => {
    const { clientId, priceListId } = request.params;
    const list = await requireList(context.pool, clientId, priceListId);
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const { prices, lines } = await readPrices(bytes, list.currency, request.headers['content-type']);
    const at = (index: number, field?: string) =>
      [lines[index], ...(field === undefined ? [] : [columnOf(field)])].join('/');
    await saveRows(context, request, { ...list, prices, isNew: false, at });
    return sendJson(request, reply, JSON.stringify(await readList(context.pool, clientId, priceListId)));
  },
});

const columnOf = (field: string) => ({ amount: 'price', plusBasisPoints: 'plusPercent' })[field] ?? field;

type Request = Parameters<typeof getLists.handler>[1];
type Saved = Omit<Parameters<typeof savePriceList>[2], 'prices'> & {
  prices: readonly Price[];
  isNew: boolean;
  at: (index: number, field?: string) => string;
};

function save(
  context: PriceListContext,
  request: Request,
  { prices, validTo, ...list }: PriceListRequest & { priceListId: string; isNew: boolean },
): Promise<void> {
  const rows = prices.map(({ country, ...price }): Price => {
    const none = { code: null, technology: null, widthMm: null, heightMm: null, country: null };
    const known = country === undefined ? undefined : normaliseCountry(country);
    const stated = { amount: null, plusBasisPoints: null, cost: null, ...price };
    return { ...none, ...stated, country: country === undefined ? null : isoCountry(known ?? country) };
  });
  const at = (index: number, field?: string) => ['/prices', index, ...(field === undefined ? [] : [field])].join('/');
  const foreign = rows.flatMap(({ country }, index): Violation[] => {
    if (country === null || normaliseCountry(country) !== undefined) return [];
    return [{ pointer: at(index, 'country'), code: 'unknown_country', message: 'There is no such country code.' }];
  });
  if (foreign.length > 0) throw invalidRequest(foreign);
  return saveRows(context, request, { ...list, validTo: validTo ?? null, prices: rows, at });
}

function saveRows(
  { pool, clock, config }: PriceListContext,
  request: Request,
  { isNew, at, ...list }: Saved,
): Promise<void> {
  const { clientId } = request.params as { clientId: string };
  const mayChange = async (connection: Connection) => {
    if (!hasPrecondition(request)) return true;
    return mayReplaceText(request, JSON.stringify(await readFrom(connection, clientId, list.priceListId)));
  };
  return savePriceList(pool, clientId, list, {
    ...{ by: actorOf(request.caller), now: clock(), timeZone: config.TIME_ZONE, entryId: randomUUIDv7() },
    ...{ isNew, at, ...(!isNew && { mayChange }) },
  });
}

/** Throws `client_not_found`, `price_list_not_found`. */
async function requireList(pool: Pool, clientId: string, priceListId: string) {
  await requireCustomer(pool, clientId);
  const list = await withRetry(() => findPriceList(pool, clientId, priceListId));
  if (!list) throw priceListNotFound();
  return list;
}

async function readList(pool: Pool, clientId: string, priceListId: string) {
  await requireList(pool, clientId, priceListId);
  return readFrom(pool, clientId, priceListId);
}

async function readFrom(connection: Connection, clientId: string, priceListId: string) {
  const list = await findPriceList(connection, clientId, priceListId);
  const prices = await listPrices(connection, clientId, priceListId);
  return { ...(list && withoutNulls(list)), prices: prices.map(withoutNulls) };
}

export async function priceListRoutes(app: FastifyInstance, context: PriceListContext): Promise<void> {
  registerRoutes(app, context, [
    ['GET', LISTS, getLists, { verb: 'money.read' }],
    ['POST', LISTS, postList, { verb: 'money.change' }],
    ['GET', LIST, getList, { verb: 'money.read' }],
    ['PUT', LIST, putList, { verb: 'money.change' }],
    ['DELETE', LIST, deleteList, { verb: 'money.change' }],
    ['GET', `${LIST}/prices.csv`, getCsv, { verb: 'money.read' }],
  ]);
  await app.register(async (files) => {
    registerCsvBody(files);
    registerRoutes(files, context, [['PUT', `${LIST}/prices.csv`, putCsv, { verb: 'money.change' }]]);
  });
}
