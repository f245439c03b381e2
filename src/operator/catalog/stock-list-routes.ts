import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import type { Config } from '../../config.ts';
import { withRetry } from '../../database/transaction.ts';
import { pageAnswers } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { cutPage, decodeCursor, invalidCursor } from '../../http/paging.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { ON_HAND_MAX } from '../../stock/adjust-stock.ts';
import { listStock, type StockFilter } from '../../stock/stock-list-store.ts';
import type { StockCode } from '../../stock/stock-store.ts';
import { CODE_LENGTH_MAX, oneOf, staffPaging } from '../fields/operator-schemas.ts';
import { StockLevelSchema, StockParams } from '../fields/stock-schemas.ts';
import { canBeFound, readSearch, searchParameter } from './catalog-list-schemas.ts';

const STOCK_PATH = '/operator/v1/stock';

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
    parent: Type.String({
      description: 'Of an article variant the manufacturerCode, of a product variant the productId.',
      examples: ['P-100'],
    }),
  },
  { title: 'ListedStock', description: 'Stock of a variant, in a list.' },
);

interface StockListOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
}

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
  handler: async ({ config, pool }: StockListOptions, request, reply) => {
    const { query } = request;
    const after = readPosition(query.cursor);
    const filter = readFilter(query);
    const stock = canBeFound(query.q, query.code)
      ? await withRetry(() => listStock(pool, filter, { after, limit: query.limit + 1 }))
      : [];
    const page = cutPage(reply, stock, {
      url: `${config.BASE_URL}${STOCK_PATH}`,
      query,
      keyOf: (last) => [last.code, last.kind],
    });
    const shown = page.map(({ retired, ...stock }) => ({ ...stock, ...(retired && { retired }) }));
    return sendJson(request, reply, JSON.stringify(shown));
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

/** GET /operator/v1/stock */
export async function stockListRoutes(app: FastifyInstance, options: StockListOptions): Promise<void> {
  registerRoutes(app, options, [['GET', STOCK_PATH, getStockList, { verb: 'stock.read' }]]);
}
