import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import type { CatalogCache } from '../../catalog/catalog-cache.ts';
import { ProductListSchema, ProductVariantListSchema } from '../../catalog/catalog-schemas.ts';
import {
  countVariantsOfProduct,
  listProducts,
  listProductVariants,
  readClientTotals,
} from '../../catalog/catalog-store.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { PRINTABLE, pageAnswers } from '../../platform/http/api-document.ts';
import { makeEtag, sendJson } from '../../platform/http/etag.ts';
import { cutPage, decodeCursor, nextLink, offsetOf, pagingParameters } from '../../platform/http/paging.ts';
import { registerRoutes, route } from '../../platform/http/route-table.ts';
import type { Config } from '../../platform/settings/config.ts';

const LIMIT_DEFAULT = 50;
const FILTER_LENGTH_MAX = 200;

const ProductQuerySchema = Type.Object(pagingParameters(LIMIT_DEFAULT));

const ProductVariantQuerySchema = Type.Object({
  productId: Type.Optional(
    Type.String({
      maxLength: FILTER_LENGTH_MAX,
      pattern: PRINTABLE,
      description: 'Only variants of this product.',
      examples: ['P-100'],
    }),
  ),
  ean13: Type.Optional(
    Type.String({
      maxLength: FILTER_LENGTH_MAX,
      pattern: PRINTABLE,
      description: 'Only this variant.',
      examples: ['4006381333931'],
    }),
  ),
  ...pagingParameters(LIMIT_DEFAULT),
});

export interface ProductRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
  catalog: CatalogCache;
}

const getProducts = route({
  schema: {
    tags: ['Products'],
    operationId: 'listProducts',
    summary: 'List your products',
    description: 'The products that are assigned to you, by name in code-point order, then by productId.',
    querystring: ProductQuerySchema,
    response: pageAnswers('A page of products.', ProductListSchema, 'products_not_found'),
  },
  config: { passesAsker: true },
  handler: async ({ config, pool, catalog }: ProductRouteOptions, request, reply) => {
    const { query } = request;
    const { clientId } = request.caller;
    const page = await catalog.findOrMakeAnswer(
      `${clientId} ${query.page} ${query.limit} ${query.cursor ?? ''}`,
      async () => {
        const key = decodeCursor(query.cursor, 2) as [string, string] | undefined;
        const after = key && { name: key[0], productId: key[1] };
        const slice = { limit: query.limit + 1, offset: offsetOf(query) };
        const { products: totalItems } = await withRetry(() => readClientTotals(pool, clientId));
        const products = await withRetry(() => listProducts(pool, clientId, after, slice));
        const data = products.slice(0, query.limit);
        const last = products.length > query.limit ? data.at(-1) : undefined;
        const json = Buffer.from(JSON.stringify({ totalItems, data }));
        return {
          totalItems,
          json,
          empty: data.length === 0,
          etag: makeEtag(json),
          link: last && nextLink(`${config.BASE_URL}/v1/products`, query, [last.name, last.productId]),
        };
      },
      request.asker,
    );
    if (page.totalItems === 0) {
      throw new ApiError(
        'products_not_found',
        'No product is assigned to you yet; ask the fulfillment center.',
      );
    }
    if (page.link) reply.header('link', page.link);
    return sendJson(request, reply, page.json, page.etag);
  },
});

const getProductVariants = route({
  schema: {
    tags: ['Products'],
    operationId: 'listProductVariants',
    summary: 'List your product variants',
    description: 'The variants of the products that are assigned to you, by EAN-13, descending.',
    querystring: ProductVariantQuerySchema,
    response: pageAnswers('A page of product variants.', ProductVariantListSchema),
  },
  handler: async ({ config, pool }: ProductRouteOptions, request, reply) => {
    const { query } = request;
    const { limit, productId, ean13 } = query;
    const { clientId } = request.caller;
    const after = decodeCursor(query.cursor, 1)?.[0];
    const filter = { productId, ean13, after };
    const variants = await withRetry(() =>
      listProductVariants(pool, clientId, filter, { limit: limit + 1, offset: offsetOf(query) }),
    );
    const data = cutPage(reply, variants, {
      url: `${config.BASE_URL}/v1/product-variants`,
      query,
      keyOf: (last) => [last.ean13],
    });
    const totalItems = await withRetry(() => countVariants(pool, clientId, { productId, ean13 }));
    return sendJson(request, reply, JSON.stringify({ totalItems, data }));
  },
});

/** totalItems of the variants list, from totals that the import keeps. */
async function countVariants(
  pool: Pool,
  clientId: string,
  filter: { productId?: string | undefined; ean13?: string | undefined },
): Promise<number> {
  if (filter.ean13 !== undefined)
    return (await listProductVariants(pool, clientId, filter, { limit: 1, offset: 0 })).length;
  if (filter.productId !== undefined) return countVariantsOfProduct(pool, clientId, filter.productId);
  return (await readClientTotals(pool, clientId)).productVariants;
}

/** /v1/products and /v1/product-variants */
export async function productRoutes(app: FastifyInstance, options: ProductRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/v1/products', getProducts],
    ['GET', '/v1/product-variants', getProductVariants],
  ]);
}
