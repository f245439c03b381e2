import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { saveCarrier } from '../../../catalog/contracts/contract-clients.ts';
import { findCarrier, listCarriersAfter } from '../../../catalog/contracts/contract-store.ts';
import {
  type CustomsColumns,
  findProduct,
  findStaffArticle,
  findStaffArticleVariants,
  findStaffProductVariants,
  type ListedProduct,
  listAllProducts,
  listArticles,
  listClientsOfCarrier,
  listClientsOfProduct,
  listProductsOfClient,
  type NamedClient,
} from '../../../catalog/staff-catalog-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { articleNotFound, carrierNotFound, productNotFound } from '../../../platform/errors/errors.ts';
import { ifMatchAnswers, pageAnswers, readAnswers } from '../../../platform/http/api-document.ts';
import { hasPrecondition, ifMatchHeader, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { decodeCursor, sendPage } from '../../../platform/http/paging.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { readClient } from '../clients/changed-client.ts';
import { CarrierParams, CarrierRequest, CarrierSchema } from '../clients/client-schemas.ts';
import { blankFaults, nameFaults, withoutNulls } from '../fields/field-faults.ts';
import { ClientParams, staffPaging } from '../fields/operator-schemas.ts';
import type { StaffContext } from '../fields/staff-context.ts';
import {
  ArticleListQuery,
  ArticleParams,
  ContractedClientSchema,
  canBeFound,
  ListedArticleSchema,
  ListedProductSchema,
  NamedClientSchema,
  ProductListQuery,
  ProductParams,
  readSearch,
  StaffArticleSchema,
  StaffProductSchema,
  VARIANTS_SHOWN_MAX,
} from './catalog-list-schemas.ts';

interface ProductListOptions {
  config: Pick<Config, 'BASE_URL' | 'IMAGE_BASE_URL'>;
  pool: Pool;
}

const ClientListQuery = Type.Object(staffPaging);

const getProducts = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'listProducts',
    summary: 'List and search the products',
    description: 'Those of all clients, by productId.',
    querystring: ProductListQuery,
    response: pageAnswers('A page of products.', Type.Array(ListedProductSchema)),
  },
  handler: async ({ config, pool }: ProductListOptions, request, reply) => {
    const { q, limit, cursor } = request.query;
    const after = decodeCursor(cursor, 1)?.[0];
    const products = canBeFound(q)
      ? await withRetry(() => listAllProducts(pool, readSearch(q), { after, limit: limit + 1 }))
      : [];
    const url = `${config.BASE_URL}/operator/v1/products`;
    return sendPage(request, reply, products, {
      url,
      keyOf: ({ productId }) => [productId],
      show: (product) => shownProduct(config, product),
    });
  },
});

const getProduct = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'getProduct',
    summary: 'Read one product',
    description: 'With its variants and their stock.',
    params: ProductParams,
    response: readAnswers('The product.', StaffProductSchema, 'product_not_found'),
  },
  handler: async ({ config, pool }: ProductListOptions, request, reply) => {
    const product = await readProduct(pool, request.params.productId);
    const variants = await withRetry(() =>
      findStaffProductVariants(pool, product.productId, VARIANTS_SHOWN_MAX),
    );
    return sendJson(
      request,
      reply,
      JSON.stringify({
        ...withoutNulls(shownProduct(config, product)),
        variants: variants.map(withoutNulls),
      }),
    );
  },
});

const getClientsOfProduct = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'listClientsOfProduct',
    summary: 'List the clients that have a product',
    description: 'Those may order it. By clientId.',
    params: ProductParams,
    querystring: ClientListQuery,
    response: pageAnswers('A page of clients.', Type.Array(NamedClientSchema), 'product_not_found'),
  },
  handler: async ({ config, pool }: ProductListOptions, request, reply) => {
    const { productId } = await readProduct(pool, request.params.productId);
    const { limit, cursor } = request.query;
    const after = decodeCursor(cursor, 1)?.[0];
    const clients = await withRetry(() => listClientsOfProduct(pool, productId, { after, limit: limit + 1 }));
    const url = `${config.BASE_URL}/operator/v1/products/${encodeURIComponent(productId)}/clients`;
    return sendPage(request, reply, clients, { url, keyOf: byId });
  },
});

