import { type ListPage, pageOf } from '../../shared/api/answers.ts';
import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, pageAt, polledQuery, ROWS_PER_PAGE, steadyQuery } from '../../shared/api/query-client.ts';
import type { Notebook } from '../../shared/notes/notes-section.tsx';
import type { CatalogueSearch } from './catalogue-search.ts';

export type Product = Schemas['StaffProduct'];
export type Article = Schemas['StaffArticle'];
export type ArticleVariant = Article['variants'][number];
export type Locations = ArticleVariant['allowedLocations'];

/** Every list, product and article, to have them read anew after a change. */
export const CATALOGUE_KEY = ['catalogue'];

/** A product, or an article, as the list shows it. */
export interface CatalogueRow {
  code: string;
  name: string;
  variants: number;
  picture?: string | undefined;
}

/** Products, or the articles of the type that is searched for. */
export const catalogueQuery = (search: CatalogueSearch) =>
  steadyQuery([...CATALOGUE_KEY, 'list', search], async (signal): Promise<ListPage<CatalogueRow>> => {
    const request = { params: { query: { ...search, limit: ROWS_PER_PAGE } as object }, signal };
    if (search.type) {
      const { rows, next } = await pageOf(operatorApi.GET('/operator/v1/articles', request));
      const articles = rows.map(({ manufacturerCode, title, variants }) => ({
        code: manufacturerCode,
        name: title,
        variants,
      }));
      return { rows: articles, next };
    }
    const { rows, next } = await pageOf(operatorApi.GET('/operator/v1/products', request));
    const products = rows.map(({ productId, name, variants, previewImageUrls: [picture] }) => ({
      code: productId,
      name,
      variants,
      picture,
    }));
    return { rows: products, next };
  });

export const productQuery = (productId: string) =>
  polledQuery([...CATALOGUE_KEY, 'product', productId], () =>
    api.GET('/operator/v1/products/{productId}', { params: { path: { productId } } }),
  );

export const articleQuery = (manufacturerCode: string) =>
  polledQuery([...CATALOGUE_KEY, 'article', manufacturerCode], () =>
    api.GET('/operator/v1/articles/{manufacturerCode}', { params: { path: { manufacturerCode } } }),
  );

const ARTICLE_NOTES = '/operator/v1/articles/{manufacturerCode}/notes';

/** /operator/v1/articles/{manufacturerCode}/notes */
export const notesOfArticle = (manufacturerCode: string): Notebook => ({
  key: [...CATALOGUE_KEY, 'article', manufacturerCode, 'notes'],
  list: (signal) => api.GET(ARTICLE_NOTES, { params: { path: { manufacturerCode } }, signal }),
  add: (text) => operatorApi.POST(ARTICLE_NOTES, { params: { path: { manufacturerCode } }, body: { text } }),
  correct: (noteId, text) =>
    operatorApi.PUT(`${ARTICLE_NOTES}/{noteId}`, {
      params: { path: { manufacturerCode, noteId } },
      body: { text },
    }),
  remove: (noteId) =>
    operatorApi.DELETE(`${ARTICLE_NOTES}/{noteId}`, { params: { path: { manufacturerCode, noteId } } }),
});

export const clientsOfProductQuery = (productId: string, cursor: string | undefined) =>
  listQuery([...CATALOGUE_KEY, 'clients', productId, cursor ?? ''], (signal) =>
    operatorApi.GET('/operator/v1/products/{productId}/clients', {
      params: { path: { productId }, query: pageAt(cursor) },
      signal,
    }),
  );
