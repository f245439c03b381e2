import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import type { Notebook } from '../../shared/notes/notes-section.tsx';
import type { CatalogueSearch } from './catalogue-search.ts';

export type ListedProduct = Schemas['ListedProduct'];
export type ListedArticle = Schemas['ListedArticle'];
export type Product = Schemas['StaffProduct'];
export type Article = Schemas['StaffArticle'];
export type ArticleVariant = Article['variants'][number];
export type Locations = ArticleVariant['allowedLocations'];

/** Every list, product and article, to have them read anew after a change. */
export const CATALOGUE_KEY = ['catalogue'];
const ROWS_PER_PAGE = 50;

const listed = (what: string, search: CatalogueSearch) => ({
  queryKey: [...CATALOGUE_KEY, what, search],
  refetchInterval: POLL_MS,
  placeholderData: keepPreviousData,
});
const queryOf = ({ ...search }: CatalogueSearch) => ({ ...search, limit: ROWS_PER_PAGE }) as object;

/** GET /operator/v1/products */
export const productsQuery = (search: CatalogueSearch) =>
  queryOptions({
    ...listed('products', search),
    queryFn: async ({ signal }) => {
      const params = { query: queryOf(search) };
      const { data = [], response } = await operatorApi.GET('/operator/v1/products', { params, signal });
      return { products: data, next: nextCursor(response.headers.get('link')) };
    },
  });

/** GET /operator/v1/articles */
export const articlesQuery = (search: CatalogueSearch) =>
  queryOptions({
    ...listed('articles', search),
    queryFn: async ({ signal }) => {
      const params = { query: queryOf(search) };
      const { data = [], response } = await operatorApi.GET('/operator/v1/articles', { params, signal });
      return { articles: data, next: nextCursor(response.headers.get('link')) };
    },
  });

/** GET /operator/v1/products/{productId} */
export const productQuery = (productId: string) =>
  queryOptions({
    queryKey: [...CATALOGUE_KEY, 'product', productId],
    queryFn: () =>
      contentOf(operatorApi.GET('/operator/v1/products/{productId}', { params: { path: { productId } } })),
    refetchInterval: POLL_MS,
  });

/** GET /operator/v1/articles/{manufacturerCode} */
export const articleQuery = (manufacturerCode: string) =>
  queryOptions({
    queryKey: [...CATALOGUE_KEY, 'article', manufacturerCode],
    queryFn: () =>
      contentOf(
        operatorApi.GET('/operator/v1/articles/{manufacturerCode}', {
          params: { path: { manufacturerCode } },
        }),
      ),
    refetchInterval: POLL_MS,
  });

const ARTICLE_NOTES = '/operator/v1/articles/{manufacturerCode}/notes';

/** /operator/v1/articles/{manufacturerCode}/notes */
export const notesOfArticle = (manufacturerCode: string): Notebook => ({
  key: [...CATALOGUE_KEY, 'article', manufacturerCode, 'notes'],
  list: (signal) =>
    contentOf(operatorApi.GET(ARTICLE_NOTES, { params: { path: { manufacturerCode } }, signal })),
  add: (text) => operatorApi.POST(ARTICLE_NOTES, { params: { path: { manufacturerCode } }, body: { text } }),
  correct: (noteId, text) =>
    operatorApi.PUT(`${ARTICLE_NOTES}/{noteId}`, {
      params: { path: { manufacturerCode, noteId } },
      body: { text },
    }),
  remove: (noteId) =>
    operatorApi.DELETE(`${ARTICLE_NOTES}/{noteId}`, { params: { path: { manufacturerCode, noteId } } }),
});

/** GET /operator/v1/products/{productId}/clients */
export const clientsOfProductQuery = (productId: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...CATALOGUE_KEY, 'clients', productId, cursor ?? ''],
    queryFn: async ({ signal }) => {
      const params = { path: { productId }, query: { limit: ROWS_PER_PAGE, ...(cursor && { cursor }) } };
      const { data = [], response } = await operatorApi.GET('/operator/v1/products/{productId}/clients', {
        params,
        signal,
      });
      return { clients: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
