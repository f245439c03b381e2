import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import {
  findStaffArticle,
  findStaffArticleVariants,
  listArticles,
} from '../../catalog/staff-catalog-store.ts';
import type { Config } from '../../config.ts';
import { withRetry } from '../../database/transaction.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  linkHeader,
  notModified,
  rateLimitHeaders,
} from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { articleNotFound } from '../../http/not-found-errors.ts';
import { cutPage, decodeCursor } from '../../http/paging.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { withoutNulls } from '../fields/without-nulls.ts';
import {
  ArticleListQuery,
  ArticleParams,
  ListedArticleSchema,
  StaffArticleSchema,
  VARIANTS_SHOWN_MAX,
} from './catalog-list-schemas.ts';
import { canBeFound, readSearch } from './catalog-search.ts';

interface ArticleListOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
}

const getArticles = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'listArticles',
    summary: 'List and search the articles',
    description: 'Blanks, customizations and others, by manufacturerCode.',
    querystring: ArticleListQuery,
    response: {
      200: answer('A page of articles.', Type.Array(ListedArticleSchema), {
        ...etagHeader,
        ...linkHeader,
        ...rateLimitHeaders,
      }),
      ...notModified,
      ...errorAnswers(),
    },
  },
  handler: async ({ config, pool }: ArticleListOptions, request, reply) => {
    const {
      query,
      query: { q, type, limit, cursor },
    } = request;
    const after = decodeCursor(cursor, 1)?.[0];
    const filter = { type, search: readSearch(q) };
    const articles = canBeFound(q)
      ? await withRetry(() => listArticles(pool, filter, { after, limit: limit + 1 }))
      : [];
    const page = cutPage(reply, articles, {
      url: `${config.BASE_URL}/operator/v1/articles`,
      query,
      keyOf: (last) => [last.manufacturerCode],
    });
    return sendJson(request, reply, JSON.stringify(page));
  },
});

const getArticle = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'getArticle',
    summary: 'Read one article',
    description: 'With its variants, their stock, and where they may be decorated.',
    params: ArticleParams,
    response: {
      200: answer('The article.', StaffArticleSchema, { ...etagHeader, ...rateLimitHeaders }),
      ...notModified,
      ...errorAnswers('article_not_found'),
    },
  },
  handler: async ({ pool }: ArticleListOptions, request, reply) => {
    const { manufacturerCode } = request.params;
    const article = canBeFound(manufacturerCode)
      ? await withRetry(() => findStaffArticle(pool, manufacturerCode))
      : undefined;
    if (!article) throw articleNotFound();
    const variants = await withRetry(() =>
      findStaffArticleVariants(pool, manufacturerCode, VARIANTS_SHOWN_MAX),
    );
    const shown = variants.map(withoutNulls);
    return sendJson(request, reply, JSON.stringify({ ...withoutNulls(article), variants: shown }));
  },
});

/** /operator/v1/articles */
export async function articleListRoutes(app: FastifyInstance, options: ArticleListOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/articles', getArticles, { verb: 'catalog.read' }],
    ['GET', '/operator/v1/articles/:manufacturerCode', getArticle, { verb: 'catalog.read' }],
  ]);
}