const getClientsOfCarrier = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'listClientsOfCarrier',
    summary: 'List the clients that have a contract with a carrier',
    description: 'By clientId.',
    params: CarrierParams,
    querystring: ClientListQuery,
    response: pageAnswers('A page of clients.', Type.Array(ContractedClientSchema), 'carrier_not_found'),
  },
  handler: async ({ config, pool }: ProductListOptions, request, reply) => {
    const { carrierId } = request.params;
    const carrier = canBeFound(carrierId) ? await withRetry(() => findCarrier(pool, carrierId)) : undefined;
    if (!carrier) throw carrierNotFound();
    const { limit, cursor } = request.query;
    const after = decodeCursor(cursor, 1)?.[0];
    const clients = await withRetry(() => listClientsOfCarrier(pool, carrierId, { after, limit: limit + 1 }));
    const url = `${config.BASE_URL}/operator/v1/carriers/${encodeURIComponent(carrierId)}/clients`;
    return sendPage(request, reply, clients, { url, keyOf: byId });
  },
});

const getProductsOfClient = route({
  schema: {
    tags: ['Clients'],
    operationId: 'listProductsOfClient',
    summary: 'List the products that a client has',
    description: 'By name, then productId: those that it may order.',
    params: ClientParams,
    querystring: ProductListQuery,
    response: pageAnswers('A page of products.', Type.Array(ListedProductSchema), 'client_not_found'),
  },
  handler: async ({ config, pool }: ProductListOptions, request, reply) => {
    const { clientId } = await readClient(pool, request.params.clientId);
    const { q, limit, cursor } = request.query;
    const [name, productId] = decodeCursor(cursor, 2) ?? [];
    const after = name === undefined || productId === undefined ? undefined : { name, productId };
    const products = canBeFound(q)
      ? await withRetry(() =>
          listProductsOfClient(pool, clientId, readSearch(q), { after, limit: limit + 1 }),
        )
      : [];
    const url = `${config.BASE_URL}/operator/v1/clients/${encodeURIComponent(clientId)}/products`;
    const keyOf = (product: ListedProduct) => [product.name, product.productId];
    return sendPage(request, reply, products, {
      url,
      keyOf,
      show: (product) => shownProduct(config, product),
    });
  },
});

async function readProduct(pool: Pool, productId: string): Promise<ListedProduct & CustomsColumns> {
  const product = canBeFound(productId) ? await withRetry(() => findProduct(pool, productId)) : undefined;
  if (!product) throw productNotFound();
  return product;
}

/** Pictures with their full address: relative ones stand below the image base URL. */
function shownProduct<T extends ListedProduct>({ IMAGE_BASE_URL }: ProductListOptions['config'], product: T) {
  const previewImageUrls = product.previewImageUrls.map((url) => URL.parse(url, IMAGE_BASE_URL)?.href ?? url);
  return { ...product, previewImageUrls };
}

const byId = ({ clientId }: NamedClient) => [clientId];

/** /operator/v1/products, and which client has what */
export async function productListRoutes(app: FastifyInstance, options: ProductListOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/products', getProducts, { verb: 'catalog.read' }],
    ['GET', '/operator/v1/products/:productId', getProduct, { verb: 'catalog.read' }],
    ['GET', '/operator/v1/products/:productId/clients', getClientsOfProduct, { verb: 'clients.read' }],
    ['GET', '/operator/v1/carriers/:carrierId/clients', getClientsOfCarrier, { verb: 'clients.read' }],
    ['GET', '/operator/v1/clients/:clientId/products', getProductsOfClient, { verb: 'catalog.read' }],
  ]);
}

