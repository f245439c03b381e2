import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { listContractedCarriers } from '../../catalog/assignment-store.ts';
import type { CatalogCache } from '../../catalog/catalog-cache.ts';
import {
  ArticleSchema,
  ArticleVariantDetailSchema,
  ArticleVariantSchema,
  ProductListSchema,
  ProductVariantListSchema,
} from '../../catalog/catalog-schemas.ts';
import {
  countVariantsOfProduct,
  findArticle,
  findArticleVariants,
  listArticleVariants,
  listProducts,
  listProductVariants,
  readClientTotals,
} from '../../catalog/catalog-store.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError, articleNotFound } from '../../platform/errors/errors.ts';
import { gtinForms } from '../../platform/formats/gtin.ts';
import {
  booleanField,
  PRINTABLE,
  pageAnswers,
  readAnswers,
  stringField,
  titledObject,
} from '../../platform/http/api-document.ts';
import { IMAGE_POLICY } from '../../platform/http/common-headers.ts';
import { makeEtag, sendJson } from '../../platform/http/etag.ts';
import { cutPage, decodeCursor, nextLink, offsetOf, pagingParameters } from '../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import type { Config } from '../../platform/settings/config.ts';
import { readById } from '../staff/fields/staff-requests.ts';

const route = routeUnder<CatalogRouteOptions>('Articles');
const LIMIT_DEFAULT = 50;
const FILTER_LENGTH_MAX = 200;
const IMAGE_MAX_AGE_SECONDS = 3_600;

const filter = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: FILTER_LENGTH_MAX, pattern: PRINTABLE, description, examples: [example] }));

const ProductQuerySchema = Type.Object(pagingParameters(LIMIT_DEFAULT));
const ProductVariantQuerySchema = Type.Object({
  productId: filter('Only variants of this product.', 'P-100'),
  ean13: filter('Only the variant with this EAN-13. Leading zeros may be missing or added.', '4006381333931'),
  ...pagingParameters(LIMIT_DEFAULT),
});
const ArticleVariantQuerySchema = Type.Object({
  manufacturerCode: filter('Only variants of this article.', 'ST-CREATOR'),
  ...pagingParameters(LIMIT_DEFAULT),
});

const CarrierSchema = titledObject('Carrier', 'A carrier that you have a contract with.', {
  carrierId: stringField('Identifier of the carrier, for `shipping.carrierId` of an order.', 'dhl-paket'),
  name: stringField('Name of the carrier.', 'DHL Paket'),
  default: booleanField('Whether orders that name no carrier ship with it.'),
});

type CatalogRouteOptions = { config: Pick<Config, 'BASE_URL'>; pool: Pool; catalog: CatalogCache };

const getProducts = route({
  tags: ['Products'],
  operationId: 'listProducts',
  summary: 'List your products',
  description: 'Lists the products that are assigned to you, sorted by name in code-point order, then by productId.',
  querystring: ProductQuerySchema,
  response: pageAnswers('A page of products.', ProductListSchema, 'products_not_found'),
  handler: async ({ config, pool, catalog }, request, reply) => {
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
    );
    if (page.totalItems === 0) {
      const message = 'No product is assigned to you yet. Ask the fulfillment center.';
      throw new ApiError('products_not_found', message);
    }
    if (page.link) reply.header('link', page.link);
    return sendJson(request, reply, page.json, page.etag);
  },
});

const getProductVariants = route({
  tags: ['Products'],
  operationId: 'listProductVariants',
  summary: 'List your product variants',
  description: 'Lists the variants of the products that are assigned to you, sorted by EAN-13, descending.',
  querystring: ProductVariantQuerySchema,
  response: pageAnswers('A page of product variants.', ProductVariantListSchema),
  handler: async ({ config, pool }, request, reply) => {
    const { query } = request;
    const { limit, productId } = query;
    const ean13s = query.ean13 === undefined ? undefined : gtinForms(query.ean13);
    const { clientId } = request.caller;
    const after = decodeCursor(query.cursor, 1)?.[0];
    const variants = await withRetry(() =>
      listProductVariants(pool, clientId, { productId, ean13s, after }, { limit: limit + 1, offset: offsetOf(query) }),
    );
    const url = `${config.BASE_URL}/v1/product-variants`;
    const data = cutPage(reply, variants, { url, query, keyOf: (last) => [last.ean13] });
    const totalItems = await withRetry(() => countVariants(pool, clientId, { productId, ean13s }));
    return sendJson(request, reply, { totalItems, data });
  },
});

