import { type ListPage, pageOf, type Seen, seenOf } from '../../shared/api/answers.ts';
import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery, ROWS_PER_PAGE, steadyQuery } from '../../shared/api/query-client.ts';
import type { Notebook } from '../../shared/notes/notes-section.tsx';
import type { CatalogueSearch } from './catalogue-rules.ts';

export type Article = Schemas['StaffArticle'];

export const CATALOGUE_KEY = ['catalogue'];

/** A row of the list of products or articles. */
export type CatalogueRow = { code: string; name: string; variants: number; picture?: string | undefined };

/** Lists products, or articles of the chosen type. */
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
  polledQuery([...CATALOGUE_KEY, 'product', productId], '/operator/v1/products/{productId}', { path: { productId } });

export const articleQuery = (manufacturerCode: string) =>
  polledQuery([...CATALOGUE_KEY, 'article', manufacturerCode], '/operator/v1/articles/{manufacturerCode}', {
    path: { manufacturerCode },
  });

export type ArticleArea = Schemas['ArticlePrintArea'];
const AREAS = '/operator/v1/articles/{manufacturerCode}/print-areas';

export const printAreasQuery = (manufacturerCode: string) =>
  steadyQuery([...CATALOGUE_KEY, 'article', manufacturerCode, 'areas'], (signal) =>
    seenOf(operatorApi.GET(AREAS, { params: { path: { manufacturerCode } }, signal })),
  );

/** Saves the print areas if they have not changed since they were seen. */
export const savePrintAreas = (manufacturerCode: string, { etag }: Seen<unknown>, areas: ArticleArea[]) =>
  api.PUT(AREAS, { params: { path: { manufacturerCode }, header: { 'if-match': etag } }, body: { areas } });

export type FittingRule = Schemas['FittingRule'];
const RULES = '/operator/v1/fitting-rules';
export const fittingQuery = steadyQuery([...CATALOGUE_KEY, 'fitting'], (signal) =>
  seenOf(operatorApi.GET(RULES, { signal })),
);
/** Saves the fitting rules if they have not changed since they were seen. */
export const saveFitting = ({ etag }: Seen<unknown>, rules: FittingRule[]) =>
  api.PUT(RULES, { params: { header: { 'if-match': etag } }, body: { rules } });

export type Technology = Schemas['PrintTechnology'];
const TECHNOLOGIES = '/operator/v1/print-technologies';
export const technologiesQuery = polledQuery([...CATALOGUE_KEY, 'technologies'], TECHNOLOGIES);
export const saveTechnology = ({ technology, ...body }: Technology) =>
  api.PUT(`${TECHNOLOGIES}/{technology}`, { params: { path: { technology }, header: {} }, body });

const CHOICES_MAX = 200;
export const blanksQuery = (q: string) =>
  steadyQuery([...CATALOGUE_KEY, 'blanks', q], (signal) =>
    api.GET('/operator/v1/articles', { params: { query: { type: 'BLANK', ...(q !== '' && { q }) } }, signal }),
  );
export const clientsToChooseQuery = polledQuery([...CATALOGUE_KEY, 'clients'], '/operator/v1/clients', {
  query: { scope: 'fulfillment', limit: CHOICES_MAX },
});

const ARTICLE_NOTES = '/operator/v1/articles/{manufacturerCode}/notes';

export const notesOfArticle = (manufacturerCode: string): Notebook => ({
  key: [...CATALOGUE_KEY, 'article', manufacturerCode, 'notes'],
  list: (signal) => api.GET(ARTICLE_NOTES, { params: { path: { manufacturerCode } }, signal }),
  add: (text) => operatorApi.POST(ARTICLE_NOTES, { params: { path: { manufacturerCode } }, body: { text } }),
  correct: (noteId, text) =>
    operatorApi.PUT(`${ARTICLE_NOTES}/{noteId}`, { params: { path: { manufacturerCode, noteId } }, body: { text } }),
  remove: (noteId) =>
    operatorApi.DELETE(`${ARTICLE_NOTES}/{noteId}`, { params: { path: { manufacturerCode, noteId } } }),
});

export const clientsOfProductQuery = (productId: string, cursor: string | undefined) =>
  listQuery([...CATALOGUE_KEY, 'clients', productId, cursor ?? ''], '/operator/v1/products/{productId}/clients', {
    path: { productId },
    query: { cursor },
  });

export type Customs = Schemas['CustomsData'];
export const CUSTOMS_FIELDS = ['hsCode', 'countryOfOrigin', 'weightGrams', 'customsDescription'] as const;

const PATHS = {
  article: '/operator/v1/articles/{manufacturerCode}/customs',
  articleVariant: '/operator/v1/article-variants/{sku}/customs',
  product: '/operator/v1/products/{productId}/customs',
  productVariant: '/operator/v1/product-variants/{ean13}/customs',
} as const;

/** An article, a product or a variant with customs data. */
export type CustomsOwner = { kind: keyof typeof PATHS; code: string };

export interface SeenCustoms extends Seen<Customs> {
  owner: CustomsOwner;
}

/** Names the code for all three paths. Each path uses one parameter and ignores the others. */
const pathOf = ({ code }: CustomsOwner) => ({ manufacturerCode: code, sku: code, productId: code, ean13: code });

/** Reads the owner's own customs data with its ETag. */
export async function readCustoms(owner: CustomsOwner): Promise<SeenCustoms> {
  return { owner, ...(await seenOf(operatorApi.GET(PATHS[owner.kind], { params: { path: pathOf(owner) } }))) };
}

/** Saves customs data if they have not changed since they were seen. */
export const saveCustoms = ({ owner, etag }: SeenCustoms, body: Customs) =>
  api.PUT(PATHS[owner.kind], { params: { path: pathOf(owner), header: { 'if-match': etag } }, body });