const getArticles = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'listArticles',
    summary: 'List and search the articles',
    description: 'Blanks, customizations and others, by manufacturerCode.',
    querystring: ArticleListQuery,
    response: pageAnswers('A page of articles.', Type.Array(ListedArticleSchema)),
  },
  handler: async ({ config, pool }: StaffContext, request, reply) => {
    const { q, type, limit, cursor } = request.query;
    const after = decodeCursor(cursor, 1)?.[0];
    const filter = { type, search: readSearch(q) };
    const articles = canBeFound(q)
      ? await withRetry(() => listArticles(pool, filter, { after, limit: limit + 1 }))
      : [];
    return sendPage(request, reply, articles, {
      url: `${config.BASE_URL}/operator/v1/articles`,
      keyOf: (last) => [last.manufacturerCode],
    });
  },
});

const getArticle = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'getArticle',
    summary: 'Read one article',
    description: 'With its variants, their stock, and where they may be decorated.',
    params: ArticleParams,
    response: readAnswers('The article.', StaffArticleSchema, 'article_not_found'),
  },
  handler: async ({ pool }: StaffContext, request, reply) => {
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
export async function articleListRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/articles', getArticles, { verb: 'catalog.read' }],
    ['GET', '/operator/v1/articles/:manufacturerCode', getArticle, { verb: 'catalog.read' }],
  ]);
}

const CarrierListQuery = Type.Object(staffPaging);

const getCarriers = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'listCarriers',
    summary: 'List the carriers',
    description: 'By carrierId.',
    querystring: CarrierListQuery,
    response: pageAnswers('A page of carriers.', Type.Array(CarrierSchema)),
  },
  handler: async ({ config, pool }: StaffContext, request, reply) => {
    const { limit, cursor } = request.query;
    const after = decodeCursor(cursor, 1)?.[0];
    const carriers = await withRetry(() => listCarriersAfter(pool, { after, limit: limit + 1 }));
    const url = `${config.BASE_URL}/operator/v1/carriers`;
    return sendPage(request, reply, carriers, { url, keyOf: (last) => [last.carrierId] });
  },
});

const getCarrier = route({
  schema: {
    tags: ['Catalogue'],
    operationId: 'getCarrier',
    summary: 'Read one carrier',
    description: 'With the ETag that changing it may name.',
    params: CarrierParams,
    response: readAnswers('The carrier.', CarrierSchema, 'carrier_not_found'),
  },
  handler: async ({ pool }: StaffContext, request, reply) => {
    const { carrierId } = request.params;
    const carrier = isStorable(carrierId) ? await withRetry(() => findCarrier(pool, carrierId)) : undefined;
    if (!carrier) throw carrierNotFound();
    return sendJson(request, reply, JSON.stringify(carrier));
  },
});

const putCarrier = route({
  config: {
    moreFaults: ({ params, body }) => [
      ...blankFaults(params as Static<typeof CarrierParams>),
      ...nameFaults({ '/name': Object(body).name }),
    ],
  },
  schema: {
    tags: ['Catalogue'],
    operationId: 'saveCarrier',
    summary: 'Make or change a carrier',
    description:
      'A client ships with it once it has a contract. With `If-Match` only when nobody changed it since.',
    params: CarrierParams,
    headers: Type.Object(ifMatchHeader),
    body: CarrierRequest,
    response: ifMatchAnswers('The carrier.', CarrierSchema),
  },
  handler: async ({ pool, clock }: StaffContext, request, reply) => {
    const {
      params: { carrierId },
      body,
    } = request;
    const doing = { by: actorOf(request.caller), now: clock() };
    await saveCarrier(pool, carrierId, body, doing, async (connection) => {
      if (!hasPrecondition(request)) return true;
      const stored = await findCarrier(connection, carrierId);
      return mayReplaceText(request, stored && JSON.stringify(stored));
    });
    const saved = await withRetry(() => findCarrier(pool, carrierId));
    return sendJson(request, reply, JSON.stringify(saved));
  },
});

/** /operator/v1/carriers */
export async function operatorCarrierRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/carriers', getCarriers, { verb: 'carriers.read' }],
    ['GET', '/operator/v1/carriers/:carrierId', getCarrier, { verb: 'carriers.read' }],
    ['PUT', '/operator/v1/carriers/:carrierId', putCarrier, { verb: 'carriers.change' }],
  ]);
}