/** Counts from the totals that the import stores, without counting rows of the catalogue. */
async function countVariants(
  pool: Pool,
  clientId: string,
  filter: { productId?: string | undefined; ean13s?: readonly string[] | undefined },
): Promise<number> {
  if (filter.ean13s !== undefined)
    return (await listProductVariants(pool, clientId, filter, { limit: 1, offset: 0 })).length;
  if (filter.productId !== undefined) return countVariantsOfProduct(pool, clientId, filter.productId);
  return (await readClientTotals(pool, clientId)).productVariants;
}

const getArticleVariants = route({
  operationId: 'listArticleVariants',
  summary: 'List article variants',
  description:
    'Lists the variants of blank articles and customizations, sorted by SKU in code-point order. A variant is one color in one size.',
  querystring: ArticleVariantQuerySchema,
  response: pageAnswers('A page of article variants.', Type.Array(ArticleVariantSchema)),
  handler: async ({ config, pool }, request, reply) => {
    const { query } = request;
    const filter = { manufacturerCode: query.manufacturerCode, after: decodeCursor(query.cursor, 1)?.[0] };
    const slice = { limit: query.limit + 1, offset: offsetOf(query) };
    const variants = await withRetry(() => listArticleVariants(pool, request.caller.clientId, filter, slice));
    const url = `${config.BASE_URL}/v1/article-variants`;
    const page = cutPage(reply, variants, { url, query, keyOf: (last) => [last.sku] });
    return sendJson(request, reply, page);
  },
});

const getArticleVariant = route({
  operationId: 'getArticleVariant',
  summary: 'Read one article variant',
  description: 'Returns the variant with the locations and print technologies that it allows.',
  params: Type.Object({ sku: stringField('SKU, percent-encoded.', 'ST-CREATOR-BLK-M') }),
  response: readAnswers('The article variant.', ArticleVariantDetailSchema, 'article_variant_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { sku } = request.params;
    const [variant] = await withRetry(() => findArticleVariants(pool, [sku]));
    const isForeign = variant?.ownerId != null && variant.ownerId !== request.caller.clientId;
    if (!variant || isForeign)
      throw new ApiError('article_variant_not_found', 'There is no article variant with this SKU.');
    const { dtgType, type, isRetired, ownerId: _, ...rest } = variant;
    if (isRetired) throw new ApiError('article_variant_not_found', 'This article variant is retired.');
    return sendJson(request, reply, { ...rest, ...(dtgType && { dtgType }), type });
  },
});

const getArticle = route({
  operationId: 'getArticle',
  summary: 'Read one article',
  description: 'Returns the article with its variants.',
  params: Type.Object({ manufacturerCode: stringField('Manufacturer code, percent-encoded.', 'ST-CREATOR') }),
  response: readAnswers('The article.', ArticleSchema, 'article_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { manufacturerCode } = request.params;
    const { clientId } = request.caller;
    const article = await readById(manufacturerCode, (code) => findArticle(pool, clientId, code), articleNotFound);
    const { title, type, variants } = article;
    const articleVariants = variants.map(({ sku, color, size }) => ({ sku, title, color, size }));
    return sendJson(request, reply, { manufacturerCode, title, articleVariants, type });
  },
});

const getCarriers = route({
  tags: ['Carriers'],
  operationId: 'listCarriers',
  summary: 'List your carriers',
  description: 'Lists the carriers that you have a contract with, sorted by carrierId.',
  response: readAnswers('The carriers.', Type.Array(CarrierSchema)),
  handler: async ({ pool }, request, reply) => {
    const carriers = await withRetry(() => listContractedCarriers(pool, request.caller.clientId));
    return sendJson(request, reply, carriers);
  },
});

export const catalogRoutes = routeTable<CatalogRouteOptions>([
  ['GET', '/v1/products', getProducts],
  ['GET', '/v1/product-variants', getProductVariants],
  ['GET', '/v1/article-variants', getArticleVariants],
  ['GET', '/v1/article-variants/:sku', getArticleVariant],
  ['GET', '/v1/articles/:manufacturerCode', getArticle],
  ['GET', '/v1/carriers', getCarriers],
]);

/** Serves the catalogue's pictures in DATA_DIR/images under /images/, without a token. */
export async function imageRoutes(app: FastifyInstance, { dataDir }: { dataDir: string }): Promise<void> {
  const root = join(dataDir, 'images');
  await mkdir(root, { recursive: true });
  await app.register(fastifyStatic, {
    root,
    prefix: '/images/',
    index: false,
    dotfiles: 'ignore',
    acceptRanges: false,
    decorateReply: false,
    schemaHide: true,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('content-security-policy', IMAGE_POLICY);
      reply.header('cache-control', `public, max-age=${IMAGE_MAX_AGE_SECONDS}`);
    },
  });
}
