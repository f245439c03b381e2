import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { type Carrier, findCarrier, listCarriersAfter } from '../../../catalog/assignment-store.ts';
import { saveCarrier } from '../../../catalog/contract-clients.ts';
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
} from '../../../catalog/staff-catalog-store.ts';
import { trackingUrlViolations } from '../../../orders/change/shipment-rules.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { type Connection, withRetry } from '../../../platform/database/transaction.ts';
import { articleNotFound, carrierNotFound, productNotFound, type Violation } from '../../../platform/errors/errors.ts';
import { ifMatchAnswers, pageAnswers, readAnswers } from '../../../platform/http/api-document.ts';
import { hasPrecondition, ifMatchHeader, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { decodeCursor, sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { NUMBER_PLACE, trackingPatternOf } from '../../../shipping/tracking-rules.ts';
import { readClient } from '../clients/client-answers.ts';
import { CarrierParams, CarrierRequest, CarrierSchema } from '../clients/client-schemas.ts';
import { ClientParams, staffPaging } from '../fields/operator-schemas.ts';
import { blankFaults, nameFaults, readById, type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import {
  ArticleListQuery,
  ArticleParams,
  ContractedClientSchema,
  ListedArticleSchema,
  ListedProductSchema,
  NamedClientSchema,
  ProductListQuery,
  ProductParams,
  readSearch,
  StaffArticleSchema,
  StaffProductSchema,
  VARIANTS_SHOWN_MAX,
} from './staff-catalog-schemas.ts';

const route = routeUnder<CatalogContext>('Catalogue');

interface CatalogContext extends StaffContext {
  config: Pick<Config, 'BASE_URL' | 'IMAGE_BASE_URL'>;
}

const PRODUCTS_PATH = '/operator/v1/products';
const ARTICLES_PATH = '/operator/v1/articles';
const CARRIERS_PATH = '/operator/v1/carriers';
const ListQuery = Type.Object(staffPaging);

/** Reads the page of a list that is sorted by one text, with one row more to detect a next page. */
function readPage({ cursor, limit }: { cursor?: string; limit: number }) {
  return { after: decodeCursor(cursor, 1)?.[0], limit: limit + 1 };
}

const getProducts = route({
  operationId: 'listProducts',
  summary: 'List and search the products',
  description: 'Lists the products of all clients, sorted by productId.',
  querystring: ProductListQuery,
  response: pageAnswers('A page of products.', Type.Array(ListedProductSchema)),
  handler: async ({ config, pool }, request, reply) => {
    const { q } = request.query;
    const page = readPage(request.query);
    const products = await withRetry(() => listAllProducts(pool, readSearch(q), page));
    return sendPage(request, reply, products, {
      keyOf: (last) => [last.productId],
      show: (product) => productAnswer(config, product),
    });
  },
});

const getProduct = route({
  operationId: 'getProduct',
  summary: 'Read one product',
  description: 'Returns the product with its variants and their stock.',
  params: ProductParams,
  response: readAnswers('The product.', StaffProductSchema, 'product_not_found'),
  handler: async ({ config, pool }, request, reply) => {
    const product = await readProduct(pool, request.params.productId);
    const variants = await withRetry(() => findStaffProductVariants(pool, product.productId, VARIANTS_SHOWN_MAX));
    const known = withoutNulls(productAnswer(config, product));
    return sendJson(request, reply, { ...known, variants: variants.map(withoutNulls) });
  },
});

const getClientsOfProduct = route({
  operationId: 'listClientsOfProduct',
  summary: 'List the clients that have a product',
  description: 'Lists the clients that may order the product, sorted by clientId.',
  params: ProductParams,
  querystring: ListQuery,
  response: pageAnswers('A page of clients.', Type.Array(NamedClientSchema), 'product_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { productId } = await readProduct(pool, request.params.productId);
    const page = readPage(request.query);
    const clients = await withRetry(() => listClientsOfProduct(pool, productId, page));
    return sendPage(request, reply, clients, { keyOf: (last) => [last.clientId] });
  },
});

const getProductsOfClient = route({
  tags: ['Clients'],
  operationId: 'listProductsOfClient',
  summary: 'List the products that a client has',
  description: 'Lists the products that the client may order, sorted by name, then productId.',
  params: ClientParams,
  querystring: ProductListQuery,
  response: pageAnswers('A page of products.', Type.Array(ListedProductSchema), 'client_not_found'),
  handler: async ({ config, pool }, request, reply) => {
    const { clientId } = await readClient(pool, request.params.clientId);
    const { q, limit, cursor } = request.query;
    const [name, productId] = decodeCursor(cursor, 2) ?? [];
    const after = name === undefined || productId === undefined ? undefined : { name, productId };
    const page = { after, limit: limit + 1 };
    const products = await withRetry(() => listProductsOfClient(pool, clientId, readSearch(q), page));
    return sendPage(request, reply, products, {
      keyOf: (last) => [last.name, last.productId],
      show: (product) => productAnswer(config, product),
    });
  },
});

function readProduct(pool: Pool, productId: string): Promise<ListedProduct & CustomsColumns> {
  return readById(productId, (id) => findProduct(pool, id), productNotFound);
}

/** Returns the product with complete addresses of its pictures, which may be stored without a host. */
function productAnswer<T extends ListedProduct>({ IMAGE_BASE_URL }: CatalogContext['config'], product: T) {
  const previewImageUrls = product.previewImageUrls.map((url) => URL.parse(url, IMAGE_BASE_URL)?.href ?? url);
  return { ...product, previewImageUrls };
}

const getArticles = route({
  operationId: 'listArticles',
  summary: 'List and search the articles',
  description: 'Lists the articles of all types, sorted by manufacturerCode.',
  querystring: ArticleListQuery,
  response: pageAnswers('A page of articles.', Type.Array(ListedArticleSchema)),
  handler: async ({ pool }, request, reply) => {
    const { q, type } = request.query;
    const page = readPage(request.query);
    const articles = await withRetry(() => listArticles(pool, { type, search: readSearch(q) }, page));
    return sendPage(request, reply, articles, { keyOf: (last) => [last.manufacturerCode] });
  },
});

const getArticle = route({
  operationId: 'getArticle',
  summary: 'Read one article',
  description: 'Returns the article with its variants, their stock, and the locations for decoration.',
  params: ArticleParams,
  response: readAnswers('The article.', StaffArticleSchema, 'article_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { manufacturerCode: code } = request.params;
    const article = await readById(code, (id) => findStaffArticle(pool, id), articleNotFound);
    const variants = await withRetry(() => findStaffArticleVariants(pool, code, VARIANTS_SHOWN_MAX));
    const known = withoutNulls(article);
    return sendJson(request, reply, { ...known, variants: variants.map(withoutNulls) });
  },
});

const getCarriers = route({
  operationId: 'listCarriers',
  summary: 'List the carriers',
  description: 'Lists all carriers, sorted by carrierId.',
  querystring: ListQuery,
  response: pageAnswers('A page of carriers.', Type.Array(CarrierSchema)),
  handler: async ({ pool }, request, reply) => {
    const page = readPage(request.query);
    const carriers = await withRetry(() => listCarriersAfter(pool, page));
    return sendPage(request, reply, carriers, { keyOf: (last) => [last.carrierId], show: carrierAnswer });
  },
});

const getCarrier = route({
  operationId: 'getCarrier',
  summary: 'Read one carrier',
  description: 'Returns the carrier with an ETag for `If-Match`.',
  params: CarrierParams,
  response: readAnswers('The carrier.', CarrierSchema, 'carrier_not_found'),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, carrierAnswer(await readCarrier(pool, request.params.carrierId))),
});

const putCarrier = route({
  config: {
    moreFaults: ({ params, body }) => [
      ...blankFaults(params as Static<typeof CarrierParams>),
      ...nameFaults({ '/name': Object(body).name }),
      ...patternFaults(Object(body).trackingUrlPattern),
    ],
  },
  operationId: 'saveCarrier',
  summary: 'Create or change a carrier',
  description:
    'A client can use the carrier once it has a contract with it. With `If-Match`, the carrier is changed only if it still has that ETag.',
  params: CarrierParams,
  headers: Type.Object(ifMatchHeader),
  body: CarrierRequest,
  response: ifMatchAnswers('The carrier.', CarrierSchema),
  handler: async ({ pool, clock }, request, reply) => {
    const { carrierId } = request.params;
    const mayChange = async (connection: Connection): Promise<boolean> => {
      if (!hasPrecondition(request)) return true;
      const stored = await findCarrier(connection, carrierId);
      return mayReplaceText(request, stored && JSON.stringify(carrierAnswer(stored)));
    };
    await saveCarrier(pool, carrierId, request.body, { by: actorOf(request.caller), now: clock(), mayChange });
    const saved = await readCarrier(pool, carrierId);
    return sendJson(request, reply, carrierAnswer(saved));
  },
});

const getClientsOfCarrier = route({
  operationId: 'listClientsOfCarrier',
  summary: 'List the clients that have a contract with a carrier',
  description: 'Lists the clients, sorted by clientId.',
  params: CarrierParams,
  querystring: ListQuery,
  response: pageAnswers('A page of clients.', Type.Array(ContractedClientSchema), 'carrier_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { carrierId } = await readCarrier(pool, request.params.carrierId);
    const page = readPage(request.query);
    const clients = await withRetry(() => listClientsOfCarrier(pool, carrierId, page));
    return sendPage(request, reply, clients, { keyOf: (last) => [last.clientId] });
  },
});

function readCarrier(pool: Pool, carrierId: string) {
  return readById(carrierId, (id) => findCarrier(pool, id), carrierNotFound);
}

function carrierAnswer(carrier: Carrier) {
  return { ...carrier, trackingUrlPattern: trackingPatternOf(carrier) };
}

function patternFaults(pattern: unknown): Violation[] {
  const pointer = '/trackingUrlPattern';
  if (typeof pattern !== 'string' || pattern === '') return [];
  const [host, otherHost] = ['1', '2'].map((number) => URL.parse(pattern.replaceAll(NUMBER_PLACE, number))?.host);
  if (!pattern.includes(NUMBER_PLACE) || host !== otherHost)
    return [
      { pointer, code: 'invalid_url', message: `The address must contain ${NUMBER_PLACE}, but not in its host.` },
    ];
  return trackingUrlViolations(pattern.replaceAll(NUMBER_PLACE, '1'), pointer);
}

export const staffCatalogRoutes = routeTable<CatalogContext>([
  ['GET', PRODUCTS_PATH, getProducts, { verb: 'catalog.read' }],
  ['GET', `${PRODUCTS_PATH}/:productId`, getProduct, { verb: 'catalog.read' }],
  ['GET', `${PRODUCTS_PATH}/:productId/clients`, getClientsOfProduct, { verb: 'clients.read' }],
  ['GET', '/operator/v1/clients/:clientId/products', getProductsOfClient, { verb: 'catalog.read' }],
  ['GET', ARTICLES_PATH, getArticles, { verb: 'catalog.read' }],
  ['GET', `${ARTICLES_PATH}/:manufacturerCode`, getArticle, { verb: 'catalog.read' }],
  ['GET', CARRIERS_PATH, getCarriers, { verb: 'carriers.read' }],
  ['GET', `${CARRIERS_PATH}/:carrierId`, getCarrier, { verb: 'carriers.read' }],
  ['PUT', `${CARRIERS_PATH}/:carrierId`, putCarrier, { verb: 'carriers.change' }],
  ['GET', `${CARRIERS_PATH}/:carrierId/clients`, getClientsOfCarrier, { verb: 'clients.read' }],
]);
