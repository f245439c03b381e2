import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import {
  ArticleSchema,
  ArticleVariantDetailSchema,
  ArticleVariantSchema,
} from '../../catalog/catalog-schemas.ts';
import { findArticle, findArticleVariants, listArticleVariants } from '../../catalog/catalog-store.ts';
import { isStorable } from '../../platform/database/statement-parts.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { PRINTABLE, pageAnswers, readAnswers } from '../../platform/http/api-document.ts';
import { sendJson } from '../../platform/http/etag.ts';
import { cutPage, decodeCursor, offsetOf, pagingParameters } from '../../platform/http/paging.ts';
import { registerRoutes, route } from '../../platform/http/route-table.ts';
import type { Config } from '../../platform/settings/config.ts';

const LIMIT_DEFAULT = 50;
const FILTER_LENGTH_MAX = 200;

const ArticleVariantQuerySchema = Type.Object({
  manufacturerCode: Type.Optional(
    Type.String({
      maxLength: FILTER_LENGTH_MAX,
      pattern: PRINTABLE,
      description: 'Only variants of this article.',
      examples: ['ST-CREATOR'],
    }),
  ),
  ...pagingParameters(LIMIT_DEFAULT),
});

export interface ArticleRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
}

const getArticleVariants = route({
  schema: {
    tags: ['Articles'],
    operationId: 'listArticleVariants',
    summary: 'List article variants',
    description: 'Blank articles and customizations in their colours and sizes, by SKU in code-point order.',
    querystring: ArticleVariantQuerySchema,
    response: pageAnswers('A page of article variants.', Type.Array(ArticleVariantSchema)),
  },
  handler: async ({ config, pool }: ArticleRouteOptions, request, reply) => {
    const { query } = request;
    const filter = { manufacturerCode: query.manufacturerCode, after: decodeCursor(query.cursor, 1)?.[0] };
    const slice = { limit: query.limit + 1, offset: offsetOf(query) };
    const variants = await withRetry(() => listArticleVariants(pool, filter, slice));
    const page = cutPage(reply, variants, {
      url: `${config.BASE_URL}/v1/article-variants`,
      query,
      keyOf: (last) => [last.sku],
    });
    return sendJson(request, reply, JSON.stringify(page));
  },
});

const getArticleVariant = route({
  schema: {
    tags: ['Articles'],
    operationId: 'getArticleVariant',
    summary: 'Read one article variant',
    description: 'With the locations and technologies that are allowed.',
    params: Type.Object({
      sku: Type.String({ description: 'SKU, percent-encoded.', examples: ['ST-CREATOR-BLK-M'] }),
    }),
    response: readAnswers('The article variant.', ArticleVariantDetailSchema, 'article_variant_not_found'),
  },
  handler: async ({ pool }: ArticleRouteOptions, request, reply) => {
    const { sku } = request.params;
    const [variant] = isStorable(sku) ? await withRetry(() => findArticleVariants(pool, [sku])) : [];
    if (!variant)
      throw new ApiError('article_variant_not_found', 'There is no article variant with this SKU.');
    const { dtgType, type, isRetired, ...rest } = variant;
    if (isRetired) throw new ApiError('article_variant_not_found', 'This article variant is retired.');
    return sendJson(request, reply, JSON.stringify({ ...rest, ...(dtgType && { dtgType }), type }));
  },
});

const getArticle = route({
  schema: {
    tags: ['Articles'],
    operationId: 'getArticle',
    summary: 'Read one article',
    description: 'With its variants.',
    params: Type.Object({
      manufacturerCode: Type.String({
        description: 'Manufacturer code, percent-encoded.',
        examples: ['ST-CREATOR'],
      }),
    }),
    response: readAnswers('The article.', ArticleSchema, 'article_not_found'),
  },
  handler: async ({ pool }: ArticleRouteOptions, request, reply) => {
    const { manufacturerCode } = request.params;
    const article = isStorable(manufacturerCode)
      ? await withRetry(() => findArticle(pool, manufacturerCode))
      : undefined;
    if (!article) throw new ApiError('article_not_found', 'There is no article with this manufacturerCode.');
    const { title, type, variants } = article;
    const articleVariants = variants.map(({ sku, color, size }) => ({ sku, title, color, size }));
    return sendJson(request, reply, JSON.stringify({ manufacturerCode, title, articleVariants, type }));
  },
});

/** /v1/article-variants and /v1/articles */
export async function articleRoutes(app: FastifyInstance, options: ArticleRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/v1/article-variants', getArticleVariants],
    ['GET', '/v1/article-variants/:sku', getArticleVariant],
    ['GET', '/v1/articles/:manufacturerCode', getArticle],
  ]);
}
